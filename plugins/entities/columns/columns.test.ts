import { type AppsApi, appsRef, type PropertySchema } from '@sayso/apps/ref';
import { testHost } from '@sayso/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import entities from '../index.ts';
import { owner, stranger, user, visitor } from '../testing/apps.ts';
import { versionedApp } from '../testing/versioned-app.ts';
import { converter } from './convert-value.ts';

const number: PropertySchema = { type: 'number' };
const select: PropertySchema = { enum: ['Low', 'High'] };
const multi: PropertySchema = { type: 'array', items: { type: 'string', enum: ['a', 'b'] } };

it.each<[property: PropertySchema, value: unknown, converted: unknown]>([
  [number, '12', 12],
  [number, ' 1,234.5 ', 1234.5],
  [number, true, 1],
  [number, '', null],
  [{ type: 'string' }, 12, '12'],
  [{ type: 'string' }, ['a', 'b'], 'a, b'],
  [{ type: 'string' }, { a: 1 }, '{"a":1}'],
  [{ type: 'boolean' }, 'Yes', true],
  [{ type: 'boolean' }, 0, false],
  [{ type: 'string', format: 'date-time' }, '2026-03-01T10:00:00+01:00', '2026-03-01T10:00:00+01:00'],
  [{ type: 'string', format: 'date-time' }, 'March 1, 2026 10:00 UTC', '2026-03-01T10:00:00.000Z'],
  [{ type: 'string', format: 'date' }, '2026-03-01T10:00:00Z', '2026-03-01'],
  [select, 'low', 'Low'],
  [multi, 'a; b', ['a', 'b']],
  [multi, 'a', ['a']],
  [{ type: 'array', items: number }, '1, 2', [1, 2]],
  [{ type: 'object' }, '{"a":1}', { a: 1 }],
  [number, null, null],
])('%j takes %j as %j', (property, value, converted) => {
  expect(converter(property)(value)).toEqual({ value: converted });
});

it.each<[property: PropertySchema, value: unknown]>([
  [number, 'twelve'],
  [{ type: 'integer' }, '1.5'],
  [{ type: 'boolean' }, 'maybe'],
  [{ type: 'string', format: 'date' }, 'soon'],
  [select, 'Medium'],
  [multi, 'a, c'],
  [{ type: 'object' }, '[1'],
])('%j does not take %j', (property, value) => {
  expect(converter(property)(value)).toBeNull();
});

let app: ReturnType<typeof versionedApp>;
let host: Awaited<ReturnType<typeof start>>;
const start = (api: Partial<AppsApi>) => testHost(entities, { provide: [[appsRef, api] as const] });
beforeEach(async () => {
  app = versionedApp({ name: { type: 'string' }, due: { type: 'string' }, level: { type: 'string' } });
  host = await start(app.api);
});
afterEach(() => host.close());

const base = '/live_api/apps/app/entities/Task';
async function call(method: string, path: string, body?: unknown, as = owner) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await host.fetch(path, { method, ...sent }, as);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
/** Edits a column, as the event of the new version and its job follow. */
async function edit(body: object, path = `${base}/columns`) {
  const answer = await call('POST', path, body);
  await follow();
  return answer;
}
async function follow() {
  await host.service().conversions.appChanged('app');
  await host.runJob('convertRows', { appId: 'app', set: 'live' });
}
const add = (rows: readonly object[]) => call('POST', `${base}/bulk`, rows);
async function rows() {
  const { body } = await call('GET', `${base}?sort=name&limit=1000`);
  return (body as unknown as Record<string, unknown>[]).map(
    ({ id: _id, createdAt: _at, updatedAt: _changed, creatorId: _by, ...own }) => own,
  );
}
const conversion = async () => (await call('GET', '/live_api/apps/app/conversion?rows=live')).body;

it('converts the rows of a renamed column, names the code that mentions it, and undoes the rename', async () => {
  await follow();
  await add([{ name: 'a', due: 'x' }, { name: 'b' }]);
  const renamed = await edit({ action: 'rename', name: 'due', to: 'Due date' });
  expect(renamed).toEqual({ status: 200, body: { versionId: 'v2', name: 'due_date', mentions: ['pages/Home'] } });
  expect(await rows()).toEqual([{ name: 'a', due_date: 'x' }, { name: 'b' }]);
  expect(await edit({ versionId: 'v2' }, `${base}/columns/undo`)).toMatchObject({ status: 200, body: { versionId: 'v3' } });
  expect(await rows()).toEqual([{ name: 'a', due: 'x' }, { name: 'b' }]);
});

