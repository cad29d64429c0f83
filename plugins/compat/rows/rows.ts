import type { EntitySchema } from '@sayso/apps/ref';
import { type Actor, InvalidInput } from '@sayso/core';
import type {
  AggregatedRows,
  AggregateRows,
  Delivery,
  EntitiesApi,
  ImportFile,
  ListParameters,
  Row,
  TableAddress,
} from '@sayso/entities/ref';
import { InvalidQuery } from '../errors.ts';
import { toOurAggregation, toTheirGroups } from './aggregations.ts';
import type { Creators } from './creators.ts';
import { fromCursor, toCursor } from './cursors.ts';
import { distinctValues } from './distinct.ts';
import { addressesIn, checkQuery, parseQuery, toOurFilter } from './filters.ts';
import { toOurFields, toOurRow, toOurSort, toTheirs } from './names.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Rows that the entity API reads at once. */
const PAGE = 1000;
/** Rows or people of one list of this client, which asks for as many unless told otherwise. */
export const MAX_LIMIT = 5000;
export const DEFAULT_PAGE_LIMIT = 100;
/** Characters of JSON of one list. */
const MAX_CHARACTERS = 16_000_000;

export interface PageParameters {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly fields?: string | undefined;
  /** A field whose different values are the items, ascending; elements of lists count one by one. */
  readonly distinct?: string | undefined;
}

export interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

/** `at`: when the row of `after` was made. */
type Continued = ListParameters & { readonly at?: string | undefined };

interface Reading {
  readonly schema: EntitySchema;
  readonly asked: Continued & { readonly limit: number };
  readonly delivery: Delivery;
}

interface DistinctReading {
  readonly schema: EntitySchema;
  readonly q: string | undefined;
  readonly field: string;
  readonly limit: number;
  readonly after: string | undefined;
}

/** The wire of the other client on the entity API, which checks every permission. */
export class CompatRows {
  readonly #entities: EntitiesApi;
  readonly #creators: Creators;

  constructor(entities: EntitiesApi, creators: Creators) {
    this.#entities = entities;
    this.#creators = creators;
  }

  async list(actor: Actor, table: TableAddress, asked: ListParameters, delivery: Delivery): Promise<Row[]> {
    const schema = await this.#entities.schema(actor, table);
    const rows = await this.#read(actor, table, { schema, asked: { ...asked, limit: limitOf(asked.limit, MAX_LIMIT) }, delivery });
    return this.#theirs(actor, table, schema, rows);
  }

  async page(actor: Actor, table: TableAddress, { cursor, ...asked }: PageParameters, delivery: Delivery): Promise<Page> {
    const schema = await this.#entities.schema(actor, table);
    const walk = cursor ? fromCursor(cursor, asked) : undefined;
    const { q, sort, fields, distinct } = walk ?? asked;
    const limit = limitOf(asked.limit, DEFAULT_PAGE_LIMIT);
    if (distinct !== undefined) return this.#distinct(actor, table, { schema, q, limit, field: distinct, after: walk?.after });
    const query = { q, sort, fields, limit: limit + 1, after: walk?.after, at: walk?.at };
    const rows = await this.#read(actor, table, { schema, asked: query, delivery });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    const next = hasMore ? toCursor({ ...defined({ q, sort, fields }), after: last.id, at: last.createdAt }) : null;
    return { items: await this.#theirs(actor, table, schema, items), next_cursor: next, has_more: hasMore };
  }

  async count(actor: Actor, table: TableAddress, q: string | undefined): Promise<number> {
    const schema = await this.#entities.schema(actor, table);
    return this.#entities.countRows(actor, table, q ? await this.#filter(actor, table, schema, parseQuery(q)) : {});
  }

  async get(actor: Actor, table: TableAddress, id: string): Promise<Row> {
    const row = await this.#entities.get(actor, table, id);
    return this.#one(actor, table, row);
  }

  async create(actor: Actor, table: TableAddress, row: Fields): Promise<Row> {
    const schema = await this.#entities.schema(actor, table);
    return this.#one(actor, table, await this.#entities.create(actor, table, toOurRow(schema, row)));
  }

  async createMany(actor: Actor, table: TableAddress, rows: readonly Fields[]): Promise<Row[]> {
    const schema = await this.#entities.schema(actor, table);
    const made = await this.#entities.createMany(
      actor,
      table,
      rows.map((row) => toOurRow(schema, row)),
    );
    return this.#theirs(actor, table, schema, made);
  }

