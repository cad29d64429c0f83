import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { type EntitiesApi, entitiesRef } from '../ref.ts';
import { fakeApps, owner, table, user } from '../testing/apps.ts';

const text = { type: 'string' } as const;
const tables = {
  Team: table('creator', 'creator', { name: text }),
  Task: table('all', 'all', {
    title: text,
    team: { type: 'string', 'x-reference': 'Team' },
    gone: { type: 'string', 'x-reference': 'Gone' },
    person: { type: 'string', 'x-reference': 'User' },
    teams: { type: 'array', items: { type: 'string', 'x-reference': 'Team' } },
    parts: { type: 'array', items: { type: 'object', properties: { team: { type: 'string', 'x-reference': 'Team' } } } },
    n: { type: 'number' },
  }),
};
const ann = user('app', 'ann');
const at = (entity: string, rows: 'draft' | 'live' = 'live') => ({ appId: 'app', entity, rows });
async function start() {
  const host = await testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables } })] });
  const rows = host.service(entitiesRef);
  const team = (await rows.create(owner, at('Team'), { name: 'Blue' })).id;
  const draftTeam = (await rows.create(owner, at('Team', 'draft'), { name: 'Trial' })).id;
  const task = (await rows.create(owner, at('Task'), { title: 'a', team })).id;
  return { host, rows, team, draftTeam, task, [Symbol.asyncDispose]: host.close };
}
const REFUSED = '`team` references a row of Team that does not exist.';

type Write = (rows: EntitiesApi, team: unknown, task: string) => Promise<unknown>;
const writes: readonly (readonly [string, Write])[] = [
  ['create', (rows, team) => rows.create(ann, at('Task'), { title: 'b', team })],
  ['createMany', (rows, team) => rows.createMany(ann, at('Task'), [{ title: 'b' }, { title: 'c', team }])],
  ['update', (rows, team, task) => rows.update(owner, at('Task'), task, { team })],
  ['updateEach', (rows, team, task) => rows.updateEach(owner, at('Task'), [{ id: task, team }])],
  ['updateMany', (rows, team) => rows.updateMany(owner, at('Task'), {}, { team })],
  ['upsert', (rows, team) => rows.upsert(owner, at('Task'), [{ title: 'd', team }], ['title'])],
];

it.each(writes)('%s refuses a reference to a row that does not exist in the same set of rows', async (_name, write) => {
  await using world = await start();
  const { rows, team, draftTeam, task } = world;
  for (const id of ['made up', draftTeam]) await expect(write(rows, id, task)).rejects.toThrow(REFUSED);
  expect(await rows.list(owner, at('Task'))).toMatchObject([{ title: 'a', team }]);
  // It exists, whether the caller may read it or not. Empty fields reference nothing.
  for (const id of [team, '', null]) await write(rows, id, task);
});

it.each<readonly [object, string]>([
  [{ $set: { team: 'none' }, $inc: { n: 1 } }, 'team'],
  [{ $max: { team: 'none' } }, 'team'],
  [{ $push: { teams: 'none' } }, 'teams.0'],
  [{ $addToSet: { teams: { $each: ['none'] } } }, 'teams.0'],
])('refuses it in a change of many rows by %j', async (change, name) => {
  await using world = await start();
  const { rows, team } = world;
  const changed = (data: object) => rows.updateMany(owner, at('Task'), {}, data as Record<string, unknown>);
  await expect(changed(change)).rejects.toThrow(`\`${name}\` references a row of Team that does not exist.`);
  expect(await changed(JSON.parse(JSON.stringify(change).replace('none', team)))).toBe(1);
});

it.each<readonly [(team: string) => Record<string, unknown>, string]>([
  [(team) => ({ teams: ['', team] }), 'teams.1'],
  [(team) => ({ parts: [{}, null, { team }] }), 'parts.2.team'],
])('refuses it in lists and objects', async (fields, name) => {
  await using world = await start();
  const { rows, team, task } = world;
  const message = `\`${name}\` references a row of Team that does not exist.`;
  await expect(rows.create(owner, at('Task'), fields('none'))).rejects.toThrow(message);
  await expect(rows.update(owner, at('Task'), task, fields('none'))).rejects.toThrow(message);
  await rows.update(owner, at('Task'), task, fields(team));
  await rows.remove(owner, at('Team'), team);
  expect(await rows.update(owner, at('Task'), task, { ...fields(team), n: 1 })).toMatchObject({ n: 1 });
});

it('refuses it in a batch that may be sent again', async () => {
  await using world = await start();
  const add = async (team: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify([{ title: 'b', team }]) };
    return (await world.host.fetch('/live_api/apps/app/entities/Task/bulk?batch=a-random-name-1234', init, ann)).status;
  };
  expect([await add('made up'), await add(world.team), await add(world.team)]).toEqual([400, 200, 200]);
});

it('names the row of a list', async () => {
  await using world = await start();
  const made = world.rows.createMany(ann, at('Task'), [{ title: 'b' }, { title: 'c', team: 'none' }]);
  await expect(made).rejects.toMatchObject({ issues: [{ path: '1.team' }] });
});

it('keeps a reference to a row that was deleted in the meantime', async () => {
  await using world = await start();
  const { rows, team, task } = world;
  await rows.remove(owner, at('Team'), team);
  await rows.update(owner, at('Task'), task, { title: 'changed', team });
  await rows.updateEach(owner, at('Task'), [{ id: task, title: 'again', team }]);
  expect(await rows.get(owner, at('Task'), task)).toMatchObject({ title: 'again', team });
  await expect(rows.create(owner, at('Task'), { title: 'b', team })).rejects.toThrow(REFUSED);
});

it('leaves references to accounts and to tables that the app does not have', async () => {
  await using world = await start();
  await world.rows.create(owner, at('Task'), { title: 'b', gone: 'x', person: 'ann' });
});
