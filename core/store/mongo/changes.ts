import type { Collection as DriverCollection, Filter as DriverFilter } from 'mongodb';
import { Conflict, DuplicateKey } from '../../contract/errors.ts';
import type { PartitionSpec, Query, Sort } from '../../contract/store.ts';
import { toDocument, upserted } from '../documents/document.ts';
import { type Filter, jsonValue, parseFilter } from '../documents/filter.ts';
import { checkMembers, conjuncts } from '../documents/partition.ts';
import { compileUpdate } from '../documents/update.ts';
import { type Document, typeOf } from '../documents/values.ts';
import { type Stored, sent } from './collection.ts';
import { translated } from './errors.ts';
import { patternOf, REVISION, SHAPE, withoutHidden } from './shape.ts';
import { storedId } from './stored-ids.ts';
import type { Tables } from './tables.ts';
import { type PointUpdate, type ShapeTest, UpdateGroups } from './update-groups.ts';

/** Concurrent changes of one document: each retry means that another one succeeded. */
const ATTEMPTS = 100;

interface ChangeOptions {
  readonly upsert?: boolean;
  readonly sort?: Sort;
}

/** Changes of one document that keep its shape true. */
export class Changes {
  readonly #rows: DriverCollection<Stored>;
  readonly #spec: PartitionSpec;
  readonly #tables: Tables;
  readonly #groups: UpdateGroups;

  constructor(rows: DriverCollection<Stored>, spec: PartitionSpec, tables: Tables) {
    this.#rows = rows;
    this.#spec = spec;
    this.#tables = tables;
    this.#groups = new UpdateGroups(rows, spec);
  }

  /** The document after the update, or null when none matched. */
  async update(filter: Query, update: Query, options: ChangeOptions = {}): Promise<Document | null> {
    const apply = compileUpdate(update);
    const parsed = parseFilter(filter);
    const id = idOf(parsed);
    const point = id === null ? null : this.#pointUpdate(id, filter, update);
    if (point !== null) {
      const after = await this.#groups.update(point);
      if (after !== null) return withoutHidden(after);
    }
    const changed = await this.#replace(filter, options.sort ?? {}, (document) => {
      apply(document);
      return document;
    });
    if (changed !== null || !options.upsert) return changed;
    try {
      const document = upserted(parsed, apply);
      checkMembers(this.#spec, document);
      await translated(() => this.#rows.insertOne(this.#tables.stored(document as Stored)));
      return document;
    } catch (error) {
      // A concurrent upsert has inserted it.
      if (error instanceof DuplicateKey) return this.update(filter, update, { ...options, upsert: false });
      throw error;
    }
  }

  /** The document after its replacement, or null when none matched. */
  replace(filter: Query, document: Document): Promise<Document | null> {
    return this.#replace(filter, {}, () => structuredClone(document));
  }

  /** An update without reading the document first, which keeps its shape; null when it may change that, or the document's time. */
  #pointUpdate(id: string, filter: Query, update: Query): PointUpdate | null {
    const { key, table, columns, time, fields } = this.#spec;
    const [[operator, changes] = ['', {}], ...others] = Object.entries(update);
    if (operator !== '$set' || others.length > 0) return null;
    const { [key]: partition, [table]: tableName, _id, ...equal } = filter;
    const isPoint = [partition, tableName, _id].every((value) => typeof value === 'string');
    if (!isPoint || !Object.entries(equal).every(([path, value]) => columns.includes(path) && typeof value === 'string')) return null;
    const setColumns: Record<string, unknown> = {};
    const setFields: Record<string, unknown> = {};
    const shape: ShapeTest[] = [];
    for (const [path, value] of Object.entries(sent(changes) as Query)) {
      const [root, name, ...deeper] = path.split('.');
      if (columns.includes(path) && path !== time) setColumns[path] = value;
      else if (root === fields && name !== undefined && deeper.length === 0) {
        setFields[name] = value;
        shape.push(patternOf(name, typeOf(jsonValue(value, path))));
      } else return null;
    }
    const address = { key: partition as string, table: tableName as string };
    return {
      address,
      id: storedId(address, id),
      columns: equal as Record<string, string>,
      shape,
      setColumns,
      setFields,
      revision: newRevision(),
    };
  }

  /** Reads the document and replaces it while no other change comes between. */
  async #replace(filter: Query, sort: Sort, change: (document: Document) => Document): Promise<Document | null> {
    const where = this.#tables.whereOf(filter);
    const { key, table, columns } = this.#spec;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = await translated(() => this.#rows.findOne(where, { sort: { ...sort } }));
      if (before === null) return null;
      // Nodes of an earlier release set no revision, but a time of change.
      const same = Object.fromEntries([key, table, ...columns, SHAPE, REVISION].map((path) => [path, before[path] ?? null]));
      const after = toDocument(change(withoutHidden(structuredClone(before))) as Stored);
      checkMembers(this.#spec, after);
      const stored = { ...this.#tables.stored(after as Stored), [REVISION]: newRevision() };
      const { matchedCount } = (await translated(() =>
        this.#rows.replaceOne({ ...same, _id: before._id } as DriverFilter<Stored>, stored),
      )) as { matchedCount: number };
      if (matchedCount === 1) return after;
    }
    throw new Conflict('This document is being changed too often. Please try again.');
  }
}

function newRevision(): number {
  return Math.floor(Math.random() * 0x7fffffff);
}

/** The id of the only document that a filter can match; null when it does not fix one. */
function idOf(filter: Filter): string | null {
  for (const part of conjuncts(filter)) {
    if (part.kind !== 'field' || part.path.join() !== '_id' || part.test.kind !== 'compare' || part.test.operator !== '$eq') continue;
    if (typeof part.test.value === 'string') return part.test.value;
  }
  return null;
}
