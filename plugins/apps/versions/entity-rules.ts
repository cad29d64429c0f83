import { closedParts, parseRule, type Rule as RowRule, ruleOfPermission } from '@sayso/core/rules';
import { z } from 'zod';
import type { Permission } from '../ref.ts';

/** From wide to narrow. `users`, everyone who is signed in, is a permission to write here (`all`) and none to read. */
const LEVELS = ['anonymous', 'all', 'users', 'creator', 'admin', 'none'] as const;
type Level = (typeof LEVELS)[number];
type Operation = 'read' | 'create' | 'update' | 'delete';

export interface Access {
  readonly read: Permission;
  readonly write: Permission;
}

/** Of a table that states none: people see and change their own rows. */
export const DEFAULT_ACCESS: Access = { read: 'creator', write: 'creator' };

/** The note of a table without rules. */
export const NO_RULES = "It has no rules: people read and change their own rows, and no one else's.";

const WRITES = ['create', 'update', 'delete'] as const;
const MAX_DEPTH = 12;
const record = z.record(z.string(), z.unknown());

/**
 * The product's permissions for the rules of a table of Base44, each as wide as the rule or narrower. What the rules do not mention is not
 * opened: rows without a rule belong to their creators, and rows that others read are written by admins.
 */
export function accessOf(rules: unknown, notes: string[]): Access {
  const parsed = record.safeParse(rules);
  if (!parsed.success) {
    notes.push(NO_RULES);
    return DEFAULT_ACCESS;
  }
  const keyOf = (operation: Operation) => (Object.hasOwn(parsed.data, operation) || operation === 'read' ? operation : 'write');
  const isStated = (operation: Operation) => Object.hasOwn(parsed.data, keyOf(operation));
  const at = (operation: Operation): Level =>
    isStated(operation) ? levelOf(parsed.data[keyOf(operation)], { operation, notes }) : 'creator';
  const read = readLevel(at('read'), notes);
  if (!isStated('read')) notes.push('It has no rule for "read": people read their own rows.');
  const unstated = WRITES.filter((operation) => !isStated(operation));
  if (unstated.length === WRITES.length) {
    const write = isWide(read) ? 'admin' : read;
    notes.push(`It has no rule for adding, changing and removing rows: "${write}" may, no one else.`);
    return { read, write };
  }
  if (unstated.length > 0)
    notes.push(`It has no rule for ${unstated.map((one) => `"${one}"`).join(' and ')}: people do that with their own rows.`);
  return { read, write: writeLevel(WRITES.map(at), notes) };
}

/** Permissions, and the rules of rows that hold in their place, by operation and as they are written. */
export interface RuledAccess {
  readonly permissions: Access;
  readonly rules: Readonly<Partial<Record<Operation, unknown>>>;
}

/**
 * The rules of a table of Base44, where they say more than permissions. The permissions are as wide or narrower: they hold once a rule is taken
 * away. `ownNames`: the fields of the table.
 */
export function ruledAccessOf(rules: unknown, ownNames: ReadonlySet<string>, notes: string[]): RuledAccess {
  const parsed = record.safeParse(rules);
  if (!parsed.success) return { permissions: accessOf(rules, notes), rules: {} };
  const permissions = accessOf(rules, []);
  const kept: Partial<Record<Operation, unknown>> = {};
  const unstated: Operation[] = [];
  for (const operation of ['read', ...WRITES] as const) {
    const key = Object.hasOwn(parsed.data, operation) || operation === 'read' ? operation : 'write';
    if (!Object.hasOwn(parsed.data, key)) {
      unstated.push(operation);
      continue;
    }
    const stated = parsed.data[key] ?? false;
    const rule = parseRule(stated, operation, ownNames);
    const permission = operation === 'read' ? permissions.read : permissions.write;
    if (isSame(rule, ruleOfPermission(permission, operation))) continue;
    kept[operation] = stated;
    const closed = closedParts(rule);
    if (closed.length > 0)
      notes.push(
        `Its rule for "${operation}" has parts that are not understood here, which let in no one but people who build the app: ${closed.join(', ')}.`,
      );
  }
  if (unstated.length > 0) notes.push(unstatedNote(unstated, permissions));
  return { permissions, rules: kept };
}

