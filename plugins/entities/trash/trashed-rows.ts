import { type Actor, DomainError, DuplicateKey, type PartitionedCollection } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { Conversions } from '../columns/conversions.ts';
import type { UnconvertedValue } from '../columns/convert-rows.ts';
import type { EntitiesContext } from '../config.ts';
import type { History } from '../history/history.ts';
import type { Scope } from '../permissions/scope.ts';
import type { RowSet, TableAddress } from '../ref.ts';
import { sizeOfAll } from '../rows/json.ts';
import type { Quotas } from '../rows/quotas.ts';
import { type Replacement, replaceRows } from '../rows/replace-rows.ts';
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
  /** Of the list. */
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
  readonly rowsOf: (scope: Scope) => PartitionedCollection<RowDocument>;
  readonly quotasOf: (scope: Scope) => Quotas;
  /** Emits that rows were replaced. */
  readonly changed: (scope: Scope, rows: readonly RowDocument[]) => Promise<void>;
  /** Converts rows to the version that their set follows now. */
  readonly fit: Conversions['fit'];
  /** The names of tables whose rows not even admins of the app see. Throws for callers with a lower role. */
  readonly hidden: (actor: Actor, appId: string, role: 'view' | 'edit') => Promise<string[]>;
  /** The table of rows that the caller may change; throws for others. */
  readonly openForChange: (actor: Actor, table: TableAddress) => Promise<Scope>;
}

/** The trash of an app as its admins use it. */
export class TrashedRows {
  readonly #parts: TrashedRowsParts;

  constructor(parts: TrashedRowsParts) {
    this.#parts = parts;
  }

  /** Deleted rows and former states of replaced ones, the newest first. A deleted row has its own id, a former state that of its entry. */
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
    const newest = new Map(page.toReversed().map((entry) => [`${entry.entity}/${idOf(entry)}`, entry._id]));
    const shown = page.filter((entry) => !leftovers.has(entry._id) && newest.get(`${entry.entity}/${idOf(entry)}`) === entry._id);
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

  /**
   * Puts rows back as they were, with their ids, in place of what they are now. Columns that were changed since are converted; `unconverted`
   * are values that do not fit, and stay. Idempotent.
   */
  async restore(actor: Actor, appId: string, { rows: set, ids = [] }: TrashChoice) {
    await this.#parts.hidden(actor, appId, 'edit');
    const place = placeOf(appId, set);
    const found = [...(await this.#named(place, 'rowId', ids)), ...(await this.#named(place, '_id', ids))];
    const asked = new Set(ids);
    const newest = new Map(found.filter((entry) => asked.has(idOf(entry))).map((entry) => [idOf(entry), entry]));
    const known = new Set(newest.keys());
    const problems: Problem[] = ids.filter((id) => !known.has(id)).map((id) => ({ id, message: 'This row is not in the trash.' }));
    const unconverted: UnconvertedValue[] = [];
    let restored = 0;
    for (const [entity, entries] of Map.groupBy(newest.values(), (entry) => entry.entity)) {
      for (let start = 0; start < entries.length; start += PORTION) {
        const portion = entries.slice(start, start + PORTION);
        const tried = await this.#restore(actor, { appId, entity, rows: set }, portion);
        problems.push(...tried.problems);
        unconverted.push(...tried.unconverted);
        restored += portion.length - tried.problems.length;
      }
    }
    return { restored, problems, unconverted };
  }

  /** Deletes rows for good: those of the ids, of a table, or all. The number of rows. */
  async purge(actor: Actor, appId: string, { rows: set, ids, entity }: TrashChoice): Promise<number> {
    await this.#parts.hidden(actor, appId, 'edit');
    return this.#parts.trash.purge(placeOf(appId, set), { ids, entity });
  }

  #named(place: ReturnType<typeof placeOf>, by: 'rowId' | '_id', ids: readonly string[]): Promise<TrashDocument[]> {
    const projection = { _id: 1, entity: 1, rowId: 1, size: 1 } as const;
    return this.#entries.find({ ...place, [by]: { $in: [...ids] } }, { sort: { _id: 1 }, projection });
  }

  async #restore(actor: Actor, table: TableAddress, entries: readonly Pick<TrashDocument, '_id'>[]): Promise<Tried> {
    const { trash } = this.#parts;
    const place = placeOf(table.appId, table.rows);
    const all = await this.#entries.find({ ...place, _id: { $in: entries.map(({ _id }) => _id) } });
    // A restoration that was interrupted has left the entries of rows that are back.
    const leftovers = await trash.leftovers(place, all);
    const missing = all.filter(({ _id }) => !leftovers.has(_id));
    const problems: Problem[] = [];
    const unconverted: UnconvertedValue[] = [];
    try {
      const scope = await this.#parts.openForChange(actor, table);
      const converted = await this.#converted(scope, missing);
      unconverted.push(...converted.unconverted);
      const gone = await this.#replace(
        scope,
        converted.kept.filter(({ entry }) => entry.size.isReplaced),
      );
      problems.push(...(await this.#insert(scope, [...converted.kept.filter(({ entry }) => !entry.size.isReplaced), ...gone])));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      problems.push(...missing.map((entry) => ({ id: idOf(entry), message: error.message })));
    }
    const failed = new Set(problems.map(({ id }) => id));
    const done = all.filter((entry) => !failed.has(idOf(entry)));
    const ids = new Set(done.map(({ _id }) => _id));
    // A deletion that was interrupted may have more than one entry.
    const ofRows = { rowId: { $in: done.filter(({ size }) => !size.isReplaced).map(({ rowId }) => rowId) } };
    const repeated = await this.#entries.find({ ...place, entity: table.entity, ...ofRows }, { projection: { _id: 1, size: 1 } });
    for (const { _id, size } of repeated) if (!size.isReplaced) ids.add(_id);
    await this.#entries.deleteMany({ ...place, _id: { $in: [...ids] } });
    return { problems, unconverted: unconverted.filter(({ id }) => done.some(({ rowId }) => rowId === id)) };
  }

  /** The rows of entries, with the columns of today. */
  async #converted(scope: Scope, entries: readonly TrashDocument[]): Promise<{ kept: Kept[]; unconverted: UnconvertedValue[] }> {
    const { appId, set, schema } = scope;
    const converted = { kept: [] as Kept[], unconverted: [] as UnconvertedValue[] };
    for (const [versionId, some] of Map.groupBy(entries, ({ size }) => size.versionId)) {
      const rows = some.map(rowOf);
      const from = versionId === undefined ? { set } : { versionId };
      const now = await this.#parts.fit({ appId, entity: schema.name, set, from, key: `trash/${some[0]?._id}`, rows });
      converted.kept.push(...some.map((entry, at) => ({ entry, row: now.rows[at] ?? rowOf(entry) })));
      converted.unconverted.push(...now.unconverted);
    }
    return converted;
  }

