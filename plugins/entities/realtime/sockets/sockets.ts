import { type Logger, type OpenSocketLimits, OpenSockets, refuseUpgrade, type SocketUpgrade, UNOPENED } from '@sayso/core';
import type { WebSocketServer } from 'ws';
import { liveLimits, type StreamRequest } from '../../ref.ts';
import { CHANGED, Client } from './client.ts';

interface SocketsOptions {
  readonly settings: OpenSocketLimits;
  readonly log: Logger;
  /** Begins the stream of a table. */
  open(request: StreamRequest): Promise<void>;
}

/** The WebSockets of apps that follow rows: one connection for all tables of a page, because browsers open only six to one host by HTTP/1.1. */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #open: OpenSockets;
  #server: Promise<WebSocketServer> | null = null;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#open = new OpenSockets(options.settings);
  }

  open(upgrade: SocketUpgrade): void {
    if (!this.#open.admits(upgrade)) return;
    const { request, socket, head } = upgrade;
    const { log, open } = this.#options;
    this.#server ??= load();
    this.#server.then(
      (server) => server.handleUpgrade(request, socket, Buffer.from(head), (client) => new Client(client, { upgrade, log, open })),
      (err: unknown) => {
        this.#server = null;
        log.error({ err }, 'WebSockets could not be loaded');
        refuseUpgrade(socket, UNOPENED);
      },
    );
  }

  close(): Promise<void> {
    return this.#open.close(async () => {
      for (const client of (await this.#server?.catch(() => null))?.clients ?? []) client.close(CHANGED);
    });
  }
}

/** With the first connection. */
async function load(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({ noServer: true, maxPayload: liveLimits.messageBytes, perMessageDeflate: false });
}