  async update(actor: Actor, table: TableAddress, id: string, changes: Fields): Promise<Row> {
    const schema = await this.#entities.schema(actor, table);
    return this.#one(actor, table, await this.#entities.update(actor, table, id, toOurRow(schema, changes)));
  }

  async updateEach(actor: Actor, table: TableAddress, records: readonly Fields[]): Promise<Row[]> {
    const schema = await this.#entities.schema(actor, table);
    const ours = records.map((record) => toOurRow(schema, record));
    return this.#theirs(actor, table, schema, await this.#entities.updateEach(actor, table, ours));
  }

  async upsert(actor: Actor, table: TableAddress, records: readonly Fields[], key: readonly string[]) {
    const schema = await this.#entities.schema(actor, table);
    const ours = records.map((record) => toOurRow(schema, record));
    const written = await this.#entities.upsert(actor, table, ours, key);
    return { ...written, records: await this.#theirs(actor, table, schema, written.records) };
  }

  async updateMany(actor: Actor, table: TableAddress, query: Fields, data: Fields): Promise<number> {
    const schema = await this.#entities.schema(actor, table);
    const filter = await this.#filter(actor, table, schema, checkQuery(query));
    return this.#entities.updateMany(actor, table, filter, toOurRow(schema, data));
  }

  async aggregate(actor: Actor, table: TableAddress, { query = {}, having, ...options }: AggregateRows): Promise<AggregatedRows> {
    const schema = await this.#entities.schema(actor, table);
    const ours = toOurAggregation(schema, { ...options, ...(having === undefined ? {} : { having: checkQuery(having) }) });
    const filter = await this.#filter(actor, table, schema, checkQuery(query));
    const found = await this.#entities.aggregate(actor, table, { ...ours.options, query: filter });
    const creators = found.rows.flatMap((row) => [...ours.addresses].map((name) => row[name]));
    return toTheirGroups(found, ours, await this.#creators.emails(actor, table.appId, creators));
  }

  remove(actor: Actor, table: TableAddress, id: string): Promise<void> {
    return this.#entities.remove(actor, table, id);
  }

  async removeMany(actor: Actor, table: TableAddress, query: unknown): Promise<number> {
    if (query === undefined || query === null) throw new InvalidQuery('Say which rows to remove: {"done": true}, or {} for all.');
    const schema = await this.#entities.schema(actor, table);
    return this.#entities.removeMany(actor, table, await this.#filter(actor, table, schema, checkQuery(query)));
  }

  async import(actor: Actor, table: TableAddress, file: ImportFile) {
    const result = await this.#entities.import(actor, table, file);
    const { imported, total, errors, ignoredColumns } = result;
    const faults = errors.map(({ row, message }) => `Row ${row}: ${message}`);
    const ignored = ignoredColumns.length === 0 ? [] : [`Ignored columns: ${ignoredColumns.join(', ')}.`];
    const details = [`Imported ${imported} of ${total} rows.`, ...faults, ...ignored].join('\n');
    return { status: imported === 0 && total > 0 ? ('error' as const) : ('success' as const), details, output: null, ...result };
  }

  async #read(actor: Actor, table: TableAddress, { schema, asked, delivery }: Reading): Promise<Row[]> {
    const { limit } = asked;
    const pageFrom = await this.#pages(actor, table, schema, asked);
    const rows: Row[] = [];
    for (let characters = 0; rows.length < limit; ) {
      const size = Math.min(PAGE, limit - rows.length);
      const read = (parameters: ListParameters) => this.#entities.readAsked(actor, table, { ...parameters, limit: size }, delivery);
      const text = await read(pageFrom(rows)).catch((error: unknown) => {
        const beyond = isGone(error) ? pageBeyond(schema, pageFrom(rows), rows.at(-1)?.createdAt ?? asked.at) : null;
        if (beyond === null) throw error;
        return read(beyond);
      });
      characters += text.length;
      if (characters > MAX_CHARACTERS)
        throw new InvalidQuery('These rows are too large together. Ask for fewer, or for some of their fields.');
      const page = JSON.parse(text) as Row[];
      rows.push(...page);
      if (page.length < size) break;
    }
    return rows;
  }

  async #distinct(actor: Actor, table: TableAddress, { schema, q, field, limit, after }: DistinctReading): Promise<Page> {
    const { values, hasMore } = await distinctValues(
      {
        schema,
        filter: q ? await this.#filter(actor, table, schema, parseQuery(q)) : {},
        aggregate: (options) => this.#entities.aggregate(actor, table, options),
        emails: (ids) => this.#creators.emails(actor, table.appId, ids),
      },
      { field, limit, after },
    );
    const next = hasMore ? toCursor({ ...defined({ q, distinct: field }), after: JSON.stringify(values.at(-1)) }) : null;
    return { items: values, next_cursor: next, has_more: hasMore };
  }

