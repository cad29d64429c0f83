import type { Query } from '@sayso/core';
import { conditionsOf, type RowRules, type Rule } from '@sayso/core/rules';
import type { Caller } from './caller.ts';
import { joined, type Reach } from './reach.ts';

type Condition = Extract<Rule, { kind: 'row' | 'person' }>;
type Value = string | number | boolean | null;

/** The rows that a rule leaves to a caller who does not administer the app. */
export function reachOf(rule: Rule, caller: Caller): Reach {
  const found = compiled(rule, caller);
  if (typeof found === 'boolean') return found ? {} : null;
  return joined('$and' in found ? (found['$and'] as readonly Query[]) : [found]);
}

/** A constant, or a filter with one key. */
function compiled(rule: Rule, caller: Caller): boolean | Query {
  switch (rule.kind) {
    case 'everyone':
      return true;
    case 'never':
    case 'closed':
      return false;
    case 'signedIn':
      return caller.kind !== 'visitor';
    case 'own': {
      if (caller.kind === 'visitor' || caller.id === null) return false;
      return { creatorId: rule.not ? { $ne: caller.id } : caller.id };
    }
    case 'person':
      return holds(rule, caller);
    case 'row':
      return rowFilter(rule, caller);
    case 'all': {
      const parts = rule.of.map((one) => compiled(one, caller)).filter((one) => one !== true);
      if (parts.includes(false)) return false;
      return parts.length === 0 ? true : one('$and', parts as Query[]);
    }
    case 'any': {
      const parts = rule.of.map((one) => compiled(one, caller)).filter((one) => one !== false);
      if (parts.includes(true)) return true;
      return parts.length === 0 ? false : one('$or', parts as Query[]);
    }
  }
}

function one(key: '$and' | '$or', parts: readonly Query[]): Query {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : { [key]: parts };
}

const WORDS = { gt: '$gt', gte: '$gte', lt: '$lt', lte: '$lte' } as const;

function rowFilter({ path, is, to, not }: Extract<Rule, { kind: 'row' }>, caller: Caller): boolean | Query {
  if (is === 'exists') return { [path]: { $exists: !not } };
  const values = valuesOf(to, caller, is);
  if (values === null) return false;
  const [first = null] = values;
  if (is === 'in') return values.length === 0 ? not : { [path]: { [not ? '$nin' : '$in']: values } };
  if (is === 'eq') return { [path]: not ? { $ne: first } : first };
  const test = { [WORDS[is]]: first };
  return { [path]: not ? { $not: test } : test };
}

/** Whether a condition on the person holds. What is not known of them fulfils no condition, and no negated one. */
function holds({ field, is, to, not }: Extract<Rule, { kind: 'person' }>, caller: Caller): boolean {
  if (caller.kind === 'visitor') return false;
  const known = personsOwn(caller, field);
  if (is === 'exists') return (known !== undefined) !== not;
  const values = valuesOf(to, caller, is);
  if (values === null || known === undefined) return false;
  const given = Array.isArray(known) ? known : [known];
  const [first] = values;
  if (is === 'eq') return given.includes(first) !== not;
  if (is === 'in') return values.some((value) => given.includes(value)) !== not;
  return given.some((value) => isInOrder(value, first, is)) !== not;
}

function isInOrder(value: unknown, limit: unknown, is: 'gt' | 'gte' | 'lt' | 'lte'): boolean {
  if (typeof value !== typeof limit || (typeof value !== 'string' && typeof value !== 'number')) return false;
  const [a, b] = [value, limit as typeof value];
  return { gt: a > b, gte: a >= b, lt: a < b, lte: a <= b }[is];
}

/** Null where the rule reads something of the person that is not known, or has no order. A list of theirs stands for `in` only. */
function valuesOf(to: Condition['to'], caller: Caller, is: Condition['is']): readonly Value[] | null {
  if ('values' in to) return to.values;
  const value = caller.kind === 'visitor' ? undefined : personsOwn(caller, to.person);
  if (Array.isArray(value)) return is === 'in' && value.length > 0 ? value : null;
  if (is in WORDS && typeof value === 'boolean') return null;
  return value === undefined ? null : [value as Value];
}

/** Texts, numbers, yes and no, and lists of these; everything else counts as not known. */
function personsOwn(caller: Exclude<Caller, { kind: 'visitor' }>, field: string): Value | readonly Value[] | undefined {
  if (field === 'id') return caller.id ?? undefined;
  const person = caller.kind === 'user' ? caller.person : undefined;
  if (person === undefined) return undefined;
  if (field === 'role') return person.role;
  if (field === 'email') return person.email ?? undefined;
  const found = field.split('.').reduce<unknown>((inner, name) => (isOwn(inner, name) ? inner[name] : undefined), person.fields);
  if (Array.isArray(found)) return found.every(isKnown) ? found.slice(0, MAX_LISTED) : undefined;
  return isKnown(found) ? found : undefined;
}

const MAX_LISTED = 1000;

function isKnown(value: unknown): value is string | number | boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function isOwn(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);
}

/** Whether rules read more of a person than that they are logged in. */
export function readsPerson(rules: RowRules): boolean {
  return Object.values(rules)
    .flatMap(conditionsOf)
    .some((each) => {
      if (each.kind !== 'row' && each.kind !== 'person') return false;
      return (each.kind === 'person' && each.field !== 'id') || ('person' in each.to && each.to.person !== 'id');
    });
}

/** The fields of rows that the rule of reading reads. */
export function watchedBy({ read }: RowRules): readonly string[] {
  const names = (read === undefined ? [] : conditionsOf(read)).flatMap((each) => {
    const [, name] = (each.kind === 'row' && /^data\.([^.]+)/.exec(each.path)) || [];
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)];
}
