import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, type PartitionedSpec } from '@sayso/core';
import entities from '@sayso/entities';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../core/store/index.ts';
import { startProduct } from '../product.ts';
import { addNotes, clientOf, type Data, makeApp, readNotes, signUp } from './client.ts';
import type { FaultKind } from './faults.ts';
import { World } from './world.ts';

const PICTURE = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64')}`;
const LONG_AGO = '2020-01-01T00:00:00.000Z';
/** Collections that hold no app's data, or are kept on purpose: a slug is never reused for another app. */
const OTHERS = ['jobs', 'events', 'apps_addresses'];

/** An app with every kind of data: versions, conversation, rows, thumbnail, domain, and data of its users. */
async function makeWhole(world: World): Promise<string> {
  const appId = await world.makeApp();
  await world.send(appId, newId());
  expect((await world.settled(appId)).status).toBe('ready');
  const mutations = [`setAppThumbnail(id: $id, image: "${PICTURE}")`, 'publishApp(id: $id)'];
  for (const one of mutations) {
    expect(await world.graphql(`mutation ($id: ID!) { ${one} { id } }`, { id: appId })).not.toMatchObject({ failed: true });
  }
  await world.collection('apps_domains').insertOne({ _id: `${appId}.example.org`, appId });
  await world.collection('accounts_memories').insertOne({ _id: newId(), accountId: 'owner', appId, values: { name: 'Ada' } });
  return appId;
}

/** Every document and blob, by collection and key. */
async function everything(world: World): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const name of world.faults.documents.keys()) {
    if (OTHERS.includes(name)) continue;
    for (const document of await world.collection(name).find({})) places.set(`${name}/${document._id}`, JSON.stringify(document));
  }
  for (const appId of world.made) for (const row of await world.rowsOf(appId)) places.set(`entities_rows/${row._id}`, JSON.stringify(row));
  for (const key of await world.blobsOf('apps')) places.set(`blobs/${key}`, key);
  return places;
}

/** Opens the store of a stopped product. */
async function inStore<T>(folder: string, work: (open: (name: string) => Promise<Data>) => Promise<T>): Promise<T> {
  const store = await openSqliteStore({ file: join(folder, 'sayso.db') });
  try {
    const document = undefined as never;
    const { rows } = entities.collections ?? {};
    return await work((name) =>
      name === 'entities_rows' ? store.openPartitioned(name, rows as PartitionedSpec) : store.open(name, { document }),
    );
  } finally {
    await store.close();
  }
}

