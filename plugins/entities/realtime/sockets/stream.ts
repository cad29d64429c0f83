import type { ServerResponse } from 'node:http';
import { DomainError } from '@sayso/core';
import { liveLimits, type StreamRequest } from '../../ref.ts';
import type { TableMessage } from './messages.ts';
import { type Connected, Table } from './table.ts';

/** More often than proxies end idle connections, some after 15 s. */
const HEARTBEAT_MS = 10_000;
/** Some proxies and virus scanners pass nothing on before their first 2 KB are full. */
const PADDING = `:${' '.repeat(2048)}\n\n`;
/** Time for an ended stream to send what is left. */
const FLUSH_MS = 10_000;

export interface StreamClientOptions {
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Ends the response after this time, in ms: for proxies that hold a response back until it is complete. Default: never. */
  readonly endAfter: number | undefined;
}

/**
 * The changes of several tables as server-sent events, with the messages of the WebSocket as their data: for clients that no WebSocket
 * reaches. One connection for all tables, because browsers open only six to one host by HTTP/1.1.
 */
export class StreamClient implements Connected {
  readonly #response: ServerResponse;
  readonly #timers: NodeJS.Timeout[] = [];
  #followed = 0;

  constructor({ response, headers, endAfter }: StreamClientOptions) {
    this.#response = response;
    // Ends with the connection, which HTTP/1.0 needs as well.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, {
      ...(headers as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // nginx would hold events back.
      'x-accel-buffering': 'no',
    });
    response.on('error', () => response.destroy());
    this.#timers.push(setInterval(() => this.#write(':\n\n'), HEARTBEAT_MS));
    if (endAfter !== undefined) this.#timers.push(setTimeout(() => this.end(), endAfter));
    response.once('close', () => this.#timers.forEach(clearTimeout));
    this.#write(PADDING);
    this.send('{}');
  }

  /** Follows these tables; a refusal is a message. Ends when all are refused, because such a connection counts towards no limit. */
  async follow(entities: readonly string[], open: (entity: string, connect: StreamRequest['connect']) => Promise<void>): Promise<void> {
    await Promise.all(entities.map((entity) => this.#follow(entity, (connect) => open(entity, connect))));
    if (this.#followed === 0) this.end();
  }

  async #follow(entity: string, open: (connect: StreamRequest['connect']) => Promise<void>): Promise<void> {
    const table = new Table(entity, this);
    this.#response.once('close', () => table.close());
    try {
      await open(() => (this.#response.destroyed || table.isClosed ? null : table));
      this.#followed += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) return this.end();
      const { code, message } = error;
      this.send(JSON.stringify({ entity, event: 'refused', code, message } satisfies TableMessage));
    }
  }

  send(bytes: string | Buffer): void {
    this.#write(`event: message\ndata: ${bytes}\n\n`);
  }

  heartbeat(): void {
    // It has its own.
  }

  end(): void {
    const response = this.#response;
    if (response.writableEnded || response.destroyed) return;
    response.setTimeout(FLUSH_MS, () => response.destroy());
    response.end();
  }

  #write(text: string): void {
    const response = this.#response;
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > liveLimits.backlogBytes) response.destroy();
    else response.write(text);
  }
}
