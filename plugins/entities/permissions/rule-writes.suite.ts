import { isDeepStrictEqual } from 'node:util';
import type { Person } from '@sayso/apps/ref';
import { type Actor, newId, type PartitionedCollection } from '@sayso/core';
import { parseRule, type Rule, type RuleOperation } from '@sayso/core/rules';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { RowDocument } from '../collections.ts';
import { type FakeApp, ruledTable, user, visitor } from '../testing/apps.ts';
import type { Caller } from './caller.ts';
import { reaches } from './reach.ts';
import { reachOf } from './rule-reach.ts';
import { rules } from './rules.suite.ts';

/** Random rules of rows and of one field, and random writes by random people: what changes in the store is what the rules let them change. */

const TABLES = 60;
type Operation = RuleOperation | 'payRead' | 'payCreate' | 'payUpdate';
type Stated = Readonly<Record<Operation, unknown>>;
type Data = Readonly<Record<string, unknown>>;

const PERSONS: Readonly<Record<string, Person>> = {
  u: { role: 'user', email: 'u@x.org', fields: { team: 'a', level: 1, teams: ['a', 'b'] } },
  v: { role: 'editor', email: 'a', fields: { team: 'b', level: 0, deep: { team: 'a' } } },
  w: { role: 'admin', email: null, fields: {} },
};
const rule = fc.oneof({ weight: 3, arbitrary: rules }, { weight: 2, arbitrary: fc.constant<unknown>(true) });
const stated = fc.sample(
  fc.record<Stated>({ read: rule, create: rule, update: rule, delete: rule, payRead: rule, payCreate: rule, payUpdate: rule }),
  { numRuns: TABLES, seed: 11 },
);

/** An app whose tables have these rules. */
export const ruledApp: FakeApp = {
  isPublished: true,
  persons: PERSONS,
  tables: Object.fromEntries(
    stated.map(({ read, create, update, delete: remove, payRead, payCreate, payUpdate }, at) => {
      const pay = { rls: { read: payRead, create: payCreate, update: payUpdate } };
      return [`T${at}`, ruledTable({ read, create, update, delete: remove }, { name: { type: 'string' }, pay } as never)];
    }),
  ),
};

const scalar = fc.constantFrom<unknown>('a', 'b', 'A', 1, 2, true);
const data = fc.record(
  { team: scalar, level: scalar, tags: fc.array(scalar, { maxLength: 2 }), pay: fc.constantFrom(1, 2), name: fc.constantFrom('n', 'm') },
  { requiredKeys: [], noNullPrototype: true },
);
const changes = fc
  .record({ team: scalar, level: scalar, pay: fc.constantFrom(1, 2) }, { requiredKeys: [], noNullPrototype: true })
  .filter((one) => Object.keys(one).length > 0);
const rows = fc.array(fc.record({ creatorId: fc.constantFrom('u', 'v', null), data }), { minLength: 1, maxLength: 5 });
const way = fc.constantFrom('create', 'createMany', 'update', 'updateMany', 'updateEach', 'upsert', 'remove', 'removeMany');

interface Host {
  fetch(path: string, init: RequestInit, actor: Actor): Promise<Response>;
  readonly context: { readonly collections: { readonly rows: PartitionedCollection<RowDocument> } };
}

const attempts = fc.record({
  at: fc.integer({ min: 0, max: TABLES - 1 }),
  some: rows,
  who: fc.constantFrom('u', 'v', 'w', 'visitor'),
  how: way,
  given: changes,
});
type Attempt = typeof attempts extends fc.Arbitrary<infer A> ? A : never;

/** What an attempt to write did. */
interface Done {
  readonly attempt: Attempt;
  readonly status: number;
  readonly before: readonly RowDocument[];
  readonly after: readonly RowDocument[];
  readonly may: May;
}

/** How often each way of writing changed something, changed nothing, and was refused. */
export async function writesAgree(host: Host, runs: number): Promise<Readonly<Record<string, number>>> {
  const outcomes: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(attempts, async (attempt) => {
      const done = await tryOut(host, attempt);
      check(done);
      const isSame = isDeepStrictEqual(sorted(done.after), sorted(done.before));
      const outcome = `${attempt.how} ${done.status >= 400 ? 'refused' : isSame ? 'nothing' : 'done'}`;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }),
    { numRuns: runs },
  );
  return outcomes;
}

