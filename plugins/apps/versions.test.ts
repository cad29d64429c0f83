import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VersionConflict } from './errors.ts';
import apps from './index.ts';
import { type AppsApi, appsRef, type FileChange } from './ref.ts';
import { neighbours, owner } from './testing/fakes.ts';

const near = neighbours();
const start = () => testHost(apps, { provide: near.provide });
let host: Awaited<ReturnType<typeof start>>;
let service: AppsApi;
beforeAll(async () => {
  host = await start();
  service = host.service(appsRef);
});
afterAll(() => host.close());

const code = (text: string): FileChange => ({ path: 'pages/Home', content: text });
async function make(name: string) {
  const { id: appId } = await service.create(owner, { name });
  const first = await service.commit({ appId, baseVersionId: null, changes: [code('one')], title: 'First' });
  return { appId, first };
}

describe('versions', () => {
  it('rejects a commit on a version that is no longer current, and stores nothing of it', async () => {
    const { appId, first } = await make('Conflict');
    const commits = ['two', 'three', 'four'].map((text) =>
      service.commit({ appId, baseVersionId: first.id, changes: [code(text)], title: text }),
    );
    const outcomes = await Promise.allSettled(commits);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(VersionConflict);
    expect(await host.context.collections.versions.count({ appId })).toBe(2);
    expect(await service.versions(appId)).toHaveLength(2);
    await expect(service.commit({ appId, baseVersionId: null, changes: [code('x')], title: 'x' })).rejects.toBeInstanceOf(VersionConflict);
  });

  it('returns the same version to a turn that commits again after a crash', async () => {
    const { appId, first } = await make('Again');
    const input = { appId, baseVersionId: first.id, changes: [code('two')], title: 'Two', messageId: 'message' };
    const made = await service.commit(input);
    expect((await service.commit(input)).id).toBe(made.id);
    expect(await host.context.collections.versions.count({ appId })).toBe(2);
  });

  it('makes no version of an edit that changes nothing', async () => {
    const { appId, first } = await make('Nothing');
    const same = await service.commit({
      appId,
      baseVersionId: first.id,
      changes: [code('one'), { path: 'layout', content: null }],
      title: 'x',
    });
    expect(same.id).toBe(first.id);
  });

  it('stores equal contents once, lists the newest ten versions and restores any', async () => {
    const { appId, first } = await make('History');
    let base = first.id;
    for (let index = 0; index < 12; index++) {
      const changes = [code(`text ${index % 2}`), { path: 'components/Card', content: 'same' }];
      base = (await service.commit({ appId, baseVersionId: base, changes, title: `Change ${index}` })).id;
    }
    // Left by a crash between the write of the version and that of the pointer.
    const lost = await host.context.collections.versions.findOne({ _id: base });
    await host.context.collections.versions.insertOne({ ...lost!, _id: 'lost', createdAt: '2999-01-01T00:00:00.000Z' });
    const listed = await service.versions(appId);
    expect(listed.map(({ title }) => title)).toEqual(Array.from({ length: 10 }, (_, index) => `Change ${11 - index}`));
    const restored = await service.restore(appId, first.id);
    expect(restored).toMatchObject({ parentId: base, title: 'Restored: First', messageId: null });
    expect(await service.files(appId)).toEqual({ 'pages/Home': 'one' });
    expect(await service.files(appId, base)).toEqual({ 'pages/Home': 'text 1', 'components/Card': 'same' });
    await expect(service.version('other', first.id)).rejects.toThrow('The version was not found.');

    const titles = async (before: string, limit?: number) =>
      (await service.versions(appId, { before, ...(limit === undefined ? {} : { limit }) })).map(({ title }) => title);
    const oldest = listed.at(-1)!.id;
    expect(await titles(oldest)).toEqual(['Change 1', 'Change 0', 'First']);
    expect(await titles(restored.id, 2)).toEqual(['Change 11', 'Change 10']);
    expect(await titles(first.id)).toEqual([]);
    await expect(service.versions(appId, { before: 'another' })).rejects.toThrow('The version was not found.');
  });

  it('names the app in its first turn', async () => {
    const { id: appId } = await service.create(owner, { prompt: 'something' });
    await service.commit({ appId, baseVersionId: null, changes: [code('x')], title: 'x', messageId: 'm', appName: 'Recipe box' });
    expect(await service.get(owner, appId)).toMatchObject({ name: 'Recipe box', slug: 'recipe-box' });
  });

  it.each<[string, readonly FileChange[], string]>([
    ['an invalid path', [{ path: 'pages/../x', content: '' }], 'is not a file of an app'],
    [
      'two pages with one path',
      [
        { path: 'pages/my-page', content: '' },
        { path: 'pages/MyPage', content: '' },
      ],
      'their addresses would be the same',
    ],
    ['a table with invalid JSON', [{ path: 'entities/A', content: '{' }], 'entities/A.json: is not valid JSON'],
    [
      'a table with a list of properties',
      [{ path: 'entities/A', content: '{"properties":[]}' }],
      'entities/A.json: properties: must be an object of properties.',
    ],
    [
      'a property of an unknown type',
      [{ path: 'entities/A', content: '{"properties":{"a":{"type":"object","properties":{"b":{"type":"date"}}}}}' }],
      'entities/A.json: properties.a.properties.b.type: must be one of string, number',
    ],
    [
      'an unknown permission',
      [{ path: 'entities/A', content: '{"properties":{},"x-accessControl":{"permissions":{"read":"public"}}}' }],
      'entities/A.json: x-accessControl.permissions.read: must be one of anonymous, all',
    ],
    ['a property of a dangerous name', [{ path: 'entities/A', content: '{"properties":{"a.b":{}}}' }], 'A property name has letters'],
  ])('rejects %s, and stores nothing', async (_name, changes, message) => {
    const { appId, first } = await make('Refused');
    await expect(service.commit({ appId, baseVersionId: first.id, changes, title: 'x' })).rejects.toThrow(message);
    expect((await service.versions(appId)).map(({ id }) => id)).toEqual([first.id]);
  });
});

describe('a deleted app', () => {
  it('is purged after 30 days, with the contents that no other app references', async () => {
    const { appId } = await make('Going');
    const { appId: other } = await make('Staying');
    const versions = await service.versions(appId);
    await service.commit({ appId, baseVersionId: versions[0]!.id, changes: [code('only here')], title: 'x' });
    const { contents, apps: documents } = host.context.collections;
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64');
    await service.setThumbnail(owner, appId, `data:image/png;base64,${png}`);
    await service.remove(owner, appId);
    await host.runJob('purge', {});
    expect(await documents.count({ _id: appId })).toBe(1);
    const longAgo = '2020-01-01T00:00:00.000Z';
    await documents.updateOne({ _id: appId }, { $set: { deletedAt: longAgo } });
    await contents.updateMany({}, { $set: { usedAt: longAgo } });
    await expect(service.undoRemove(owner, appId)).rejects.toThrow('not found');
    await host.runJob('purge', {});
    expect(await documents.count({ _id: appId })).toBe(0);
    expect(await host.context.collections.versions.count({ appId })).toBe(0);
    expect(await contents.count({ text: 'only here' })).toBe(0);
    for await (const key of host.context.blobs.list('')) expect.fail(`The picture ${key} is still there.`);
    expect(await service.files(other)).toEqual({ 'pages/Home': 'one' });
  });
});
