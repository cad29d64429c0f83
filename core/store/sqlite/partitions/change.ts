import type { Document } from '../../documents/values.ts';
import type { Statements } from '../statements.ts';
import type { StoredRow } from './stored-row.ts';
import { type FieldKind, isInOrder, joined, kindOfValue, type Table, tableOf } from './table.ts';

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
  #rows = 0;
  #bytes = 0;

  constructor(table: Table) {
    this.#before = table;
    this.#table = table;
    this.#widening = wideningOf(table);
  }

  /** As the transaction sees it. */
  get table(): Table {
    return this.#table;
  }

  /** Notes a row that was written, and how many rows that adds. */
  wrote({ id, time, fields, bytes }: StoredRow, rows: number): void {
    this.#rows += rows;
    this.#bytes = Math.max(this.#bytes, bytes);
    const isOrdered = this.#table.isOrdered && isInOrder(id, time);
    const isWider = this.#widening.some((each) => widened(each, fields) !== each.kind);
    if (isOrdered === this.#table.isOrdered && !isWider) return;
    const wider = this.#widening.map((each): [string, FieldKind] => [each.path, widened(each, fields)]);
    this.#table = tableOf(this.#table.spec, { ...this.#table, isOrdered, kinds: new Map([...this.#table.kinds, ...wider]) });
    this.#widening = wideningOf(this.#table);
  }

  /** Notes that rows were deleted. */
  deleted(rows: number): void {
    this.#rows -= rows;
  }

  save(statements: Statements): void {
    const [before, table] = [this.#before, this.#table];
    const hasChanged = before !== table;
    if (!hasChanged && this.#rows === 0 && this.#bytes <= before.bytes) return;
    statements
      .get('UPDATE "_tables" SET rows = rows + ?, bytes = max(bytes, ?), is_ordered = ?, version = version + ? WHERE id = ?')
      .run(this.#rows, this.#bytes, Number(table.isOrdered), Number(hasChanged), table.id);
    if (!hasChanged) return;
    const save = statements.get('UPDATE "_kinds" SET kind = ? WHERE table_id = ? AND path = ?');
    for (const [path, kind] of table.kinds) if (kind !== before.kinds.get(path)) save.run(kind, table.id, path);
  }
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
