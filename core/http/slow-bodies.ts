import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Slowness } from './surroundings.ts';

const CHECKS_PER_GRACE = 4;

interface Arriving {
  readonly since: number;
  readonly bytesBefore: number;
  /** How long the server, not the client, held the body up. */
  held: number;
}

/**
 * Ends requests whose body comes too slowly: one that never ends would hold its socket for ever. A rate rather than one time for all, so
 * that a large file may take long on a slow line. Answers are never timed: streams stay open.
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
      // What has arrived waits for its reader: as long as it does, no more can come.
      if (request.readableLength > 0) body.held += interval;
      const counted = (now - body.since - body.held - graceMs) / 1000;
      if (counted <= 0 || socket.bytesRead - body.bytesBefore >= counted * bytesPerSecond) continue;
      arriving.delete(request);
      app.server.emit('clientError', Object.assign(new Error('The body came too slowly.'), { code: TOO_SLOW }), socket);
    }
    if (arriving.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  app.addHook('onRequest', async ({ raw }) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    // An injected request has no connection to end.
    if (!(raw.socket instanceof Socket)) return;
    if (raw.complete || ((length === undefined || length === '0') && encoding === undefined)) return;
    arriving.set(raw, { since: performance.now(), bytesBefore: raw.socket.bytesRead, held: 0 });
    timer ??= setInterval(check, interval).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
const CLIENT_ERRORS: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  [TOO_SLOW]: ['408 Request Timeout', 'request-timeout', 'The request came too slowly.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too-large', 'The headers are too large.'],
};
const NOT_HTTP = ['400 Bad Request', 'invalid-input', 'This is no valid HTTP request.'] as const;

/** Answers, in the form of every other error, a request that no route will ever see whole; then the socket closes. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, message] = CLIENT_ERRORS[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify({ message, code, error: { message, code } });
  // Not into the middle of an answer that has begun.
  const hasBegun = socket.bytesWritten > 0 && (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent === true;
  if (socket.writable && !hasBegun) {
    socket.write(
      `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
