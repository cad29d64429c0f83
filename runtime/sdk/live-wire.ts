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

/** Time for the first message of the server. */
export const ANSWER_MS = 6000;