it('converts a column to another type, reports what could not be converted, and restores the former values', async () => {
  await follow();
  await add([
    { name: 'a', level: '1' },
    { name: 'b', level: 'high' },
    { name: 'c', level: '03' },
  ]);
  await edit({ action: 'retype', name: 'level', property: { type: 'number' } });
  expect((await rows()).map(({ level }) => level)).toEqual([1, 'high', 3]);
  const { report } = await conversion();
  expect(report).toMatchObject({
    versionId: 'v2',
    rows: 3,
    failed: 1,
    unconverted: [{ entity: 'Task', column: 'level', value: '"high"' }],
  });
  await edit({ versionId: 'v2' }, `${base}/columns/undo`);
  expect((await rows()).map(({ level }) => level)).toEqual(['1', 'high', '03']);
});

it('removes the values of a deleted column, and restores them with the column', async () => {
  await follow();
  await add(Array.from({ length: 450 }, (_, n) => ({ name: `${1000 + n}`, level: `${n}` })));
  await edit({ action: 'delete', name: 'level' });
  expect((await rows()).some((row) => 'level' in row)).toBe(false);
  await edit({ versionId: 'v2' }, `${base}/columns/undo`);
  expect((await rows()).map(({ level }) => level)).toEqual(Array.from({ length: 450 }, (_, n) => `${n}`));
});

describe('the effects of restoring a version on draft rows', () => {
  const effects = (versionId: string, as = owner) => call('GET', `/live_api/apps/app/versions/${versionId}/effects`, undefined, as);
  const drafts = async (data: readonly Record<string, unknown>[]) => {
    const at = '2026-01-01T00:00:00.000Z';
    await host.context.collections.drafts.insertMany(
      data.map((each, n) => ({
        _id: `${1000 + n}`,
        appId: 'app',
        entity: 'Task',
        createdAt: at,
        updatedAt: at,
        creatorId: null,
        data: each,
      })),
    );
  };
  const followDrafts = async () => {
    await host.service().conversions.appChanged('app');
    await host.runJob('convertRows', { appId: 'app', set: 'draft' });
  };

  it('counts the values that come back, are removed and do not fit, and changes nothing', async () => {
    await followDrafts();
    await drafts([{ name: 'a', due: 'x', level: '1' }, { name: 'b', level: '2' }, { name: 'c' }]);
    await call('POST', `${base}/columns`, { action: 'delete', name: 'level' });
    await followDrafts();
    await call('POST', `${base}/columns`, { action: 'retype', name: 'name', property: { type: 'string', format: 'date' } });
    await call('POST', `${base}/columns`, { action: 'add', name: 'extra', property: { type: 'number' } });
    await call('POST', `${base}/columns`, { action: 'rename', name: 'due', to: 'until' });
    await followDrafts();
    const { drafts: rows } = host.context.collections;
    await rows.updateOne({ appId: 'app', entity: 'Task', _id: '1002' }, { $set: { 'data.extra': 5 } });
    const stored = await rows.find({ appId: 'app', entity: 'Task' });
    const { body } = await effects('v1');
    expect(body).toMatchObject({
      tables: [
        {
          ...{ name: 'Task', kind: 'changed', rows: 3, isPartial: false },
          columns: expect.arrayContaining([
            { name: 'level', kind: 'added', from: null, values: 2, unconverted: 0 },
            { name: 'extra', kind: 'removed', from: null, values: 1, unconverted: 0 },
            { name: 'due', kind: 'renamed', from: 'until', values: 1, unconverted: 0 },
          ]),
        },
      ],
    });
    expect((await effects('v5')).body).toMatchObject({ tables: [] });
    expect(await rows.find({ appId: 'app', entity: 'Task' })).toEqual(stored);
  });

  it('reports values that do not fit the type of the version', async () => {
    await followDrafts();
    await call('POST', `${base}/columns`, { action: 'retype', name: 'level', property: { type: 'number' } });
    await followDrafts();
    await call('POST', `${base}/columns`, { action: 'retype', name: 'level', property: { type: 'string' } });
    await followDrafts();
    await drafts([{ level: '7' }, { level: 'high' }]);
    expect((await effects('v2')).body).toMatchObject({
      tables: [{ columns: [{ name: 'level', kind: 'retyped', values: 1, unconverted: 1 }] }],
    });
  });

  it.each([stranger, visitor, user('app', 'u')])('are refused to %o', async (actor) => {
    const { status, body } = await effects('v1', actor);
    expect(status).toBeGreaterThanOrEqual(401);
    expect(body).not.toHaveProperty('tables');
  });
});

