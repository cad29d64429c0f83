import type { Document } from '../../documents/values.ts';
import type { Statements } from '../statements.ts';
import type { StoredRow } from './stored-row.ts';
import { type FieldKind, isInOrder, joined, kindOfValue, type Table, tableOf } from './table.ts';
import { ValueChanges } from './value-changes.ts';

interface Widening {
  readonly path: string;
  /** The member of the fields. */
  readonly member: string;
  readonly kind: FieldKind;
}

/** What the transaction under way changes about a table. */
export class TableChange {
  readonly #before: Table;
  #table: Table;
  #widening: readonly Widening[];
  #values: ValueChanges | null;
  #rows = 0;
  #bytes = 0;

  constructor(table: Table) {
    this.#before = table;
    this.#table = table;
    this.#widening = wideningOf(table);
    this.#values = table.counts && new ValueChanges(table.counts);
  }

  /** To return to when the writes that follow are rolled back. */
  copy(): TableChange {
    const copy = new TableChange(this.#before);
    copy.#table = this.#table;
    copy.#widening = this.#widening;
    copy.#values = this.#values?.copy() ?? null;
    copy.#rows = this.#rows;
    copy.#bytes = this.#bytes;
    return copy;
  }

  /** As the transaction sees it. */
  get table(): Table {
    return this.#table;
  }

  /** The members of the fields whose values are counted. */
  get counted(): readonly string[] {
    return this.#values?.members ?? [];
  }

  inserted(row: StoredRow): void {
    this.#rows++;
    this.#values?.inserted(row.fields);
    this.#wrote(row);
  }

  /** Notes that a row was written, whose fields were those before. */
  replaced(before: Document, row: StoredRow): void {
    this.#values?.replaced(before, row.fields);
    this.#wrote(row);
  }

  #wrote({ id, time, fields, bytes }: StoredRow): void {
    this.#bytes = Math.max(this.#bytes, bytes);
    const isOrdered = this.#table.isOrdered && isInOrder(id, time);
    const isWider = this.#widening.some((each) => widened(each, fields) !== each.kind);
    if (isOrdered === this.#table.isOrdered && !isWider) return;
    const wider = this.#widening.map((each): [string, FieldKind] => [each.path, widened(each, fields)]);
    this.#table = tableOf(this.#table.spec, { ...this.#table, isOrdered, kinds: new Map([...this.#table.kinds, ...wider]) });
    this.#widening = wideningOf(this.#table);
  }

  deleted(rows: number): void {
    this.#rows -= rows;
  }

  /** Notes what a deleted row had in the counted members, as `memberSql` selects them. */
  deletedValues(values: readonly (string | null)[]): void {
    this.#values?.deleted(values);
  }

  /** Notes that all rows were deleted. */
  emptied(rows: number): void {
    this.deleted(rows);
    this.#values = this.#table.counts && new ValueChanges(this.#table.counts.emptied(), true);
  }

  /** Returns the table as saved, but for its rows and their bytes. */
  save(statements: Statements): Table {
    const [before, table] = [this.#before, this.#table];
    const hasChanged = before !== table;
    const counts = this.#values?.applied() ?? null;
    if (!hasChanged && counts === null && this.#rows === 0 && this.#bytes <= before.bytes) return before;
    const numbers = [this.#rows, this.#bytes, Number(table.isOrdered), Number(hasChanged)];
    if (counts === null) statements.get(saveSql('')).run(...numbers, table.id);
    else statements.get(saveSql(', counts = ?')).run(...numbers, counts.text, table.id);
    if (hasChanged) this.#saveKinds(statements);
    return { ...table, version: before.version + Number(hasChanged), counts: counts ?? before.counts };
  }

  #saveKinds(statements: Statements): void {
    const save = statements.get('UPDATE "_kinds" SET kind = ? WHERE table_id = ? AND path = ?');
    for (const [path, kind] of this.#table.kinds) if (kind !== this.#before.kinds.get(path)) save.run(kind, this.#table.id, path);
  }
}

function saveSql(more: string): string {
  return `UPDATE "_tables" SET rows = rows + ?, bytes = max(bytes, ?), is_ordered = ?, version = version + ?${more} WHERE id = ?`;
}

/** The kinds of indexed fields that documents can still widen. */
function wideningOf({ kinds, spec }: Table): Widening[] {
  const found: Widening[] = [];
  for (const [path, kind] of kinds)
    if (kind !== 'array' && !spec.columns.includes(path)) found.push({ path, member: path.slice(spec.fields.length + 1), kind });
  return found;
}

function widened({ kind, member }: Widening, fields: Document): FieldKind {
  return joined(kind, kindOfValue(fields[member]));
}
