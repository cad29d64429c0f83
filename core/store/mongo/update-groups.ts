import { setImmediate } from 'node:timers/promises';
import { type AnyBulkWriteOperation, type Collection as DriverCollection, type Filter as DriverFilter, MongoBulkWriteError } from 'mongodb';
import type { Stored } from './collection.ts';
import { isUnsent, translate } from './errors.ts';
import { REVISION } from './shape.ts';

/** Updates of one command. */
const MAX_UPDATES = 500;

/** The update of one document, whose revision it sets. */
export interface PointUpdate {
  readonly partition: string;
  readonly id: string;
  /** Fixes the partition and the id. */
  readonly where: DriverFilter<Stored>;
  /** Setting the values twice is as good as once. */
  readonly set: Readonly<Record<string, unknown>>;
  readonly revision: number;
}

interface Waiting {
  readonly update: PointUpdate;
  readonly resolve: (after: Stored | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Updates of single documents, which share commands: those of one partition that arrive while a command is in flight go into the next one.
 * The server only counts the documents of such a command that matched, so the documents are read afterwards: the revision tells whose update
 * was made.
 */
export class UpdateGroups {
  readonly #rows: DriverCollection<Stored>;
  /** Path of the partition key. */
  readonly #key: string;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(rows: DriverCollection<Stored>, key: string) {
    this.#rows = rows;
    this.#key = key;
  }

  /** The document after the update, and perhaps after later ones; null when it did not match. */
  update(update: PointUpdate): Promise<Stored | null> {
    const { promise, resolve, reject } = Promise.withResolvers<Stored | null>();
    const { partition } = update;
    const waiting = this.#waiting.get(partition);
    if (waiting !== undefined) waiting.push({ update, resolve, reject });
    else {
      this.#waiting.set(partition, [{ update, resolve, reject }]);
      void this.#run(partition);
    }
    return promise;
  }

  async #run(partition: string): Promise<void> {
    // Requests that were read from the network in one turn of the event loop share the first command.
    await setImmediate();
    const waiting = this.#waiting.get(partition) ?? [];
    while (waiting.length > 0) await this.#send(partition, waiting.splice(0, MAX_UPDATES));
    this.#waiting.delete(partition);
  }

  async #send(partition: string, group: readonly Waiting[]): Promise<void> {
    if (group.length === 1) return this.#sendEach(group);
    let areAllMade: boolean;
    try {
      const updates = group.map(({ update: { where, set, revision } }) => ({
        updateOne: { filter: where, update: { $set: { ...set, [REVISION]: revision } } },
      }));
      const { matchedCount } = await this.#rows.bulkWrite(updates as unknown as AnyBulkWriteOperation<Stored>[], { ordered: false });
      areAllMade = matchedCount === group.length;
    } catch (error) {
      // One of them is invalid, or too large for its document.
      if (error instanceof MongoBulkWriteError || isUnsent(error)) return this.#sendEach(group);
      for (const { reject } of group) reject(translate(error));
      return;
    }
    await this.#answer(partition, group, areAllMade);
  }

  async #answer(partition: string, group: readonly Waiting[], areAllMade: boolean): Promise<void> {
    try {
      const where = { [this.#key]: partition, _id: { $in: group.map(({ update }) => update.id) } };
      const found = new Map((await this.#rows.find(where as DriverFilter<Stored>).toArray()).map((each) => [each._id, each]));
      const isMade = ({ update }: Waiting) => areAllMade || found.get(update.id)?.[REVISION] === update.revision;
      for (const each of group.filter(isMade)) {
        const after = found.get(each.update.id);
        each.resolve(after === undefined ? null : { ...after });
      }
      await this.#sendEach(group.filter((each) => !isMade(each)));
    } catch (error) {
      for (const { reject } of group) reject(translate(error));
    }
  }

  /** Those that did not match, or that another update has followed, which they now follow. */
  async #sendEach(group: readonly Waiting[]): Promise<void> {
    await Promise.all(
      group.map(async ({ update: { where, set, revision }, resolve, reject }) => {
        try {
          const changes = { $set: { ...set, [REVISION]: revision } } as never;
          resolve(await this.#rows.findOneAndUpdate(where, changes, { returnDocument: 'after' }));
        } catch (error) {
          reject(translate(error));
        }
      }),
    );
  }
}