  async #insert(scope: Scope, kept: readonly Kept[]): Promise<Problem[]> {
    const entries = kept.map(({ entry }) => entry);
    const errors = await this.#parts.writer.insertEach(
      scope,
      kept.map(({ row }) => row),
    );
    await this.#parts.history.restored(
      scope,
      entries.filter((_entry, at) => errors[at] === null),
    );
    return entries.flatMap((entry, at) => {
      const error = errors[at] ?? null;
      return error === null ? [] : [{ id: idOf(entry), message: messageOf(error) }];
    });
  }

  /** Gives rows their former states; those that they have now are in the trash then. Returns those whose rows are gone. */
  async #replace(scope: Scope, kept: readonly Kept[]): Promise<Kept[]> {
    const { trash, history, rowsOf, quotasOf, changed } = this.#parts;
    const rows = rowsOf(scope);
    const where = { appId: scope.appId, entity: scope.schema.name, _id: { $in: kept.map(({ row }) => row._id) } };
    const present = new Map((await rows.find(where)).map((row) => [row._id, row]));
    const former = kept.filter(({ row }) => present.has(row._id)).map(({ row }) => row);
    const bytes = sizeOfAll(former.map(({ data }) => data)) - sizeOfAll([...present.values()].map(({ data }) => data));
    const room = await quotasOf(scope).reserve(scope.appId, scope.schema.name, { rows: 0, bytes });
    const keep: Replacement['keep'] = (of, replaced) => trash.store(of, replaced, { isReplaced: true });
    const replaced = await replaceRows({ scope, rows, keep }, former).catch((error: unknown) => {
      room.undo();
      throw error;
    });
    const after = new Map(former.map((row) => [row._id, row]));
    for (const before of replaced) await history.updated(scope, before, after.get(before._id) ?? before);
    if (replaced.length > 0) await changed(scope, [...after.values()]);
    return kept.filter(({ row }) => !present.has(row._id));
  }

  async #tables(actor: Actor, appId: string, entity: string | undefined): Promise<object> {
    const hidden = await this.#parts.hidden(actor, appId, 'view');
    if (entity === undefined) return hidden.length === 0 ? {} : { entity: { $nin: hidden } };
    return { entity: hidden.includes(entity) ? { $in: [] } : entity };
  }

  get #entries() {
    return this.#parts.context.collections.trash;
  }
}

/** An entry, and its row as it is put back. */
interface Kept {
  readonly entry: TrashDocument;
  readonly row: RowDocument;
}

interface Tried {
  readonly problems: readonly Problem[];
  readonly unconverted: readonly UnconvertedValue[];
}

/** By which a caller names an entry. */
function idOf({ _id, rowId, size }: Pick<TrashDocument, '_id' | 'rowId' | 'size'>): string {
  return size.isReplaced ? _id : rowId;
}

function rowOf({ rowId, appId, entity, createdAt, updatedAt, creatorId, content }: TrashDocument): RowDocument {
  return { _id: rowId, appId, entity, createdAt, updatedAt, creatorId, data: JSON.parse(content) as RowDocument['data'] };
}

function viewOf(entry: TrashDocument, names: ReadonlyMap<string, string>) {
  const { rowId, entity, deletedAt, deletedBy, source: by, createdAt, updatedAt, creatorId, content, size } = entry;
  const account = deletedBy === null ? null : { id: deletedBy, name: names.get(deletedBy) ?? null };
  return {
    id: idOf(entry),
    rowId,
    isReplaced: size.isReplaced ?? false,
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
