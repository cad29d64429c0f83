import type { AppFiles } from '@sayso/apps/ref';
import type { DocumentLines, PartitionedCollection, Query } from '@sayso/core';
import type { RowDocument } from '../collections.ts';

/** The part of each address and path of a file. */
const FILES = '/api/files/';
const BATCH = 500;

/** The files that rows name. Without a plugin that stores files, rows are kept as they are. */
export class RowFiles {
  readonly #files: () => AppFiles | undefined;

  constructor(files: () => AppFiles | undefined) {
    this.#files = files;
  }

  async stored<T>(appId: unknown, value: T): Promise<T> {
    const files = this.#files();
    return files === undefined || typeof appId !== 'string' ? value : files.stored(appId, value);
  }

  async sought<T>(appId: string, value: T): Promise<T> {
    return this.#files()?.sought(appId, value) ?? value;
  }

  served<T>(appId: string, value: T): T {
    return this.#files()?.served(appId, value) ?? value;
  }

  /** Gives an app the files that rows of another one name, also the private ones. */
  async take(appId: string, rows: readonly Pick<RowDocument, 'data'>[], from: string): Promise<void> {
    await this.#files()?.stored(
      appId,
      rows.map(({ data }) => data),
      from,
    );
  }

  /** As `take`, of all rows that `appId` has. */
  async takeAll(appId: string, rows: AsyncIterable<RowDocument>, from: string): Promise<void> {
    let batch: RowDocument[] = [];
    for await (const row of rows) {
      if (batch.push(row) < BATCH) continue;
      await this.take(appId, batch, from);
      batch = [];
    }
    await this.take(appId, batch, from);
  }

  /** The collection, which stores files as paths: whatever writes a row, their app has them. */
  storedIn(rows: PartitionedCollection<RowDocument>): PartitionedCollection<RowDocument> {
    const withPaths = async (document: RowDocument): Promise<RowDocument> => {
      const data = await this.stored(document.appId, document.data);
      return data === document.data ? document : { ...document, data };
    };
    const allWithPaths = async (documents: readonly RowDocument[]): Promise<readonly RowDocument[]> => {
      // Each look-up costs a read: one for all rows of a call.
      const apps = [...Map.groupBy(documents, ({ appId }) => appId)];
      const mapped = await Promise.all(
        apps.map(([appId, some]) =>
          this.stored(
            appId,
            some.map(({ data }) => data),
          ),
        ),
      );
      const data = new Map(apps.flatMap(([, some], at) => some.map((row, index) => [row, mapped[at]?.[index] ?? row.data] as const)));
      return documents.map((row) => ({ ...row, data: data.get(row) ?? row.data }));
    };
    const change = (filter: Query, update: Query) => this.stored(filter['appId'], update);
    return {
      find: (...asked) => rows.find(...asked),
      stream: (...asked) => rows.stream(...asked),
      findOne: (...asked) => rows.findOne(...asked),
      count: (...asked) => rows.count(...asked),
      distinct: (...asked) => rows.distinct(...asked),
      aggregate: (...asked) => rows.aggregate(...asked),
      findFlat: (...asked) => rows.findFlat(...asked),
      findFlatById: (...asked) => rows.findFlatById(...asked),
      keys: () => rows.keys(),
      declareFields: (...asked) => rows.declareFields(...asked),
      copyPartition: (...asked) => rows.copyPartition(...asked),
      deleteOne: (...asked) => rows.deleteOne(...asked),
      deleteMany: (...asked) => rows.deleteMany(...asked),
      insertOne: async (document) => rows.insertOne(await withPaths(document)),
      insertMany: async (documents) => rows.insertMany(await allWithPaths(documents)),
      insertLines: async (documents) => rows.insertLines(await this.#linesWithPaths(documents)),
      updateOne: async (filter, update, ...options) => rows.updateOne(filter, await change(filter, update), ...options),
      updateMany: async (filter, update) => rows.updateMany(filter, await change(filter, update)),
      findOneAndUpdate: async (filter, update, ...options) => rows.findOneAndUpdate(filter, await change(filter, update), ...options),
      replaceOne: async (filter, document, ...options) => rows.replaceOne(filter, await withPaths(document), ...options),
    };
  }

  async #linesWithPaths(documents: DocumentLines): Promise<DocumentLines> {
    const bytes = Buffer.from(documents.lines.buffer, documents.lines.byteOffset, documents.lines.byteLength);
    if (!bytes.includes(FILES)) return documents;
    const text = bytes.toString();
    const stored = await this.stored(documents.key, text);
    return stored === text ? documents : { ...documents, lines: Buffer.from(stored) };
  }
}
