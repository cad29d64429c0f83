import { setImmediate } from 'node:timers/promises';
import { type Collection as DriverCollection, MongoBulkWriteError, MongoServerError } from 'mongodb';
import type { Stored } from './collection.ts';
import { isUnsent, translate } from './errors.ts';

/** Documents of one command. */
const MAX_DOCUMENTS = 500;

interface Waiting {
  readonly document: Stored;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Inserts of single documents, which share commands: those of one partition that arrive while a command is in flight go into the next one.
 * Each caller gets the result of its own document.
 */
export class InsertGroups {
  readonly #rows: DriverCollection<Stored>;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(rows: DriverCollection<Stored>) {
    this.#rows = rows;
  }

  /** Resolves when the document is stored as the write concern demands. */
  insert(partition: string, document: Stored): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(partition);
    if (waiting !== undefined) waiting.push({ document, resolve, reject });
    else {
      this.#waiting.set(partition, [{ document, resolve, reject }]);
      void this.#run(partition);
    }
    return promise;
  }

  async #run(partition: string): Promise<void> {
    // Requests that were read from the network in one turn of the event loop share the first command.
    await setImmediate();
    const waiting = this.#waiting.get(partition) ?? [];
    while (waiting.length > 0) await this.#send(waiting.splice(0, MAX_DOCUMENTS));
    this.#waiting.delete(partition);
  }

  async #send(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#rows.insertMany(
        group.map(({ document }) => document),
        { ordered: false },
      );
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (error instanceof MongoBulkWriteError) settle(group, error);
      else if (group.length > 1 && isUnsent(error)) await Promise.all(group.map((each) => this.#send([each])));
      else for (const { reject } of group) reject(translate(error));
    }
  }
}

function settle(group: readonly Waiting[], error: MongoBulkWriteError): void {
  const failed = new Map([error.writeErrors].flat().map(({ index, code, errmsg }) => [index, { code, errmsg }]));
  const isComplete = error.result.getWriteConcernError() === undefined && error.insertedCount + failed.size === group.length;
  group.forEach(({ resolve, reject }, index) => {
    const own = failed.get(index);
    if (own !== undefined) reject(translate(new MongoServerError({ message: own.errmsg ?? error.message, code: own.code })));
    else if (isComplete) resolve();
    else reject(translate(error));
  });
}
