import { closedParts, fieldRulesOf } from '@sayso/core/rules';
import { z } from 'zod';
import { adminsOnly, type FieldRules, NO_RULES, type RuledAccess, ruledAccessOf, withFieldRules } from '../versions/entity-rules.ts';
import { isDeeper } from '../versions/entity-schema.ts';
import { USER_FIELDS, userFieldsIn } from '../versions/user-fields.ts';

/** A table as its project describes it, for this product. */
export interface ConvertedEntity {
  readonly json: string;
  /** What is different, in sentences; empty when nothing is. */
  readonly notes: readonly string[];
  /** Whether it says who reads and writes its rows. */
  readonly isRuled: boolean;
}

const record = z.record(z.string(), z.unknown());
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array']);
const MAX_DEPTH = 12;
const MAX_RULE_DEPTH = 9;
/** Of the text, with what is left out of it. */
const MAX_NESTING = 60;

/**
 * JSON, also with comments and trailing commas; unreadable text stays, and is refused by the check of tables. `isOfPeople`: its properties are
 * what the app keeps about the people who use it.
 */
export function entityOf(text: string, isOfPeople = false): ConvertedEntity {
  const parsed = record.safeParse(parseLoose(text));
  // The check of tables refuses it.
  if (!parsed.success || isDeeper(parsed.data, MAX_NESTING)) return { json: text, notes: [], isRuled: true };
  const { rls: given, permissions, ...schema } = parsed.data;
  const rls = statedRules(given);
  const notes: string[] = [];
  const fieldRules: FieldRules[] = [];
  const properties = record.safeParse(schema['properties']);
  const mended = properties.success ? mendAll(properties.data, { notes, fieldRules, depth: 0, isOfPeople }) : {};
  // The rules are converted, so what they read of a person is listed apart.
  const read = [...userFieldsIn({ rules: [rls, permissions], schema })].sort();
  const table = { ...schema, type: 'object', properties: mended, ...(read.length === 0 ? {} : { [USER_FIELDS]: read }) };
  if (Object.hasOwn(schema, 'x-accessControl')) {
    if (rls !== undefined || permissions !== undefined) notes.push('It has "x-accessControl", which holds in place of its other rules.');
    return { json: `${JSON.stringify(table, null, 2)}\n`, notes, isRuled: true };
  }
  // Rules of fields hold for a person's own fields alone; they narrow the rules of any other table.
  const stated = ruledAccessOf(rls ?? permissions, new Set(Object.keys(mended)), notes);
  const access = narrowedByFields(stated, isOfPeople ? [] : fieldRules, notes);
  // Rows of other products may have more fields than their table says.
  const own = { additionalProperties: true, ...table, 'x-accessControl': access };
  const isRuled = record.safeParse(rls ?? permissions).success || fieldRules.length > 0;
  return { json: `${JSON.stringify(own, null, 2)}\n`, notes: isRuled ? notes : notes.filter((note) => note !== NO_RULES), isRuled };
}

/**
 * Rules without those that are `null`, which Base44 writes for an operation that has none. Next to `write`, which would take its place, one says
 * that no one may.
 */
function statedRules(rules: unknown): unknown {
  const parsed = record.safeParse(rules);
  if (!parsed.success || Object.hasOwn(parsed.data, 'write')) return rules;
  const stated = Object.entries(parsed.data).filter(([, rule]) => rule !== null);
  return stated.length === 0 && Object.keys(parsed.data).length > 0 ? undefined : Object.fromEntries(stated);
}

/** Where rules of fields leave reading or writing to admins, the rules of rows would open it again. */
function narrowedByFields(stated: RuledAccess, fields: readonly FieldRules[], notes: string[]): Record<string, unknown> {
  const permissions = withFieldRules(stated.permissions, fields, notes);
  const closed = fields.map(({ rules }) => adminsOnly(rules));
  const isClosed = (operation: string) => closed.some(({ read, write }) => (operation === 'read' ? read : write));
  // Tables are nested less deeply than their rules may be elsewhere; their permissions are narrower.
  const open = Object.entries(stated.rules).filter(([operation]) => !isClosed(operation));
  const deep = open.filter(([, rule]) => isDeeper(rule, MAX_RULE_DEPTH)).map(([operation]) => operation);
  for (const operation of deep)
    notes.push(
      `Its rule for "${operation}" is nested more than ${MAX_RULE_DEPTH} levels deep, and was left out: "${permissions.read}" reads its rows, "${permissions.write}" writes them.`,
    );
  const rules = Object.fromEntries(open.filter(([operation]) => !deep.includes(operation)));
  return Object.keys(rules).length === 0 ? { permissions } : { permissions, rules };
}

/**
 * The name that code uses for a table, whose file is at `path` in the folder of tables: newer projects write `watch-event.jsonc` for what their
 * code calls `WatchEvent`, and `commerce.Cart.jsonc` or `commerce/cart.jsonc` for `commerce.Cart`, as its text says.
 */