it('keeps all former values when rows are deleted between two attempts', async () => {
  await follow();
  await add(Array.from({ length: 201 }, (_, n) => ({ name: `${1000 + n}`, level: `0${n}` })));
  await call('POST', `${base}/columns`, { action: 'retype', name: 'level', property: { type: 'number' } });
  const live = host.context.collections.rows;
  const change = live.findOneAndUpdate.bind(live);
  let left = 100;
  Object.assign(live, {
    async findOneAndUpdate(...asked: Parameters<typeof change>) {
      if (left-- === 0) throw new Error('The process ended.');
      return change(...asked);
    },
  });
  const job = { id: 'job', signal: new AbortController().signal, progress: async () => undefined };
  const convert = () => host.service().conversions.run({ appId: 'app', set: 'live' }, job);
  await expect(convert()).rejects.toThrow('The process ended.');
  await call('DELETE', base, { q: { name: '1050' } });
  await convert();
  await edit({ versionId: 'v2' }, `${base}/columns/undo`);
  const expected = Array.from({ length: 201 }, (_, n) => `0${n}`).filter((level) => level !== '050');
  expect((await rows()).map(({ level }) => level)).toEqual(expected);
});

it('converts rows whose conversion was not enqueued before the process ended', async () => {
  await follow();
  await add([{ name: 'a', due: 'x' }]);
  await call('POST', `${base}/columns`, { action: 'rename', name: 'due', to: 'until' });
  await host.runJob('resumeConversions', {});
  await host.runJob('convertRows', { appId: 'app', set: 'live' });
  expect(await rows()).toEqual([{ name: 'a', until: 'x' }]);
});

describe('a row of the trash', () => {
  const created = async (row: object) => (await call('POST', base, row)).body['id'] as string;
  const remove = (id: string) => call('DELETE', `${base}/${id}`);
  const restore = async (id: string) => (await call('POST', '/live_api/apps/app/trash/restore', { ids: [id] })).body;
  const done = { restored: 1, problems: [], unconverted: [] };
  beforeEach(follow);

  it('has the new names of its columns once restored', async () => {
    const id = await created({ name: 'a', due: 'x' });
    await remove(id);
    await edit({ action: 'rename', name: 'due', to: 'until' });
    await edit({ action: 'rename', name: 'until', to: 'deadline' });
    expect(await restore(id)).toEqual(done);
    expect(await rows()).toEqual([{ name: 'a', deadline: 'x' }]);
  });

  it('has values of the new types once restored, and the answer names those that do not fit', async () => {
    const ids = [await created({ name: 'a', level: '03' }), await created({ name: 'b', level: 'high' })] as const;
    for (const id of ids) await remove(id);
    await edit({ action: 'retype', name: 'level', property: { type: 'number' } });
    expect(await restore(ids[0])).toEqual(done);
    const value = { entity: 'Task', column: 'level', id: ids[1], value: '"high"' };
    expect(await restore(ids[1])).toEqual({ ...done, unconverted: [value] });
    expect((await rows()).map(({ level }) => level)).toEqual([3, 'high']);
    await edit({ versionId: 'v2' }, `${base}/columns/undo`);
    expect((await rows()).map(({ level }) => level)).toEqual(['03', 'high']);
  });

  it('has the former values of a conversion that was undone meanwhile', async () => {
    const id = await created({ name: 'a', due: 'x', level: '03' });
    await edit({ action: 'retype', name: 'level', property: { type: 'number' } });
    await edit({ action: 'delete', name: 'due' });
    await remove(id);
    await edit({ versionId: 'v3' }, `${base}/columns/undo`);
    await edit({ versionId: 'v2' }, `${base}/columns/undo`);
    expect(await restore(id)).toEqual(done);
    expect(await rows()).toEqual([{ name: 'a', due: 'x', level: '03' }]);
  });

  it('gives the values of a deleted column back with the column', async () => {
    const id = await created({ name: 'a', due: 'x' });
    await remove(id);
    await edit({ action: 'delete', name: 'due' });
    expect(await restore(id)).toEqual(done);
    expect(await rows()).toEqual([{ name: 'a' }]);
    await edit({ versionId: 'v2' }, `${base}/columns/undo`);
    expect(await rows()).toEqual([{ name: 'a', due: 'x' }]);
  });

  it('stays there while rows are converted', async () => {
    const id = await created({ name: 'a', due: 'x' });
    await remove(id);
    const lease = { jobId: 'other', until: new Date(Date.now() + 60_000).toISOString() };
    const { rowVersions } = host.context.collections;
    await rowVersions.updateOne({ _id: 'app/live' }, { $set: { lease } });
    expect(await restore(id)).toMatchObject({ restored: 0, problems: [{ id, message: 'The rows of this app are being converted.' }] });
    await rowVersions.updateOne({ _id: 'app/live' }, { $set: { lease: null } });
    expect(await restore(id)).toEqual(done);
  });
});

