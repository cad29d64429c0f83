import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { entitiesRef, type Row } from '../ref.ts';
import { fakeApps, owner, stranger, table, user } from '../testing/apps.ts';

const text = { type: 'string' } as const;
const tables = {
  Project: table('all', 'admin', { name: text }),
  Task: table('creator', 'creator', { title: text, project: text, parent: { type: 'string', 'x-reference': 'Task' } }, ['title']),
  Form: table('anonymous', 'anonymous', { title: text }),
};
const people = { owner: 'owner@x.org?', ann: 'Ann@x.org', eve: 'eve@x.org?' };
const system = ['id', 'createdAt', 'updatedAt', 'creatorId'];
const ID = '65f0c0ffee65f0c0ffee';

async function start(config: Record<string, unknown> = {}) {
  const provide = [fakeApps({ app: { isPublished: true, tables, people }, other: { isPublished: true, tables } })];
  const host = await testHost(entities, { provide, config });
  const rows = host.service(entitiesRef);
  const at = (rest: string, entity = 'Task') => `/live_api/apps/app/entities/${entity}/imports${rest}`;
  return {
    ...{ host, rows, [Symbol.asyncDispose]: host.close },
    /** Columns are mapped to the fields that their headers name, those of the system included. */
    async begin(lines: readonly string[], options: object = {}, { entity = 'Task', as = owner }: { entity?: string; as?: Actor } = {}) {
      const columns = (lines[0] ?? '').split(',').map((field, index) => ({ index, field }));
      const form = new FormData();
      form.set('options', JSON.stringify({ columns, ...options }));
      form.set('file', new File([lines.join('\n')], 'tasks.csv'));
      const answer = await host.fetch(at('', entity), { method: 'POST', body: form }, as);
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    },
    run: (importId = '') => host.runJob('import', { importId }),
    state: async (id = '') => (await (await host.fetch(at(`/${id}`), {}, owner)).json()) as Record<string, unknown>,
    async import(lines: readonly string[], options: object = {}) {
      const { body } = await this.begin(lines, options);
      await this.run(body['id']);
      return { ...(await this.state(body['id'])), id: body['id'] } as Record<string, unknown>;
    },
    async undo(id: unknown, as = owner) {
      const answer = await host.fetch(at(`/${id}/undo`), { method: 'POST' }, as);
      if (answer.status === 200) await host.runJob('undoImport', { importId: String(id) });
      return answer.status;
    },
    tasks: (sort = 'id') => rows.list(owner, { appId: 'app', entity: 'Task' }, { sort, limit: 1000 }) as Promise<Row[]>,
    report: async (id: unknown) => (await host.fetch(at(`/${id}/report`), {}, owner)).text(),
  };
}

it('keeps ids, times and creators, and lists rows by their times', async () => {
  await using world = await start();
  const lines = [
    'id,title,project,createdAt,updatedAt,creatorId',
    `${ID}01,a,p1,2024-05-06T07:08:09.123000,2024-06-01,ann@x.org`,
    `${ID}03,b,p1,1704067200,,eve@x.org`,
    `${ID}02,c,p2,1735689600000,2025-01-02T03:04:05+02:00,nobody@x.org`,
    `,d,p2,,,`,
    `${ID}04,e,p2,2023-01-01 10:00:00,,owner@x.org`,
  ];
  const state = await world.import(lines);
  expect(state).toMatchObject({ state: 'done', stored: 5, failed: 0, skipped: 0, replaced: 0, withoutCreator: 2, canUndo: true });
  const at = (created: string, updated = created) => ({ createdAt: `${created}Z`, updatedAt: `${updated}Z` });
  const [own, ...kept] = (await world.tasks()) as [Row, ...Row[]];
  expect(kept).toEqual([
    { id: `${ID}01`, title: 'a', project: 'p1', ...at('2024-05-06T07:08:09.123', '2024-06-01T00:00:00.000'), creatorId: 'ann' },
    { id: `${ID}02`, title: 'c', project: 'p2', ...at('2025-01-01T00:00:00.000', '2025-01-02T01:04:05.000'), creatorId: null },
    { id: `${ID}03`, title: 'b', project: 'p1', ...at('2024-01-01T00:00:00.000'), creatorId: null },
    { id: `${ID}04`, title: 'e', project: 'p2', ...at('2023-01-01T10:00:00.000'), creatorId: 'owner' },
  ]);
  expect(own).toMatchObject({ title: 'd', creatorId: null });
  expect((await world.tasks('-createdAt')).map((row) => row['title'])).toEqual(['d', 'c', 'a', 'b', 'e']);
  const history = await world.host.fetch(`/live_api/apps/app/entities/Task/${ID}02/history?rows=live`, {}, owner);
  expect(await history.json()).toMatchObject({ changes: [{ kind: 'created', by: 'import', fileName: 'tasks.csv' }] });
  // Only the rows of people are theirs.
  const ofUser = async (id: string) =>
    (await world.rows.list(user('app', id), { appId: 'app', entity: 'Task' })).map((row) => row['title']);
  expect([await ofUser('ann'), await ofUser('eve')]).toEqual([['a'], []]);
});

