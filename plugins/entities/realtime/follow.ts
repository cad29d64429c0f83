import type { Row, RowNotice, RowSink, StreamRequest } from '../ref.ts';

/** `ready`: changes are delivered from here on. `reset`: read the table again. */
export const CHANGE_EVENTS = ['ready', 'created', 'updated', 'deleted', 'reset'] as const;

export interface FollowedChange {
  readonly event: (typeof CHANGE_EVENTS)[number];
  /** The row, of a deleted one its `id`. */
  readonly row: Pick<Row, 'id'> | null;
}

/** Changes that may wait for a slow subscriber; more become one reset. */
const MAX_WAITING = 500;

type Request = Pick<StreamRequest, 'actor' | 'table'>;

/** The changes of a table, several at a time, until the caller may not see the rows any more. Throws as a list of the rows does. */
export async function* followTable(
  open: (request: StreamRequest) => Promise<void>,
  { actor, table }: Request,
  signal: AbortSignal,
): AsyncGenerator<readonly FollowedChange[]> {
  const queue = new Queue();
  signal.addEventListener('abort', () => queue.end(), { once: true });
  try {
    // Every result is preceded by a check of the caller. Limits count accounts, not addresses.
    await open({ actor, table, address: '', authenticate: () => actor, connect: () => (signal.aborted ? null : queue) });
    if (signal.aborted) return;
    while (true) {
      const changes = await queue.take();
      if (changes === null) return;
      yield changes;
    }
  } finally {
    queue.close();
  }
}

class Queue implements RowSink {
  #waiting: FollowedChange[] = [];
  #isEnded = false;
  #changed = Promise.withResolvers<void>();
  readonly #listeners: (() => void)[] = [];

  begin(): void {
    this.#add([{ event: 'ready', row: null }]);
  }

  send(notices: readonly RowNotice[]): void {
    if (this.#waiting.length + notices.length > MAX_WAITING) {
      this.#waiting = [];
      this.#add([{ event: 'reset', row: null }]);
    } else this.#add(notices.map(({ event, json }) => ({ event, row: event === 'reset' ? null : (JSON.parse(json) as Row) })));
  }

  heartbeat(): void {
    // The protocol of subscriptions has its own.
  }

  end(): void {
    this.#isEnded = true;
    this.#changed.resolve();
  }

  onClose(listener: () => void): void {
    if (this.#isEnded) listener();
    else this.#listeners.push(listener);
  }

  close(): void {
    this.end();
    for (const listener of this.#listeners.splice(0)) listener();
  }

  /** What waits, once something does; null at the end. */
  async take(): Promise<readonly FollowedChange[] | null> {
    while (this.#waiting.length === 0) {
      if (this.#isEnded) return null;
      this.#changed = Promise.withResolvers();
      await this.#changed.promise;
    }
    return this.#waiting.splice(0);
  }

  #add(changes: readonly FollowedChange[]): void {
    this.#waiting.push(...changes);
    this.#changed.resolve();
  }
}
