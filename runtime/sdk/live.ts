import { connection, onTokenChange } from './connection.ts';
import { openLiveSocket } from './live-socket.ts';
import { openLiveStream } from './live-stream.ts';
import type { LiveChange, LiveEnd, LiveListener, LiveMessage, LiveWire } from './live-wire.ts';

export type { LiveChange } from './live-wire.ts';

export interface Follower {
  /** Changes are received from here on; those before may have been missed. Called again after each interruption. */
  onReady(): void;
  onChange(change: LiveChange): void;
}

const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** A refusal can end: by an edit of the app, or when others have left. */
const REFUSED_MS = 60_000;
/** WebSockets that do not arrive in a row, before HTTP takes their place. */
const MAX_BLOCKED = 2;
/** A message of the console; the banner of the server's admins names the cause. */
const OVER_HTTP =
  'Live changes come over HTTP now: no WebSocket to this server was opened. A proxy passes none, or the server refused it: the answer to the request says why.';
/** Between attempts to use WebSockets again; the time doubles. */
const FIRST_PROBE_MS = 60_000;
const LONGEST_PROBE_MS = 600_000;
/** How long a WebSocket has to last to be used again. */
const STEADY_MS = 3000;
/** A hidden page gives its HTTP connection back: browsers open only six to one host, for all of its pages. */
const HIDDEN_MS = 30_000;

/** The page's connection for the changes of all its tables. Open while one is followed. */
class LiveConnection {
  readonly #tables = new Map<string, Set<Follower>>();
  #wire: LiveWire | null = null;
  /** By HTTP, because WebSockets do not reach the server. `held`: answers arrive only when they are complete. */
  #transport: 'socket' | 'stream' | 'held' = 'socket';
  #blocked = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #probeTimer: ReturnType<typeof setTimeout> | undefined;
  #probeMs = FIRST_PROBE_MS;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    onTokenChange(() => this.#restart());
    globalThis.addEventListener?.('online', () => {
      // Maybe another network.
      if (this.#transport !== 'socket') this.#returnToSockets(MAX_BLOCKED - 1);
      this.#restart();
    });
    globalThis.document?.addEventListener?.('visibilitychange', () => this.#onVisibility());
  }

  follow(entity: string, follower: Follower): () => void {
    const followers = this.#tables.get(entity) ?? new Set();
    this.#tables.set(entity, followers.add(follower));
    if (followers.size === 1) this.#wire?.follow(entity);
    // The page's first tables are followed together.
    if (this.#wire === null && this.#timer === undefined) this.#connectIn(0);
    return () => {
      if (!followers.delete(follower) || followers.size > 0) return;
      this.#tables.delete(entity);
      this.#wire?.leave(entity);
      if (this.#tables.size === 0) this.#close();
    };
  }

  #connectIn(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#connect();
    }, wait);
  }

