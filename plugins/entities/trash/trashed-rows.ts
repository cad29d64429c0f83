import { type Actor, DomainError, DuplicateKey } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { EntitiesContext } from '../config.ts';
import type { History } from '../history/history.ts';
import type { Scope } from '../permissions/scope.ts';
import type { RowSet, TableAddress } from '../ref.ts';
import type { RowWriter } from '../rows/writer.ts';
import type { TrashDocument } from './state.ts';
import { placeOf, type Trash } from './trash.ts';

const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;
/** Bytes of a page; a larger row has a page of its own. */
const PAGE_BYTES = 4_000_000;
/** Rows that are restored at once. */
const PORTION = 50;
export const MAX_IDS = 1000;

export interface TrashPage {
  readonly rows?: RowSet | undefined;
  readonly entity?: string | undefined;
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
}

export interface TrashChoice {
  readonly rows?: RowSet | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly entity?: string | undefined;
}

export interface Problem {
  readonly id: string;
  readonly message: string;
}

export interface TrashedRowsParts {
  readonly context: EntitiesContext;
  readonly trash: Trash;
  /** Records no creation. */
  readonly writer: RowWriter;
  readonly history: History;
  /** The names of tables whose rows not even admins of the app see. Throws for callers who do not administer the app. */
  readonly hidden: (actor: Actor, appId: string) => Promise<string[]>;
  /** The table of rows that the caller may change; throws for others. */
  readonly openForChange: (actor: Actor, table: TableAddress) => Promise<Scope>;
}

/** The trash of an app as its admins use it. */
export class TrashedRows {
  readonly #parts: TrashedRowsParts;

  constructor(parts: TrashedRowsParts) {
    this.#parts = parts;
  }

  /** Deleted rows, the newest deletions first. */
  async list(actor: Actor, appId: string, { rows: set, entity, limit = DEFAULT_LIMIT, after }: TrashPage) {
    const place = placeOf(appId, set);
    const tables = await this.#tables(actor, appId, entity);
    const filter = { ...place, ...tables, ...(after === undefined ? {} : { _id: { $lt: after } }) };
    const page: TrashDocument[] = [];
    let bytes = 0;
    const most = Math.max(1, Math.min(limit, MAX_LIMIT));
    for await (const entry of this.#entries.stream(filter, { sort: { _id: -1 }, limit: most + 1 })) {
      page.push(entry);
      bytes += entry.size.bytes;
      if (bytes > PAGE_BYTES) break;
    }
    const isLast = page.length <= most && bytes <= PAGE_BYTES;
    if (page.length > most) page.pop();
    const leftovers = await this.#parts.trash.leftovers(place, page);
    const newest = new Map(page.toReversed().map((entry) => [`${entry.entity}/${entry.rowId}`, entry._id]));
    const shown = page.filter(({ _id, entity: table, rowId }) => !leftovers.has(_id) && newest.get(`${table}/${rowId}`) === _id);
    const names = await this.#parts.context.needs.apps.accountNames(shown.map(({ deletedBy }) => deletedBy));
    const rows = shown.map((entry) => viewOf(entry, names));
    return { rows, next: isLast ? null : (page.at(-1)?._id ?? null) };
  }

