import { newId, type PartitionedCollection } from '@sayso/core';
import { parseRule } from '@sayso/core/rules';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { RowDocument } from '../collections.ts';
import type { Caller } from './caller.ts';
import { among, reaches } from './reach.ts';
import { reachOf } from './rule-reach.ts';

/** Random rules, people and rows of few names and values, so that rules often hold; a slow and plain reading of rules to compare with. */

export type { Caller } from './caller.ts';

type Fields = Readonly<Record<string, unknown>>;

const names = fc.constantFrom('team', 'tags', 'level', 'deep');
const path = fc.oneof(names, fc.constantFrom('deep.team', 'deep.level', 'tags.0', 'absent'));
const scalar = fc.constantFrom<unknown>('a', 'b', '', 0, 1, 2, true, false, null, 'A', 'ä');
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.record({ team: scalar, level: scalar }, { requiredKeys: [], noNullPrototype: true }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.record({ team: scalar, level: scalar }, { requiredKeys: [], noNullPrototype: true }), { maxLength: 2 }),
  },
);
const template = fc.constantFrom(
  ...[
    '{{user.data.team}}',
    '{{ user.level }}',
    '{{user.data.deep.team}}',
    '{{user.teams}}',
    '{{user.email}}',
    '{{user.id}}',
    '{{user.role}}',
  ],
  ...['{{user.data.absent}}', '{{user.full_name}}', 'x{{user.team}}', '{{now}}', '{{user.__proto__}}'],
);
const literal = fc.oneof(scalar, template);
const compared = fc.oneof(
  { weight: 4, arbitrary: literal },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), literal).map(([key, to]) => ({ [key]: to })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('$in', '$nin'), fc.oneof(fc.array(scalar, { maxLength: 3 }), template))
      .map(([key, to]) => ({ [key]: to })),
  },
  { weight: 1, arbitrary: fc.boolean().map((is) => ({ $exists: is })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { $regex: 'a' },
      { $not: { $gt: 0 } },
      { $not: { $eq: '{{user.team}}' } },
      {},
      { team: 'a' },
      { $gt: 0, $lt: 2 },
    ),
  },
);
const condition = fc.oneof(
  fc.tuple(path, compared).map(([name, to]) => ({ [`data.${name}`]: to })),
  fc.tuple(names, compared).map(([name, to]) => ({ [name]: to })),
  fc.tuple(fc.constantFrom('role', 'email', 'id', 'team', 'data.team', 'level', 'teams', 'absent'), compared).map(([name, to]) => ({
    user_condition: { [name]: to },
  })),
  fc.constantFrom<unknown>(
    ...[
      { created_by: '{{user.email}}' },
      { created_by_id: '{{user.id}}' },
      { created_by: { $ne: '{{user.email}}' } },
      { created_by: 'a@b.c' },
    ],
    ...[true, false, {}, 'public', 'users', 'owner', 'admin', 'none', 'nonsense', { $where: 'true' }, { id: 'r1' }, { user_condition: {} }],
  ),
);
export const rules = fc.letrec<{ rule: unknown }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 5, arbitrary: condition },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('$or', '$and', '$nor'), fc.array(tie('rule'), { minLength: 1, maxLength: 3 }))
        .map(([key, of]) => ({ [key]: of })),
    },
    { weight: 1, arbitrary: tie('rule').map((of) => ({ $not: of })) },
    { weight: 1, arbitrary: fc.tuple(condition, condition).map(([a, b]) => (isFields(a) && isFields(b) ? { ...a, ...b } : a)) },
  ),
})).rule;

