import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HostName, SocketUpgrade } from '../contract/index.ts';
import type { HostDependencies } from './dependencies.ts';
import { peerAddress } from './peer.ts';
import { isStrippedUpgrade } from './proxy-warnings.ts';

type Open = (upgrade: SocketUpgrade) => void;

/** The routes of a host that open WebSockets, by path. */
export class Upgrades {
  readonly #routes = new Map<string, Open>();

  accepts(request: IncomingMessage): boolean {
    return this.#find(request) !== undefined;
  }

  /** Collects the routes that are added from here on. */
  attach(app: FastifyInstance, host: HostName, { log, identify, trustProxy, proxies }: HostDependencies): void {
    const addressOf = peerAddress(trustProxy);
    app.addHook('onRoute', ({ url, config }) => {
      const open = (config as { readonly open?: Open } | undefined)?.open;
      if (open) this.#routes.set(withoutSlash(url), open);
    });
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      if (isStrippedUpgrade(raw)) proxies.refused(host);
      done();
    });
    app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      proxies.arrived(host);
      const open = this.#find(request);
      if (!open) return;
      try {
        const asActor: SocketUpgrade['identify'] = (authorization) => identify({ authorization, headers: new Headers(), host });
        const onRefused = () => proxies.refusedHere(host, 'limit');
        open({ request, socket, head, address: addressOf(request), identify: asActor, onRefused });
      } catch (error) {
        // An error thrown by this listener would crash the process.
        log.error({ err: error }, 'A WebSocket could not be opened');
        socket.destroy();
      }
    });
  }

  #find({ method, url = '', headers }: IncomingMessage): Open | undefined {
    if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return undefined;
    // Not `new URL`: it throws on targets such as `//`, which the HTTP parser accepts.
    return this.#routes.get(withoutSlash(url.split('?')[0] ?? ''));
  }
}

/** Routes ignore a trailing slash. */
const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);
