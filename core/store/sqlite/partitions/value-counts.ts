import type { Filter } from '../../documents/filter.ts';
import { compileFilter } from '../../documents/match.ts';
import type { Json } from '../../documents/values.ts';

/** What a row has in a field that is counted; undefined when it lacks the field. A map keeps 1, true and "1" apart. */
export type CountedValue = string | number | boolean | null | undefined;

/** Distinct values of a field. */
export const MAX_VALUES = 64;
const MAX_TEXT_LENGTH = 100;
/** Of all counts of a table: its record stays within the page that commits write anyway. */
const MAX_BYTES = 3000;
const MAX_BYTES_PER_UNIT = 3;

export function isCounted(value: Json | undefined): value is CountedValue {
  if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH;
  return typeof value !== 'object' || value === null;
}

/** How many rows have each value of a field. */
export class FieldCounts {
  readonly values: ReadonlyMap<CountedValue, number>;
  #text: string | null = null;

  constructor(values: ReadonlyMap<CountedValue, number>) {
    this.values = values;
  }

  /** A JSON list: each value with its count, and a list of the count alone for the rows without the field. */
  get text(): string {
    this.#text ??= textOf(this.values);
    return this.#text;
  }
}

/** By hand, because each commit makes it: four times as fast as from lists. */
function textOf(values: ReadonlyMap<CountedValue, number>): string {
  let text = '';
  for (const [value, count] of values) {
    const json = typeof value === 'string' ? JSON.stringify(value) : value;
    text += `${text === '' ? '' : ','}${value === undefined ? `[${count}]` : `[${json},${count}]`}`;
  }
  return `[${text}]`;
}

/** By member of the fields; null for one that has, or had, too many values. */
type Fields = Map<string, FieldCounts | null>;

/** How many rows of a table have each value of its fields with few values, as of one commit. */
export class ValueCounts {
  /** As stored. */
  readonly text: string;
  #fields: Fields | null;
  #counted: readonly string[] | null = null;

  constructor(text: string, fields: Fields | null = null) {
    this.text = text;
    this.#fields = fields;
  }

  /** Takes over the map. Drops the counts of fields with too many values, and the longest ones while all are too long. */
  static of(fields: Fields): ValueCounts {
    for (const [member, counts] of fields) if (counts !== null && counts.values.size > MAX_VALUES) fields.set(member, null);
    let text = encoded(fields);
    while (text.length * MAX_BYTES_PER_UNIT > MAX_BYTES && Buffer.byteLength(text) > MAX_BYTES) {
      const longest = longestOf(fields);
      if (longest === null) break;
      fields.set(longest, null);
      text = encoded(fields);
    }
    return new ValueCounts(text, fields);
  }

  /** Those of a table without rows, with counts for fields that had too many values. */
  emptied(): ValueCounts {
    return ValueCounts.of(new Map([...this.fields.keys()].map((member) => [member, new FieldCounts(new Map())])));
  }

  get fields(): ReadonlyMap<string, FieldCounts | null> {
    this.#fields ??= decoded(this.text);
    return this.#fields;
  }

  /** The members whose values are counted. */
  get counted(): readonly string[] {
    if (this.#counted !== null) return this.#counted;
    const counted: string[] = [];
    for (const [member, counts] of this.fields) if (counts !== null) counted.push(member);
    this.#counted = counted;
    return counted;
  }
}

function encoded(fields: Fields): string {
  let text = '';
  for (const [member, counts] of fields)
    text += `${text === '' ? '' : ','}${JSON.stringify(member)}:${counts === null ? null : counts.text}`;
  return `{${text}}`;
}

function decoded(text: string): Fields {
  const fields = Object.entries(JSON.parse(text) as Record<string, ([CountedValue, number] | [number])[] | null>);
  const countsOf = (entries: ([CountedValue, number] | [number])[]) =>
    new FieldCounts(new Map(entries.map((entry) => (entry.length === 1 ? [undefined, entry[0]] : entry))));
  return new Map(fields.map(([member, entries]) => [member, entries && countsOf(entries)]));
}

function longestOf(fields: Fields): string | null {
  let longest: { readonly member: string; readonly length: number } | null = null;
  for (const [member, counts] of fields) {
    const length = counts?.text.length ?? 0;
    if (length > (longest?.length ?? 0)) longest = { member, length };
  }
  return longest?.member ?? null;
}

/** How many rows match a filter on one counted member of the fields, which documents have at `path`; null for other filters. */
export function countByValues(counts: ValueCounts, path: string, filter: Filter): number | null {
  const members = new Set(membersOf(path, filter));
  const [member] = members;
  const field = members.size === 1 && typeof member === 'string' ? counts.fields.get(member) : undefined;
  if (field === undefined || field === null) return null;
  const matches = compileFilter(filter);
  let sum = 0;
  for (const [value, rows] of field.values) if (matches({ [path]: value === undefined ? {} : { [member as string]: value } })) sum += rows;
  return sum;
}

/** The members of the fields that a filter concerns; null for other paths. */
function membersOf(path: string, filter: Filter): (string | null)[] {
  if (filter.kind === 'field') return [filter.path[0] === path ? (filter.path[1] ?? null) : null];
  return (filter.kind === 'not' ? [filter.part] : filter.parts).flatMap((part) => membersOf(path, part));
}
