import { createServer } from 'node:http';
import { type Actor, type Logger, type OpenSocketLimits, OpenSockets, refuseUpgrade, type SocketUpgrade, UNOPENED } from '@sayso/core';
import { liveLimits } from '@sayso/entities/ref';
import type { Server } from 'socket.io';
import { Connection, type ConnectionDependencies } from './connection.ts';

interface SocketOptions extends ConnectionDependencies {
  readonly settings: OpenSocketLimits;
  readonly log: Logger;
}

/**
 * The Socket.IO connections of both hosts of this process. Only by WebSocket, so that no two requests of one connection can reach different
 * processes; changes reach each process by its own events. Loaded with the first connection.
 */
export class Sockets {
  readonly #options: SocketOptions;
  readonly #open: OpenSockets;
  readonly #upgrades = new WeakMap<object, SocketUpgrade>();
  #server: Promise<Server> | null = null;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#open = new OpenSockets(options.settings);
  }

  open(upgrade: SocketUpgrade): void {
    if (!this.#open.admits(upgrade)) return;
    const { request, socket, head } = upgrade;
    this.#upgrades.set(request, upgrade);
    this.#server ??= this.#start();
    this.#server.then(
      ({ engine }) => engine.handleUpgrade(request, socket, Buffer.from(head)),
      (err: unknown) => {
        this.#server = null;
        this.#options.log.error({ err }, 'Socket.IO could not be loaded');
        refuseUpgrade(socket, UNOPENED);
      },
    );
  }

  close(): Promise<void> {
    return this.#open.close(async () => (await this.#server?.catch(() => null))?.close());
  }

  async #start(): Promise<Server> {
    const { Server } = await import('socket.io');
    const server = new Server({
      transports: ['websocket'],
      allowUpgrades: false,
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: liveLimits.messageBytes,
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
