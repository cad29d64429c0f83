import { type Collection as DriverCollection, MongoBulkWriteError, MongoServerError } from 'mongodb';
import type { Stored } from './collection.ts';
import { isUnsent, translate } from './errors.ts';
import { Groups, type Waiting } from './groups.ts';

type Insert = Waiting<Stored, void>;

/** Inserts of single documents, which share commands. Each caller gets the result of its own document. */
export class InsertGroups {
  readonly #rows: DriverCollection<Stored>;
  readonly #groups = new Groups<Stored, void>((group) => this.#send(group));

  constructor(rows: DriverCollection<Stored>) {
    this.#rows = rows;
  }

  /** Resolves when the document is stored as the write concern demands. */
  insert(partition: string, document: Stored): Promise<void> {
    return this.#groups.add(partition, document);
  }

  async #send(group: readonly Insert[]): Promise<void> {
    try {
      await this.#rows.insertMany(
        group.map(({ change }) => change),
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

function settle(group: readonly Insert[], error: MongoBulkWriteError): void {
  const failed = new Map([error.writeErrors].flat().map(({ index, code, errmsg }) => [index, { code, errmsg }]));
  const isComplete = error.result.getWriteConcernError() === undefined && error.insertedCount + failed.size === group.length;
  group.forEach(({ resolve, reject }, index) => {
    const own = failed.get(index);
    if (own !== undefined) reject(translate(new MongoServerError({ message: own.errmsg ?? error.message, code: own.code })));
    else if (isComplete) resolve();
    else reject(translate(error));
  });
}
