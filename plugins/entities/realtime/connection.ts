import type { ServerResponse } from 'node:http';

/** Bytes that may wait for a client. One that reads more slowly is disconnected: others never wait for it, and it reads again. */
const MAX_BACKLOG = 1_000_000;
const KEEP_ALIVE_MS = 60_000;
/** Time for an ended stream to send what is left. */
const FLUSH_MS = 10_000;

/** The response of one stream: server-sent events (WHATWG HTML, section 9.2). */
export class Connection {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, headers: Readonly<Record<string, unknown>>) {
    this.#response = response;
    // Ends with the connection instead of in chunks: an event is one write of the bytes that all subscribers share.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, {
      ...(headers as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // nginx would hold events back.
      'x-accel-buffering': 'no',
    });
    // Detects clients that are gone without a word.
    response.socket?.setKeepAlive(true, KEEP_ALIVE_MS);
    // Connections can break during a write.
    response.on('error', () => response.destroy());
  }

  /** Calls back once, when the connection has closed. */
  onClose(listener: () => void): void {
    if (this.#response.closed) listener();
    else this.#response.once('close', listener);
  }

  write(bytes: string | Buffer): void {
    const response = this.#response;
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > MAX_BACKLOG) response.destroy();
    else response.write(bytes);
  }

  end(): void {
    const response = this.#response;
    if (response.writableEnded || response.destroyed) return;
    response.setTimeout(FLUSH_MS, () => response.destroy());
    response.end();
  }
}
