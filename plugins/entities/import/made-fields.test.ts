import { appsRef } from '@sayso/apps/ref';
import { testHost } from '@sayso/core/testing';
import { describe, expect, it } from 'vitest';
import entities from '../index.ts';
import { owner, stranger } from '../testing/apps.ts';
import { versionedApp } from '../testing/versioned-app.ts';

const number = { type: 'number' };
const columns = [
  { index: 0, field: 'name' },
  { index: 1, field: 'size' },
];
const options = { columns, fields: { size: number } };
const many = (rows: number) => `name,size\n${Array.from({ length: rows }, (_, n) => `row ${n + 1},${n + 1}`).join('\n')}`;

async function start(config: Record<string, unknown> = {}) {
  const app = versionedApp({ name: { type: 'string' } });
  const host = await testHost(entities, { provide: [[appsRef, app.api] as const], config });
  const base = (entity: string) => `/live_api/apps/app/entities/${entity}/imports`;
  const answerOf = async (answer: Response) => ({ status: answer.status, body: (await answer.json()) as Record<string, unknown> });
  return {
    host,
    app,
    [Symbol.asyncDispose]: host.close,
    count: () => host.context.collections.rows.count({ appId: 'app' }),
    /** Fields of each table of the current version. */
    tables: () =>
      Object.fromEntries(
        Object.entries(app.current())
          .filter(([path]) => path.startsWith('entities/'))
          .map(([path, text]) => [path.slice('entities/'.length, -'.json'.length), Object.keys(JSON.parse(text).properties)]),
      ),
    async begin(text: string, given: object = options, entity = 'Task', as = owner) {
      const form = new FormData();
      form.set('options', JSON.stringify(given));
      form.set('file', new File([text], 'a.csv'));
      const { status, body } = await answerOf(await host.fetch(base(entity), { method: 'POST', body: form }, as));
      return { status, body, id: String(body['id']) };
    },
    run: (importId: string) => host.runJob('import', { importId }),
    state: async (id: string, entity = 'Task') => (await answerOf(await host.fetch(`${base(entity)}/${id}`, {}, owner))).body,
    cancel: async (id: string, entity = 'Task') => answerOf(await host.fetch(`${base(entity)}/${id}`, { method: 'DELETE' }, owner)),
    cancelInGraph: (id: string) => host.graphql('mutation ($id: ID!) { cancelRowImport(appId: "app", id: $id) { state } }', { id }, owner),
  };
}
const BEFORE = { Task: ['name'] };
const AFTER = { Task: ['name', 'size'] };

describe('an import with new columns', { timeout: 60_000 }, () => {
  it('makes them before its rows, and keeps them', async () => {
    await using world = await start();
    const { id, body } = await world.begin(many(3));
    expect(body).toMatchObject({ state: 'queued', total: 3 });
    expect(world.tables()).toEqual(BEFORE);
    await world.run(id);
    expect(await world.state(id)).toMatchObject({ state: 'done', stored: 3 });
    expect(world.tables()).toEqual(AFTER);
    await world.run(id);
    expect([await world.count(), world.tables()]).toEqual([3, AFTER]);
  });

  it('makes a table, and removes it when no row came', async () => {
    await using world = await start();
    const given = { columns: [{ index: 1, field: 'size' }], fields: { size: number } };
    const { id } = await world.begin(many(2), given, 'Made');
    await world.run(id);
    expect(await world.state(id, 'Made')).toMatchObject({ state: 'done', stored: 2 });
    expect(world.tables()).toEqual({ ...BEFORE, Made: ['size'] });
    const none = await world.begin('name,size\na,one\nb,two', given, 'Other');
    await world.run(none.id);
    expect(await world.state(none.id, 'Other')).toMatchObject({ state: 'done', stored: 0, failed: 2 });
    expect(world.tables()).toEqual({ ...BEFORE, Made: ['size'] });
  });

  it('keeps those of an import of which some rows failed', async () => {
    await using world = await start();
    const { id } = await world.begin('name,size\na,one\nb,2');
    await world.run(id);
    expect(await world.state(id)).toMatchObject({ state: 'done', stored: 1, failed: 1 });
    expect(world.tables()).toEqual(AFTER);
  });

  it.each<[string, string, object]>([
    ['a file that is refused', '', options],
    ['a name that a column cannot have', many(1), { columns: [{ index: 1, field: '1 a' }], fields: { '1 a': number } }],
    ['a name that another column has', many(1), { columns: [{ index: 1, field: 'NAME' }], fields: { NAME: number } }],
    ['a field that no column is mapped to', many(1), { columns, fields: { size: number, more: number } }],
    ['a new field as the key', many(1), { ...options, key: 'size' }],
  ])('makes none for %s', async (_what, text, given) => {
    await using world = await start();
    const { status } = await world.begin(text, given);
    expect([400, 409]).toContain(status);
    expect([world.tables(), await world.host.context.collections.imports.count({})]).toEqual([BEFORE, 0]);
  });

  it('makes none for people who may not change the app', async () => {
    await using world = await start();
    expect((await world.begin(many(1), options, 'Task', stranger)).status).toBe(404);
    expect((await world.begin(many(1), options, 'Other', stranger)).status).toBe(404);
    expect(world.tables()).toEqual(BEFORE);
  });
});

