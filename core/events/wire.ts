/** Between a main process and one of its members. */
export type EventMessage =
  /** By a member: from its arrival on, the main process sends it the events of all others. */
  | { readonly kind: 'events-join' }
  /** The answer. `stores`: the main process stores the events of a member for other nodes, and acknowledges each message with them. */
  | { readonly kind: 'events-joined'; readonly stores: boolean }
  | EventBatch
  /** The events of the message with this id are stored, or the first attempt failed. */
  | { readonly kind: 'events-stored'; readonly id: number };

export interface EventBatch {
  readonly kind: 'events';
  /** Names and payloads as JSON, in turn. */
  readonly events: readonly string[];
  /** Events before these were lost. */
  readonly lost: boolean;
  /** Null when the sender expects no acknowledgement. */
  readonly id: number | null;
}

/** The connection to one other process. Keeps the order of messages; what it took is delivered, even when the sender ends. */
export interface Wire {
  /** Resolves when the connection took the message, or is closed. */
  send(message: EventMessage): Promise<void>;
  /** Calls the listener with each message that arrives from now on. */
  listen(listener: (message: EventMessage) => void): void;
  /** Resolves when no further message can arrive or be sent. */
  readonly closed: Promise<void>;
}
