import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import apps from './index.ts';
import { migrations } from './migrations.ts';
import { type AppsApi, appsRef } from './ref.ts';
import { neighbours, owner } from './testing/fakes.ts';
import { hashOf } from './versions/contents.ts';

const long = 'x'.repeat(300);
const choices = ['short', long, `${long}2`];
const stored = {
  title: long,
  properties: {
    kind: { type: 'string', enum: choices, title: `${long}t`, description: 'd'.repeat(6000), format: 'f'.repeat(200) },
    list: { type: 'array', items: { type: 'object', properties: { in: { type: 'string', enum: choices } } } },
  },
};

/** An app whose version is older than the limits: more tables than an app may have, with longer texts. */
async function start(tables: readonly string[] = ['Old']) {
  const host = await testHost(apps, { provide: neighbours().provide, config: { MAX_TABLES_PER_APP: 3 } });
  const service: AppsApi = host.service(appsRef);
  const { id: appId } = await service.create(owner, { name: 'Old' });
  const contents: Record<string, string> = { 'pages/Home': 'export default () => null;' };
  for (const name of tables) contents[`entities/${name}.json`] = JSON.stringify(stored);
  const { versions, contents: texts, apps: documents } = host.context.collections;
  const now = new Date().toISOString();
  for (const text of new Set(Object.values(contents))) await texts.insertOne({ _id: hashOf(text), text, usedAt: now });
  const files = Object.entries(contents).map(([path, text]) => ({ path, hash: hashOf(text), length: text.length }));
  const about = { parentId: null, createdAt: now, title: 'Old', messageId: null, userRequest: null, leavesBehind: null };
  await versions.insertOne({ _id: 'old', appId, ...about, files });
  await documents.updateOne({ _id: appId }, { $set: { currentVersionId: 'old' } });
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const answer = await host.fetch(path, init, owner);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const commit = async (path: string, content: string | null) => {
    const baseVersionId = (await service.find(appId))?.currentVersionId ?? null;
    return service.commit({ appId, baseVersionId, changes: [{ path, content }], title: 'Change' });
  };
  return { host, service, appId, call, commit, [Symbol.asyncDispose]: () => host.close() };
}

it('opens, lists, edits, restores, copies and publishes an app with longer texts than new ones may have', async () => {
  await using world = await start();
  const { host, service, appId, call, commit } = world;
  expect((await service.schemas(appId))['Old']?.properties['kind']?.enum).toEqual(choices);
  const bundle = await call('GET', `/api/apps/${appId}/versions/old`);
  expect(bundle.status).toBe(200);
  const listed = await host.graphql(`{ app(id: "${appId}") { currentVersion { tables { name schema } } } }`, {}, owner);
  expect(listed.errors).toBeUndefined();
  const page = await commit('pages/Home', 'export default () => 1;');
  expect((await service.restore(appId, 'old')).parentId).toBe(page.id);
  const copy = await host.graphql(`mutation { duplicateApp(id: "${appId}") { id } }`, {}, owner);
  expect(copy.errors).toBeUndefined();
  const published = await host.graphql(`mutation { publishApp(id: "${appId}") { id } }`, {}, owner);
  expect(published.errors).toBeUndefined();
});

it('keeps long texts of a stored table when something else changes, and rejects new ones', async () => {
  await using world = await start();
  const { service, appId, commit } = world;
  const { kind } = stored.properties;
  // One choice less, which shifts the long ones, and one more field.
  const changed = {
    ...stored,
    properties: { ...stored.properties, kind: { ...kind, enum: choices.slice(1) }, n: { type: 'number' } },
  };
  await commit('entities/Old.json', JSON.stringify(changed));
  expect(Object.keys((await service.schemas(appId))['Old']?.properties ?? {})).toEqual(['kind', 'list', 'n']);
  await commit('entities/Old.json', JSON.stringify(stored));
  const longer = { ...stored, properties: { kind: { ...kind, enum: [...choices, `${long}new`] } } };
  await expect(commit('entities/Old.json', JSON.stringify(longer))).rejects.toThrow(
    'entities/Old.json: properties.kind.enum.3: has at most 200 characters.',
  );
  await expect(commit('entities/New.json', JSON.stringify(stored))).rejects.toThrow('title: has at most 200 characters.');
  expect((await service.schemas(appId))['Old']?.properties['kind']?.enum).toEqual(choices);
});

it('edits an app with more tables than an app may have, and removes some', async () => {
  await using world = await start(['A', 'B', 'C', 'D', 'E']);
  const { service, appId, commit } = world;
  await commit('pages/Home', 'export default () => 2;');
  await expect(commit('entities/F.json', '{"properties":{}}')).rejects.toThrow('An app has at most 3 tables.');
  await commit('entities/A.json', null);
  await commit('entities/B.json', '{"properties":{}}');
  expect(Object.keys(await service.schemas(appId))).toEqual(['B', 'C', 'D', 'E']);
});

it('measures the files of stored versions without lengths', async () => {
  await using world = await start();
  const { collections, blobs, log } = world.host.context;
  const [before] = await collections.versions.find({ _id: 'old' });
  const bare = before?.files.map(({ path, hash }) => ({ path, hash }));
  await collections.versions.updateOne({ _id: 'old' }, { $set: { files: bare } });
  const { signal } = new AbortController();
  const drop = async (): Promise<void> => undefined;
  for (let run = 0; run < 2; run++) for (const migration of migrations) await migration.run({ collections, drop, blobs, log, signal });
  expect(await collections.versions.find({ _id: 'old' })).toEqual([before]);
});

it('reads files of apps that together are larger than the cache, in any order', async () => {
  await using world = await start();
  const { service } = world;
  const page = (app: number, file: number) => `// ${app}.${file} ${'x'.repeat(990_000)}\nexport default () => null;`;
  const ids = await Promise.all(
    Array.from({ length: 8 }, async (_, app) => {
      const { id } = await service.create(owner, { name: `App ${app}` });
      // Of different sizes, so that the edge of the cache falls on each file in turn.
      const changes = Array.from({ length: 1 + ((app + 3) % 4) }, (_, file) => ({ path: `pages/Page${file}`, content: page(app, file) }));
      await service.commit({ appId: id, baseVersionId: null, changes, title: 'Pages' });
      return id;
    }),
  );
  // An edit makes one file of an app the most recent one: opening others and then that app adds some of its files and evicts that one.
  for (let round = 0; round < 24; round += 1) {
    const app = round % 2 === 0 ? 0 : 4;
    const id = ids[app] ?? '';
    const baseVersionId = (await service.find(id))?.currentVersionId ?? null;
    const changes = [{ path: 'pages/Page3', content: page(app, 3 + round) }];
    await service.commit({ appId: id, baseVersionId, changes, title: 'Edit' });
    for (let other = 1; other <= 2 + (round % 6); other += 1) await service.files(ids[(app + other) % ids.length] ?? '');
    const files = await service.files(id);
    expect([0, 1, 2, 3 + round].map((file, at) => files[`pages/Page${at}`] === page(app, file))).toEqual([true, true, true, true]);
  }
}, 60_000);