const known = fc.constantFrom<unknown>('a', 'b', '', 0, 1, true, null, ['a', 'b'], [], { team: 'a' });
const person = fc.record({
  role: fc.constantFrom('user', 'editor', 'admin'),
  email: fc.constantFrom('a', 'u@x.org', null),
  fields: fc.record({ team: known, level: known, teams: known, deep: known }, { requiredKeys: [], noNullPrototype: true }),
});
export const callers: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Caller>({ kind: 'visitor' }) },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('u', 'v'), person).map(([id, one]): Caller => ({ kind: 'user', id, person: one })) },
  { weight: 1, arbitrary: fc.constant<Caller>({ kind: 'user', id: 'u' }) },
);
export const dataOfRows = fc.array(
  fc.record({
    creatorId: fc.constantFrom('u', 'v', null),
    data: fc.record({ team: value, tags: value, level: value, deep: value }, { requiredKeys: [], noNullPrototype: true }),
  }),
  { minLength: 1, maxLength: 8 },
);

/** The rules hold alike in the store, for single rows, and as they are written. */
export async function agree(rows: PartitionedCollection<RowDocument>, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(dataOfRows, fc.array(fc.tuple(rules, callers), { minLength: 5, maxLength: 5 }), async (some, asked) => {
      const appId = newId();
      const now = '2026-01-01T00:00:00.000Z';
      const documents = some.map(({ creatorId, data }, at) => ({
        _id: `${appId}-${at}`,
        appId,
        entity: 'T',
        createdAt: now,
        updatedAt: now,
        creatorId,
        data,
      }));
      await rows.insertMany(documents);
      for (const [rule, caller] of asked) {
        const reach = reachOf(parseRule(rule, 'read'), caller);
        const byStore =
          reach === null ? [] : (await rows.find({ appId, entity: 'T', ...reach }, { sort: { _id: 1 } })).map(({ _id }) => _id);
        const within =
          reach === null ? [] : (await rows.find(among({ appId, entity: 'T', ...reach }, { 'data.team': 'a' }))).map(({ _id }) => _id);
        const single = documents.filter((row) => reaches(reach, row)).map(({ _id }) => _id);
        const plain = documents.filter((row) => allows(rule, caller, row) === true).map(({ _id }) => _id);
        expect({ rule, caller, reach, ids: byStore }).toEqual({ rule, caller, reach, ids: single });
        // What is not understood is narrower than what is written, never wider.
        expect(plain).toEqual(expect.arrayContaining(byStore));
        if (!isOdd(rule)) expect({ rule, caller, reach, ids: byStore }).toEqual({ rule, caller, reach, ids: plain });
        expect(byStore).toEqual(expect.arrayContaining(within));
      }
      await rows.deleteMany({ appId });
    }),
    { numRuns: runs },
  );
}

/** A rule with parts whose narrowing the plain reading does not repeat. */
const isOdd = (rule: unknown): boolean => /\$not|\$nor|\$ne|\$nin|\$exists|false/.test(JSON.stringify(rule) ?? '');

/** A plain reading of a rule. Three values: null where something is not known, which no negation makes true. */
export function allows(rule: unknown, caller: Caller, row: RowDocument): boolean | null {
  if (rule === true) return true;
  if (rule === false) return false;
  if (typeof rule === 'string') return named(rule, caller, row);
  if (!isFields(rule)) return null;
  return allOf(Object.entries(rule).map(([key, to]) => entry(key, to, caller, row)));
}

