import { type Actor, DomainError, type Logger, MessageLimit, type SocketUpgrade, Unauthenticated } from '@sayso/core';
import type { WebSocket } from 'ws';
import { liveLimits, type StreamRequest } from '../../ref.ts';
import { hello, parse, request, type TableMessage } from './messages.ts';
import { type Connected, Table } from './table.ts';

const HELLO_MS = 10_000;
const HEARTBEAT_MS = 20_000;

/** Close codes (RFC 6455, 7.4). The client connects again after each but `UNUSABLE`, after `UNAUTHENTICATED` with another token. */
export const CHANGED = 1012;
const UNUSABLE = 1008;
const UNAUTHENTICATED = 4401;

interface ClientOptions {
  readonly upgrade: SocketUpgrade;
  readonly log: Logger;
  open(request: StreamRequest): Promise<void>;
}

interface Caller {
  readonly appId: string;
  readonly actor: Actor;
  readonly authorization: string | null;
}

/** One client, and the tables that it follows. */
export class Client implements Connected {
  readonly #socket: WebSocket;
  readonly #options: ClientOptions;
  readonly #tables = new Map<string, Table>();
  readonly #received = new MessageLimit(liveLimits.messagesPerMinute);
  #caller: Caller | null = null;
  #isGreeted = false;
  #lastBeat = performance.now();

  constructor(socket: WebSocket, options: ClientOptions) {
    this.#socket = socket;
    this.#options = options;
    const late = setTimeout(() => socket.close(UNUSABLE, 'No message came.'), HELLO_MS);
    late.unref();
    socket.on('message', (data, isBinary) => {
      clearTimeout(late);
      this.#receive(isBinary ? undefined : parse(data)).catch((err: unknown) => {
        options.log.warn({ err }, 'a client that follows rows could not be served');
        socket.close(CHANGED);
      });
    });
    // Connections can break during a write.
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(late);
      for (const name of [...this.#tables.keys()]) this.#leave(name);
    });
  }

  send(bytes: string | Buffer): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > liveLimits.backlogBytes) socket.terminate();
    else socket.send(bytes, { binary: false });
  }

  /** Browsers cannot detect a broken connection by themselves: without a message for a while the client connects again. */
  heartbeat(): void {
    if (performance.now() - this.#lastBeat < HEARTBEAT_MS) return;
    this.#lastBeat = performance.now();
    this.send('{}');
  }

  /** The client connects again with the token that it has by then, and follows its tables as far as it may. */
  end(): void {
    this.#socket.close(CHANGED);
  }

  async #receive(message: unknown): Promise<void> {
    if (!this.#received.take()) return this.#socket.terminate();
    if (!this.#isGreeted) return await this.#greet(message);
    // Clients send the tables after the answer to their first message.
    const asked = request.safeParse(message);
    if (!asked.success || this.#caller === null) return this.#socket.close(UNUSABLE, 'This message is not known.');
    if ('leave' in asked.data) this.#leave(asked.data.leave);
    else await this.#follow(asked.data.follow, this.#caller);
  }

  async #greet(message: unknown): Promise<void> {
    this.#isGreeted = true;
    const greeting = hello.safeParse(message);
    if (!greeting.success) return this.#socket.close(UNUSABLE, 'This message is not known.');
    const { app: appId, token } = greeting.data;
    const authorization = token === null ? null : `Bearer ${token}`;
    try {
      const actor = await this.#options.upgrade.identify(authorization);
      // A token that has ended is not a visitor: the client gets another one.
      if (authorization !== null && actor.kind === 'anonymous') throw new Unauthenticated();
      this.#caller = { appId, authorization, actor };
      this.send('{}');
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#socket.close(UNAUTHENTICATED, error.message.slice(0, 100));
    }
  }

  async #follow(entity: string, { appId, actor, authorization }: Caller): Promise<void> {
    if (this.#tables.has(entity)) return;
    if (this.#tables.size >= liveLimits.tables) return this.#refuse(entity, { code: 'too-many', message: 'Too many tables are followed.' });
    const { upgrade, open } = this.#options;
    const table = new Table(entity, this);
    this.#tables.set(entity, table);
    try {
      await open({
        actor,
        table: { appId, entity },
        address: upgrade.address,
        authenticate: () => upgrade.identify(authorization),
        connect: () => (table.isClosed ? null : table),
      });
    } catch (error) {
      // The client may have left the table meanwhile, and follow it again.
      const isCurrent = this.#tables.get(entity) === table;
      if (isCurrent) this.#leave(entity);
      if (!(error instanceof DomainError)) throw error;
      if (isCurrent) this.#refuse(entity, error);
    }
  }

  #leave(entity: string): void {
    this.#tables.get(entity)?.close();
    this.#tables.delete(entity);
  }

  #refuse(entity: string, { code, message }: { readonly code: string; readonly message: string }): void {
    this.send(JSON.stringify({ entity, event: 'refused', code, message } satisfies TableMessage));
  }
}
