import type { PartitionedCollection, Query } from '@sayso/core';
import type { RowDocument } from '../collections.ts';

type Drafts = PartitionedCollection<RowDocument>;

const MAX_KNOWN = 10_000;

/**
 * The draft rows of all apps, whose writes wait until the rows that a branch began with are kept. So the kept rows are exactly those, on any
 * number of nodes, and what changed is what differs from them.
 */
export function keptDrafts(drafts: Drafts, ready: (appId: string) => Promise<void>): Drafts {
  const known = new Map<string, Promise<void>>();
  const once = (appId: string): Promise<void> => {
    const found = known.get(appId);
    if (found !== undefined) return found;
    const waiting = ready(appId);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(appId, waiting);
    waiting.catch(() => known.delete(appId));
    return waiting;
  };
  const of = async (...filters: readonly Query[]): Promise<void> => {
    await Promise.all([...new Set(filters.flatMap(appIdsOf))].map(once));
  };
  return {
    ...reads(drafts),
    insertOne: async (document) => {
      await of(document);
      await drafts.insertOne(document);
    },
    insertMany: async (documents) => {
      await of(...documents);
      await drafts.insertMany(documents);
    },
    insertLines: async (documents) => {
      await once(documents.key);
      await drafts.insertLines(documents);
    },
    updateOne: async (filter, ...rest) => {
      await of(filter);
      return await drafts.updateOne(filter, ...rest);
    },
    updateMany: async (filter, update) => {
      await of(filter);
      return await drafts.updateMany(filter, update);
    },
    findOneAndUpdate: async (filter, ...rest) => {
      await of(filter);
      return await drafts.findOneAndUpdate(filter, ...rest);
    },
    replaceOne: async (filter, ...rest) => {
      await of(filter);
      return await drafts.replaceOne(filter, ...rest);
    },
    deleteOne: async (filter) => {
      await of(filter);
      return await drafts.deleteOne(filter);
    },
    deleteMany: async (filter) => {
      await of(filter);
      return await drafts.deleteMany(filter);
    },
  };
}

/** Bound, since a spread leaves out methods of a class. */
function reads(drafts: Drafts) {
  return {
    find: drafts.find.bind(drafts),
    stream: drafts.stream.bind(drafts),
    findOne: drafts.findOne.bind(drafts),
    count: drafts.count.bind(drafts),
    distinct: drafts.distinct.bind(drafts),
    aggregate: drafts.aggregate.bind(drafts),
    findFlat: drafts.findFlat.bind(drafts),
    findFlatById: drafts.findFlatById.bind(drafts),
    keys: drafts.keys.bind(drafts),
    declareFields: drafts.declareFields.bind(drafts),
    copyPartition: drafts.copyPartition.bind(drafts),
  };
}

/** Every filter names its app, at the top or in one of the clauses that all have to match. */
function appIdsOf(filter: Query): string[] {
  const { appId, $and } = filter as { readonly appId?: unknown; readonly $and?: readonly Query[] };
  return [...(typeof appId === 'string' ? [appId] : []), ...($and ?? []).flatMap(appIdsOf)];
}
