import { Query as MingoQuery } from 'mingo';
import { DuplicateKey } from '../contract/errors.ts';
import type { FindOptions, Query, Sort } from '../contract/store.ts';
import type { Answering } from './agreement.suite.ts';
import { toDocument, upserted } from './documents/document.ts';
import { parseFilter } from './documents/filter.ts';
import { compileFilter, type Predicate } from './documents/match.ts';
import { distinctValues, splitPath } from './documents/paths.ts';
import { compileProjection, parseSort, sortBy } from './documents/shape.ts';
import { compileUpdate } from './documents/update.ts';
import type { Document } from './documents/values.ts';

/**
 * A reference implementation without SQL: scans all documents in an array. With `mingo`, that library evaluates the filters, as an
 * oracle that shares no code with the stores.
 */
export function memoryCollection(options: { readonly mingo?: boolean } = {}): Answering {
  let documents: Document[] = [];
  const predicate = (filter: Query): Predicate => {
    if (!options.mingo) return compileFilter(parseFilter(filter));
    const query = new MingoQuery(filter);
    return (document) => query.test(document);
  };
  const find = (filter: Query, { sort = {}, skip = 0, limit, projection = {} }: FindOptions = {}): Document[] => {
    const matches = predicate(filter);
    const sorted = sortBy(documents.filter(matches), parseSort(sort), (document) => document);
    const page = sorted.slice(skip, limit ? skip + limit : undefined);
    const project = compileProjection(projection);
    return structuredClone(project === null ? page : page.map(project));
  };
  const replace = (document: Document): void => {
    documents = documents.map((present) => (present._id === document._id ? document : present));
  };
  return {
    find: async (filter, found) => find(filter, found) as never,
    count: async (filter) => find(filter).length,
    distinct: async (path, filter = {}) => distinctValues(find(filter), splitPath(path)),
    insertMany: async (made) => void documents.push(...made.map(toDocument)),
    async updateMany(filter, update) {
      const apply = compileUpdate(update);
      const found = find(filter);
      for (const document of found) {
        apply(document);
        replace(document);
      }
      return found.length;
    },
    async findOneAndUpdate(filter, update, { upsert, sort }: { readonly upsert?: boolean; readonly sort?: Sort } = {}) {
      const apply = compileUpdate(update);
      const [document] = find(filter, { ...(sort === undefined ? {} : { sort }), limit: 1 });
      if (document === undefined) {
        if (!upsert) return null;
        const made = upserted(parseFilter(filter), apply);
        if (documents.some((present) => present._id === made._id)) throw new DuplicateKey('_id_');
        documents.push(made);
        return structuredClone(made) as never;
      }
      apply(document);
      replace(document);
      return structuredClone(document) as never;
    },
    async deleteMany(filter) {
      const found = new Set(find(filter).map((document) => document._id));
      documents = documents.filter((document) => !found.has(document._id));
      return found.size;
    },
  };
}
