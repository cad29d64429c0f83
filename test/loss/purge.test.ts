import { newId } from '@sayso/core';
import { describe, expect, it } from 'vitest';
import type { Data } from './client.ts';
import type { FaultKind } from './faults.ts';
import { World } from './world.ts';

const PICTURE = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64')}`;
const LONG_AGO = '2020-01-01T00:00:00.000Z';
/** What has no part of any app, or stays on purpose: an address is never given to another app. */
const OTHERS = ['jobs', 'events', 'apps_addresses'];

/** An app with everything that an app can have: versions, a conversation, rows, a picture, a domain, what its users told it. */
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

/** Every document and blob, by its place. */
async function everything(world: World): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const name of world.faults.documents.keys()) {
    if (OTHERS.includes(name)) continue;
    for (const document of await world.collection(name).find({})) places.set(`${name}/${document._id}`, JSON.stringify(document));
  }
  for (const key of await world.blobsOf('apps')) places.set(`blobs/${key}`, key);
  return places;
}

describe('removing a deleted app for good', () => {
  it.each<FaultKind>(['killed', 'before', 'after'])(
    'is finished by the next run, whatever call it was cut off at (%s); nothing of it stays, and nothing else goes',
    { timeout: 120_000 },
    async (kind) => {
      await using world = await World.open();
      // Of the same texts, which are kept once.
      await makeWhole(world);
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

  it('waits for a text that somebody may be about to use', async () => {
    await using world = await World.open();
    const appId = await makeWhole(world);
    await world.collection('apps_apps').updateOne({ _id: appId }, { $set: { deletedAt: LONG_AGO } });
    await world.runJob('apps.purge');
    const contents = () => world.collection('apps_contents').find({});
    expect((await contents()).length).toBeGreaterThan(0);
    // It can be found again: by its versions.
    expect(await world.collection('apps_versions').find({ appId })).not.toEqual([]);
    await world.collection('apps_contents').updateMany({}, { $set: { usedAt: LONG_AGO } });
    await world.runJob('apps.purge');
    expect([await contents(), await world.collection('apps_versions').find({ appId })]).toEqual([[], []]);
  });

  it('of one that cannot go keeps no other', async () => {
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
