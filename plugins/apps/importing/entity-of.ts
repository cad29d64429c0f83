import { z } from 'zod';
import { isDeeper } from '../versions/entity-schema.ts';

/** From wide to narrow. */
const LEVELS = ['anonymous', 'all', 'creator', 'admin', 'none'] as const;
type Level = (typeof LEVELS)[number];
type Operation = 'read' | 'create' | 'update' | 'delete';

/** A table as its project describes it, for this product. */
export interface ConvertedEntity {
  readonly json: string;
  /** What is different, in sentences; empty when nothing is. */
  readonly notes: readonly string[];
}

const record = z.record(z.string(), z.unknown());
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array']);
const MAX_DEPTH = 12;
/** Of the text, with what is left out of it. */
const MAX_NESTING = 60;

/** JSON, also with comments and trailing commas; unreadable text stays, and is refused by the check of tables. */
export function entityOf(text: string): ConvertedEntity {
  const parsed = record.safeParse(parseLoose(text));
  // The check of tables refuses it.
  if (!parsed.success || isDeeper(parsed.data, MAX_NESTING)) return { json: text, notes: [] };
  const { rls, permissions, ...schema } = parsed.data;
  const notes: string[] = [];
  const properties = record.safeParse(schema['properties']);
  const table = { ...schema, type: 'object', properties: properties.success ? mendAll(properties.data, notes, 0) : {} };
  if (Object.hasOwn(schema, 'x-accessControl')) return { json: `${JSON.stringify(table, null, 2)}\n`, notes };
  const access = accessOf(rls ?? permissions, notes);
  // Rows of other products may have more fields than their table says.
  const own = { additionalProperties: true, ...table, 'x-accessControl': { permissions: access } };
  return { json: `${JSON.stringify(own, null, 2)}\n`, notes };
}

/**
 * The name of a table whose file is named `name`: newer projects write `watch-event.jsonc` for the table that their code calls `WatchEvent`, as
 * its text says.
 */
export function tableName(name: string, text: string): string {
  if (/^[A-Z]\w*$/.test(name)) return name;
  const plain = (one: string) => one.replace(/[-_]/g, '').toLowerCase();
  const said = [...text.matchAll(/"name"\s*:\s*"([A-Za-z_]\w{0,63})"/g)].find(([, one = '']) => plain(one) === plain(name));
  if (said?.[1] !== undefined) return said[1];
  return name.includes('-') ? name.replace(/(?:^|-+)(\w?)/g, (_, letter: string) => letter.toUpperCase()) : name;
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
function mendAll(properties: Readonly<Record<string, unknown>>, notes: string[], depth: number): Record<string, unknown> {
  const mended: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name)) mended[name] = mend(value, { name, notes, depth });
    else notes.push(`The field "${name}" has a name that tables do not have here, and was left out.`);
  }
  return mended;
}

interface At {
  readonly name: string;
  readonly notes: string[];
  readonly depth: number;
}

function mend(given: unknown, at: At): Record<string, unknown> {
  const parsed = record.safeParse(given);
  if (!parsed.success || at.depth > MAX_DEPTH) return { type: 'string' };
  const { enum: choices, items, properties, required, ...property } = parsed.data;
  const inner = { ...at, depth: at.depth + 1 };
  const fields = record.safeParse(properties);
  return {
    ...property,
    ...typeOf(property['type'], at),
    ...(Array.isArray(choices) ? { enum: choices.filter((one) => typeof one === 'string' || typeof one === 'number') } : {}),
    ...(record.safeParse(items).success ? { items: mend(items, inner) } : {}),
    ...(fields.success ? { properties: mendAll(fields.data, at.notes, at.depth + 1) } : {}),
    ...(Array.isArray(required) ? { required: required.filter((one) => typeof one === 'string') } : {}),
  };
}

function typeOf(type: unknown, { name, notes }: At): Record<string, unknown> {
  const one = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  if (one === undefined) return {};
  if (typeof one === 'string' && TYPES.has(one)) return { type: one };
  if (one === 'date' || one === 'datetime' || one === 'date-time') return { type: 'string', format: one === 'date' ? 'date' : 'date-time' };
  notes.push(`The field "${name}" is a text: there is no type ${JSON.stringify(one).slice(0, 60)}.`);
  return { type: 'string' };
}