  /** The number of deleted rows of each table. */
  async tables(actor: Actor, appId: string, set: RowSet | undefined) {
    const filter = { ...placeOf(appId, set), ...(await this.#tables(actor, appId, undefined)) };
    const groups = [{ name: 'entity', path: 'entity' }];
    const measures = [{ name: 'rows', kind: 'count' } as const];
    const found = await this.#entries.aggregate(filter, { groups, measures, having: {}, sort: { entity: 1 }, limit: 1000 });
    return { tables: found.map(({ entity, rows }) => ({ entity: String(entity), rows: Number(rows) })) };
  }

  /** Puts rows back as they were, with their ids. Idempotent. */
  async restore(actor: Actor, appId: string, { rows: set, ids = [] }: TrashChoice) {
    await this.#parts.hidden(actor, appId);
    const place = placeOf(appId, set);
    const found = await this.#entries.find(
      { ...place, rowId: { $in: [...ids] } },
      { sort: { _id: -1 }, projection: { _id: 1, entity: 1, rowId: 1, createdAt: 1 } },
    );
    const newest = new Map(found.toReversed().map((entry) => [entry.rowId, entry]));
    const known = new Set(newest.keys());
    const problems: Problem[] = ids.filter((id) => !known.has(id)).map((id) => ({ id, message: 'This row is not in the trash.' }));
    let restored = 0;
    for (const [entity, entries] of Map.groupBy(newest.values(), (entry) => entry.entity)) {
      for (let start = 0; start < entries.length; start += PORTION) {
        const portion = entries.slice(start, start + PORTION);
        const failed = await this.#restore(actor, { appId, entity, rows: set }, portion);
        problems.push(...failed);
        restored += portion.length - failed.length;
      }
    }
    return { restored, problems };
  }

  /** Deletes rows for good: those of the ids, of a table, or all. The number of rows. */
  async purge(actor: Actor, appId: string, { rows: set, ids, entity }: TrashChoice): Promise<number> {
    await this.#parts.hidden(actor, appId);
    return this.#parts.trash.purge(placeOf(appId, set), { ids, entity });
  }

  async #restore(actor: Actor, table: TableAddress, entries: readonly Pick<TrashDocument, '_id' | 'rowId'>[]): Promise<Problem[]> {
    const { trash, writer, history } = this.#parts;
    const place = placeOf(table.appId, table.rows);
    const all = await this.#entries.find({ ...place, _id: { $in: entries.map(({ _id }) => _id) } });
    // A restoration that was interrupted has left the entries of rows that are back.
    const leftovers = await trash.leftovers(place, all);
    const missing = all.filter(({ _id }) => !leftovers.has(_id));
    const problems: Problem[] = [];
    try {
      const scope = await this.#parts.openForChange(actor, table);
      const errors = await writer.insertEach(scope, missing.map(rowOf));
      await history.restored(
        scope,
        missing.filter((_entry, at) => errors[at] === null),
      );
      for (const [at, error] of errors.entries())
        if (error !== null) problems.push({ id: missing[at]?.rowId ?? '', message: messageOf(error) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      problems.push(...missing.map(({ rowId: id }) => ({ id, message: error.message })));
    }
    const failed = new Set(problems.map(({ id }) => id));
    const done = all.map(({ rowId }) => rowId).filter((id) => !failed.has(id));
    await this.#entries.deleteMany({ ...place, entity: table.entity, rowId: { $in: done } });
    return problems;
  }

  async #tables(actor: Actor, appId: string, entity: string | undefined): Promise<object> {
    const hidden = await this.#parts.hidden(actor, appId);
    if (entity === undefined) return hidden.length === 0 ? {} : { entity: { $nin: hidden } };
    return { entity: hidden.includes(entity) ? { $in: [] } : entity };
  }

  get #entries() {
    return this.#parts.context.collections.trash;
  }
}

function rowOf({ rowId, appId, entity, createdAt, updatedAt, creatorId, content }: TrashDocument): RowDocument {
  return { _id: rowId, appId, entity, createdAt, updatedAt, creatorId, data: JSON.parse(content) as RowDocument['data'] };
}

function viewOf(entry: TrashDocument, names: ReadonlyMap<string, string>) {
  const { rowId: id, entity, deletedAt, deletedBy, source: by, createdAt, updatedAt, creatorId, content } = entry;
  const account = deletedBy === null ? null : { id: deletedBy, name: names.get(deletedBy) ?? null };
  return {
    id,
    entity,
    deletedAt,
    deletedBy: account,
    by,
    createdAt,
    updatedAt,
    creatorId,
    data: JSON.parse(content) as Record<string, unknown>,
  };
}

function messageOf(error: Error): string {
  if (error instanceof DuplicateKey) return 'There is a row with this id again.';
  if (error instanceof DomainError) return error.message;
  throw error;
}