describe('an import that ends without a row leaves no column', { timeout: 60_000 }, () => {
  it('when it fails', async () => {
    await using world = await start({ MAX_ROWS_PER_TABLE: 2 });
    const { id } = await world.begin('name,size\na,1\nb,2');
    await world.host.fetch('/live_api/apps/app/entities/Task', { method: 'POST', headers: json, body: '{"name":"c"}' }, owner);
    await world.run(id).catch(() => undefined);
    expect(await world.state(id)).toMatchObject({ state: 'failed', stored: 0 });
    expect([world.tables(), await world.count()]).toEqual([BEFORE, 1]);
  });

  it('when it is cancelled before it begins', async () => {
    await using world = await start();
    const { id } = await world.begin(many(3));
    expect(await world.cancel(id)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    await world.run(id);
    expect([await world.state(id), world.tables()]).toMatchObject([{ state: 'cancelled', stored: 0 }, BEFORE]);
  });

  it.each([
    ['by REST', 'cancel'],
    ['in the graph', 'cancelInGraph'],
  ] as const)('when it is cancelled %s before its first row', async (_how, way) => {
    await using world = await start();
    const { id } = await world.begin(many(3));
    const { commit } = world.app.api;
    world.app.api.commit = async (input) => {
      const version = await commit?.(input);
      world.app.api.commit = commit as never;
      await world[way](id);
      return version as never;
    };
    await world.run(id);
    expect([await world.state(id), world.tables(), await world.count()]).toMatchObject([{ state: 'cancelled' }, BEFORE, 0]);
  });

  it('when its process is killed after it made them, and it is cancelled then', async () => {
    await using world = await start();
    const { id } = await world.begin(many(3));
    await interrupted(world, id, 0);
    expect(world.tables()).toEqual(AFTER);
    await world.cancel(id);
    await world.run(id);
    expect([await world.state(id), world.tables(), await world.count()]).toMatchObject([{ state: 'cancelled', stored: 0 }, BEFORE, 0]);
  });

  it('but keeps them, and reports its rows, when some were stored before', async () => {
    await using world = await start();
    const { id } = await world.begin(many(20_000));
    await interrupted(world, id, 1);
    const stored = await world.count();
    expect(stored).toBeGreaterThan(0);
    await world.cancel(id);
    await world.run(id);
    expect([await world.state(id), world.tables()]).toMatchObject([{ state: 'cancelled', stored }, AFTER]);
  });

  it('and makes them once when it continues after a kill', async () => {
    await using world = await start();
    const { id } = await world.begin(many(3));
    await interrupted(world, id, 0);
    await world.run(id);
    expect([await world.state(id), world.tables(), await world.count()]).toMatchObject([{ state: 'done', stored: 3 }, AFTER, 3]);
  });

  it('nor takes back what others have changed since', async () => {
    await using world = await start();
    const { id } = await world.begin(many(3));
    await interrupted(world, id, 0);
    const add = { action: 'add', name: 'note', property: { type: 'string' } };
    await world.host.fetch('/live_api/apps/app/entities/Task/columns', { method: 'POST', headers: json, body: JSON.stringify(add) }, owner);
    await world.cancel(id);
    await world.run(id);
    expect(world.tables()).toEqual({ Task: ['name', 'size', 'note'] });
  });
});

const json = { 'content-type': 'application/json' };

/** Runs an import whose store is gone after some batches. */
async function interrupted({ host, run }: Awaited<ReturnType<typeof start>>, id: string, batches: number): Promise<void> {
  const { rows } = host.context.collections;
  const insert = rows.insertLines.bind(rows);
  let left = batches;
  rows.insertLines = async (documents) => {
    if (left-- <= 0) throw new Error('The store is gone.');
    await insert(documents);
  };
  await expect(run(id)).rejects.toThrow('The store is gone.');
  rows.insertLines = insert;
}
