import { type FieldWord, findField, findThing, isChoice, ownField, ownThing, type Thing } from '../language/lexicon.ts';
import { itemsOf, type Reading, type Segment, type Unit } from './reading.ts';

export interface WantedTable {
  readonly thing: Thing;
  /** Requested fields; empty: the usual fields of the thing. */
  readonly fields: FieldWord[];
}

/** The parsed request. */
export interface Wanted {
  readonly tables: readonly WantedTable[];
  /** Fields without a particular table. */
  readonly fields: readonly FieldWord[];
  /** Words that had no effect. */
  readonly unknown: readonly string[];
  /** The share of content words that were understood, from 0 to 1. */
  readonly share: number;
}

const QUALIFIER = /^\p{L}{3,}$/u;
const BORROWING = /^(?:borrow|lend|lent|rent|loan|ausleih|leih|verleih)\w*$/;

export function wantedOf({ segments }: Reading): Wanted {
  const collector = new Collector();
  const lists = segments.filter(({ opener }) => opener !== 'for' && opener !== 'where');
  for (const segment of lists) collector.read(segment);
  // "An app for plants": the segment after "for" has the thing if no other segment does.
  const others = segments.filter((segment) => !lists.includes(segment));
  for (const segment of others) collector.readAside(segment);
  return collector.result(segments.flatMap(({ units }) => units));
}

class Collector {
  readonly #tables = new Map<string, WantedTable>();
  readonly #fields: FieldWord[] = [];
  readonly #used = new Set<Unit>();

  read(segment: Segment): void {
    const items = itemsOf(segment);
    if (segment.opener === 'main') {
      this.#things(items.map(withoutModifiers), { isList: items.length > 1 });
      return;
    }
    if (this.#isFieldList(segment, items)) this.#listFields(items);
    else this.#things(items.map(withoutModifiers), { isList: items.length > 1 });
  }

  readAside({ units, opener }: Segment): void {
    const hasTables = this.#tables.size > 0;
    for (const unit of units) {
      if (BORROWING.test(unit.text) && unit.thing === null) this.#borrowing(unit);
      else if (hasTables && this.#isSaid(unit)) this.#used.add(unit);
    }
    // "Where members borrow tools": each thing is a table.
    // "For my coffee brand" names no field.
    const isRead = ({ thing }: Unit) => thing !== null || opener === 'where';
    if (!hasTables) for (const unit of units.filter(isRead)) this.#things([[unit]], { isList: false });
  }

  /** A known thing, or a choice of a field: readings for water and gas. */
  #isSaid({ thing, text }: Unit): boolean {
    return thing !== null || [...this.#tables.values()].some((table) => isChoice(table.thing, text));
  }

  result(units: readonly Unit[]): Wanted {
    const content = units.filter(({ role }) => role === 'known' || role === 'unknown' || role === 'setting');
    const unknown = content.filter((unit) => unit.role === 'unknown' && !this.#used.has(unit));
    const share = content.length === 0 ? 0 : 1 - unknown.length / content.length;
    return { tables: [...this.#tables.values()], fields: this.#fields, unknown: unknown.map(({ text }) => text), share };
  }

  /** A list after a thing lists its fields if it contains a field, or no plural. */
  #isFieldList({ opener }: Segment, items: readonly (readonly Unit[])[]): boolean {
    const known = items.map((item) => phraseOf(item));
    if (this.#tables.size > 1)
      return opener === 'with' && known.every(({ field, unit }) => field !== null && unit?.thing?.isPlural !== true);
    if (this.#tables.size === 0) return false;
    const onlyFields = known.filter(({ unit, field }) => field !== null && unit?.thing == null).length;
    const plurals = known.filter(({ unit }) => unit?.thing?.isPlural).length;
    return onlyFields > 0 ? onlyFields * 2 >= plurals : plurals === 0;
  }

  #listFields(items: readonly (readonly Unit[])[]): void {
    const table = [...this.#tables.values()].at(-1);
    for (const item of items) {
      const { field, words } = phraseOf(item);
      if (field === null && (words.length > 4 || words.length === 0)) continue;
      table?.fields.push(field ?? ownField(words.join(' ')));
      for (const unit of item) this.#used.add(unit);
    }
  }

  #things(items: readonly (readonly Unit[])[], { isList }: { readonly isList: boolean }): void {
    const known = items.filter((item) => item.some(({ thing }) => thing !== null)).length;
    for (const item of items) {
      const thing = item.findLast((unit) => unit.thing !== null && (unit.role === 'known' || (unit.role === 'setting' && isList)));
      if (thing?.thing) this.#thing(thing.thing.thing, item[item.indexOf(thing) - 1]);
      else this.#other(item, { isList, isOneMore: isList && known >= 2 });
    }
  }

  /** "Honey harvest": an unknown word right in front of a thing says which. */
  #thing(thing: Thing, before: Unit | undefined): void {
    const which = before?.role === 'unknown' && QUALIFIER.test(before.text) ? before : undefined;
    this.#add(which === undefined ? thing : qualified(which.text, thing));
    if (which !== undefined) this.#used.add(which);
  }

  /** An item that is no known thing: a field, or one unknown name among known things, which is one more of them. */
  #other(item: readonly Unit[], { isList, isOneMore }: { readonly isList: boolean; readonly isOneMore: boolean }): void {
    const units = item.filter(({ role }) => role !== 'filler' || item.length === 1);
    const [only] = units;
    const { field } = phraseOf(item);
    const last = [...this.#tables.values()].at(-1);
    if (field !== null && only !== undefined) {
      if (last !== undefined && isList) last.fields.push(field);
      else this.#fields.push(field);
    } else if (isOneMore && units.length === 1 && only?.role === 'unknown') {
      this.#add(ownThing(only.text));
      this.#used.add(only);
    }
  }

  #borrowing(unit: Unit): void {
    const loan = findLoan();
    if (loan !== null) this.#add(loan);
    this.#used.add(unit);
  }

  #add(thing: Thing): void {
    if (!this.#tables.has(thing.key)) this.#tables.set(thing.key, { thing, fields: [] });
  }
}

/** Of adjacent things without a comma, the last one counts: a site diary is a diary. */
function withoutModifiers(item: readonly Unit[]): readonly Unit[] {
  return item.filter((unit, index) => unit.thing === null || item[index + 1]?.thing == null || item[index + 1]?.role === 'filler');
}

interface Phrase {
  readonly field: FieldWord | null;
  /** The known thing or field of the item. */
  readonly unit: Unit | null;
  readonly words: readonly string[];
}

function phraseOf(item: readonly Unit[]): Phrase {
  const whole = item.map(({ text }) => text).join(' ');
  const content = item.filter(({ role }) => role !== 'filler');
  const unit = content.length === 1 ? (content[0] ?? null) : null;
  const words = content.map(({ text }) => text);
  const field =
    findField(whole) ??
    findField(words.join(' ')) ??
    unit?.field ??
    content.find((one) => one.field !== null && one.thing === null)?.field ??
    null;
  return { field, unit, words };
}

function qualified(word: string, thing: Thing): Thing {
  const { key, one, many } = thing;
  // German inflects such words before the noun: use the noun alone.
  return { ...thing, key: `${word} ${key}`, one: { ...one, en: `${word} ${one.en}` }, many: { ...many, en: `${word} ${many.en}` } };
}

function findLoan(): Thing | null {
  return findThing('loan')?.thing ?? null;
}