/** The product's permissions for the rules of a table, each as wide as the rule or narrower. */
function accessOf(rules: unknown, notes: string[]): { readonly read: Level; readonly write: Level } {
  const parsed = record.safeParse(rules);
  if (!parsed.success) {
    notes.push('It has no rules: people who are signed in read and change its rows.');
    return { read: 'all', write: 'all' };
  }
  const at = (operation: Operation) =>
    levelOf(operation === 'read' ? parsed.data['read'] : (parsed.data[operation] ?? parsed.data['write']), { operation, notes });
  const [read, create, update, remove] = (['read', 'create', 'update', 'delete'] as const).map(at) as [Level, Level, Level, Level];
  const write = narrowest([create, update, remove]);
  // Who may change only their own rows may add some: that is one permission here.
  if (create !== write && !(write === 'creator' && create === 'all'))
    notes.push(`Its rows are added by "${write}" only: adding, changing and removing have one permission here.`);
  else if (update !== remove)
    notes.push(`Its rows are changed and removed by "${write}" only: changing and removing have one permission here.`);
  return { read, write };
}

const rank = (level: Level): number => LEVELS.indexOf(level);
const narrowest = (levels: readonly Level[]): Level => levels.toSorted((a, b) => rank(b) - rank(a))[0] ?? 'admin';
const widest = (levels: readonly Level[]): Level | undefined => levels.toSorted((a, b) => rank(a) - rank(b))[0];

interface Rule {
  readonly operation: Operation;
  readonly notes: string[];
}

function levelOf(rule: unknown, { operation, notes }: Rule): Level {
  const level = known(rule, 0);
  if (level !== null) return level;
  notes.push(`Its rule for "${operation}" has no equal here, so only admins of the app may: ${JSON.stringify(rule).slice(0, 200)}.`);
  return 'admin';
}

/** Null for a rule that no permission is as narrow as. Members of `$or` without an equal are left out, which is narrower. */
function known(rule: unknown, depth: number): Level | null {
  if (rule === undefined || rule === true) return 'all';
  if (rule === false || rule === null) return 'none';
  if (typeof rule === 'string') return NAMES[rule.toLowerCase()] ?? null;
  const parsed = record.safeParse(rule);
  if (!parsed.success || depth > MAX_DEPTH) return null;
  const levels = Object.entries(parsed.data).map(([key, value]) => condition(key, value, depth));
  if (levels.length === 0) return 'all';
  return levels.includes(null) ? null : narrowest(levels as Level[]);
}

function condition(key: string, value: unknown, depth: number): Level | null {
  if (Array.isArray(value) && (key === '$or' || key === '$and')) {
    const levels = value.map((one) => known(one, depth + 1));
    if (key === '$or') return widest(levels.filter((level) => level !== null)) ?? null;
    return levels.includes(null) ? null : narrowest(levels as Level[]);
  }
  return CONDITIONS[key]?.(value) ?? null;
}

const CONDITIONS: Readonly<Record<string, (value: unknown) => Level | null>> = {
  user_condition: (value) => (isRole(value, 'admin') ? 'admin' : null),
  created_by: (value) => (isText(value, /^\{\{\s*user\.email\s*\}\}$/) ? 'creator' : null),
  created_by_id: (value) => (isText(value, /^\{\{\s*user\.id\s*\}\}$/) ? 'creator' : null),
};

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

function isRole(value: unknown, role: string): boolean {
  const { success, data } = record.safeParse(value);
  return success && Object.keys(data).length === 1 && data['role'] === role;
}

const NAMES: Readonly<Record<string, Level>> = {
  public: 'anonymous',
  anyone: 'anonymous',
  anonymous: 'anonymous',
  all: 'all',
  authenticated: 'all',
  user: 'all',
  users: 'all',
  owner: 'creator',
  creator: 'creator',
  admin: 'admin',
  none: 'none',
};