it.each([
  ['a long id', 'x'.repeat(65)],
  ['a path', '../Task'],
  ['a name of every object', 'constructor'],
  ['a prototype', '__proto__'],
  ['a part of an address', 'bulk'],
  ['a space', 'a b'],
  ['a line separator', '"a\nb"'],
])('refuses %s as an id, with the number of its row', async (_what, id) => {
  await using world = await start();
  const state = await world.import(['id,title', 'fine,a', `${id},b`]);
  expect(state).toMatchObject({ state: 'done', stored: 1, failed: 1, errors: [{ row: 2, column: 'id' }] });
  expect(await world.tasks()).toMatchObject([{ id: 'fine' }]);
});

it('refuses times that are none, and rows that repeat an id of the file', async () => {
  await using world = await start();
  const state = await world.import(['id,title,createdAt', 'a,1,', 'a,2,', 'b,3,soon', 'c,4,+012025-01-01T00:00:00Z', 'd,,', 'd,5,'], {});
  expect(state).toMatchObject({
    ...{ state: 'done', stored: 1, failed: 5 },
    errors: [
      { row: 2, column: 'id', message: 'Row 1 has the same `id`.', found: 'a' },
      { row: 3, column: 'createdAt', expected: 'a date and time such as 2026-01-31T12:00:00Z', found: 'soon' },
      { row: 4, column: 'createdAt' },
      { row: 5, column: 'title' },
      { row: 6, column: 'id' },
    ],
  });
  expect(await world.report(state['id'])).toContain('a,2,,Row 1 has the same `id`.');
});

it.each(['fail', 'skip', 'replace', undefined])('lets rows with the ids of others %s', async (existing) => {
  await using world = await start();
  await world.import(['id,title,project,createdAt,creatorId', 'a,before,p,2024-01-01,ann@x.org', 'b,same,p,2024-01-01,']);
  const lines = ['id,title,creatorId', 'a,after,nobody@x.org', 'b,same,', 'c,new,'];
  const state = await world.import(lines, existing === undefined ? {} : { existing });
  const [a, , c] = await world.tasks();
  expect(c).toMatchObject({ id: 'c', title: 'new' });
  if (existing === 'replace') {
    expect(state).toMatchObject({ stored: 3, failed: 0, replaced: 2, skipped: 0 });
    expect(a).toMatchObject({ id: 'a', title: 'after', createdAt: '2024-01-01T00:00:00.000Z', creatorId: 'ann' });
    expect(a).not.toHaveProperty('project');
    return;
  }
  expect(a).toMatchObject({ title: 'before', project: 'p' });
  if (existing === 'skip') expect(state).toMatchObject({ stored: 1, failed: 0, replaced: 0, skipped: 2 });
  else
    expect(state).toMatchObject({
      ...{ stored: 1, failed: 2, skipped: 0 },
      errors: [{ row: 1, column: 'id', message: 'A row with this `id` exists already.' }, { row: 2 }],
    });
});

it('undoes an import: removes the rows that it added, and no others, and restores those that it replaced', async () => {
  await using world = await start();
  await world.import(['id,title', 'a,before', 'z,other']);
  const { id } = await world.import(['id,title', 'a,after', 'b,new', ',unnamed'], { existing: 'replace' });
  expect(await world.undo(id, stranger)).toBe(404);
  expect(await world.undo(id)).toBe(200);
  expect(await world.state(String(id))).toMatchObject({
    ...{ state: 'undone', stored: 0, canUndo: false },
    undone: { removed: 2, restored: 1, lost: 0 },
  });
  expect(await world.tasks()).toMatchObject([
    { id: 'a', title: 'before' },
    { id: 'z', title: 'other' },
  ]);
  expect(await world.undo(id)).toBe(409);
});

it('undoes an import of rows with ids of its own', async () => {
  await using world = await start();
  await world.import(['id,title', 'z,other']);
  const many = Array.from({ length: 2500 }, (_, n) => `${n},2024-01-01`);
  const { id } = await world.import(['title,createdAt', ...many]);
  expect(await world.tasks('createdAt')).toHaveLength(1000);
  expect(await world.undo(id)).toBe(200);
  expect(await world.state(String(id))).toMatchObject({ state: 'undone', undone: { removed: 2500, restored: 0, lost: 0 } });
  expect(await world.tasks()).toMatchObject([{ id: 'z' }]);
});

