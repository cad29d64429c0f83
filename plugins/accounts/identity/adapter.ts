import type { Collection } from '@sayso/core';
import type { BetterAuthOptions, DBTransactionAdapter } from 'better-auth';
import { type CleanedWhere, createAdapterFactory } from 'better-auth/adapters';
import { storedWhere, toStored, withToken } from '../sessions/session-tokens.ts';
import { SignUpWrites } from '../sign-up/sign-up-writes.ts';
import { storeConditions, toLibraryTimes, toStoreTimes } from './library-time.ts';

/** A document of one of better-auth's tables, whose shape better-auth validates. */
type Document = { _id: string } & Record<string, unknown>;
type Insert = (model: string, document: Document) => Promise<void>;
type Transaction = <R>(work: (adapter: DBTransactionAdapter) => Promise<R>) => Promise<R>;

/** Translates better-auth's conditions to the store's filter: joined by `and` unless one has the connector `OR`, as in its own adapters. */
export function filterOf(given: readonly CleanedWhere[] = []): Record<string, unknown> {
  const where = storeConditions(given);
  const clauses = where.map((condition) => ({ [condition.field]: conditionOf(condition) }));
  const either = clauses.filter((_, index) => where[index]?.connector === 'OR');
  const all = clauses.filter((_, index) => where[index]?.connector !== 'OR');
  if (either.length > 0) all.push({ $or: either });
  return all.length === 1 && all[0] ? all[0] : all.length === 0 ? {} : { $and: all };
}

function conditionOf({ operator, value, mode }: CleanedWhere): unknown {
  const pattern = (before: string, after: string) => ({
    $regex: before + String(value).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') + after,
    ...(mode === 'insensitive' ? { $options: 'i' } : {}),
  });
  switch (operator) {
    case 'ne':
      return { $ne: value };
    case 'gt':
      return { $gt: value };
    case 'gte':
      return { $gte: value };
    case 'lt':
      return { $lt: value };
    case 'lte':
      return { $lte: value };
    case 'in':
      return { $in: value };
    case 'not_in':
      return { $nin: value };
    case 'contains':
      return pattern('', '');
    case 'starts_with':
      return pattern('^', '');
    case 'ends_with':
      return pattern('', '$');
    default:
      return mode === 'insensitive' && typeof value === 'string' ? pattern('^', '$') : { $eq: value };
  }
}

/**
 * better-auth's tables on the store; session tokens are stored as digests. Table names are the keys of `collections`; an unknown one is a
 * setup error. `onChanged` is called before and after each write to sessions or users, since a read in between may be stale; `onStored`
 * once it is stored.
 */
export function storeAdapter(
  // biome-ignore lint/suspicious/noExplicitAny: each collection has its own document type; better-auth sees them all as records
  collections: Readonly<Record<string, Collection<any>>>,
  { onChanged, onStored }: { onChanged(): void; onStored(): Promise<void> },
) {
  const table = (model: string): Collection<Document> => {
    const found = collections[model];
    if (!found) throw new Error(`better-auth asked for the table "${model}", which the accounts plugin does not have`);
    return found as Collection<Document>;
  };
  const changing = async <T>(model: string, work: (table: Collection<Document>) => Promise<T>): Promise<T> => {
    if (model !== 'session' && model !== 'user') return work(table(model));
    onChanged();
    try {
      return await work(table(model));
    } finally {
      onChanged();
      // Also after a failure: the response of a write may be lost.
      await onStored();
    }
  };
  const factory = (insert: Insert, transaction: Transaction | false) =>
    createAdapterFactory({
      config: {
        adapterId: 'sayso-store',
        adapterName: 'Sayso store',
        supportsDates: false,
        supportsJSON: true,
        supportsArrays: true,
        supportsNumericIds: false,
        transaction,
        mapKeysTransformInput: { id: '_id' },
        mapKeysTransformOutput: { _id: 'id' },
      },
      adapter: () => {
        // better-auth passes conditions with our field names, but `sortBy` with its own.
        const column = (field: string) => (field === 'id' ? '_id' : field);
        return {
          async create({ model, data }) {
            await insert(model, toStoreTimes(toStored(model, data)) as unknown as Document);
            return data;
          },
          async findOne<T>({ model, where }: { model: string; where: CleanedWhere[] }) {
            const found = await table(model).findOne(filterOf(storedWhere(model, where)));
            return withToken(model, where, toLibraryTimes(found) as T | null);
          },
          async findMany<T>(query: {
            model: string;
            where?: CleanedWhere[] | undefined;
            limit: number;
            sortBy?: { field: string; direction: 'asc' | 'desc' } | undefined;
            offset?: number | undefined;
          }) {
            const { model, where, limit, sortBy, offset = 0 } = query;
            const sort = sortBy ? { sort: { [column(sortBy.field)]: sortBy.direction === 'asc' ? (1 as const) : (-1 as const) } } : {};
            const found = await table(model).find(filterOf(storedWhere(model, where)), { limit, skip: offset, ...sort });
            return found.map(toLibraryTimes) as T[];
          },
          async update<T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) {
            const filter = filterOf(storedWhere(model, where));
            const $set = toStoreTimes(toStored(model, update as Record<string, unknown>));
            const changed = await changing(model, (rows) => rows.findOneAndUpdate(filter, { $set }));
            return withToken(model, where, toLibraryTimes(changed) as T | null);
          },
          updateMany: ({ model, where, update }) =>
            changing(model, (rows) =>
              rows.updateMany(filterOf(storedWhere(model, where)), { $set: toStoreTimes(toStored(model, update)) }),
            ),
          async delete({ model, where }) {
            await changing(model, (rows) => rows.deleteOne(filterOf(storedWhere(model, where))));
          },
          deleteMany: ({ model, where }) => changing(model, (rows) => rows.deleteMany(filterOf(storedWhere(model, where)))),
          count: ({ model, where }) => table(model).count(filterOf(storedWhere(model, where))),
          /** Concurrent callers race on the delete by id: one of them gets the document. */
          async consumeOne<T>({ model, where }: { model: string; where: CleanedWhere[] }) {
            const found = await table(model).findOne(filterOf(where));
            return found && (await changing(model, (rows) => rows.deleteOne({ _id: found._id }))) === 1
              ? (toLibraryTimes(found) as T)
              : null;
          },
          async incrementOne<T>(change: {
            model: string;
            where: CleanedWhere[];
            increment: Record<string, number>;
            set?: Record<string, unknown> | undefined;
          }) {
            const { model, where, increment, set } = change;
            const update = {
              ...(Object.keys(increment).length > 0 ? { $inc: increment } : {}),
              ...(set ? { $set: toStoreTimes(set) } : {}),
            };
            return toLibraryTimes(await table(model).findOneAndUpdate(filterOf(where), update)) as T | null;
          },
        };
      },
    });

  return (options: BetterAuthOptions): ReturnType<ReturnType<typeof createAdapterFactory>> => {
    const transaction: Transaction = async (work) => {
      const writes = new SignUpWrites(table);
      const result = await work(factory((model, document) => writes.insert(model, document), false)(options));
      await writes.finish();
      return result;
    };
    return factory((model, document) => table(model).insertOne(document), transaction)(options);
  };
}
