export type Delivery = { readonly payload: unknown } | { readonly missed: true };

/** Publishes events to subscribers in every process of every node. */
export interface Events {
  /**
   * Delivers at once in this process, and resolves when the event is stored for the other nodes (or the first attempt failed: it is then
   * retried in the background). Where there are no other nodes it is not stored, and a process other than the main one resolves when the
   * main one will receive it, even if this one is killed. Throws `InvalidInput` for a payload of more than a million characters of JSON.
   */
  emit(event: string, payload: unknown): Promise<void>;
  /** Payloads from this call on, until the signal; `{missed: true}` where some were lost. Payloads are frozen: all subscribers share one. */
  subscribe(event: string, signal: AbortSignal): AsyncIterable<Delivery>;
  /** Calls the handler with each payload, one after another; returns the unsubscribe function. Errors of the handler are logged. */
  on(event: string, handler: (payload: unknown) => Promise<void>): () => void;
  /** Reports that events may be lost, in every process of every node: each subscription gets `{missed: true}`. For the end of a process that emitted. */
  reportLoss(): Promise<void>;
  /** Resolves when all emitted events are stored, or on their way to the main process, and all handlers have settled. */
  drain(): Promise<void>;
  /** Ends every subscription after its delivered payloads are read; later subscriptions end at once. Handlers continue. */
  endSubscriptions(): void;
  /** Closes subscriptions and handlers; `emit` does nothing afterwards. */
  close(): Promise<void>;
}
