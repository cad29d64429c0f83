import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Slowness } from './dependencies.ts';

const CHECKS_PER_GRACE = 4;

interface Arriving {
  readonly since: number;
  readonly bytesBefore: number;
  /** Time in ms for which the server itself stalled the body (backpressure). */
  stalled: number;
}

/**
 * Ends requests whose body arrives too slowly (slow-loris attack). Checks a minimum rate instead of one time-out, so that a large upload
 * may take long on a slow connection. Responses have no time limit: streams stay open.
 */
export function endSlowBodies(app: FastifyInstance, { graceMs, bytesPerSecond }: Slowness): void {
  if (bytesPerSecond === 0) return;
  const arriving = new Map<IncomingMessage, Arriving>();
  const interval = graceMs / CHECKS_PER_GRACE;
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    const now = performance.now();
    for (const [request, body] of arriving) {
      const { socket } = request;
      if (request.complete || socket.destroyed) {
        arriving.delete(request);
        continue;
      }
      // Backpressure: while the handler has not read the buffered data, the socket receives no more.
      if (request.readableLength > 0) body.stalled += interval;
      const counted = (now - body.since - body.stalled - graceMs) / 1000;
      if (counted <= 0 || socket.bytesRead - body.bytesBefore >= counted * bytesPerSecond) continue;
      arriving.delete(request);
      app.server.emit('clientError', Object.assign(new Error('The body came too slowly.'), { code: TOO_SLOW }), socket);
    }
    if (arriving.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasBody(raw)) {
      arriving.set(raw, { since: performance.now(), bytesBefore: raw.socket.bytesRead, stalled: 0 });
      timer ??= setInterval(check, interval).unref();
    }
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Whether a body is still arriving. Injected requests have no connection. */
function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const isEmpty = (length === undefined || length === '0') && encoding === undefined;
  return !isEmpty && !request.complete && request.socket instanceof Socket;
}

const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
const CLIENT_ERRORS: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  [TOO_SLOW]: ['408 Request Timeout', 'request-timeout', 'The request came too slowly.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too-large', 'The headers are too large.'],
};
const NOT_HTTP = ['400 Bad Request', 'invalid-input', 'This is no valid HTTP request.'] as const;

/** Responds in the common error format to a request that cannot reach a route, and closes the socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, message] = CLIENT_ERRORS[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify({ message, code, error: { message, code } });
  // Do not write into a response that has already begun.
  const hasBegun = socket.bytesWritten > 0 && (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent === true;
  if (socket.writable && !hasBegun) {
    socket.write(
      `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
