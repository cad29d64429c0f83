import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** Changes of one command. */
const MAX_GROUP = 500;
/** How long a command waits for as many changes as the one before it had. Commands take several times as long. */
const LONGEST_WAIT_MS = 2;

/** A change that waits for its command, and the promise of its caller. */
export interface Waiting<Change, Result> {
  readonly change: Change;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Changes of single documents, which share commands: those of one partition that arrive while a command is in flight go into the next one.
 * The cost of a command hardly depends on its size, so a command waits briefly while concurrent callers are likely to add to it; a lone
 * caller never waits.
 */
export class Groups<Change, Result> {
  /** Settles each change of the group. */
  readonly #send: (group: readonly Waiting<Change, Result>[]) => Promise<void>;
  readonly #waiting = new Map<string, Waiting<Change, Result>[]>();
  /** Sizes of the last commands of partitions with concurrent callers. */
  readonly #expected = new Map<string, number>();

  constructor(send: (group: readonly Waiting<Change, Result>[]) => Promise<void>) {
    this.#send = send;
  }

  add(partition: string, change: Change): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = this.#waiting.get(partition);
    if (waiting !== undefined) waiting.push({ change, resolve, reject });
    else {
      this.#waiting.set(partition, [{ change, resolve, reject }]);
      void this.#run(partition);
    }
    return promise;
  }

  async #run(partition: string): Promise<void> {
    const waiting = this.#waiting.get(partition) ?? [];
    while (waiting.length > 0) {
      await this.#gather(partition, waiting);
      const group = waiting.splice(0, MAX_GROUP);
      if (group.length > 1) this.#expected.set(partition, group.length);
      else this.#expected.delete(partition);
      await this.#send(group);
    }
    this.#waiting.delete(partition);
  }

  async #gather(partition: string, waiting: readonly unknown[]): Promise<void> {
    // Requests that were read from the network in one turn of the event loop share the first command.
    await nextTurn();
    const expected = this.#expected.get(partition) ?? 1;
    for (let waited = 0; waiting.length < expected && waited < LONGEST_WAIT_MS; waited++) await delay(1);
  }
}