it('adds no row twice, and takes none of its own for that of another, after interruptions', async () => {
  await using world = await start();
  await world.import(['id,title', 'row-0,other', 'row-7000,other']);
  const lines = ['id,title,createdAt', ...Array.from({ length: 12_000 }, (_, n) => `row-${n},${n},2024-01-01`)];
  const { body } = await world.begin(lines);
  const { rows } = world.host.context.collections;
  const insert = rows.insertLines.bind(rows);
  for (const batches of [1, 3, 12]) {
    let left = batches;
    rows.insertLines = async (documents) => {
      await insert(documents);
      left -= 1;
      if (left === 0) throw new Error('The store is gone.');
    };
    await expect(world.run(body['id'])).rejects.toThrow('The store is gone.');
  }
  rows.insertLines = insert;
  await world.run(body['id']);
  expect(await world.state(body['id'])).toMatchObject({ state: 'done', done: 12_000, stored: 11_998, failed: 2 });
  expect(await rows.count({ appId: 'app', entity: 'Task' })).toBe(12_000);
  expect(await world.undo(body['id'])).toBe(200);
  expect(await world.tasks()).toMatchObject([
    { id: 'row-0', title: 'other' },
    { id: 'row-7000', title: 'other' },
  ]);
});

it('lets rows reference others of the file, and of files that follow', async () => {
  await using world = await start();
  expect(await world.import(['id,title,parent', 'a,1,c', 'b,2,later'])).toMatchObject({ stored: 2, failed: 0 });
});

it.each<[what: string, options: object, as: Actor, entity: string, status: number]>([
  ['a visitor', {}, { kind: 'anonymous' }, 'Form', 401],
  ['another builder, who may add rows', {}, stranger, 'Form', 403],
  ['a user of the app', {}, user('app', 'ann'), 'Task', 403],
  ['the code of the app of an admin', {}, user('app', 'owner', true), 'Task', 403],
])('takes no ids from %s', async (_what, options, as, entity, status) => {
  await using world = await start();
  for (const field of system) expect((await world.begin([`${field},title`, 'a,b'], options, { as, entity })).status).toBe(status);
  expect(await world.host.context.collections.rows.count({ appId: 'app' })).toBe(0);
});

it('ignores ids and times in files that users of an app import', async () => {
  await using world = await start();
  const form = new FormData();
  form.set('file', new File(['id,title,createdAt,creatorId\nforged,a,2001-01-01,ann'], 'a.csv'));
  const answer = await world.host.fetch('/live_api/apps/app/entities/Task/import', { method: 'POST', body: form }, user('app', 'eve'));
  expect(await answer.json()).toMatchObject({ imported: 1, ignoredColumns: ['id', 'createdAt', 'creatorId'] });
  const [row] = await world.tasks();
  expect(row).toMatchObject({ title: 'a', creatorId: 'eve' });
  expect([row?.id === 'forged', row?.createdAt.startsWith('2001')]).toEqual([false, false]);
});

it.each([
  [{ key: 'title' }, 'Rows either keep their ids, times and creators, or are found by a key: not both.'],
  [
    {
      columns: [
        { index: 0, field: 'id' },
        { index: 1, field: 'id' },
      ],
    },
    'Two columns are mapped to `id`.',
  ],
  [{ columns: [{ index: 1, field: 'title' }], existing: 'skip' }, '`existing` needs a column that is mapped to `id`.'],
])('refuses the options %j', async (options, message) => {
  await using world = await start();
  expect(await world.begin(['id,title', 'a,b'], options)).toMatchObject({ status: 400, body: { message } });
});

it('starts at most one of several imports that keep ids and begin at the same time', async () => {
  await using world = await start();
  const started = await Promise.all(Array.from({ length: 5 }, () => world.begin(['id,title', 'a,b'])));
  const accepted = started.filter(({ status }) => status === 200).length;
  expect([accepted <= 1, started.filter(({ status }) => status === 409).length]).toEqual([true, 5 - accepted]);
  expect(await world.host.context.collections.imports.count({})).toBe(accepted);
});

it('runs one import that keeps ids at a time in a table, and stops when its caller may not build the app any more', async () => {
  await using world = await start();
  const { body } = await world.begin(['id,title', 'a,b']);
  expect(await world.begin(['id,title', 'a,b'])).toMatchObject({ status: 409 });
  expect((await world.begin(['id,name', 'a,b'], {}, { entity: 'Project' })).status).toBe(200);
  await world.host.context.collections.imports.updateOne({ _id: body['id'] }, { $set: { actor: stranger } });
  await world.run(body['id']);
  expect(await world.state(body['id'])).toMatchObject({ state: 'failed', stored: 0 });
  expect(await world.tasks()).toEqual([]);
});
