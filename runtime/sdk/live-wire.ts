/** A change of another page, as the server sends it. */
export interface LiveChange {
  readonly event: 'created' | 'updated' | 'deleted' | 'reset';
  readonly row?: Readonly<Record<string, unknown>> & { readonly id: string };
}

/** About one table; one without a table keeps the connection open. */
export interface LiveMessage {
  readonly entity?: string;
  readonly event?: 'ready' | 'refused';
  readonly changes?: readonly LiveChange[];
}

/**
 * Why a connection ended. `blocked`: none came about, or it was cut at once, as by a proxy that does not pass its protocol. `held`: the answer
 * is held back until it is complete. `ended`: the server ended it as agreed. `unauthenticated`: the token is not valid any more. `unusable`:
 * the server does not understand this release of the page. `lost`: anything else.
 */
export type LiveEnd = 'blocked' | 'held' | 'ended' | 'unauthenticated' | 'unusable' | 'lost';

/** The page's side of a connection. */
export interface LiveListener {
  readonly tables: () => readonly string[];
  onMessage(message: LiveMessage): void;
  /** Called once, unless the page closes it. */
  onEnd(end: LiveEnd): void;
}

/** A connection that carries the changes of several tables. */
export interface LiveWire {
  /** The token that it began with. */
  readonly token: string | null;
  follow(entity: string): void;
  leave(entity: string): void;
  close(): void;
}

/** Ends a connection once, in whatever way, and when the server is silent for too long. One timer: each call replaces the one before. */
export function watchOf(listener: LiveListener, close: () => void) {
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  /** `null`: the page ends it. */
  const end = (reason: LiveEnd | null): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    close();
    if (reason !== null) listener.onEnd(reason);
  };
  const after = (ms: number, then: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  return { end, after, watch: (ms: number, reason: LiveEnd) => after(ms, () => end(reason)), isOver: () => isOver };
}

/** Time for the first message of the server. */
export const ANSWER_MS = 6000;
