import { connection, onTokenChange } from './connection.ts';

/** A change of another page, as the server sends it. */
export interface LiveChange {
  readonly event: 'created' | 'updated' | 'deleted' | 'reset';
  readonly row?: Readonly<Record<string, unknown>> & { readonly id: string };
}

export interface Follower {
  /** Changes are received from here on; those before may have been missed. Called again after each interruption. */
  onReady(): void;
  onChange(change: LiveChange): void;
}

interface Message {
  readonly entity?: string;
  readonly event?: 'ready' | 'refused';
  readonly changes?: readonly LiveChange[];
}

/** The server sends something every 25 s; after a longer silence the connection is broken. */
const SILENCE_MS = 70_000;
const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** A refusal can end: by an edit of the app, or when others have left. */
const REFUSED_MS = 60_000;
const UNUSABLE = 1008;
const UNAUTHENTICATED = 4401;

/** The page's connection for the changes of all its tables. Open while one is followed. */
class LiveConnection {
  readonly #tables = new Map<string, Set<Follower>>();
  #socket: WebSocket | null = null;
  /** The token that the connection began with. */
  #token: string | null = null;
  #isGreeted = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    onTokenChange(() => this.#restart());
    globalThis.addEventListener?.('online', () => this.#restart());
  }

  follow(entity: string, follower: Follower): () => void {
    const followers = this.#tables.get(entity) ?? new Set();
    this.#tables.set(entity, followers.add(follower));
    if (followers.size === 1) this.#ask({ follow: entity });
    // The page's first tables are followed together.
    if (this.#socket === null && this.#timer === undefined) this.#connectIn(0);
    return () => {
      if (!followers.delete(follower) || followers.size > 0) return;
      this.#tables.delete(entity);
      this.#ask({ leave: entity });
      if (this.#tables.size === 0) this.#close();
    };
  }

  #ask(message: object): void {
    if (this.#isGreeted) this.#socket?.send(JSON.stringify(message));
  }

  #connectIn(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#connect();
    }, wait);
  }

  #connect(): void {
    if (this.#socket !== null || this.#tables.size === 0 || typeof WebSocket === 'undefined') return;
    const socket = new WebSocket(`${(connection.apiUrl || location.origin).replace(/^http/, 'ws')}/live_api/changes`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#token = connection.token;
      socket.send(JSON.stringify({ app: connection.appId, token: this.#token }));
      this.#watch();
    };
    socket.onmessage = ({ data }) => {
      this.#watch();
      this.#receive(JSON.parse(String(data)) as Message);
    };
    socket.onclose = ({ code }) => this.#lost(socket, code);
  }

  #receive({ entity, event, changes }: Message): void {
    if (!this.#isGreeted) {
      this.#isGreeted = true;
      for (const name of this.#tables.keys()) this.#ask({ follow: name });
    }
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
    const socket = this.#socket;
    setTimeout(
      () => {
        if (this.#socket === socket && this.#tables.has(entity)) this.#ask({ follow: entity });
      },
      REFUSED_MS * (1 + Math.random()),
    );
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return;
    this.#forget();
    // This page's messages are not understood: its release is another than the server's.
    if (code === UNUSABLE) return;
    if (code === UNAUTHENTICATED) void this.#renew();
    else this.#connectIn(this.#wait());
  }

  /** Spread, so that a restart of the server brings no burst. */
  #wait(): number {
    const longest = Math.min(MIN_WAIT_MS * 2 ** ++this.#failures, MAX_WAIT_MS);
    return MIN_WAIT_MS + Math.random() * (longest - MIN_WAIT_MS);
  }

  async #renew(): Promise<void> {
    const isRenewed = connection.token !== this.#token || ((await connection.renew?.()) ?? false);
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
    const socket = this.#socket;
    this.#forget();
    socket?.close();
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#socket = null;
    this.#isGreeted = false;
  }

  #watch(): void {
    const socket = this.#socket;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#close();
      if (socket !== null) this.#connectIn(this.#wait());
    }, SILENCE_MS);
  }
}

let live: LiveConnection | null = null;

/** Receives the changes of a table's rows by others, as far as the user may read them, until the returned function is called. */
export function followRows(entity: string, follower: Follower): () => void {
  live ??= new LiveConnection();
  return live.follow(entity, follower);
}
