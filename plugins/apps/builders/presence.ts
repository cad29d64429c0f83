import { type Actor, newId, PermittedStream, storeTime } from '@sayso/core';
import type { AppsContext } from '../config.ts';
import { accountOf, type Records } from '../records/records.ts';

/** How often a process renews that it runs, in ms, and how long others believe it. */
const RENEWAL_MS = 20_000;
const BELIEVED_MS = 60_000;
const MAX_SHOWN = 50;

/** A person who has the app open in the builder. */
export interface PresentPerson {
  readonly accountId: string;
  readonly name: string;
}

/** One app that clients of this process have open. */
interface Room {
  /** How many clients each account has here. */
  readonly clients: Map<string, number>;
  /** On all processes, by account. */
  people: readonly PresentPerson[];
  /** Resolves at the next change. */
  changed: PromiseWithResolvers<void>;
  /** The last write: writes happen one after the other. */
  writing: Promise<void>;
  /** The read in flight, and whether another has to follow: any number of changes at once cost two reads. */
  reading: Promise<void> | null;
  isStale: boolean;
}

/**
 * Who has an app open in the builder. Each process stores the accounts of its clients, in one document for an app, and renews all of its
 * documents in one write; those of a process that ended expire.
 */
export class Presence {
  readonly #context: AppsContext;
  readonly #records: Records;
  readonly #process = newId();
  readonly #rooms = new Map<string, Room>();
  #timer: NodeJS.Timeout | null = null;

  constructor(context: AppsContext, records: Records) {
    this.#context = context;
    this.#records = records;
    context.onClose(() => this.#close());
  }

  /** Yields the people now and after each change; the caller counts as present until it ends. Throws when its role ends. */
  async follow(actor: Actor, appId: string, signal: AbortSignal): Promise<AsyncIterable<readonly PresentPerson[]>> {
    const accountId = accountOf(actor);
    const stream = new PermittedStream({ check: () => this.#records.own(actor, appId, { role: 'view' }), signal });
    await stream.begin();
    return stream.pass(this.#people(appId, accountId, stream.signal));
  }

  async *#people(appId: string, accountId: string, signal: AbortSignal): AsyncGenerator<readonly PresentPerson[]> {
    const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    const room = await this.#enter(appId, accountId);
    try {
      for (let shown: readonly PresentPerson[] | null = null; !signal.aborted; ) {
        const { changed, people: now } = room;
        if (now !== shown) yield now;
        shown = now;
        await Promise.race([changed.promise, ended]);
      }
    } finally {
      await this.#leave(appId, accountId);
    }
  }

  /** Another process, or this one, changed who is there. */
  async moved(appId: string): Promise<void> {
    const room = this.#rooms.get(appId);
    if (room !== undefined) await this.#refresh(appId, room);
  }

  async #enter(appId: string, accountId: string): Promise<Room> {
    const room = this.#rooms.get(appId) ?? newRoom();
    this.#rooms.set(appId, room);
    this.#timer ??= setInterval(() => void this.#renew(), RENEWAL_MS).unref();
    const count = room.clients.get(accountId) ?? 0;
    room.clients.set(accountId, count + 1);
    if (count === 0) await this.#write(appId, room);
    return room;
  }

  async #leave(appId: string, accountId: string): Promise<void> {
    const room = this.#rooms.get(appId);
    if (room === undefined) return;
    const count = room.clients.get(accountId) ?? 0;
    if (count > 1) {
      room.clients.set(accountId, count - 1);
      return;
    }
    room.clients.delete(accountId);
    await this.#write(appId, room);
    if (room.clients.size === 0 && this.#rooms.get(appId) === room) this.#rooms.delete(appId);
  }

  /** Stores who is here, and tells all processes. A failure is repaired by the next renewal. */
  #write(appId: string, room: Room): Promise<void> {
    const { presence } = this.#context.collections;
    const _id = `${appId}/${this.#process}`;
    room.writing = room.writing.then(async () => {
      try {
        const accounts = [...room.clients.keys()];
        if (accounts.length === 0) await presence.deleteOne({ _id });
        else await presence.replaceOne({ _id }, { _id, appId, process: this.#process, accounts, seenAt: now() }, { upsert: true });
        await this.#context.emit('apps.presenceChanged', { appId });
      } catch (err) {
        this.#context.log.warn({ err, appId }, 'Who has an app open could not be stored');
      }
    });
    return room.writing;
  }

  #refresh(appId: string, room: Room): Promise<void> {
    room.isStale = true;
    room.reading ??= (async () => {
      while (room.isStale) {
        room.isStale = false;
        const filter = { appId, seenAt: { $gt: now(-BELIEVED_MS) } };
        const found = await this.#context.collections.presence.find(filter);
        await this.#show(
          room,
          found.flatMap(({ accounts }) => accounts),
        );
      }
    })().finally(() => {
      room.reading = null;
    });
    return room.reading;
  }

  async #show(room: Room, accounts: readonly string[]): Promise<void> {
    const ids = [...new Set(accounts)].sort().slice(0, MAX_SHOWN);
    if (ids.join() === room.people.map(({ accountId }) => accountId).join()) return;
    const names = await this.#context.needs.accounts.names(ids);
    room.people = ids.flatMap((accountId) => {
      const name = names.get(accountId);
      return name === undefined ? [] : [{ accountId, name }];
    });
    announce(room);
  }

  /** Renews the documents of this process, and drops people whose process ended. */
  async #renew(): Promise<void> {
    const { presence } = this.#context.collections;
    try {
      await presence.updateMany({ process: this.#process }, { $set: { seenAt: now() } });
      await presence.deleteMany({ seenAt: { $lt: now(-BELIEVED_MS) } });
      for (const [appId, room] of this.#rooms) await this.#refresh(appId, room);
    } catch (err) {
      this.#context.log.warn({ err }, 'Who has apps open could not be renewed');
    }
  }

  async #close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#context.collections.presence.deleteMany({ process: this.#process }).catch(() => undefined);
  }
}

function newRoom(): Room {
  return {
    clients: new Map(),
    people: [],
    changed: Promise.withResolvers(),
    writing: Promise.resolve(),
    reading: null,
    isStale: false,
  };
}

function announce(room: Room): void {
  room.changed.resolve();
  room.changed = Promise.withResolvers();
}

const now = (ms = 0): string => storeTime(ms);
