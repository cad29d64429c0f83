import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor, Logger, SocketUpgrade } from '@sayso/core';
import type { Server } from 'socket.io';
import { Connection, type ConnectionDependencies } from './connection.ts';

const CLOSE_MS = 1000;
/** Bytes of a message from a client: the name of a room. */
const MAX_MESSAGE_BYTES = 10_000;

export interface SocketSettings {
  readonly all: number;
  readonly perAddress: number;
}

interface SocketOptions extends ConnectionDependencies {
  readonly settings: SocketSettings;
  readonly log: Logger;
}

/**
 * The Socket.IO connections of both hosts of this process. Only by WebSocket, so that no two requests of one connection can reach different
 * processes; changes reach each process by its own events. Loaded with the first connection.
 */
export class Sockets {
  readonly #options: SocketOptions;
  readonly #open = new Map<SocketUpgrade['socket'], string>();
  readonly #upgrades = new WeakMap<object, SocketUpgrade>();
  #server: Promise<Server> | null = null;
  #isClosed = false;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  open(upgrade: SocketUpgrade): void {
    const { socket, address } = upgrade;
    const { all, perAddress } = this.#options.settings;
    const atAddress = [...this.#open.values()].filter((one) => one === address).length;
    if (this.#isClosed || this.#open.size >= all) refuse(socket, '503 Service Unavailable');
    else if (atAddress >= perAddress) refuse(socket, '429 Too Many Requests');
    else this.#accept(upgrade);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#server?.catch(() => null))?.close();
    for (const until = performance.now() + CLOSE_MS; this.#open.size > 0 && performance.now() < until; ) await pause(20);
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #accept(upgrade: SocketUpgrade): void {
    const { request, socket, head, address } = upgrade;
    this.#open.set(socket, address);
    socket.once('close', () => this.#open.delete(socket));
    this.#upgrades.set(request, upgrade);
    this.#server ??= this.#start();
    this.#server.then(
      ({ engine }) => engine.handleUpgrade(request, socket, Buffer.from(head)),
      (err: unknown) => {
        this.#server = null;
        this.#options.log.error({ err }, 'Socket.IO could not be loaded');
        refuse(socket, '500 Internal Server Error');
      },
    );
  }

  async #start(): Promise<Server> {
    const { Server } = await import('socket.io');
    const server = new Server({
      transports: ['websocket'],
      allowUpgrades: false,
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      connectTimeout: 10_000,
    });
    // It needs a server to attach to; the hosts pass it the upgrades of their route instead.
    server.attach(createServer());
    server.use((socket, next) => {
      const upgrade = this.#upgrades.get(socket.request);
      if (upgrade === undefined) return next(new Error('This connection is not known.'));
      const authorization = authorizationOf(socket.handshake.query['token']);
      Promise.resolve(upgrade.identify(authorization)).then(
        (actor: Actor) => {
          if (authorization !== null && actor.kind === 'anonymous') return next(new Error('Please log in.'));
          new Connection(socket, { actor, authorization, upgrade }, this.#options);
          next();
        },
        () => next(new Error('The caller could not be authenticated.')),
      );
    });
    return server;
  }
}

/** Clients without a token send the text of `undefined` or `null`. */
function authorizationOf(token: unknown): string | null {
  return typeof token !== 'string' || ['', 'undefined', 'null'].includes(token) ? null : `Bearer ${token}`;
}

function refuse(socket: SocketUpgrade['socket'], status: string): void {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
