import type { EntitySchema } from '@sayso/apps/ref';
import { type Actor, DomainError, MessageLimit, type SocketUpgrade, tableName } from '@sayso/core';
import { Closable, type EntitiesApi, liveLimits, type RowNotice, type RowSink, type TableAddress } from '@sayso/entities/ref';
import type { Socket } from 'socket.io';
import { messagesOf, type Reader } from './messages.ts';

const ROOM = /^entities:([\w-]{1,100}):([\w.-]{1,100})$/;

/** What a connection needs of the plugin. */
export interface ConnectionDependencies {
  readonly entities: Pick<EntitiesApi, 'schema' | 'realtime'>;
  emailOf(accountId: string): Promise<string | null>;
}

/** The caller of a connection, by the token of its handshake. */
export interface Handshake {
  readonly actor: Actor;
  readonly authorization: string | null;
  readonly upgrade: SocketUpgrade;
}

/** One client, and the rooms that it has joined. */
export class Connection {
  readonly #socket: Socket;
  readonly #handshake: Handshake;
  readonly #dependencies: ConnectionDependencies;
  readonly #rooms = new Map<string, Room>();
  readonly #received = new MessageLimit(liveLimits.messagesPerMinute);

  constructor(socket: Socket, handshake: Handshake, dependencies: ConnectionDependencies) {
    this.#socket = socket;
    this.#handshake = handshake;
    this.#dependencies = dependencies;
    socket.conn.on('packet', () => {
      if (!this.#received.take()) handshake.upgrade.socket.destroy();
    });
    socket.on('join', (room: unknown) => void this.#join(room));
    socket.on('leave', (room: unknown) => this.#leave(room));
    socket.on('disconnect', () => {
      for (const room of [...this.#rooms.keys()]) this.#leave(room);
    });
  }

  async #join(name: unknown): Promise<void> {
    const [room, appId, entity] = (typeof name === 'string' && ROOM.exec(name)) || [];
    if (room === undefined || appId === undefined || entity === undefined) return this.#refuse('This is no room of a table.');
    if (this.#rooms.has(room)) return;
    if (this.#rooms.size >= liveLimits.tables) return this.#refuse('Too many rooms are joined.', room);
    const { actor, authorization, upgrade } = this.#handshake;
    const joined = new Room(room, { socket: this.#socket, raw: upgrade.socket });
    this.#rooms.set(room, joined);
    const table: TableAddress = { appId, entity: tableName(entity) };
    try {
      const { entities, emailOf } = this.#dependencies;
      const id = actor.kind === 'anonymous' ? null : actor.id;
      const schema = await entities.schema(actor, table);
      joined.prepare(schema, { id, email: id === null ? null : await emailOf(id) });
      await entities.realtime.open({
        actor,
        table,
        address: upgrade.address,
        authenticate: () => upgrade.identify(authorization),
        connect: () => (joined.isClosed ? null : joined),
      });
    } catch (error) {
      joined.close();
      // The client may have left the room meanwhile, and joined it again.
      if (this.#rooms.get(room) !== joined) return;
      this.#rooms.delete(room);
      this.#refuse(error instanceof DomainError ? error.message : 'The room cannot be joined now.', room);
    }
  }

  #leave(name: unknown): void {
    if (typeof name !== 'string') return;
    this.#rooms.get(name)?.close();
    this.#rooms.delete(name);
  }

  #refuse(message: string, room?: string): void {
    this.#socket.emit('error', { message, ...(room === undefined ? {} : { room }) });
  }
}

interface Wires {
  readonly socket: Socket;
  readonly raw: SocketUpgrade['socket'];
}

/** The changes of one table for one client. */
class Room extends Closable implements RowSink {
  readonly #name: string;
  readonly #wires: Wires;
  #table: { readonly schema: EntitySchema; readonly reader: Reader } | null = null;

  constructor(name: string, wires: Wires) {
    super();
    this.#name = name;
    this.#wires = wires;
  }

  prepare(schema: EntitySchema, reader: Reader): void {
    this.#table = { schema, reader };
  }

  begin(): void {
    // The protocol has no event for it.
  }

  heartbeat(): void {
    // Socket.IO has its own.
  }

  send(notices: readonly RowNotice[]): void {
    const { socket, raw } = this.#wires;
    if (this.isClosed || this.#table === null) return;
    for (const data of messagesOf(this.#table.schema, notices, this.#table.reader)) {
      socket.emit('update_model', { room: this.#name, data });
    }
    if (backlogOf(socket) > liveLimits.backlogBytes) raw.destroy();
  }

  /** Closes the connection: the client connects again with its token and joins its rooms, as far as it may. */
  end(): void {
    this.#wires.socket.conn.close();
  }
}

/** Engine.IO queues packets until the system has taken those before. */
function backlogOf({ conn }: Socket): number {
  const queued = (conn as unknown as { readonly writeBuffer: readonly { readonly data?: unknown }[] }).writeBuffer;
  return queued.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);
}
