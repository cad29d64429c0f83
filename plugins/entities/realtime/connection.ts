import type { ServerResponse } from 'node:http';
import { liveLimits, type RowNotice, type RowSink } from '../ref.ts';

const KEEP_ALIVE_MS = 60_000;
/** Time for an ended stream to send what is left. */
const FLUSH_MS = 10_000;

const HEARTBEAT = Buffer.from(':\n\n');
/** Clients connect again after 1 to 5 s, spread, so that a restart brings no burst. */
const retryMs = () => 1000 + Math.floor(Math.random() * 4000);

interface StreamHead {
  readonly headers: Readonly<Record<string, unknown>>;
  /** The client had a stream before, and may have missed changes. */
  readonly isResumed: boolean;
}

/** The response of one stream: server-sent events (WHATWG HTML, section 9.2). */
export class Connection implements RowSink {
  readonly #response: ServerResponse;
  readonly #isResumed: boolean;

  constructor(response: ServerResponse, { headers, isResumed }: StreamHead) {
    this.#response = response;
    this.#isResumed = isResumed;
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

  begin(): void {
    // Changes are sent from here on: a client that reads the table after this event misses none.
    const reset = this.#isResumed ? frame('reset', '{}') : '';
    this.#write(`retry: ${retryMs()}\nid: 0\n${frame('ready', '{}')}${reset}`);
  }

  send(notices: readonly RowNotice[]): void {
    this.#write(bytesOf(notices));
  }

  heartbeat(): void {
    this.#write(HEARTBEAT);
  }

  onClose(listener: () => void): void {
    if (this.#response.closed) listener();
    else this.#response.once('close', listener);
  }

  #write(bytes: string | Buffer): void {
    const response = this.#response;
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > liveLimits.backlogBytes) response.destroy();
    else response.write(bytes);
  }

  end(): void {
    const response = this.#response;
    if (response.writableEnded || response.destroyed) return;
    response.setTimeout(FLUSH_MS, () => response.destroy());
    response.end();
  }
}

/** One event; JSON has no line breaks. */
function frame(event: string, json: string): string {
  return `event: ${event}\ndata: ${json}\n\n`;
}

const encoded = new WeakMap<readonly RowNotice[], Buffer>();

/** Encoded once for all subscribers who get the same list. */
function bytesOf(notices: readonly RowNotice[]): Buffer {
  const known = encoded.get(notices);
  if (known !== undefined) return known;
  const bytes = Buffer.from(notices.map(({ event, json }) => frame(event, json)).join(''));
  encoded.set(notices, bytes);
  return bytes;
}