  #connect(): void {
    if (this.#wire !== null || this.#tables.size === 0 || typeof WebSocket === 'undefined') return;
    const listener: LiveListener = {
      tables: () => [...this.#tables.keys()],
      onMessage: (message) => this.#receive(message),
      onEnd: (end) => this.#ended(wire, end),
    };
    const wire: LiveWire = this.#transport === 'socket' ? openLiveSocket(listener) : openLiveStream(listener, this.#transport === 'held');
    this.#wire = wire;
  }

  #receive({ entity, event, changes }: LiveMessage): void {
    if (entity === undefined) return;
    const followers = [...(this.#tables.get(entity) ?? [])];
    if (event === 'refused') this.#askAgain(entity);
    if (event === 'ready') {
      this.#failures = 0;
      for (const follower of followers) follower.onReady();
    }
    for (const change of changes ?? []) for (const follower of followers) follower.onChange(change);
  }

  #askAgain(entity: string): void {
    const wire = this.#wire;
    setTimeout(
      () => {
        if (this.#wire === wire && this.#tables.has(entity)) wire?.follow(entity);
      },
      REFUSED_MS * (1 + Math.random()),
    );
  }

  #ended(wire: LiveWire, end: LiveEnd): void {
    if (wire !== this.#wire) return;
    this.#wire = null;
    // This page's messages are not understood: its release is another than the server's.
    if (end === 'unusable') return;
    if (end === 'unauthenticated') void this.#renew(wire.token);
    else if (end === 'blocked' || end === 'held') this.#changeTransport(end);
    else {
      if (this.#transport === 'socket') this.#blocked = 0;
      this.#connectIn(this.#wait());
    }
  }

  /** Two blocked WebSockets may also be a server that starts: HTTP fails then as well, and WebSockets are tried again. */
  #changeTransport(end: 'blocked' | 'held'): void {
    if (this.#transport === 'socket' && ++this.#blocked < MAX_BLOCKED) this.#connectIn(this.#wait());
    else if (this.#transport === 'socket') {
      this.#transport = 'stream';
      // biome-ignore lint/suspicious/noConsole: nothing in the app says why changes are slower
      console.warn(OVER_HTTP);
      this.#probeLater();
      this.#connectIn(0);
    } else if (end === 'held') {
      this.#transport = 'held';
      this.#connectIn(0);
    } else {
      this.#returnToSockets(MAX_BLOCKED - 1);
      this.#connectIn(this.#wait());
    }
  }

  #returnToSockets(blocked: number): void {
    clearTimeout(this.#probeTimer);
    this.#transport = 'socket';
    this.#blocked = blocked;
  }

  /** Tries a WebSocket beside the response, and uses WebSockets again once one lasts. */
  #probeLater(): void {
    clearTimeout(this.#probeTimer);
    this.#probeTimer = setTimeout(() => {
      if (this.#transport === 'socket') return;
      if (this.#tables.size === 0) return this.#probeLater();
      let steady: ReturnType<typeof setTimeout> | undefined;
      const probe = openLiveSocket({
        tables: () => [],
        onMessage: () => {
          steady ??= setTimeout(() => {
            probe.close();
            this.#probeMs = FIRST_PROBE_MS;
            this.#returnToSockets(0);
            this.#restart();
          }, STEADY_MS);
        },
        onEnd: () => {
          clearTimeout(steady);
          this.#probeMs = Math.min(this.#probeMs * 2, LONGEST_PROBE_MS);
          this.#probeLater();
          if (this.#transport !== 'held') return;
          // Maybe the server was only slow.
          this.#transport = 'stream';
          this.#restart();
        },
      });
    }, this.#probeMs);
  }

  #onVisibility(): void {
    clearTimeout(this.#hiddenTimer);
    if (document.visibilityState === 'visible') {
      if (this.#wire === null && this.#tables.size > 0 && this.#transport !== 'socket') this.#connectIn(0);
      return;
    }
    this.#hiddenTimer = setTimeout(() => {
      if (this.#transport !== 'socket') this.#close();
    }, HIDDEN_MS);
  }

  /** Spread, so that a restart of the server brings no burst. */
  #wait(): number {
    const longest = Math.min(MIN_WAIT_MS * 2 ** ++this.#failures, MAX_WAIT_MS);
    return MIN_WAIT_MS + Math.random() * (longest - MIN_WAIT_MS);
  }

  async #renew(token: string | null): Promise<void> {
    const isRenewed = connection.token !== token || ((await connection.renew?.()) ?? false);
    // A preview gets its token from the builder.
    if (isRenewed || connection.renew === null) this.#connectIn(this.#wait());
  }

  /** Connects as the person who is signed in now, or after the network is back. */
  #restart(): void {
    if (this.#tables.size === 0) return;
    this.#close();
    this.#connectIn(0);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const wire = this.#wire;
    this.#wire = null;
    wire?.close();
  }
}

let live: LiveConnection | null = null;

/** Receives the changes of a table's rows by others, as far as the user may read them, until the returned function is called. */
export function followRows(entity: string, follower: Follower): () => void {
  live ??= new LiveConnection();
  return live.follow(entity, follower);
}