  /** The query in our words, of the page that follows rows. */
  async #pages(actor: Actor, table: TableAddress, schema: EntitySchema, { q, skip = 0, after, ...asked }: ListParameters) {
    const filter = q ? await this.#filter(actor, table, schema, parseQuery(q)) : {};
    const sort = toOurSort(schema, asked.sort || '-created_date');
    const fields = toOurFields(schema, asked.fields ?? '');
    const query = { sort, ...(Object.keys(filter).length > 0 ? { q: JSON.stringify(filter) } : {}), ...(fields === '' ? {} : { fields }) };
    const continues = isSingle(schema, sort);
    return (rows: readonly Row[]): ListParameters => {
      const last = rows.at(-1)?.id ?? after;
      return { ...query, ...(last !== undefined && continues ? { after: last } : { skip: skip + rows.length }) };
    };
  }

  async #filter(actor: Actor, { appId }: TableAddress, schema: EntitySchema, filter: Fields): Promise<Fields> {
    return toOurFilter(schema, filter, await this.#creators.ids(actor, appId, addressesIn(schema, filter)));
  }

  async #one(actor: Actor, table: TableAddress, row: Row): Promise<Row> {
    const schema = await this.#entities.schema(actor, table);
    const [theirs = row] = await this.#theirs(actor, table, schema, [row]);
    return theirs;
  }

  async #theirs(actor: Actor, { appId }: TableAddress, schema: EntitySchema, rows: readonly Row[]): Promise<Row[]> {
    const emails = await this.#creators.emails(
      actor,
      appId,
      rows.map(({ creatorId }) => creatorId),
    );
    return rows.map((row) => toTheirs(schema, row, emails.get(row.creatorId ?? '') ?? null));
  }
}

/** A limit of 0 is no limit of the client's own. */
export function limitOf(limit: number | undefined, most: number): number {
  const asked = limit || most;
  if (asked < 0 || asked > MAX_LIMIT) throw new InvalidQuery(`\`limit\` must be from 1 to ${MAX_LIMIT}.`);
  return asked;
}

/** Whether the row that a page follows is gone. */
function isGone(error: unknown): boolean {
  return error instanceof InvalidInput && error.issues.some(({ path }) => path === 'after');
}

/** The page by the time when the last row was made, and its id; null for other sorts. */
function pageBeyond(schema: EntitySchema, { after, q, ...page }: ListParameters, at: string | undefined): ListParameters | null {
  const [, sign] = /^(-?)createdAt$/.exec(page.sort ?? '') ?? [];
  if (sign === undefined || after === undefined || at === undefined || Object.hasOwn(schema.properties, 'createdAt')) return null;
  const beyond = sign === '-' ? '$lt' : '$gt';
  const later = { $or: [{ createdAt: { [beyond]: at } }, { createdAt: at, id: { [beyond]: after } }] };
  return { ...page, q: JSON.stringify(q === undefined ? later : { $and: [JSON.parse(q), later] }) };
}

const SINGLE = new Set(['string', 'number', 'integer', 'boolean']);

/** Whether a list with this sort can continue after a row: no field of the sort holds lists. */
function isSingle(schema: EntitySchema, sort: string): boolean {
  return sort.split(',').every((part) => {
    const field = part.replace(/^-/, '');
    return !Object.hasOwn(schema.properties, field) || SINGLE.has(schema.properties[field]?.type ?? '');
  });
}

function defined(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}