it('a product killed while purging an app finishes the purge after a restart', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-purge-'));
  const env = { DATA_DIR: folder, RATE_LIMIT: '0' };
  let product = await startProduct(env);
  try {
    const client = await signUp(product);
    const [appId, otherId] = [await makeApp(client, 'Going'), await makeApp(client, 'Staying')];
    for (const id of [appId, otherId]) await addNotes(client, id, { prefix: id, count: 30 });
    await client.graphql('mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id: appId });
    await product.kill();
    await inStore(folder, async (open) => {
      await (await open('apps_apps')).updateOne({ _id: appId }, { $set: { deletedAt: LONG_AGO } });
      await (await open('apps_contents')).updateMany({}, { $set: { usedAt: LONG_AGO } });
      // Interrupted purge: some data is deleted, and the job's lease is held by a dead process.
      await (await open('entities_rows')).deleteMany({ appId });
      const held = {
        status: 'running',
        attempt: 1,
        lease: newId(),
        node: `${hostname()}-999999999-${newId()}`,
        dueAt: '2999-01-01T00:00:00.000Z',
      };
      expect(await (await open('jobs')).updateOne({ _id: 'cron.apps.purge' }, { $set: held })).toBe(1);
    });

    product = await startProduct(env);
    const again = clientOf(product, client.token);
    const isThere = async () =>
      (await again.call('POST', '/graphql', { query: `mutation { undoDeleteApp(id: "${appId}") { id } }` })).text();
    await expect.poll(() => inStore(folder, async (open) => (await open('apps_apps')).count({})), { timeout: 20_000 }).toBe(1);
    expect(await isThere()).toContain('not-found');
    expect((await readNotes(again, otherId)).size).toBe(30);
    await product.kill();
    const left = await inStore(folder, async (open) =>
      Promise.all([
        (await open('apps_versions')).count({}),
        (await open('entities_rows')).count({ appId }),
        (await open('entities_rows')).count({ appId: otherId }),
        (await open('apps_contents')).count({}),
      ]),
    );
    // What is left belongs to the other app: its version, its rows, and its two contents, which both apps shared.
    expect(left).toEqual([1, 0, 30, 2]);
    expect((await readdir(join(folder, 'apps'))).filter((name) => name.endsWith('.db'))).toEqual([`${otherId}.db`]);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

describe('purging a deleted app', () => {
  it.each<FaultKind>(['killed', 'before', 'after'])(
    'is completed by the next run after a fault in any call (%s), and deletes only data of that app',
    { timeout: 120_000 },
    async (kind) => {
      await using world = await World.open();
      // Has the same contents, which are stored once.
      await makeWhole(world);
      // The usage of its rows is saved with a delay.
      await expect.poll(() => world.collection('entities_usage').find({})).toHaveLength(1);
      const survivors = await everything(world);
      let wasHit = true;
      for (let at = 1; wasHit; at++) {
        const appId = await makeWhole(world);
        await world.collection('apps_apps').updateOne({ _id: appId }, { $set: { deletedAt: LONG_AGO } });
        await world.collection('apps_contents').updateMany({}, { $set: { usedAt: LONG_AGO } });
        world.faults.arm(at, kind);
        const cutOff = await world.runJob('apps.purge').then(
          () => false,
          () => true,
        );
        world.faults.disarm();
        const { failed } = world.faults;
        wasHit = failed.length > 0;
        const where = `call ${at}: ${failed[0]}`;
        expect(cutOff, where).toBe(wasHit);
        await world.runJob('apps.purge');
        const left = await everything(world);
        expect(
          [...left].filter(([place, text]) => (place + text).includes(appId)),
          where,
        ).toEqual([]);
        expect([...left.keys()].sort(), where).toEqual([...survivors.keys()].sort());
      }
    },
  );

  it('keeps recently used contents, which a pending write may refer to', { timeout: 60_000 }, async () => {
    await using world = await World.open();
    const appId = await makeWhole(world);
    await world.collection('apps_apps').updateOne({ _id: appId }, { $set: { deletedAt: LONG_AGO } });
    await world.runJob('apps.purge');
    const contents = () => world.collection('apps_contents').find({});
    expect((await contents()).length).toBeGreaterThan(0);
    // Its versions still refer to it, so the next run can continue.
    expect(await world.collection('apps_versions').find({ appId })).not.toEqual([]);
    await world.collection('apps_contents').updateMany({}, { $set: { usedAt: LONG_AGO } });
    await world.runJob('apps.purge');
    expect([await contents(), await world.collection('apps_versions').find({ appId })]).toEqual([[], []]);
  });

  it('continues with the next app after a failure', { timeout: 60_000 }, async () => {
    await using world = await World.open();
    const ids = [await makeWhole(world), await makeWhole(world)];
    const apps = world.collection('apps_apps');
    for (const _id of ids) await apps.updateOne({ _id }, { $set: { deletedAt: LONG_AGO } });
    await world.collection('apps_contents').updateMany({}, { $set: { usedAt: LONG_AGO } });
    // The first call for the first app.
    world.faults.arm(2, 'before');
    await expect(world.runJob('apps.purge')).rejects.toThrow('1 of 2 deleted apps could not be removed.');
    world.faults.disarm();
    expect((await apps.find({})).map(({ _id }: Data) => _id)).toHaveLength(1);
  });
});
