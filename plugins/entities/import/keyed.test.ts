import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, table } from '../testing/apps.ts';

const properties = {
  email: { type: 'string', format: 'email' },
  name: { type: 'string' },
  city: { type: 'string', default: 'Rome' },
  visits: { type: 'number' },
} as const;
const contact = table('all', 'admin', properties, ['name']);
const base = '/live_api/apps/app/entities/Contact';

async function start(config: Record<string, unknown> = {}) {
  const host = await testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables: { Contact: contact } } })], config });
  const fetchJson = async (path: string, init?: RequestInit) => {
    const answer = await host.fetch(`${base}${path}`, init, owner);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return {
    host,
    [Symbol.asyncDispose]: host.close,
    begin(lines: readonly string[], options: object = { key: 'email' }) {
      const form = new FormData();
      form.set('options', JSON.stringify(options));
      form.set('file', new File([lines.join('\n')], 'contacts.csv'));
      return fetchJson('/imports', { method: 'POST', body: form });
    },
    state: async (id: unknown) => (await fetchJson(`/imports/${id}`)).body,
    report: async (id: unknown) => (await host.fetch(`${base}/imports/${id}/report`, {}, owner)).text(),
    run: (importId: unknown) => host.runJob('import', { importId: importId as string }),
    add: (row: object) => fetchJson('', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(row) }),
    async rows() {
      const found = await host.context.collections.rows.find({ appId: 'app', entity: 'Contact' }, { sort: { 'data.email': 1 } });
      return found.map(({ _id, data }): Record<string, unknown> => ({ id: _id, ...data }));
    },
  };
}

it('updates the rows with the key of a row by its filled cells, and adds the others', async () => {
  await using world = await start();
  const { body: ann } = await world.add({ email: 'ann@x.org', name: 'Ann', city: 'Oslo', visits: 1 });
  const { body } = await world.begin(['email,name,visits', 'ann@x.org,,2', 'bob@x.org,Bob,3', 'bob@x.org,,4', ',Nemo,5', 'cy@x.org,,6']);
  await world.run(body['id']);
  expect(await world.rows()).toEqual([
    { id: ann['id'], email: 'ann@x.org', name: 'Ann', city: 'Oslo', visits: 2 },
    { id: expect.any(String), email: 'bob@x.org', name: 'Bob', city: 'Rome', visits: 4 },
  ]);
  expect(await world.state(body['id'])).toMatchObject({
    ...{ state: 'done', done: 5, total: 5, stored: 3, failed: 2 },
    errors: [
      { row: 4, column: 'email', message: '`email` is required, because it is the key.' },
      { row: 5, column: 'name', message: '`name` is required.' },
    ],
  });
  expect(await world.report(body['id'])).toBe(
    'email,name,visits,Problem\r\n,Nemo,5,"`email` is required, because it is the key."\r\ncy@x.org,,6,`name` is required.\r\n',
  );
});

it('adds no row twice, and updates none twice differently, after interruptions', async () => {
  await using world = await start();
  const count = 3000;
  const lines = (visits: number) => ['email,name,visits', ...Array.from({ length: count }, (_, n) => `p${n}@x.org,P${n},${visits}`)];
  for (const visits of [1, 2]) {
    const { body } = await world.begin(lines(visits));
    const { rows } = world.host.context.collections;
    const change = rows.findOneAndUpdate.bind(rows);
    const insert = rows.insertOne.bind(rows);
    for (const writes of [10, 700, 1500]) {
      let left = writes;
      const writing = () => {
        left -= 1;
        if (left < 0) throw new Error('The store is gone.');
      };
      rows.insertOne = async (document) => {
        writing();
        await insert(document);
      };
      rows.findOneAndUpdate = async (...asked) => {
        writing();
        return change(...asked);
      };
      await expect(world.run(body['id'])).rejects.toThrow('The store is gone.');
    }
    rows.insertOne = insert;
    rows.findOneAndUpdate = change;
    await world.run(body['id']);
    expect(await world.state(body['id'])).toMatchObject({ state: 'done', stored: count, failed: 0 });
    const stored = await world.rows();
    expect(stored.length).toBe(count);
    expect(new Set(stored.map((row) => row['email'])).size).toBe(count);
    expect(new Set(stored.map((row) => row['visits']))).toEqual(new Set([visits]));
  }
});

it('accepts a file of more rows than the table has room for when they update others', async () => {
  await using world = await start({ MAX_ROWS_PER_TABLE: 2 });
  await world.add({ email: 'ann@x.org', name: 'Ann' });
  const { status, body } = await world.begin(['email,visits', 'ann@x.org,1', 'ann@x.org,2', 'ann@x.org,3']);
  expect(status).toBe(200);
  await world.run(body['id']);
  expect(await world.state(body['id'])).toMatchObject({ state: 'done', stored: 3 });
  expect(await world.rows()).toMatchObject([{ visits: 3 }]);
});

it.each([
  ['__proto__', '`__proto__` is not a field of Contact.'],
  ['createdAt', '`createdAt` cannot be a key: it is not a field of single values.'],
  ['city', 'No column is mapped to `city`, which is the key.'],
  [['email', 'email'], 'A key is one field, or up to 4 different ones.'],
])('refuses the key %j', async (key, message) => {
  await using world = await start();
  expect(await world.begin(['email,name', 'a@x.org,A'], { key })).toMatchObject({ status: 400, body: { message } });
});
