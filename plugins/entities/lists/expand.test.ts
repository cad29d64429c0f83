import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, table, user, visitor } from '../testing/apps.ts';

const to = (name: string) => ({ type: 'string', 'x-reference': name }) as const;
const text = { type: 'string' } as const;
const tables = {
  Team: table('all', 'admin', { name: text }),
  Diary: table('creator', 'creator', { name: text }),
  Secret: table('admin', 'admin', { name: text }),
  Task: table('all', 'all', {
    title: text,
    team: to('Team'),
    diary: to('Diary'),
    secret: to('Secret'),
    gone: to('Gone'),
    person: to('User'),
  }),
  Clash: table('all', 'all', { team: to('Team'), team_row: text }),
};
const start = (config: Record<string, number> = {}) =>
  testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables } })], config });
type Host = Awaited<ReturnType<typeof start>>;
const headers = { 'content-type': 'application/json' };

async function add(host: Host, entity: string, row: object, as: Actor = owner): Promise<string> {
  const init = { method: 'POST', headers, body: JSON.stringify(row) };
  return ((await (await host.fetch(`/live_api/apps/app/entities/${entity}`, init, as)).json()) as { id: string }).id;
}
async function list(host: Host, query: string, as: Actor = owner, entity = 'Task') {
  const answer = await host.fetch(`/live_api/apps/app/entities/${entity}?${query}`, {}, as);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>[] & { message: string } };
}

it('adds the referenced rows that the caller may read', async () => {
  await using host = await start();
  const [ann, bob] = [user('app', 'ann'), user('app', 'bob')];
  const team = await add(host, 'Team', { name: 'Blue' });
  const diary = await add(host, 'Diary', { name: 'mine' }, ann);
  const secret = await add(host, 'Secret', { name: 'hidden' });
  await add(host, 'Task', { title: 'one', team, diary, secret, gone: 'x', person: 'ann' });
  const deleted = await add(host, 'Diary', { name: 'deleted' });
  await add(host, 'Task', { title: 'two', team, diary: deleted, secret: '' });
  await host.fetch(`/live_api/apps/app/entities/Diary/${deleted}`, { method: 'DELETE' }, owner);
  const expand = 'sort=title&expand=team,diary,secret,gone,person';
  const names = async (as: Actor) =>
    (await list(host, expand, as)).body.map((row) =>
      ['team', 'diary', 'secret', 'gone', 'person'].map(
        (field) => (row[`${field}_row`] as { name: string } | null)?.name ?? row[`${field}_row`],
      ),
    );
  const second = ['Blue', null, null, null, null];
  expect(await names(ann)).toEqual([['Blue', 'mine', null, null, null], second]);
  expect(await names(bob)).toEqual([second, second]);
  expect(await names(visitor)).toEqual([second, second]);
  expect(await names(owner)).toEqual([['Blue', 'mine', 'hidden', null, null], second]);
  const [row] = (await list(host, 'sort=title&limit=1&fields=title&expand=team')).body;
  expect(row).toMatchObject({ title: 'one', team, team_row: { id: team, name: 'Blue', creatorId: 'owner' } });
  expect(row).not.toHaveProperty('diary');
  expect((await list(host, 'q={"title":"none"}&expand=team')).body).toEqual([]);
});

it.each([
  ['Task', 'title', '`title` cannot be expanded: it references no table.'],
  ['Task', '__proto__', '`__proto__` cannot be expanded: it references no table.'],
  ['Task', 'a,b,c,d,e,f', 'At most 5 fields can be expanded.'],
  ['Clash', 'team', '`team` cannot be expanded: `team_row` is a field.'],
])('refuses to expand %s by %s', async (entity, expand, message) => {
  await using host = await start();
  expect(await list(host, `expand=${expand}`, owner, entity)).toMatchObject({ status: 400, body: { message } });
});

it('counts referenced rows towards the size of the list', async () => {
  await using host = await start({ LIST_MAX_BYTES: 50_000 });
  const team = await add(host, 'Team', { name: 'x'.repeat(10_000) });
  for (let n = 0; n < 6; n++) await add(host, 'Task', { title: `${n}`, team });
  expect((await list(host, 'expand=team')).body.message).toMatch(/^These rows have more than 50000 bytes together/);
  expect((await list(host, 'expand=team&limit=4')).body).toHaveLength(4);
});