it('converts the rows of a published app when the change is published, over several versions', async () => {
  app.publish('v1');
  await follow();
  await add([{ name: 'a', due: 'x', level: '2' }]);
  await edit({ action: 'rename', name: 'due', to: 'until' });
  await edit({ action: 'rename', name: 'until', to: 'deadline' });
  await edit({ action: 'retype', name: 'level', property: { type: 'integer' } });
  expect(await rows()).toEqual([{ name: 'a', due: 'x', level: '2' }]);
  app.publish('v4');
  await follow();
  expect(await rows()).toEqual([{ name: 'a', deadline: 'x', level: 2 }]);
});

it('adds a column before another one', async () => {
  expect((await edit({ action: 'add', name: 'Größe', property: { type: 'number' }, before: 'due' })).body).toMatchObject({
    name: 'grosse',
  });
  const { body } = await call('GET', `${base}/schema`);
  expect(Object.keys(body['properties'] as object)).toEqual(['name', 'grosse', 'due', 'level']);
});

it.each([
  ['a visitor', visitor, 401],
  ['a stranger', stranger, 404],
  ['a user of the app', user('app', 'ann', true), 403],
])('refuses %s', async (_who, actor, status) => {
  const answers = [
    await call('POST', `${base}/columns`, { action: 'delete', name: 'level' }, actor),
    await call('POST', `${base}/columns/undo`, { versionId: 'v1' }, actor),
    await call('GET', '/live_api/apps/app/conversion', undefined, actor),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
});

it.each<[what: string, body: object, status: number, message: string]>([
  ['a column that exists', { action: 'add', name: 'Level', property: {} }, 409, 'There is already a column "level".'],
  ['a name of the server', { action: 'rename', name: 'due', to: 'createdAt' }, 409, 'There is already a column "createdAt".'],
  ['a column that is missing', { action: 'delete', name: 'nope' }, 404, 'The column "nope" was not found.'],
  ['a prototype', { action: 'delete', name: '__proto__' }, 404, 'The column "__proto__" was not found.'],
  ['an empty name', { action: 'rename', name: 'due', to: '  ' }, 400, 'Give the column a name.'],
])('refuses %s', async (_what, body, status, message) => {
  expect(await call('POST', `${base}/columns`, body)).toMatchObject({ status, body: { message } });
});

it('converts rows that are copied to a set that follows another version', async () => {
  app.publish('v1');
  await follow();
  await call('POST', `${base}/bulk?rows=draft`, [{ name: 'a', due: 'x', level: '1' }]);
  await edit({ action: 'rename', name: 'due', to: 'Due date' });
  await edit({ action: 'retype', name: 'level', property: { type: 'number' } });
  await host.runJob('convertRows', { appId: 'app', set: 'draft' });
  const copy = async (from: string, to: string) => {
    const { body } = await call('POST', '/live_api/apps/app/rows/copy', { from, to });
    await host.runJob('copyRows', { copyId: `app/${to}`, id: body['id'] });
    const rows = to === 'live' ? host.context.collections.rows : host.context.collections.drafts;
    return (await rows.find({ appId: 'app', entity: 'Task' })).map(({ data }) => data);
  };
  expect(await copy('draft', 'live')).toEqual([{ name: 'a', due: 'x', level: '1' }]);
  expect(await copy('live', 'draft')).toEqual([{ name: 'a', due_date: 'x', level: 1 }]);
});
