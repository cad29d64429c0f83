import type { Document, Json } from '../../documents/values.ts';
import { type CountedValue, FieldCounts, isCounted, ValueCounts } from './value-counts.ts';

/** The value of a member of the fields, as stored. */
function storedValue(fields: Document, member: string): Json | undefined {
  const value = Object.hasOwn(fields, member) ? fields[member] : undefined;
  // Arithmetic may exceed the numbers that JSON has.
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}

/** A value as `memberSql` selects it. */
export function valueOfJson(text: string | null): Json | undefined {
  return text === null ? undefined : (JSON.parse(text) as Json);
}

/** What a transaction changes about the counts of a table. */
export class ValueChanges {
  /** Of the fields that are counted, in the order of the changes. */
  readonly members: readonly string[];
  readonly #before: ValueCounts;
  readonly #isEmptied: boolean;
  /** Null for a field with a value that cannot be counted. */
  readonly #changes: (Map<CountedValue, number> | null)[];

  /** `isEmptied`: the transaction has deleted all rows, which leaves these counts. */
  constructor(before: ValueCounts, isEmptied = false) {
    this.#before = before;
    this.#isEmptied = isEmptied;
    this.members = before.counted;
    this.#changes = this.members.map(() => new Map());
  }

  copy(): ValueChanges {
    const copy = new ValueChanges(this.#before, this.#isEmptied);
    for (const [at, changes] of this.#changes.entries()) copy.#changes[at] = changes && new Map(changes);
    return copy;
  }

  inserted(fields: Document): void {
    for (let at = 0; at < this.members.length; at++) this.#note(at, storedValue(fields, this.members[at] as string), 1);
  }

  replaced(before: Document, after: Document): void {
    for (let at = 0; at < this.members.length; at++) {
      const member = this.members[at] as string;
      const [old, value] = [storedValue(before, member), storedValue(after, member)];
      if (old === value) continue;
      this.#note(at, old, -1);
      this.#note(at, value, 1);
    }
  }

  /** `values` are those of the members, as `memberSql` selects them. */
  deleted(values: readonly (string | null)[]): void {
    for (let at = 0; at < values.length; at++) this.#note(at, valueOfJson(values[at] as string | null), -1);
  }

  /** The counts after the transaction; null when they stay as they are. */
  applied(): ValueCounts | null {
    let fields: Map<string, FieldCounts | null> | null = null;
    for (let at = 0; at < this.#changes.length; at++) {
      const changes = this.#changes[at] as Map<CountedValue, number> | null;
      if (changes?.size === 0) continue;
      const member = this.members[at] as string;
      fields ??= new Map(this.#before.fields);
      fields.set(member, changes && sumOf(this.#before.fields.get(member) as FieldCounts, changes));
    }
    if (fields !== null) return ValueCounts.of(fields);
    return this.#isEmptied ? this.#before : null;
  }

  #note(at: number, value: Json | undefined, rows: number): void {
    const changes = this.#changes[at] as Map<CountedValue, number> | null;
    if (changes === null) return;
    if (isCounted(value)) changes.set(value, (changes.get(value) ?? 0) + rows);
    else this.#changes[at] = null;
  }
}

function sumOf(before: FieldCounts, changes: ReadonlyMap<CountedValue, number>): FieldCounts {
  const sum = new Map(before.values);
  for (const [value, change] of changes) {
    const count = (sum.get(value) ?? 0) + change;
    if (count === 0) sum.delete(value);
    else sum.set(value, count);
  }
  return new FieldCounts(sum);
}
