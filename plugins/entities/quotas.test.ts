import { appPurges } from '@sayso/apps/ref';
import { type TestHostOptions, testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import { QuotaReached } from './errors.ts';
import entities from './index.ts';
import { Quotas } from './rows/quotas.ts';
import { fakeApps, owner, table } from './testing/apps.ts';

const note = table('all', 'all', { text: { type: 'string' }, more: { type: 'string' } });
const open = (name: string) => ({ ...note(name), additionalProperties: true });
async function start(config: Record<string, number>, wrap: TestHostOptions['wrap'] = (engines) => engines) {
  const apps = fakeApps({ app: { isPublished: true, tables: { Note: note, Task: note, Open: open } } });
  const host = await testHost(entities, { provide: [apps], config, wrap });
  const call = async (method: string, rest: string, body?: unknown) => {
    const isForm = body instanceof FormData;
    const init = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const headers: Record<string, string> = body === undefined || isForm ? {} : { 'content-type': 'application/json' };
    const answer = await host.fetch(`/live_api/apps/app/entities/${rest}`, { method, headers, ...init }, owner);
    return { status: answer.status, body: (await answer.json()) as Body };
  };
  const count = (entity?: string) => host.context.collections.rows.count({ appId: 'app', ...(entity ? { entity } : {}) });
  return { host, call, count, [Symbol.asyncDispose]: () => host.close() };
}
/** Fields of the responses to these calls; each has some of them. */
interface Body {
  readonly id: string;
  readonly message: string;
  readonly more?: string;
  readonly deep?: unknown;
  readonly [index: number]: { readonly id: string };
}
const rows = (length: number, text = 'x') => Array.from({ length }, () => ({ text }));
const file = (length: number) => {
  const form = new FormData();
  form.set('file', new File([`text\n${'x\n'.repeat(length)}`], 'a.csv'));
  return form;
};

it('limits the rows of a table in every call that adds some, and allows new ones after deletes', async () => {
  await using world = await start({ MAX_ROWS_PER_TABLE: 10 });
  const { call, count } = world;
  const full = {
    status: 409,
    body: { code: 'quota-reached', message: 'The table Note has room for 10 rows, and has 8. Remove some first.' },
  };
  expect((await call('POST', 'Note/bulk', rows(8))).status).toBe(200);
  expect(await call('POST', 'Note/bulk', rows(3))).toMatchObject(full);
  expect(await call('POST', 'Note/import', file(3))).toMatchObject(full);
  expect(await count()).toBe(8);
  for (const status of [200, 200, 409]) expect((await call('POST', 'Note', { text: 'x' })).status).toBe(status);
  expect((await call('POST', 'Task/bulk', rows(10))).status).toBe(200);
  expect((await call('DELETE', 'Note', { q: {} })).body).toMatchObject({ deleted: 10 });
  expect((await call('POST', 'Note/import', file(10))).body).toMatchObject({ imported: 10 });
  const { body } = await call('GET', 'Note?limit=1');
  expect((await call('DELETE', `Note/${body[0]?.id}`)).status).toBe(200);
  expect((await call('POST', 'Note', { text: 'x' })).status).toBe(200);
  expect(await count('Note')).toBe(10);
});

it('a thousand concurrent rows do not exceed the limits', async () => {
  await using world = await start({ MAX_ROWS_PER_TABLE: 100, MAX_ROWS_PER_APP: 150, RATE_LIMIT: 0 });
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => world.call('POST', n % 2 ? 'Note' : 'Task', { text: 'x' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(150);
  expect(await world.count()).toBe(150);
  expect(answers.find(({ status }) => status !== 200)?.body.message).toMatch(/has room for 1[05]0 rows/);
});

it('limits the bytes of an app, also as its rows grow and after a restart', async () => {
  await using world = await start({ MAX_BYTES_PER_APP: 1_000_000 });
  const { call, host } = world;
  expect((await call('POST', 'Note/bulk', rows(3, 'x'.repeat(300_000)))).status).toBe(200);
  const { body: small } = await call('POST', 'Note', { text: 'x' });
  const full = { status: 409, body: { code: 'quota-reached', message: 'The rows of this app have at most 1 MB. Remove some first.' } };
  expect(await call('POST', 'Note', { text: 'x'.repeat(200_000) })).toMatchObject(full);
  expect(await call('PUT', `Note/${small.id}`, { text: 'x'.repeat(200_000) })).toMatchObject(full);
  expect((await call('PUT', `Note/${small.id}`, { text: 'x'.repeat(50_000) })).status).toBe(200);
  const { usage } = host.context.collections;
  await expect.poll(async () => (await usage.findOne({ _id: 'app' }))?.bytes).toBeGreaterThan(950_000);
  await host.additions(appPurges)[0]?.remove('app');
  expect(await usage.count({})).toBe(0);
  expect((await call('POST', 'Note', { text: 'x'.repeat(200_000) })).status).toBe(200);
});

it('does not recreate the usage of an app that is purged during a flush', async () => {
  const [begun, purged, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = <T extends object>(collection: T): T =>
    new Proxy(collection, {
      get(target, key) {
        const method = Reflect.get(target, key) as unknown;
        if (key !== 'updateOne' || typeof method !== 'function') return typeof method === 'function' ? method.bind(target) : method;
        return async (...given: unknown[]) => {
          // The counts of rows are taken before the row is written.
          if (!('bytes' in ((given[1] as { $inc?: object }).$inc ?? {}))) return method.apply(target, given);
          begun.resolve();
          await purged.promise;
          const count = await method.apply(target, given);
          saved.resolve();
          return count;
        };
      },
    });
  await using world = await start({}, (engines) => ({
    ...engines,
    store: {
      ...engines.store,
      open: async (name, spec) => {
        const collection = await engines.store.open(name, spec);
        return name === 'entities_usage' ? hold(collection) : collection;
      },
    },
  }));
  expect((await world.call('POST', 'Note', { text: 'x' })).status).toBe(200);
  await begun.promise;
  await world.host.additions(appPurges)[0]?.remove('app');
  purged.resolve();
  await saved.promise;
  expect(await world.host.context.collections.usage.find({})).toEqual([]);
});

it('measures existing rows of an app without a byte count', async () => {
  await using world = await start({ MAX_BYTES_PER_APP: 1_000_000 });
  const row = { appId: 'app', entity: 'Note', createdAt: '1', updatedAt: '1', creatorId: null, data: { text: 'x'.repeat(400_000) } };
  await world.host.context.collections.rows.insertMany([
    { _id: 'a', ...row },
    { _id: 'b', ...row },
  ]);
  expect((await world.call('POST', 'Note', { text: 'x'.repeat(300_000) })).status).toBe(409);
  expect((await world.call('POST', 'Note', { text: 'x'.repeat(100_000) })).status).toBe(200);
});

it('limits the size of a row, also under a hundred concurrent changes', async () => {
  await using world = await start({ RATE_LIMIT: 0 });
  for (const entity of ['Note', 'Open']) {
    const { body } = await world.call('POST', entity, { text: 'x'.repeat(300_000) });
    expect(await world.call('PUT', `${entity}/${body.id}`, { more: 'x'.repeat(300_000) })).toMatchObject({
      status: 400,
      body: { message: 'A row has at most 500000 characters.' },
    });
    expect((await world.call('GET', `${entity}/${body.id}`)).body.more).toBeUndefined();
  }
  const { body } = await world.call('POST', 'Open', { text: 'x' });
  await Promise.all(Array.from({ length: 100 }, (_, n) => world.call('PUT', `Open/${body.id}`, { [`field${n}`]: 'x'.repeat(20_000) })));
  const row = await world.host.context.collections.rows.findOne({ appId: 'app', entity: 'Open', _id: body.id });
  expect(JSON.stringify(row?.data).length).toBeLessThanOrEqual(500_000);
});

it('serves, changes, shrinks and removes a row that is larger than new ones may be', async () => {
  await using world = await start({ MAX_ROWS_PER_TABLE: 1, MAX_ROWS_PER_APP: 1, MAX_BYTES_PER_APP: 1000 });
  const { call, host } = world;
  const name = 'n'.repeat(300);
  const data = { text: 'x'.repeat(400_000), more: 'y'.repeat(400_000), deep: { [name]: 1 } };
  const row = { appId: 'app', createdAt: '1', updatedAt: '1', creatorId: null, data };
  const ids = ['a', 'b', 'c'];
  for (const entity of ['Note', 'Open'])
    await host.context.collections.rows.insertMany(ids.map((id) => ({ _id: `${entity}${id}`, entity, ...row })));
  for (const entity of ['Note', 'Open']) {
    expect((await call('GET', `${entity}?limit=10`)).body).toHaveLength(3);
    expect((await call('GET', `${entity}/${entity}a`)).body.deep).toEqual({ [name]: 1 });
    const change = async (fields: object) => (await call('PUT', `${entity}/${entity}a`, fields)).status;
    expect(await change({ more: 'z'.repeat(400_000) })).toBe(200);
    expect(await change({ more: 'z'.repeat(300_000) })).toBe(200);
    expect(await change({ text: 'short' })).toBe(200);
    expect(await change({ more: 'z'.repeat(300_001) })).toBe(409);
    expect((await call('POST', entity, { text: 'x' })).status).toBe(409);
    expect((await call('DELETE', `${entity}/${entity}a`)).status).toBe(200);
    expect((await call('DELETE', entity, { q: { text: { $regex: 'x' } } })).body).toMatchObject({ deleted: 2 });
  }
  expect(await world.count()).toBe(0);
});

it('lets several processes add exactly as many rows as there is room for, together', async () => {
  await using world = await start({});
  const { rows: stored, usage } = world.host.context.collections;
  const config = { ...world.host.context.config, MAX_ROWS_PER_TABLE: 100, MAX_ROWS_PER_APP: 150 };
  const processes = Array.from({ length: 4 }, () => new Quotas({ rows: stored, usage, config, set: 'live' }));
  let next = 0;
  const add = async (quotas: Quotas, entity: string) => {
    const number = next++;
    const room = await quotas.reserve('app', entity, { rows: 1, bytes: 10 }).catch((error: unknown) => error as QuotaReached);
    if (room instanceof QuotaReached) return false;
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString();
    await stored.insertOne({ _id: `row-${number}`, appId: 'app', entity, data: {}, createdAt: at, updatedAt: at, creatorId: null });
    return true;
  };
  const adding = processes.flatMap((quotas) => Array.from({ length: 100 }, (_, at) => add(quotas, at % 2 === 0 ? 'Note' : 'Task')));
  const added = (await Promise.all(adding)).filter(Boolean).length;
  expect([added, await world.count()]).toEqual([150, 150]);
  const note = await world.count('Note');
  expect(note).toBeLessThanOrEqual(100);

  // What one process removes, another adds.
  const [first, second] = processes as [Quotas, Quotas];
  await stored.deleteMany({ appId: 'app', entity: 'Note' });
  await first.removed('app', 'Note', note);
  await expect.poll(() => add(second, 'Note')).toBe(true);
  await Promise.all(processes.map((quotas) => quotas.flush()));
}, 60_000);
