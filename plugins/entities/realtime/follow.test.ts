import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { entitiesRef } from '../ref.ts';
import { fakeApps, owner, stranger, table } from '../testing/apps.ts';
import { type FollowedChange, followTable } from './follow.ts';

const item = table('all', 'admin', { name: { type: 'string' } });
async function start() {
  const host = await testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables: { Item: item } } })] });
  return { host, rows: host.service(entitiesRef), [Symbol.asyncDispose]: host.close };
}
const at = (rows: 'draft' | 'live') => ({ appId: 'app', entity: 'Item', rows });
const subscription = (rows: string, entity = 'Item') =>
  `subscription { rowsChanged(appId: "app", entity: "${entity}", rows: ${rows}) { event row } }`;

it('tells builders the changes of the set of rows that they follow', async () => {
  await using world = await start();
  const change = async () => {
    await world.rows.create(owner, at('live'), { name: 'for visitors' });
    const row = await world.rows.create(owner, at('draft'), { name: 'a' });
    await world.rows.update(owner, at('draft'), row.id, { name: 'b' });
    await world.rows.remove(owner, at('draft'), row.id);
  };
  const events: FollowedChange[] = [];
  for await (const { data } of await world.host.subscribe(subscription('draft'), {}, owner, AbortSignal.timeout(15_000))) {
    events.push(...((data?.['rowsChanged'] ?? []) as FollowedChange[]));
    if (events.length === 1) await change();
    if (events.length === 4) break;
  }
  expect(events.map(({ event, row }) => [event, row?.['name' as 'id']])).toEqual([
    ['ready', undefined],
    ['created', expect.anything()],
    ['updated', 'b'],
    ['deleted', undefined],
  ]);
});

it.each([
  ['another builder', stranger, 'draft', 'Item', 'Only admins of the app see its draft rows.'],
  ['a table that does not exist', owner, 'live', 'Gone', 'The table "Gone" was not found.'],
] as const)('refuses %s', async (_name, as, rows, entity, message) => {
  await using world = await start();
  const changes = await world.host.subscribe(subscription(rows, entity), {}, as);
  await expect(changes[Symbol.asyncIterator]().next()).rejects.toThrow(message);
});

it('tells a slow subscriber to read again, instead of keeping all changes for it', async () => {
  await using world = await start();
  const leaving = new AbortController();
  const changes = followTable((request) => world.rows.realtime.open(request), { actor: owner, table: at('live') }, leaving.signal);
  expect((await changes.next()).value).toEqual([{ event: 'ready', row: null }]);
  for (let n = 0; n < 600; n++) await world.rows.create(owner, at('live'), { name: `${n}` });
  const last = await world.rows.create(owner, at('live'), { name: 'last' });
  const seen: FollowedChange[] = [];
  while (seen.at(-1)?.row?.id !== last.id) seen.push(...((await changes.next()).value ?? []));
  expect(seen.length).toBeLessThan(500);
  expect(seen[0]).toEqual({ event: 'reset', row: null });
  leaving.abort();
  expect((await changes.next()).done).toBe(true);
});

const named = (rows: string) => `subscription { tablesChanged(appId: "app", rows: ${rows}) }`;

it('names the tables that anyone changed, many changes at a time', async () => {
  await using world = await start();
  const found: unknown[] = [];
  for await (const { data } of await world.host.subscribe(named('draft'), {}, owner, AbortSignal.timeout(15_000))) {
    found.push(data?.['tablesChanged']);
    if (found.length === 3) break;
    await world.rows.create(owner, at('live'), { name: 'in the other set' });
    for (const name of ['a', 'b', 'c']) await world.rows.create(owner, at('draft'), { name });
  }
  expect(found).toEqual([null, ['Item'], ['Item']]);
});

it('names them to no other builder', async () => {
  await using world = await start();
  const changes = await world.host.subscribe(named('live'), {}, stranger);
  await expect(changes[Symbol.asyncIterator]().next()).rejects.toThrow('The app was not found.');
});
