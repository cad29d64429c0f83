import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, table, user } from '../testing/apps.ts';

const start = () => testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables: { Item: table('all', 'all') } } })] });
const batch = '0123456789abcdef';

async function world() {
  const host = await start();
  return {
    host,
    [Symbol.asyncDispose]: host.close,
    async send(rows: readonly object[], name = batch, as: Actor = owner) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(rows) };
      const answer = await host.fetch(`/live_api/apps/app/entities/Item/bulk?batch=${name}`, init, as);
      return { status: answer.status, body: (await answer.json()) as { id: string }[] };
    },
    async names() {
      const rows = await host.context.collections.rows.find({ appId: 'app', entity: 'Item' }, { sort: { _id: 1 } });
      return rows.map(({ data }) => data['name']);
    },
  };
}
const rows = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

it('adds the rows of a batch once, in their order, however often it is sent', async () => {
  await using app = await world();
  const answers = [...(await Promise.all([app.send(rows), app.send(rows)])), await app.send(rows)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const ids = answers.map(({ body }) => body.map(({ id }) => id));
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  expect(await app.names()).toEqual(['a', 'b', 'c']);
});

it('adds the rows that a call which broke off has not stored', async () => {
  await using app = await world();
  await app.send(rows);
  await app.host.context.collections.rows.deleteOne({ appId: 'app', entity: 'Item', 'data.name': 'b' });
  await app.send(rows);
  expect(await app.names()).toEqual(['a', 'b', 'c']);
});

it('keeps batches of other names and of other callers apart', async () => {
  await using app = await world();
  await app.send([{ name: 'a' }]);
  await app.send([{ name: 'a' }], 'fedcba9876543210');
  await app.send([{ name: 'a' }], batch, user('app', 'ann'));
  expect(await app.names()).toEqual(['a', 'a', 'a']);
});

it('refuses a name that is too short to be unique, and invalid rows as a whole', async () => {
  await using app = await world();
  expect((await app.send(rows, 'short')).status).toBe(400);
  expect(await app.send([...rows, { nome: 1 }])).toMatchObject({ status: 400, body: { message: 'Row 4: `nome` is not a field of Item.' } });
  expect(await app.names()).toEqual([]);
});