async function tryOut(host: Host, attempt: Attempt): Promise<Done> {
  const { at, some, who, how, given } = attempt;
  const table = { appId: 'app', entity: `T${at}` };
  const collection = host.context.collections.rows;
  const now = '2026-01-01T00:00:00.000Z';
  const before = some.map(({ creatorId, data: own }) => ({ _id: newId(), ...table, createdAt: now, updatedAt: now, creatorId, data: own }));
  await collection.insertMany(before);
  const actor = who === 'visitor' ? visitor : user('app', who);
  const { status } = await write(host, actor, { entity: table.entity, how, ids: before.map(({ _id }) => _id), given });
  const after = await collection.find(table);
  await collection.deleteMany(table);
  const person = PERSONS[who];
  const caller: Caller = who === 'visitor' ? { kind: 'visitor' } : { kind: 'user', id: who, ...(person ? { person } : {}) };
  return { attempt, status, before, after, may: maySee(stated[at] as Stated, caller) };
}

function check({ attempt, status, before, after, may }: Done): void {
  const { at, how, given } = attempt;
  const about = JSON.stringify({ rules: stated[at], ...attempt, status });
  for (const wrong of violations(before, after, may)) expect(`${wrong}: ${about}`).toBe('');
  expect([about, [200, 400, 401, 403, 404].includes(status)]).toEqual([about, true]);
  if (status >= 400) expect([about, sorted(after)]).toEqual([about, sorted(before)]);
  // One row is refused only by a rule.
  const [first] = before;
  if (first === undefined) return;
  const next = { ...first, data: { ...first.data, ...given } };
  if (how === 'update' && !Object.hasOwn(given, 'pay'))
    expect([about, status === 200]).toEqual([about, may('read', first) && may('update', first) && may('update', next)]);
  if (how === 'remove') expect([about, status === 200]).toEqual([about, may('read', first) && may('delete', first)]);
}

interface Write {
  readonly entity: string;
  readonly how: string;
  readonly ids: readonly string[];
  readonly given: Data;
}

async function write(host: Host, actor: Actor, { entity, how, ids, given }: Write): Promise<{ readonly status: number }> {
  const calls: Readonly<Record<string, readonly [method: string, path: string, body?: unknown]>> = {
    create: ['POST', '', given],
    createMany: ['POST', '/bulk', [given, { ...given, team: 'b' }]],
    update: ['PUT', `/${ids[0]}`, given],
    updateMany: ['PATCH', '/update-many', { query: {}, data: given }],
    updateEach: ['PUT', '/bulk', ids.map((id) => ({ id, ...given }))],
    upsert: ['POST', '/upsert', { records: [{ name: 'n', ...given }], key: ['name'] }],
    remove: ['DELETE', `/${ids[0]}`],
    removeMany: ['DELETE', '', { ids }],
  };
  const [method, path, body] = calls[how] ?? ['GET', ''];
  const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return host.fetch(`/live_api/apps/app/entities/${entity}${path}`, init, actor);
}

type May = (operation: Operation, row: RowDocument) => boolean;

function maySee(given: Stated, caller: Caller): May {
  const names = new Set(['name', 'pay']);
  const parsed = new Map<Operation, Rule>();
  return (operation, row) => {
    const as =
      ({ payRead: 'read', payCreate: 'create', payUpdate: 'update' } as const)[operation as 'payRead'] ?? (operation as RuleOperation);
    const found = parsed.get(operation) ?? parseRule(given[operation], as, names);
    parsed.set(operation, found);
    return reaches(reachOf(found, caller), row);
  };
}

/** What changed against the rules. */
function violations(before: readonly RowDocument[], after: readonly RowDocument[], may: May): readonly string[] {
  const [old, now] = [new Map(before.map((row) => [row._id, row])), new Map(after.map((row) => [row._id, row]))];
  const of = (row: RowDocument): string[] => {
    const next = now.get(row._id);
    if (next === undefined) return may('read', row) && may('delete', row) ? [] : ['removed'];
    if (isDeepStrictEqual(next.data, row.data)) return [];
    const isPaid = isDeepStrictEqual(next.data['pay'], row.data['pay']) || (may('payUpdate', row) && may('payUpdate', next));
    return [...(may('read', row) && may('update', row) && may('update', next) ? [] : ['changed']), ...(isPaid ? [] : ['field changed'])];
  };
  const added = after.filter(({ _id }) => !old.has(_id));
  return [
    ...before.flatMap(of),
    ...added.flatMap((row) => [
      ...(may('create', row) ? [] : ['added']),
      ...((row.data['pay'] ?? null) === null || may('payCreate', row) ? [] : ['field given']),
    ]),
  ];
}

const sorted = (all: readonly RowDocument[]) => all.map(({ _id, data: own }) => [_id, own] as const).sort(([a], [b]) => (a < b ? -1 : 1));
