import { type Collection as DriverCollection, type Filter as DriverFilter, MongoServerError } from 'mongodb';
import type { PartitionSpec } from '../../contract/store.ts';
import type { Stored } from './collection.ts';
import { isUnsent, translate } from './errors.ts';
import { Groups, type Waiting } from './groups.ts';
import { REVISION, SHAPE } from './shape.ts';
import type { TableAddress } from './stored-ids.ts';

/** A condition on the shape of a document. */
export interface ShapeTest {
  readonly pattern: string;
  readonly negated: boolean;
}

/** The update of one document, whose revision it sets. */
export interface PointUpdate {
  readonly address: TableAddress;
  readonly id: string;
  /** Values that columns must have. */
  readonly columns: Readonly<Record<string, string>>;
  readonly shape: readonly ShapeTest[];
  /** New values of columns and of fields. Setting them twice is as good as once. */
  readonly setColumns: Readonly<Record<string, unknown>>;
  readonly setFields: Readonly<Record<string, unknown>>;
  readonly revision: number;
}

/** JSON characters of an update that shares a command: 500 of them, with 3 bytes for each character, fit in one document of 16 MB. */
const LONGEST_BRANCH = 8000;

type Update = Waiting<PointUpdate, Stored | null>;

/**
 * Updates of single documents, which share commands: one update whose pipeline has a branch for each document. The server plans it once, and
 * only counts the documents that it modified, so they are read afterwards: the revision tells whose update was made.
 */
export class UpdateGroups {
  readonly #rows: DriverCollection<Stored>;
  readonly #spec: PartitionSpec;
  readonly #groups = new Groups<PointUpdate, Stored | null>((group) => this.#send(group));

  constructor(rows: DriverCollection<Stored>, spec: PartitionSpec) {
    this.#rows = rows;
    this.#spec = spec;
  }

  /** The document after the update, and perhaps after later ones; null when it did not match. */
  update(update: PointUpdate): Promise<Stored | null> {
    const { key, table } = update.address;
    return this.#groups.add(JSON.stringify([key, table]), update);
  }

  async #send(group: readonly Update[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    // A document is updated once in a command.
    const byId = new Map(group.toReversed().map((each) => [each.change.id, each]));
    const firsts = [...byId.values()].map((each) => ({ ...each, branch: this.#branchOf(each.change) }));
    const [large, small] = partition(firsts, ({ branch }) => JSON.stringify(branch).length > LONGEST_BRANCH);
    await Promise.all([small.length > 1 ? this.#sendTogether(first.change.address, small) : this.#sendEach(small), this.#sendEach(large)]);
    if (firsts.length < group.length) await this.#send(group.filter((each) => byId.get(each.change.id) !== each));
  }

  async #sendTogether(address: TableAddress, group: readonly (Update & { readonly branch: object })[]): Promise<void> {
    const where = { ...this.#filterOf(address), _id: { $in: group.map(({ change }) => change.id) } } as DriverFilter<Stored>;
    try {
      const $replaceWith = { $switch: { branches: group.map(({ branch }) => branch), default: '$$ROOT' } };
      const { modifiedCount } = await this.#rows.updateMany(where, [{ $replaceWith }]);
      const found = new Map((await this.#rows.find(where).toArray()).map((each) => [each._id, each]));
      const [made, others] = partition(
        group,
        ({ change }) => modifiedCount === group.length || found.get(change.id)?.[REVISION] === change.revision,
      );
      for (const { change, resolve } of made) resolve(found.get(change.id) ?? null);
      // Those that did not match, or that another update has followed, which they now follow.
      await this.#sendEach(others);
    } catch (error) {
      // One of them is invalid, or too large for its document.
      if (isUnsent(error) || error instanceof MongoServerError) return this.#sendEach(group);
      for (const { reject } of group) reject(translate(error));
    }
  }

  async #sendEach(group: readonly Update[]): Promise<void> {
    await Promise.all(
      group.map(async ({ change, resolve, reject }) => {
        try {
          const { id, address, columns, shape } = change;
          const tests = shape.map(({ pattern, negated }) => ({
            [SHAPE]: negated ? { $type: 'string', $not: { $regex: pattern } } : { $regex: pattern },
          }));
          const where = { ...columns, ...this.#filterOf(address), _id: id, ...(tests.length > 0 ? { $and: tests } : {}) };
          const fields = Object.entries(change.setFields).map(([name, value]) => [`${this.#spec.fields}.${name}`, value]);
          const $set = { ...change.setColumns, ...Object.fromEntries(fields), [REVISION]: change.revision };
          resolve(await this.#rows.findOneAndUpdate(where as DriverFilter<Stored>, { $set } as never, { returnDocument: 'after' }));
        } catch (error) {
          reject(translate(error));
        }
      }),
    );
  }

  #filterOf({ key, table }: TableAddress): Record<string, string> {
    return { [this.#spec.key]: key, [this.#spec.table]: table };
  }

  #branchOf({ id, columns, shape, setColumns, setFields, revision }: PointUpdate): object {
    const { fields } = this.#spec;
    const equal = Object.entries({ ...columns, _id: id }).map(([name, value]) => ({ $eq: [`$${name}`, { $literal: value }] }));
    const tests = shape.map(({ pattern, negated }) => {
      const matches = { $regexMatch: { input: `$${SHAPE}`, regex: pattern } };
      return negated ? { $and: [{ $eq: [{ $type: `$${SHAPE}` }, 'string'] }, { $not: [matches] }] } : matches;
    });
    const data = Object.keys(setFields).length > 0 ? [{ [fields]: { $mergeObjects: [`$${fields}`, { $literal: setFields }] } }] : [];
    const changed = { $mergeObjects: ['$$ROOT', { $literal: { ...setColumns, [REVISION]: revision } }, ...data] };
    // biome-ignore lint/suspicious/noThenProperty: the operator's own name; nothing awaits this object.
    return { case: { $and: [...equal, ...tests] }, then: changed };
  }
}

function partition<T>(all: readonly T[], test: (each: T) => boolean): [T[], T[]] {
  const { yes = [], no = [] } = Object.groupBy(all, (each) => (test(each) ? 'yes' : 'no'));
  return [yes, no];
}