/** Rules that name the role of admins stay: people who use an app can have it, too. */
function isSame(one: RowRule, other: RowRule): boolean {
  return other.kind !== 'person' && JSON.stringify(one) === JSON.stringify(other);
}

function unstatedNote(operations: readonly Operation[], { read, write }: Access): string {
  const of = (some: readonly Operation[], permission: Permission) =>
    some.length === 0 ? [] : [`${some.map((one) => `"${one}"`).join(', ')} (${WHO[permission]})`];
  const parts = [
    ...of(
      operations.filter((one) => one === 'read'),
      read,
    ),
    ...of(
      operations.filter((one) => one !== 'read'),
      write,
    ),
  ];
  return `It has no rule for ${parts.join(' and ')}.`;
}

const WHO: Readonly<Record<Permission, string>> = {
  anonymous: 'everyone may',
  all: 'everyone may',
  creator: 'people may, with their own rows',
  admin: 'people who build the app may, no one else',
  none: 'no one may',
};

/** The narrower of both, for reading and for writing. */
export function narrower(one: Access, other: Access): Access {
  const of = (operation: keyof Access): Permission => written(narrowest([one[operation], other[operation]]));
  return { read: of('read'), write: of('write') };
}

/** Rules of one field of a table. */
export interface FieldRules {
  readonly name: string;
  readonly rules: unknown;
}

/** Narrows the permissions of a table by the rules of fields that it does not declare, such as ones with names that no field has here. */
export function withFieldRules(access: Access, fields: readonly FieldRules[], notes: string[]): Access {
  return fields.reduce((all, { name, rules }) => {
    const { read, write } = adminsOnly(rules);
    const next = narrower(all, { read: read ? 'admin' : all.read, write: write ? 'admin' : all.write });
    notes.push(
      `Its field "${name}" has rules of its own, and is no field here: "${next.read}" reads its rows, "${next.write}" writes them.`,
    );
    return next;
  }, access);
}

/** Whether the rules of a field leave reading or writing it to admins. */
export function adminsOnly(rules: unknown): { readonly read: boolean; readonly write: boolean } {
  const stated = record.safeParse(rules);
  const { read, ...writes }: Readonly<Record<string, unknown>> = stated.success ? stated.data : { read: rules, write: rules };
  const isClosed = (rule: unknown) => rule !== undefined && isAdminRule(rule);
  return { read: isClosed(read), write: ['write', ...WRITES].some((operation) => isClosed(writes[operation])) };
}

/** Whether a rule of one field leaves it to admins, or has no equal here. */
function isAdminRule(rule: unknown): boolean {
  return !['anonymous', 'all', 'users', 'creator'].includes(known(rule, 0) ?? 'admin');
}

function readLevel(level: Level, notes: string[]): Permission {
  if (level !== 'users') return level;
  notes.push('Its rows are read by everyone who is signed in, which is no permission here: people read their own rows.');
  return 'creator';
}

function writeLevel(levels: readonly Level[], notes: string[]): Permission {
  const write = narrowest(levels);
  const [create, ...changes] = levels.map(written);
  // Who may change only their own rows may add some: that is one permission here.
  const isSame = create === written(write) || (write === 'creator' && create === 'all');
  if (!isSame || changes.some((level) => level !== written(write)))
    notes.push(`Its rows are added, changed and removed by "${written(write)}" only: these have one permission here.`);
  return written(write);
}

const written = (level: Level): Permission => (level === 'users' ? 'all' : level);
const isWide = (read: Permission): boolean => read === 'anonymous' || read === 'all';
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
  if (rule === true) return 'all';
  if (rule === false || rule === null || rule === undefined) return 'none';
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
  return Object.hasOwn(CONDITIONS, key) ? (CONDITIONS[key]?.(value) ?? null) : null;
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

const NAMES: Readonly<Partial<Record<string, Level>>> = {
  public: 'anonymous',
  anyone: 'anonymous',
  anonymous: 'anonymous',
  all: 'all',
  authenticated: 'users',
  user: 'users',
  users: 'users',
  owner: 'creator',
  creator: 'creator',
  admin: 'admin',
  none: 'none',
};