export function usedName(path: string, text: string): string {
  const name = path.replaceAll('/', '.');
  if (/^[A-Z]\w*$/.test(name)) return name;
  const plain = (one: string) => one.replace(/[-_.]/g, '').toLowerCase();
  const last = path.slice(path.lastIndexOf('/') + 1);
  const given = [...text.matchAll(/"name"\s*:\s*"([A-Za-z_][\w.]{0,63})"/g)].map(([, one = '']) => one);
  const said = given.find((one) => plain(one) === plain(name)) ?? given.find((one) => plain(one) === plain(last));
  if (said !== undefined) return said;
  return name.includes('-') ? name.replace(/(?:^|-+|(?<=\.))(\w?)/g, (_, letter: string) => letter.toUpperCase()) : name;
}

function parseLoose(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(withoutComments(text));
    } catch {
      return null;
    }
  }
}

/** Comments and commas before a closing bracket, outside of texts. Without an end they reach to that of the line or the file: linear time. */
function withoutComments(text: string): string {
  const plain = text.replace(/("(?:[^"\\\n]|\\.)*"?)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (_, kept: string | undefined) => kept ?? '');
  return plain.replace(/("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])/g, (_, kept: string | undefined) => kept ?? '');
}

/** Fields with types and choices that tables have here. */
function mendAll(properties: Readonly<Record<string, unknown>>, at: Omit<At, 'name'>): Record<string, unknown> {
  const mended: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name)) mended[name] = mend(value, { ...at, name });
    else {
      at.notes.push(`The field "${name}" has a name that tables do not have here, and was left out.`);
      // Rows have it all the same.
      const { data } = record.safeParse(value);
      if (data?.['rls'] !== undefined) at.fieldRules.push({ name, rules: data['rls'] });
    }
  }
  return mended;
}

interface At {
  readonly name: string;
  readonly notes: string[];
  readonly fieldRules: FieldRules[];
  readonly depth: number;
  /** Rules of the fields of people are not those of rows. */
  readonly isOfPeople: boolean;
}

function mend(given: unknown, at: At): Record<string, unknown> {
  const parsed = record.safeParse(given);
  if (!parsed.success) return { type: 'string' };
  if (at.depth > MAX_DEPTH) {
    at.notes.push(`The field "${at.name}" is nested more than ${MAX_DEPTH} levels deep, and is a text.`);
    // They cannot be told apart from those of the fields around them.
    if (JSON.stringify(given).includes('"rls"')) at.fieldRules.push({ name: at.name, rules: false });
    return { type: 'string' };
  }
  const { enum: choices, items, properties, required, rls, ...property } = parsed.data;
  const inner = { ...at, depth: at.depth + 1 };
  const fields = record.safeParse(properties);
  return {
    ...property,
    ...typeOf(property['type'], at),
    ...(Array.isArray(choices) ? { enum: choices.filter((one) => typeof one === 'string' || typeof one === 'number') } : {}),
    ...(record.safeParse(items).success ? { items: mend(items, inner) } : {}),
    ...(fields.success ? { properties: mendAll(fields.data, inner) } : {}),
    ...(rls === undefined || at.isOfPeople ? {} : { rls: fieldRule(rls, at) }),
    // Of a table of people: the field is written by admins only.
    ...(at.isOfPeople && adminsOnly(rls).write ? { 'x-accessControl': { permissions: { write: 'admin' } } } : {}),
    ...(Array.isArray(required) ? { required: required.filter((one) => typeof one === 'string') } : {}),
  };
}

/** The rules of a field, which are kept as they are written. Tables are nested less deeply than rules may be elsewhere. */
function fieldRule(rls: unknown, { name, notes, depth }: At): unknown {
  if (!isDeeper(rls, MAX_RULE_DEPTH - 2 * depth)) {
    const closed = Object.values(fieldRulesOf({ properties: { [name]: { rls } } })[name] ?? {}).flatMap(closedParts);
    if (closed.length > 0)
      notes.push(
        `The rules of its field "${name}" have parts that are not understood here, which let in no one but people who build the app: ${[...new Set(closed)].join(', ')}.`,
      );
    return rls;
  }
  notes.push(`The rules of its field "${name}" are nested too deeply: people who build the app read and write it, no one else.`);
  return false;
}

function typeOf(type: unknown, { name, notes }: At): Record<string, unknown> {
  const one = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  if (one === undefined) return {};
  if (typeof one === 'string' && TYPES.has(one)) return { type: one };
  if (one === 'date' || one === 'datetime' || one === 'date-time') return { type: 'string', format: one === 'date' ? 'date' : 'date-time' };
  notes.push(`The field "${name}" is a text: there is no type ${JSON.stringify(one).slice(0, 60)}.`);
  return { type: 'string' };
}
