import { BSONRegExp, type Collection as DriverCollection, type Filter as DriverFilter, type UpdateFilter } from 'mongodb';
import { DuplicateKey } from '../../contract/errors.ts';
import { newId } from '../../contract/id.ts';
import type { Collection, FindOptions, Query, Sort } from '../../contract/store.ts';
import { toDocument } from '../documents/document.ts';
import { parseFilter } from '../documents/filter.ts';
import { splitPath } from '../documents/paths.ts';
import { checkPage, compileProjection, parseSort } from '../documents/shape.ts';
import { compileUpdate, equalId } from '../documents/update.ts';
import type { Document } from '../documents/values.ts';
import { translate, translated } from './errors.ts';
import { toPcre } from './regex.ts';

/** A document as the driver stores it. */
export type Stored = Document & { _id: string };

/** Converts dates to ISO text and regular expressions to PCRE, after `parseFilter` or `compileUpdate` has validated the input. */
export function sent(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof RegExp) return sentPattern(value.source, value.flags);
  if (Array.isArray(value)) return value.map(sent);
  if (typeof value !== 'object' || value === null) return value;
  const { $regex, $options, ...rest } = value as Record<string, unknown>;
  const others = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, sent(child)]));
  if ($regex === undefined) return $options === undefined ? others : { ...others, $options };
  const flags = typeof $options === 'string' ? $options : $regex instanceof RegExp ? $regex.flags : '';
  return { ...others, $regex: sentPattern($regex instanceof RegExp ? $regex.source : String($regex), flags) };
}

function sentPattern(source: string, flags: string): BSONRegExp {
  return new BSONRegExp(toPcre(source, flags), [...new Set(flags.replace(/[^ims]/g, ''))].sort().join(''));
}

export function filterOf(filter: Query): DriverFilter<Stored> {
  parseFilter(filter);
  return sent(filter) as DriverFilter<Stored>;
}

export function updateOf(update: Query): UpdateFilter<Stored> {
  compileUpdate(update);
  return sent(update) as UpdateFilter<Stored>;
}

/** Adds a string id to an upsert without one; the server would generate an ObjectId. */
function withId(filter: Query, update: Query): UpdateFilter<Stored> {
  const made = updateOf(update);
  const set = { ...(made.$set as object), ...(made.$setOnInsert as object) };
  if (equalId(parseFilter(filter)) !== undefined || '_id' in set) return made;
  return { ...made, $setOnInsert: { ...(made.$setOnInsert as object), _id: newId() } } as UpdateFilter<Stored>;
}

const upsertAttempts = 5;

/** Retries an upsert after a duplicate key: of two concurrent upserts one inserts, and the other then finds the document. */
async function upserting<T>(upsert: boolean | undefined, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await translated(run);
    } catch (error) {
      if (!upsert || attempt === upsertAttempts || !(error instanceof DuplicateKey)) throw error;
    }
  }
}

export class MongoCollection<D extends { _id: string }> implements Collection<D> {
  readonly #collection: DriverCollection<Stored>;

  constructor(collection: DriverCollection<Stored>) {
    this.#collection = collection;
  }

  find(filter: Query, options: FindOptions = {}): Promise<D[]> {
    return translated(async () => (await this.#cursor(filter, options).toArray()) as unknown as D[], options.signal);
  }

  async *stream(filter: Query, options: FindOptions = {}): AsyncGenerator<D> {
    options.signal?.throwIfAborted();
    const cursor = this.#cursor(filter, options);
    try {
      for await (const document of cursor) {
        options.signal?.throwIfAborted();
        yield document as unknown as D;
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      throw translate(error);
    } finally {
      await cursor.close();
    }
  }

  async findOne(filter: Query, options: FindOptions = {}): Promise<D | null> {
    const [document] = await this.find(filter, { ...options, limit: 1 });
    return document ?? null;
  }

  count(filter: Query): Promise<number> {
    return translated(async () => this.#collection.countDocuments(filterOf(filter)));
  }

  distinct(path: string, filter: Query = {}): Promise<unknown[]> {
    return translated(async () => {
      splitPath(path);
      // With an index on the path the server would return null for documents without the field.
      return this.#collection.distinct(path, { $and: [filterOf(filter), { [path]: { $exists: true } }] } as DriverFilter<Stored>);
    });
  }

  async insertOne(document: D): Promise<void> {
    await translated(async () => this.#collection.insertOne(toDocument(document) as Stored));
  }

  async insertMany(documents: readonly D[]): Promise<void> {
    const made = documents.map((document) => toDocument(document) as Stored);
    if (made.length > 0) await translated(() => this.#collection.insertMany(made, { ordered: true }));
  }

  async updateOne(filter: Query, update: Query, options: { readonly upsert?: boolean } = {}): Promise<number> {
    const query = filterOf(filter);
    const changes = options.upsert ? withId(filter, update) : updateOf(update);
    const result = await upserting(options.upsert, () => this.#collection.updateOne(query, changes, { upsert: options.upsert ?? false }));
    return result.matchedCount;
  }

  async updateMany(filter: Query, update: Query): Promise<number> {
    const result = await translated(async () => this.#collection.updateMany(filterOf(filter), updateOf(update)));
    return result.matchedCount;
  }

  async findOneAndUpdate(
    filter: Query,
    update: Query,
    options: { readonly upsert?: boolean; readonly sort?: Sort } = {},
  ): Promise<D | null> {
    const query = filterOf(filter);
    const changes = options.upsert ? withId(filter, update) : updateOf(update);
    parseSort(options.sort ?? {});
    const after = await upserting(options.upsert, () =>
      this.#collection.findOneAndUpdate(query, changes, {
        upsert: options.upsert ?? false,
        returnDocument: 'after',
        sort: { ...options.sort },
      }),
    );
    return after as unknown as D | null;
  }

  async replaceOne(filter: Query, document: D, options: { readonly upsert?: boolean } = {}): Promise<number> {
    const query = filterOf(filter);
    const made = toDocument(document);
    if (options.upsert) equalId(parseFilter(filter));
    const result = await upserting(options.upsert, () =>
      this.#collection.replaceOne(query, made as Stored, { upsert: options.upsert ?? false }),
    );
    return (result as { matchedCount: number }).matchedCount;
  }

  async deleteOne(filter: Query): Promise<number> {
    return (await translated(async () => this.#collection.deleteOne(filterOf(filter)))).deletedCount;
  }

  async deleteMany(filter: Query): Promise<number> {
    return (await translated(async () => this.#collection.deleteMany(filterOf(filter)))).deletedCount;
  }

  #cursor(filter: Query, options: FindOptions) {
    compileProjection(options.projection ?? {});
    parseSort(options.sort ?? {});
    const { limit, skip } = checkPage(options);
    return this.#collection.find(filterOf(filter), {
      ...signalOf(options),
      skip,
      limit,
      ...(options.sort === undefined ? {} : { sort: { ...options.sort } }),
      ...(options.projection === undefined ? {} : { projection: { ...options.projection } }),
    });
  }
}

function signalOf(options: { readonly signal?: AbortSignal }): { signal?: AbortSignal } {
  return options.signal === undefined ? {} : { signal: options.signal };
}