function named(name: string, caller: Caller, row: RowDocument): boolean | null {
  const isUser = caller.kind === 'user';
  const found: Readonly<Record<string, boolean>> = {
    public: true,
    users: isUser,
    owner: isUser && row.creatorId === caller.id,
    admin: isUser && caller.person?.role === 'admin',
    none: false,
  };
  return found[name] ?? null;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case after the other, as plain as the words of rules
function entry(key: string, to: unknown, caller: Caller, row: RowDocument): boolean | null {
  const list = () => (to as unknown[]).map((one) => allows(one, caller, row));
  if (key === '$or') return not(allOf(list().map(not)));
  if (key === '$and') return allOf(list());
  if (key === '$nor') return allOf(list().map(not));
  if (key === '$not') return not(allows(to, caller, row));
  if (key === 'user_condition') {
    const entries = isFields(to) ? Object.entries(to) : [];
    if (entries.length === 0 || caller.kind !== 'user') return null;
    return allOf(
      entries.map(([name, test]) => {
        const own = ofPerson(name.replace('data.', ''), caller);
        return own === undefined && !(isFields(test) && Object.hasOwn(test, '$exists')) ? null : tests([own], test, caller);
      }),
    );
  }
  if (key.startsWith('created_by')) {
    const isOwn = caller.kind === 'user' ? row.creatorId === caller.id : null;
    if (to === '{{user.email}}' || to === '{{user.id}}') return isOwn;
    return isFields(to) ? not(isOwn) : null;
  }
  if (key === 'id') return row._id === to;
  if (key.startsWith('$')) return null;
  return tests(at(row.data, key.replace(/^data\./, '').split('.')), to, caller);
}

function tests(found: readonly unknown[], test: unknown, caller: Caller): boolean | null {
  if (!isFields(test)) return compare(found, '$eq', test, caller);
  const entries = Object.entries(test);
  if (entries.length === 0) return null;
  return allOf(
    entries.map(([operator, to]) => (operator === '$not' ? not(tests(found, to, caller)) : compare(found, operator, to, caller))),
  );
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case after the other, as plain as the words of rules
function compare(found: readonly unknown[], operator: string, to: unknown, caller: Caller): boolean | null {
  if (operator === '$exists') return found.some((one) => one !== undefined) === to;
  const isTemplate = typeof to === 'string' && to.includes('{{');
  const given = isTemplate ? ofTemplate(to, caller) : to;
  if (given === undefined) return null;
  const each = found.flatMap((one) => (Array.isArray(one) ? [...one, one] : [one]));
  const isOne = (wanted: unknown) => each.some((one) => (one ?? null) === wanted);
  if (operator === '$in' || operator === '$nin') {
    const listed = Array.isArray(given) ? given : isTemplate ? [given] : null;
    if (listed === null || (isTemplate && listed.length === 0)) return null;
    return listed.some(isOne) === (operator === '$in');
  }
  if (Array.isArray(given)) return null;
  if (operator === '$eq') return isOne(given);
  if (operator === '$ne') return !isOne(given);
  if (!['$gt', '$gte', '$lt', '$lte'].includes(operator)) return null;
  if (typeof given !== 'string' && typeof given !== 'number') return null;
  const isOrdered = (one: unknown): boolean => {
    if (typeof one !== typeof given) return false;
    const [a, b] = [one as string, given as string];
    return { $gt: a > b, $gte: a >= b, $lt: a < b, $lte: a <= b }[operator] ?? false;
  };
  return each.some(isOrdered);
}

function ofTemplate(text: string, caller: Caller): unknown {
  const [, name] = /^\{\{\s*user\.(?:data\.)?([\w.]+)\s*\}\}$/.exec(text) ?? [];
  return name === undefined || caller.kind !== 'user' ? undefined : ofPerson(name, caller);
}

function ofPerson(name: string, caller: Extract<Caller, { kind: 'user' }>): unknown {
  if (name === 'id') return caller.id;
  if (name === 'role' || name === 'email') return caller.person?.[name] ?? undefined;
  const [found] = name === 'full_name' ? [] : at(caller.person?.fields ?? {}, name.split('.'));
  const isKnown = (one: unknown) => one !== '' && ['string', 'number', 'boolean'].includes(typeof one);
  return isKnown(found) || (Array.isArray(found) && found.every(isKnown)) ? found : undefined;
}

function at(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (name === undefined) return [value];
  if (Array.isArray(value)) {
    const isPlace = Number.isInteger(Number(name)) && Number(name) < value.length;
    const inner = value.flatMap((one) => (isFields(one) ? at(one, [name, ...rest]) : isPlace ? [] : [undefined]));
    if (isPlace) return [...inner, ...at(value[Number(name)], rest)];
    return inner.length === 0 ? [undefined] : inner;
  }
  return isFields(value) && Object.hasOwn(value, name) ? at(value[name], rest) : [undefined];
}

const not = (one: boolean | null): boolean | null => (one === null ? null : !one);
const allOf = (of: readonly (boolean | null)[]): boolean | null => (of.includes(false) ? false : of.includes(null) ? null : true);

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
