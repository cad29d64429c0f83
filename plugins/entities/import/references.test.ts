import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { entitiesRef } from '../ref.ts';
import { fakeApps, owner, table } from '../testing/apps.ts';

const text = { type: 'string' } as const;
const reference = { type: 'string', 'x-reference': 'Team' } as const;
const tables = {
  Team: table('creator', 'creator', { name: text }),
  Task: table('all', 'admin', {
    title: text,
    team: reference,
    teams: { type: 'array', items: reference },
    gone: { type: 'string', 'x-reference': 'Gone' },
  }),
};
const base = '/live_api/apps/app/entities/Task';
const unknown = (name: string) => `\`${name}\` references a row of Team that does not exist.`;

async function start() {
  const host = await testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables } })] });
  const rows = host.service(entitiesRef);
  const team = (await rows.create(owner, { appId: 'app', entity: 'Team' }, { name: 'Blue' })).id;
  const send = async (path: string, lines: readonly string[], options: object) => {
    const form = new FormData();
    form.set('options', JSON.stringify(options));
    form.set('file', new File([lines.join('\n')], 'tasks.csv'));
    return (await (await host.fetch(`${base}/${path}`, { method: 'POST', body: form }, owner)).json()) as Record<string, unknown>;
  };
  return {
    ...{ host, rows, team, send, [Symbol.asyncDispose]: host.close },
    async run(lines: readonly string[], options: object = {}) {
      const { id } = await send('imports', lines, options);
      await host.runJob('import', { importId: String(id) });
      return { id, ...((await (await host.fetch(`${base}/imports/${id}`, {}, owner)).json()) as Record<string, unknown>) };
    },
    tasks: () => rows.list(owner, { appId: 'app', entity: 'Task' }, { sort: 'title' }),
  };
}

it('reports references to rows that do not exist, by row and column', async () => {
  await using world = await start();
  const { team, host } = world;
  const lines = ['Title,Team,teams,gone', `a,${team},,x`, `b,made-up,,`, `c,,${team};other,`, 'd,,,', `e,made-up,none,`];
  const state = await world.run(lines);
  const error = { expected: 'the id of a row of Team' };
  expect(state).toMatchObject({
    ...{ state: 'done', done: 5, stored: 2, failed: 3 },
    errors: [
      { ...error, row: 2, column: 'Team', found: 'made-up', message: unknown('team') },
      { ...error, row: 3, column: 'teams', found: `${team};other`, message: unknown('teams.1') },
      { ...error, row: 5, column: 'Team', found: 'made-up', message: unknown('team') },
      { ...error, row: 5, column: 'teams', found: 'none', message: unknown('teams.0') },
    ],
  });
  expect(await world.tasks()).toMatchObject([{ title: 'a', team, gone: 'x' }, { title: 'd' }]);
  const report = await (await host.fetch(`${base}/imports/${state.id}/report`, {}, owner)).text();
  expect(report.split('\r\n').slice(1, 3)).toEqual([`b,made-up,,,${unknown('team')}`, `c,,${team};other,,${unknown('teams.1')}`]);
});

it('reports them when a file is imported within the request', async () => {
  await using world = await start();
  expect(await world.send('import', ['title,team', `a,${world.team}`, 'b,made-up'], {})).toMatchObject({
    ...{ imported: 1, failed: 1 },
    errors: [{ row: 2, message: unknown('team') }],
  });
});

it('lets rows keep a reference that they have already when they are updated by their key', async () => {
  await using world = await start();
  const { team, rows } = world;
  expect(await world.run(['title,team', `a,${team}`, 'b,'])).toMatchObject({ stored: 2 });
  await rows.remove(owner, { appId: 'app', entity: 'Team' }, team);
  const state = await world.run(['title,team,gone', `a,${team},1`, 'b,made-up,2', 'c,,3'], { key: 'title' });
  expect(state).toMatchObject({ state: 'done', stored: 2, failed: 1, errors: [{ row: 2, message: unknown('team') }] });
  expect(await world.tasks()).toMatchObject([{ title: 'a', team, gone: '1' }, { title: 'b' }, { title: 'c', gone: '3' }]);
});

it('keeps rows that were stored before their reference was removed, after an interruption', async () => {
  await using world = await start();
  const { team, rows, host } = world;
  const { id } = await world.send('imports', ['title,team', `a,${team}`], {});
  const collection = host.context.collections.rows;
  const insert = collection.insertLines.bind(collection);
  collection.insertLines = async (documents) => {
    await insert(documents);
    throw new Error('The store is gone.');
  };
  await expect(host.runJob('import', { importId: String(id) })).rejects.toThrow('The store is gone.');
  collection.insertLines = insert;
  await rows.remove(owner, { appId: 'app', entity: 'Team' }, team);
  await host.runJob('import', { importId: String(id) });
  expect(await (await host.fetch(`${base}/imports/${id}`, {}, owner)).json()).toMatchObject({ state: 'done', stored: 1, failed: 0 });
});
