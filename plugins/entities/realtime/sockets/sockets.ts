import { setTimeout as pause } from 'node:timers/promises';
import type { Logger, SocketUpgrade } from '@sayso/core';
import type { WebSocketServer } from 'ws';
import type { StreamRequest } from '../../ref.ts';
import { CHANGED, Client } from './client.ts';

const CLOSE_MS = 1000;
/** Bytes of a message from a client: a token, or the name of a table. */
const MAX_MESSAGE_BYTES = 10_000;

interface SocketsOptions {
  readonly settings: { readonly all: number; readonly perAddress: number };
  readonly log: Logger;
  /** Begins the stream of a table. */
  open(request: StreamRequest): Promise<void>;
}

/** The WebSockets of apps that follow rows: one connection for all tables of a page, because browsers open only six to one host by HTTP/1.1. */
export class Sockets {
  readonly #options: SocketsOptions;
  /** Open connections, each with the address of its client. */
  readonly #open = new Map<SocketUpgrade['socket'], string>();
  readonly #atAddress = new Map<string, number>();
  #server: Promise<WebSocketServer> | null = null;
  #isClosed = false;

  constructor(options: SocketsOptions) {
    this.#options = options;
  }

  open(upgrade: SocketUpgrade): void {
    const { socket, address } = upgrade;
    const { all, perAddress } = this.#options.settings;
    if (this.#isClosed || this.#open.size >= all) refuse(socket, '503 Service Unavailable');
    else if (this.#count(address) >= perAddress) refuse(socket, '429 Too Many Requests');
    else this.#accept(upgrade);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const client of (await this.#server?.catch(() => null))?.clients ?? []) client.close(CHANGED);
    for (const until = performance.now() + CLOSE_MS; this.#open.size > 0 && performance.now() < until; ) await pause(20);
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #accept(upgrade: SocketUpgrade): void {
    const { request, socket, head, address } = upgrade;
    const { log, open } = this.#options;
    this.#open.set(socket, address);
    this.#atAddress.set(address, this.#count(address) + 1);
    socket.once('close', () => this.#release(socket, address));
    this.#server ??= load();
    this.#server.then(
      (server) => server.handleUpgrade(request, socket, Buffer.from(head), (client) => new Client(client, { upgrade, log, open })),
      (err: unknown) => {
        this.#server = null;
        log.error({ err }, 'WebSockets could not be loaded');
        refuse(socket, '500 Internal Server Error');
      },
    );
  }

  #release(socket: SocketUpgrade['socket'], address: string): void {
    this.#open.delete(socket);
    const left = this.#count(address) - 1;
    if (left > 0) this.#atAddress.set(address, left);
    else this.#atAddress.delete(address);
  }

  #count(address: string): number {
    return this.#atAddress.get(address) ?? 0;
  }
}

/** With the first connection. */
async function load(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
}

function refuse(socket: SocketUpgrade['socket'], status: string): void {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
