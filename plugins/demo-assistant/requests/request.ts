import { type FieldWord, findField, findThing, isChoice, ownField, ownThing, type Thing } from '../language/lexicon.ts';
import { itemsOf, type Opener, type Reading, type Segment, type Unit } from './reading.ts';

export interface WantedTable {
  readonly thing: Thing;
  /** Requested fields; empty: the usual fields of the thing. */
  readonly fields: FieldWord[];
}

/** The parsed request. */
export interface Wanted {
  readonly tables: readonly WantedTable[];
  /** Known things and fields without a place in the tables. */
  readonly unplaced: readonly Unit[];
  /** Words that had no effect. */
  readonly unknown: readonly string[];
}

const QUALIFIER = /^\p{L}{3,}$/u;
const GENITIVE = /^(?:of|von|vom|der|des|(?:mein|unser|ihr|sein)e[rs])$/;
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
  #main: readonly Unit[] = [];
  readonly #used = new Set<Unit>();

  read(segment: Segment): void {
    const items = itemsOf(segment);
    if (segment.opener === 'main') {
      this.#main = segment.units;
      this.#things(items, { isList: items.length > 1 });
      return;
    }
    if (this.#tables.size === 0) this.#unknownThing(items);
    if (this.#isFieldList(segment, items)) this.#listFields(items);
    else this.#things(items, { isList: items.length > 1 });
  }

  readAside({ units, opener }: Segment): void {
    const hasTables = this.#tables.size > 0;
    for (const unit of units) {
      if (BORROWING.test(unit.text) && unit.thing === null) this.#borrowing(unit);
      else if (hasTables && this.#isSaid(unit, opener)) this.#used.add(unit);
      else if (hasTables && opener === 'where' && unit.role === 'known' && unit.thing === null) this.#field(unit);
    }
    // "Where members borrow tools": each thing is a table.
    // "For my coffee brand" names no field.
    const isRead = ({ thing }: Unit) => thing !== null || opener === 'where';
    if (!hasTables) for (const unit of units.filter(isRead)) this.#things([[unit]], { isList: false });
  }

  /** The audience of an app, or a choice of a field: readings for water and gas. */
  #isSaid({ thing, text }: Unit, opener: Opener): boolean {
    return (thing !== null && opener === 'for') || [...this.#tables.values()].some((table) => isChoice(table.thing, text));
  }

  result(units: readonly Unit[]): Wanted {
    const content = units.filter(({ role }) => role === 'known' || role === 'unknown' || role === 'setting');
    const unknown = content.filter((unit) => unit.role === 'unknown' && !this.#used.has(unit));
    const tables = [...this.#tables.values()];
    const isBuilt = ({ thing }: Unit) => thing !== null && this.#tables.has(thing.thing.key);
    const unplaced = content.filter((unit) => unit.role === 'known' && !this.#used.has(unit) && !isBuilt(unit));
    return { tables, unplaced, unknown: unknown.map(({ text }) => text) };
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

  /** "Sneakers with size and colour": an unknown thing is built when most of its fields are known. */
  #unknownThing(items: readonly (readonly Unit[])[]): void {
    const content = this.#main.filter(({ role }) => role === 'known' || role === 'unknown');
    const known = items.filter((item) => phraseOf(item).field !== null).length;
    if (content.length === 0 || content.length > 2 || content.at(-1)?.role !== 'unknown' || known * 2 < items.length) return;
    this.#add(ownThing(content.map(({ text }) => text).join(' ')));
    for (const unit of content) this.#used.add(unit);
  }

  #field(unit: Unit): void {
    const last = [...this.#tables.values()].at(-1);
    if (last === undefined || unit.field === null) return;
    last.fields.push(unit.field);
    this.#used.add(unit);
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

  #things(all: readonly (readonly Unit[])[], { isList }: { readonly isList: boolean }): void {
    const items = all.map((item) => this.#withoutModifiers(item));
    const known = items.filter((item) => item.some(({ thing }) => thing !== null)).length;
    for (const item of items) {
      const things = item.filter(
        (unit, index) =>
          isThing(unit, isList || (this.#main.includes(unit) && isLast(item, index))) &&
          (unit.thing?.isPlural === true || item[index + 1]?.role !== 'unknown'),
      );
      if (things.length === 0) this.#other(item, { isList, isOneMore: isList && known >= 2 });
      else this.#named(things, item);
    }
  }

  #named(things: readonly Unit[], item: readonly Unit[]): void {
    const isGenitive = item.some(({ text }) => GENITIVE.test(text));
    const named = things.filter(
      ({ thing }, index) => thing?.isPlural === true || index === things.length - 1 || (isGenitive && index === 0),
    );
    // "Repairs of my cars": fields are those of the repairs.
    for (const unit of isGenitive ? named.toReversed() : named) this.#thing(unit, item);
    for (const unit of item) if (unit.role === 'known' && unit.thing === null) this.#field(unit);
  }

  /** Of adjacent things without a comma, the last one counts: a site diary is a diary. */
  #withoutModifiers(item: readonly Unit[]): readonly Unit[] {
    const isModifier = ({ thing }: Unit, index: number) =>
      thing !== null && item[index + 1]?.thing != null && item[index + 1]?.role !== 'filler';
    for (const unit of item.filter(isModifier)) this.#used.add(unit);
    return item.filter((unit, index) => !isModifier(unit, index));
  }

  /** "Honey harvest": an unknown word right in front of a thing says which. */
  #thing(unit: Unit, item: readonly Unit[]): void {
    if (unit.thing === null) return;
    const before = item[item.indexOf(unit) - 1];
    const which = before?.role === 'unknown' && QUALIFIER.test(before.text) ? before : undefined;
    this.#add(which === undefined ? unit.thing.thing : qualified(which.text, unit.thing.thing));
    for (const used of [unit, ...(which === undefined ? [] : [which])]) this.#used.add(used);
  }

  /** An item that is no known thing: a field, or one unknown name among known things, which is one more of them. */
  #other(item: readonly Unit[], { isList, isOneMore }: { readonly isList: boolean; readonly isOneMore: boolean }): void {
    const units = item.filter(({ role }) => role !== 'filler' || item.length === 1);
    const [only] = units;
    const { field } = phraseOf(item);
    const last = [...this.#tables.values()].at(-1);
    if (field !== null && only !== undefined && last !== undefined && isList) {
      last.fields.push(field);
      for (const unit of units) this.#used.add(unit);
    } else if (isOneMore && units.length === 1 && only?.role === 'unknown') {
      this.#add(ownThing(only.text));
      this.#used.add(only);
    }
  }

  #borrowing(unit: Unit): void {
    const loan = findThing('loan');
    if (loan !== null) this.#add(loan.thing);
    this.#used.add(unit);
  }

  #add(thing: Thing): void {
    if (!this.#tables.has(thing.key)) this.#tables.set(thing.key, { thing, fields: [] });
  }
}

/** A setting in the plural at the end of its part is what the app lists: violin students. */
function isLast(item: readonly Unit[], index: number): boolean {
  return item[index]?.thing?.isPlural === true && item.slice(index + 1).every(({ role }) => role === 'filler');
}

function isThing({ thing, role }: Unit, isList: boolean): boolean {
  return thing !== null && (role === 'known' || (role === 'setting' && isList));
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
