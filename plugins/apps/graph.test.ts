import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import apps from './index.ts';
import { appsRef } from './ref.ts';
import { admin, neighbours, owner, stranger, visitor } from './testing/fakes.ts';

const near = neighbours();
const start = () => testHost(apps, { provide: near.provide });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = near.connect(await start());
});
afterAll(() => host.close());

const PNG = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]).toString('base64')}`;

/** Runs one mutation or query and returns its only field, or the code of its error. */
async function run(text: string, as: Actor = owner) {
  const { data, errors } = await host.graphql(text, {}, as);
  const code = errors?.[0]?.extensions?.['code'] as string | undefined;
  return { value: data ? Object.values(data)[0] : null, code: code ?? null, message: errors?.[0]?.message ?? null };
}
async function make(name: string): Promise<string> {
  return (await run(`mutation { createApp(input: { name: "${name}" }) { id } }`)).value.id;
}
async function withHome(name: string): Promise<{ id: string; versionId: string }> {
  const id = await make(name);
  const changes = [
    { path: 'pages/Home', content: 'export default () => null;' },
    { path: 'entities/Habit', content: '{"type":"object","properties":{"name":{"type":"string"}}}' },
  ];
  const version = await host.service(appsRef).commit({ appId: id, baseVersionId: null, changes, title: 'A habit app', messageId: 'm1' });
  return { id, versionId: version.id };
}

describe('an app in the graph', () => {
  it('is named after its first request, and shows everything about itself', async () => {
    const { value } = await run(
      'mutation { createApp(input: { prompt: "Build me a habit tracker with streaks" }) { id name slug appType status description url thumbnailUrl createdAt deletedAt currentVersion { id } publishedVersionId publishedAt hasUnpublishedChanges versions { id } style { styleName hideBuildAI } settings { mainPage isSignupEnabled } } }',
    );
    expect(value).toMatchObject({
      name: 'Habit tracker',
      slug: 'habit-tracker',
      appType: 'generated',
      status: 'draft',
      url: 'http://habit-tracker.localhost:4001',
      currentVersion: null,
      hasUnpublishedChanges: false,
      versions: [],
      style: { styleName: 'light', hideBuildAI: false },
      settings: { mainPage: null, isSignupEnabled: false },
    });
  });

  it('shows the files, pages and tables of a version', async () => {
    const { id, versionId } = await withHome('Versions shown');
    const { value } = await run(
      `{ app(id: "${id}") { version(id: "${versionId}") { id appId title messageId files { path kind content } pages { name path isMain } tables { name schema } } versions { id } currentVersion { id } } }`,
    );
    expect(value).toMatchObject({
      currentVersion: { id: versionId },
      versions: [{ id: versionId }],
      version: {
        title: 'A habit app',
        messageId: 'm1',
        files: [
          { path: 'entities/Habit.json', kind: 'entity' },
          { path: 'pages/Home', kind: 'page', content: 'export default () => null;' },
        ],
        pages: [{ name: 'Home', path: 'home', isMain: true }],
        tables: [{ name: 'Habit', schema: { 'x-accessControl': { permissions: { read: 'creator', write: 'creator' } } } }],
      },
    });
  });

  it('shows what a version changed, against the one before it or any other', async () => {
    const { id, versionId: first } = await withHome('Differences');
    const changes = [
      { path: 'pages/Home', content: 'export default () => 2;' },
      { path: 'entities/Habit.json', content: null },
      { path: 'layout', content: 'export default () => 3;' },
    ];
    const second = await host.service(appsRef).commit({ appId: id, baseVersionId: first, changes, title: 'More' });
    const changesOf = async (version: string, since = '') =>
      (await run(`{ app(id: "${id}") { version(id: "${version}") { changes${since} { path status before after } } } }`)).value.version
        .changes;
    const paths = (differences: readonly { path: string; status: string }[]) => differences.map(({ path, status }) => [path, status]);
    const differences = await changesOf(second.id);
    expect(paths(differences)).toEqual([
      ['entities/Habit.json', 'deleted'],
      ['layout', 'added'],
      ['pages/Home', 'modified'],
    ]);
    expect(differences[2]).toMatchObject({ before: 'export default () => null;', after: 'export default () => 2;' });
    expect(differences[1]).toMatchObject({ before: null, after: 'export default () => 3;' });
    expect(await changesOf(second.id, `(since: "${second.id}")`)).toEqual([]);
    expect(paths(await changesOf(first))).toEqual([
      ['entities/Habit.json', 'added'],
      ['pages/Home', 'added'],
    ]);
    const { id: other, versionId: theirs } = await withHome('Differences of another');
    expect(await run(`{ app(id: "${id}") { version(id: "${first}") { changes(since: "${theirs}") { path } } } }`)).toMatchObject({
      code: 'not-found',
    });
    expect(await run(`mutation { labelVersion(id: "${other}", versionId: "${first}", name: "x") { id } }`)).toMatchObject({
      code: 'not-found',
    });
  });

  it('has versions that are named and marked', async () => {
    const { id, versionId } = await withHome('Labels');
    const label = (args: string, as = owner) =>
      run(`mutation { labelVersion(id: "${id}", versionId: "${versionId}", ${args}) { name isStarred title } }`, as);
    expect((await label('name: " Before the fair "')).value).toEqual({ name: 'Before the fair', isStarred: false, title: 'A habit app' });
    expect((await label('isStarred: true')).value).toMatchObject({ name: 'Before the fair', isStarred: true });
    const starred = async () => (await run(`{ app(id: "${id}") { starredVersions { id } } }`)).value.starredVersions;
    expect(await starred()).toEqual([{ id: versionId }]);
    expect((await label('name: "", isStarred: false')).value).toMatchObject({ name: null, isStarred: false });
    expect(await starred()).toEqual([]);
    expect((await label(`name: "${'x'.repeat(150)}"`)).value.name).toHaveLength(100);
    expect((await label('isStarred: true', stranger)).code).toBe('not-found');
  });

  it('checks the access of each field', async () => {
    const { id, versionId } = await withHome('Access');
    const file = `baseVersionId: "${versionId}", path: "pages/Home"`;
    const rows = [
      // text, visitor, stranger, owner, admin: the code of the error
      [`{ app(id: "${id}") { id } }`, 'unauthenticated', 'not-found', null, null],
      ['{ apps { id } }', 'unauthenticated', null, null, null],
      [`mutation { renameApp(id: "${id}", name: " ") { id } }`, 'unauthenticated', 'not-found', 'invalid-input', 'invalid-input'],
      [`mutation { updateAppSlug(id: "${id}", slug: "www") { id } }`, 'unauthenticated', 'not-found', 'invalid-input', 'invalid-input'],
      [`mutation { updateAppStyle(id: "${id}", style: { hideBuildAI: true }) { id } }`, 'unauthenticated', 'not-found', 'forbidden', null],
      [
        `mutation { updateAppSettings(id: "${id}", settings: { supportEmail: "x" }) { id } }`,
        'unauthenticated',
        'not-found',
        'invalid-input',
        'invalid-input',
      ],
      [`mutation { startPreview(appId: "${id}") { token } }`, 'unauthenticated', 'not-found', null, null],
      [`mutation { publishApp(id: "${id}", versionId: "x") { id } }`, 'unauthenticated', 'not-found', 'not-found', 'not-found'],
      [`mutation { unpublishApp(id: "${id}") { id } }`, 'unauthenticated', 'not-found', null, null],
      [`mutation { duplicateApp(id: "${id}") { id } }`, 'unauthenticated', 'not-found', null, null],
      [
        `mutation { setAppThumbnail(id: "${id}", image: "data:image/png;base64,AAAA") { id } }`,
        'unauthenticated',
        'not-found',
        'invalid-input',
        'invalid-input',
      ],
      [`mutation { deleteAppFile(id: "${id}", ${file}) { id } }`, 'unauthenticated', 'not-found', 'forbidden', null],
      [
        `mutation { ejectBlock(id: "${id}", baseVersionId: "${versionId}", block: "Own") { path } }`,
        'unauthenticated',
        'not-found',
        'forbidden',
        'version-conflict',
      ],
      [
        `mutation { updateAppFile(id: "${id}", ${file}, content: "") { id } }`,
        'unauthenticated',
        'not-found',
        'forbidden',
        'version-conflict',
      ],
    ] as const;
    for (const [text, ...expected] of rows) {
      const codes = [];
      for (const as of [visitor, stranger, owner, admin]) codes.push((await run(text, as)).code);
      expect([text, codes]).toEqual([text, expected]);
    }
  });

  it('takes over the code of a block as one version', async () => {
    const { id, versionId } = await withHome('With a block');
    const other = await withHome('Of another app');
    const foreign = `mutation { ejectBlock(id: "${id}", baseVersionId: "${other.versionId}", block: "Own") { path } }`;
    expect((await run(foreign, admin)).code).toBe('not-found');
    const { value } = await run(
      `mutation { ejectBlock(id: "${id}", baseVersionId: "${versionId}", block: "Own") { path version { title files { path content } } } }`,
      admin,
    );
    expect(value).toMatchObject({
      path: 'components/Own',
      version: {
        title: 'Took over the block Own',
        files: [
          { path: 'components/Own', content: 'export const own = 1;' },
          { path: 'entities/Habit.json' },
          { path: 'pages/Home', content: "import '@/components/Own';" },
        ],
      },
    });
    const { value: app } = await run(`{ app(id: "${id}") { versions { id } } }`);
    expect(app.versions).toHaveLength(2);
  });

  it('is renamed; its address follows until it was chosen or published', async () => {
    const { id } = await withHome('First name');
    const rename = async (name: string) => (await run(`mutation { renameApp(id: "${id}", name: "${name}") { name slug } }`)).value;
    expect(await rename('Second name')).toEqual({ name: 'Second name', slug: 'second-name' });
    await run(`mutation { publishApp(id: "${id}") { id } }`);
    expect(await rename('Third name')).toEqual({ name: 'Third name', slug: 'second-name' });
    const other = await make('Second name');
    const { value: found } = await run(`{ app(id: "${other}") { slug } }`);
    expect(found.slug).toMatch(/^second-name-[a-z0-9]{5}$/);
    expect(await run(`mutation { updateAppSlug(id: "${other}", slug: "second-name") { id } }`)).toMatchObject({
      code: 'slug-taken',
      message: 'The address "second-name" is taken. Choose another one.',
    });
    expect((await run(`mutation { updateAppSlug(id: "${other}", slug: "my-own") { slug } }`)).value).toEqual({ slug: 'my-own' });
    expect((await run(`mutation { renameApp(id: "${other}", name: "Else") { slug } }`)).value).toEqual({ slug: 'my-own' });
  });

  it('reserves an address that browsers have opened, after it has moved and after its purge, and no other one', async () => {
    const { id } = await withHome('Kept address');
    const other = await make('Other');
    const move = async (appId: string, slug: string) => {
      const { value, message } = await run(`mutation { updateAppSlug(id: "${appId}", slug: "${slug}") { slug } }`);
      return value?.slug ?? message;
    };
    // An address that was only chosen is free again.
    expect(await move(id, 'only-chosen')).toBe('only-chosen');
    expect(await move(id, 'kept-address')).toBe('kept-address');
    expect(await move(other, 'only-chosen')).toBe('only-chosen');
    const open = (slug: string) => host.service().publishing.directory.published(slug);
    await run(`mutation { publishApp(id: "${id}") { id } }`);
    await open('kept-address');
    expect(await move(id, 'only-chosen')).toBe('The address "only-chosen" is taken. Choose another one.');
    for (const slug of ['never-opened', 'kept-second', 'kept-third']) {
      expect(await move(id, slug)).toBe(slug);
      if (slug !== 'never-opened') expect(await open(slug)).toMatchObject({ slug });
    }
    expect(await move(other, 'never-opened')).toBe('never-opened');
    await run(`mutation { unpublishApp(id: "${id}") { id } }`);
    expect(await move(id, 'kept-fourth')).toBe('kept-fourth');
    const kept = ['kept-address', 'kept-second', 'kept-third'];
    for (const slug of kept) expect(await move(other, slug)).toBe(`The address "${slug}" is taken. Choose another one.`);
    expect(await move(other, 'kept-fourth')).toBe('The address "kept-fourth" is taken. Choose another one.');
    expect(await move(id, 'kept-second')).toBe('kept-second');

    await run(`mutation { deleteApp(id: "${id}") { id } }`);
    await host.context.collections.apps.updateOne({ _id: id }, { $set: { deletedAt: '2020-01-01T00:00:00.000Z' } });
    await host.runJob('purge', {});
    for (const slug of kept) expect(await move(other, slug)).toBe(`The address "${slug}" is taken. Choose another one.`);
    expect(await move(other, 'kept-fourth')).toBe('kept-fourth');
    const named = await run(`{ app(id: "${await make('Kept address')}") { slug } }`);
    expect(named.value.slug).toMatch(/^kept-address-[a-z0-9]{5}$/);
  });

  it('is published, changed, unpublished, deleted and restored', async () => {
    const empty = await make('Empty');
    expect(await run(`mutation { publishApp(id: "${empty}") { id } }`)).toMatchObject({ code: 'no-version-yet' });
    const { id, versionId } = await withHome('Going live');
    const directory = near.seen.directory;
    expect(await directory?.published('going-live')).toBeNull();
    const fields = '{ status publishedVersionId hasUnpublishedChanges deletedAt }';
    const published = await run(`mutation { publishApp(id: "${id}") ${fields} }`);
    expect(published.value).toEqual({ status: 'active', publishedVersionId: versionId, hasUnpublishedChanges: false, deletedAt: null });
    expect(near.published.at(-1)).toMatchObject({ appId: id, versionId, name: 'Going live', mainPage: null });
    expect(await directory?.published('going-live')).toMatchObject({ appId: id, buildId: `build-of-${versionId}`, isSignupEnabled: false });
    await host.service(appsRef).commit({ appId: id, baseVersionId: versionId, changes: [{ path: 'layout', content: 'x' }], title: 'More' });
    expect((await run(`{ app(id: "${id}") ${fields} }`)).value).toMatchObject({
      publishedVersionId: versionId,
      hasUnpublishedChanges: true,
    });
    const current = (await host.service(appsRef).get(owner, id)).currentVersionId;
    await run(`mutation { publishApp(id: "${id}") { id } }`);
    const settled = await run(`mutation { updateAppSettings(id: "${id}", settings: { mainPage: "Home" }) ${fields} }`);
    expect(settled.value).toMatchObject({ publishedVersionId: current, hasUnpublishedChanges: true });
    expect((await run(`mutation { deleteApp(id: "${id}") ${fields} }`)).value.deletedAt).toEqual(expect.any(String));
    expect(await directory?.published('going-live')).toBeNull();
    expect((await run(`{ app(id: "${id}") { id } }`)).code).toBe('not-found');
    expect((await run(`mutation { undoDeleteApp(id: "${id}") { id } }`, stranger)).code).toBe('not-found');
    expect((await run(`mutation { undoDeleteApp(id: "${id}") ${fields} }`)).value).toMatchObject({ status: 'active', deletedAt: null });
    expect(await directory?.published('going-live')).not.toBeNull();
    expect((await run(`mutation { unpublishApp(id: "${id}") ${fields} }`)).value).toMatchObject({
      status: 'draft',
      publishedVersionId: null,
    });
    expect(await directory?.published('going-live')).toBeNull();
  });

  it('is duplicated with its files, style and picture, unpublished', async () => {
    const { id } = await withHome('Original');
    await run(`mutation { updateAppStyle(id: "${id}", style: { styleName: "dark" }) { id } }`);
    await run(`mutation { setAppThumbnail(id: "${id}", image: "${PNG}") { id } }`);
    await run(`mutation { publishApp(id: "${id}") { id } }`);
    const { value } = await run(
      `mutation { duplicateApp(id: "${id}") { id name slug status thumbnailUrl style { styleName } currentVersion { files { path } } versions { id } } }`,
    );
    expect(value).toMatchObject({ name: 'Original copy', slug: 'original-copy', status: 'draft', style: { styleName: 'dark' } });
    expect(value.currentVersion.files).toEqual([{ path: 'entities/Habit.json' }, { path: 'pages/Home' }]);
    expect(value.versions).toHaveLength(1);
    expect((await host.fetch(value.thumbnailUrl, {}, owner)).status).toBe(200);
    // Another picture may have replaced it concurrently.
    for await (const key of host.context.blobs.list(`${id}/`)) await host.context.blobs.remove(key);
    const bare = await run(`mutation { duplicateApp(id: "${id}") { thumbnailUrl currentVersion { files { path } } } }`);
    expect(bare.value).toMatchObject({ thumbnailUrl: null, currentVersion: { files: value.currentVersion.files } });
  });

  it('is duplicated with its rows under the id of a copy, which is shown once they are there', async () => {
    const { id } = await withHome('With rows');
    const { value } = await run(
      `mutation { duplicateApp(id: "${id}", withRows: true) { id name deletedAt currentVersion { files { path } } } }`,
    );
    expect(value).toMatchObject({ name: 'With rows copy', deletedAt: null });
    expect(value.currentVersion.files).toHaveLength(2);
    expect([value.id.charAt(14), id.charAt(14)]).toEqual(['8', '7']);
    expect((await run(`mutation { duplicateApp(id: "${id}", withRows: true) { id } }`, stranger)).code).toBe('not-found');
  });

  it('has a picture visible only to its owner', async () => {
    const { id } = await withHome('Pictured');
    const { value } = await run(`mutation { setAppThumbnail(id: "${id}", image: "${PNG}") { thumbnailUrl } }`);
    const answer = await host.fetch(value.thumbnailUrl, {}, owner);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'private, max-age=31536000, immutable',
    ]);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect((await host.fetch(value.thumbnailUrl, {}, stranger)).status).toBe(404);
    expect((await host.fetch(value.thumbnailUrl, {}, visitor)).status).toBe(401);
    const svg = `data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`;
    const html = `data:image/png;base64,${Buffer.from('<html>').toString('base64')}`;
    for (const image of [svg, html, `data:image/png;base64,${'A'.repeat(300_000)}`, '']) {
      expect((await run(`mutation { setAppThumbnail(id: "${id}", image: "${image}") { id } }`)).code).toBe('invalid-input');
    }
  });

  it('lists saves of one file in a row as one version, and keeps each', async () => {
    const { id, versionId } = await withHome('Typed');
    const save = async (baseVersionId: string, content: string, path = 'pages/Home'): Promise<string> => {
      const args = `id: "${id}", baseVersionId: "${baseVersionId}", path: "${path}", content: "${content}", continues: true`;
      return (await run(`mutation { updateAppFile(${args}) { id } }`, admin)).value.id;
    };
    const listed = async () =>
      (await run(`{ app(id: "${id}") { versions { id } } }`)).value.versions.map((each: { id: string }) => each.id);
    const first = await save(versionId, 'one');
    const second = await save(first, 'two');
    expect(await listed()).toEqual([second, versionId]);
    expect(await host.service(appsRef).files(id, first)).toMatchObject({ 'pages/Home': 'one' });
    const other = await save(second, 'one', 'components/Row');
    expect(await listed()).toEqual([other, second, versionId]);
    await run(`mutation { labelVersion(id: "${id}", versionId: "${other}", isStarred: true) { id } }`);
    const last = await save(other, 'two', 'components/Row');
    expect(await listed()).toEqual([last, other, second, versionId]);
  });

  it('saves several files as one version or none, for those who may edit code', async () => {
    const { id, versionId } = await withHome('Several');
    const edit = (changes: string, as: Actor = admin) =>
      run(`mutation { editAppFiles(id: "${id}", baseVersionId: "${versionId}", act: renamed, changes: [${changes}]) { id title } }`, as);
    const move = '{ path: "pages/Start", content: "export default () => 1" }, { path: "pages/Home" }';
    expect((await edit(move, owner)).code).toBe('forbidden');
    expect((await edit(`${move}, { path: "../x", content: "" }`)).code).toBe('invalid-path');
    const { value } = await edit(move);
    expect(value.title).toBe('Renamed pages/Start');
    const files = Object.keys(await host.service(appsRef).files(id));
    expect(files).toEqual(['entities/Habit.json', 'pages/Start']);
    expect((await edit(move)).code).toBe('version-conflict');
  });

  it('tells who may edit code, and checks unsaved text for them', async () => {
    const { id, versionId } = await withHome('Checked');
    const may = async (as: Actor) => (await run(`{ app(id: "${id}") { mayEditCode } }`, as)).value.mayEditCode;
    expect([await may(owner), await may(admin)]).toEqual([false, true]);
    const check = (as: Actor) =>
      run(
        `{ checkAppFiles(id: "${id}", baseVersionId: "${versionId}", changes: [{ path: "pages/Home", content: "x" }]) { path line column message severity } }`,
        as,
      );
    expect((await check(owner)).code).toBe('forbidden');
    expect((await check(stranger)).code).toBe('not-found');
    expect((await check(admin)).value).toEqual([]);
  });

  it('issues its preview a token of this app only', async () => {
    const { id, versionId } = await withHome('Previewed');
    const { value } = await run(
      `mutation { startPreview(appId: "${id}") { build { id versionId manifest pages { name } problems { message } } token expiresAt frameUrl } }`,
    );
    expect(value.build).toMatchObject({ versionId, pages: [{ name: 'Home' }], problems: [] });
    expect(JSON.parse(value.token)).toEqual({ appId: id, accountId: 'owner', admin: true, sessionId: 'session', isPreview: true });
    expect(value.frameUrl).not.toContain(value.token);
  });

  it('issues the preview of an older version a token that reads only, until that version is restored', async () => {
    const { id, versionId } = await withHome('Older');
    const changes = [{ path: 'pages/Home', content: 'export default () => 2;' }];
    await host.service(appsRef).commit({ appId: id, baseVersionId: versionId, changes, title: 'More' });
    const claims = async () => {
      const { value } = await run(`mutation { startPreview(appId: "${id}", versionId: "${versionId}") { token } }`);
      return JSON.parse(value.token);
    };
    const own = { appId: id, accountId: 'owner', admin: true, sessionId: 'session', isPreview: true };
    expect(await claims()).toEqual({ ...own, readsOnly: true });
    const { value } = await run(`mutation { startPreview(appId: "${id}") { token } }`);
    expect(JSON.parse(value.token)).toEqual(own);
    await run(`mutation { restoreVersion(id: "${id}", versionId: "${versionId}") { id } }`);
    const { value: restored } = await run(`mutation { startPreview(appId: "${id}") { token } }`);
    expect(JSON.parse(restored.token)).toEqual(own);
  });

  it('publishes each change to its owner, and none to others', async () => {
    const id = await make('Watched');
    const watch = `subscription { appChanged(appId: "${id}") { name deletedAt } }`;
    const changes = await host.subscribe<{ appChanged: { name: string; deletedAt: string | null } }>(watch, {}, owner);
    expect((await changes.next()).value.data.appChanged.name).toBe('Watched');
    await make('Another');
    await run(`mutation { renameApp(id: "${id}", name: "Renamed") { id } }`);
    expect((await changes.next()).value.data.appChanged.name).toBe('Renamed');
    await run(`mutation { deleteApp(id: "${id}") { id } }`);
    await expect(host.subscribe(watch, {}, owner)).rejects.toThrow('The app was not found.');
    expect((await changes.next()).value.data.appChanged.deletedAt).toEqual(expect.any(String));
    await changes.return?.();
    await expect(host.subscribe(watch, {}, visitor)).rejects.toThrow('Please log in first.');
    await expect(host.subscribe(watch, {}, stranger)).rejects.toThrow('The app was not found.');
  });
});
