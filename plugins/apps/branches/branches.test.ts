import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import apps from '../index.ts';
import { appsRef } from '../ref.ts';
import { neighbours, owner, stranger, visitor } from '../testing/fakes.ts';

const near = neighbours();
const start = async () => near.connect(await testHost(apps, { provide: near.provide, config: { MAX_BRANCHES_PER_APP: 2 } }));
let host: Awaited<ReturnType<typeof start>>;
let appId: string;
beforeEach(async () => {
  host = await start();
  const files = { 'pages/Home': 'one\ntwo\nthree', 'components/Card': 'card' };
  appId = (await host.service(appsRef).create(owner, { name: 'Club', files })).id;
});
afterEach(() => host.close());

const editor: Actor = { kind: 'account', id: 'editor', admin: false, builder: true };
/** The data of an operation, or the code of its error. */
async function ask(document: string, variables: Readonly<Record<string, unknown>> = {}, as: Actor = owner) {
  const { data, errors } = await host.graphql(document, variables, as);
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the operation
  return (errors?.[0]?.extensions?.['code'] ?? data) as any;
}
const START = 'mutation ($id: ID!, $name: String!) { startBranch(id: $id, name: $name) { id name branch { name app { id } } } }';
const MERGE = `mutation ($id: ID!, $direction: MergeDirection!, $target: ID, $source: ID, $choices: [MergeChoice!]) {
  mergeBranch(id: $id, direction: $direction, targetVersionId: $target, sourceVersionId: $source, choices: $choices) { app { id } rowCopyId }
}`;
const PREVIEW = `query ($id: ID!, $direction: MergeDirection!) {
  mergePreview(id: $id, direction: $direction) { targetVersionId sourceVersionId files { path change isConflict } problems { message } }
}`;
const begin = async (name = 'Darker cards') => (await ask(START, { id: appId, name })).startBranch.id as string;
const filesOf = (id: string) => host.service(appsRef).files(id);
const branches = async () => (await ask('query ($id: ID!) { app(id: $id) { branches { id } } }', { id: appId })).app.branches;
async function edit(id: string, changes: Readonly<Record<string, string | null>>) {
  const { currentVersionId } = await host.service(appsRef).get(owner, id);
  const files = Object.entries(changes).map(([path, content]) => ({ path, content }));
  await host.service(appsRef).commit({ appId: id, baseVersionId: currentVersionId, changes: files, title: 'Edited' });
}
async function merge(id: string, direction = 'merge', choices: readonly object[] = []) {
  const { mergePreview } = await ask(PREVIEW, { id, direction });
  const { targetVersionId: target, sourceVersionId: source } = mergePreview;
  return ask(MERGE, { id, direction, target, source, choices });
}

describe('a branch', () => {
  it('is a copy that changes on its own, and is listed in its app only', async () => {
    const { startBranch } = await ask(START, { id: appId, name: ' Darker cards ' });
    expect(startBranch).toMatchObject({ name: 'Club', branch: { name: 'Darker cards', app: { id: appId } } });
    await edit(startBranch.id, { 'components/Card': 'dark' });
    expect(await filesOf(appId)).toMatchObject({ 'components/Card': 'card' });
    expect((await ask('{ apps { id branch { name } } }')).apps).toEqual([{ id: appId, branch: null }]);
    expect(await branches()).toEqual([{ id: startBranch.id }]);
  });

  it('merges into its app as one version, and ends', async () => {
    const id = await begin();
    await edit(id, { 'pages/Home': 'one\ntwo\nTHREE', 'components/New': 'new' });
    await edit(appId, { 'pages/Home': 'ONE\ntwo\nthree' });
    expect(await merge(id)).toEqual({ mergeBranch: { app: { id: appId }, rowCopyId: null } });
    expect(await filesOf(appId)).toEqual({ 'pages/Home': 'ONE\ntwo\nTHREE', 'components/Card': 'card', 'components/New': 'new' });
    const [version] = await host.service(appsRef).versions(appId);
    expect(version?.title).toBe('Merged the idea: Darker cards');
    expect(await branches()).toEqual([]);
    expect(await ask('query ($id: ID!) { app(id: $id) { id } }', { id })).toBe('not-found');
  });

  it('takes its main page back when a version before the merge is restored, unless another was chosen since', async () => {
    const chosen = (id: string, page: string) =>
      host
        .service(appsRef)
        .updateSettings(owner, id, { mainPage: page })
        .then(({ settings }) => settings.mainPage);
    const mainPage = async () => (await host.service(appsRef).get(owner, appId)).settings.mainPage;
    const { currentVersionId: before } = await host.service(appsRef).get(owner, appId);
    await chosen(appId, 'Home');
    const id = await begin();
    await edit(id, { 'pages/Start': 'start' });
    await chosen(id, 'Start');
    await merge(id);
    const { currentVersionId: merged } = await host.service(appsRef).get(owner, appId);
    expect(await mainPage()).toBe('Start');
    await host.service(appsRef).restore(appId, before);
    expect(await mainPage()).toBe('Home');
    await host.service(appsRef).restore(appId, merged);
    expect(await mainPage()).toBe('Start');
    await chosen(appId, 'Other');
    await host.service(appsRef).restore(appId, before);
    expect(await mainPage()).toBe('Other');
  });

  it('gives the name and the description back that a version changed, unless they were changed since', async () => {
    const service = host.service(appsRef);
    const about = async () => {
      const { name, description, slug } = await service.get(owner, appId);
      return [name, description, slug];
    };
    const { currentVersionId: first } = await service.get(owner, appId);
    const named = {
      appId,
      baseVersionId: first,
      changes: [{ path: 'pages/Home', content: 'next' }],
      title: 'Name it',
      appName: 'Chess club',
    };
    const { id: second } = await service.commit(named);
    expect(await about()).toEqual(['Chess club', '', 'chess-club']);
    await service.restore(appId, first);
    expect(await about()).toEqual(['Club', '', 'club']);
    await service.restore(appId, second);
    expect(await about()).toEqual(['Chess club', '', 'chess-club']);
    await service.rename(owner, appId, 'Rook');
    await service.restore(appId, first);
    expect(await about()).toEqual(['Rook', '', 'rook']);
  });

  it('needs a choice for files that both changed', async () => {
    const id = await begin();
    await edit(id, { 'components/Card': 'dark' });
    await edit(appId, { 'components/Card': 'light' });
    expect(await ask(PREVIEW, { id, direction: 'merge' })).toMatchObject({
      mergePreview: { files: [{ path: 'components/Card', change: 'changed', isConflict: true }] },
    });
    expect(await merge(id)).toBe('merge-conflicts');
    expect(await merge(id, 'merge', [{ path: 'components/Card', side: 'source' }])).toEqual({
      mergeBranch: { app: { id: appId }, rowCopyId: null },
    });
    expect(await filesOf(appId)).toMatchObject({ 'components/Card': 'dark' });
  });

  it('takes the changes of its app, which the next merge does not ask for again', async () => {
    const id = await begin();
    await edit(id, { 'components/Card': 'dark' });
    await edit(appId, { 'components/Card': 'light' });
    expect(await merge(id, 'update', [{ path: 'components/Card', side: 'target' }])).toEqual({
      mergeBranch: { app: { id }, rowCopyId: null },
    });
    expect(await merge(id)).toEqual({ mergeBranch: { app: { id: appId }, rowCopyId: null } });
    expect(await filesOf(appId)).toMatchObject({ 'components/Card': 'dark' });
  });

  it('is not merged when a side has changed since the preview', async () => {
    const id = await begin();
    const { mergePreview } = await ask(PREVIEW, { id, direction: 'merge' });
    await edit(id, { 'components/Card': 'dark' });
    const { targetVersionId: target, sourceVersionId: source } = mergePreview;
    expect(await ask(MERGE, { id, direction: 'merge', target, source })).toBe('version-conflict');
  });

  it('is thrown away', async () => {
    const id = await begin();
    expect(await ask('mutation ($id: ID!) { discardBranch(id: $id) { id } }', { id })).toEqual({ discardBranch: { id: appId } });
    expect(await branches()).toEqual([]);
    expect(await ask('mutation ($id: ID!) { discardBranch(id: $id) { id } }', { id: appId })).toBe('invalid-input');
  });

  it('comes back after it was thrown away, as long as there is room, and not after a merge', async () => {
    const DISCARD = 'mutation ($id: ID!) { discardBranch(id: $id) { id } }';
    const BACK = 'mutation ($id: ID!) { bringBranchBack(id: $id) { id } }';
    const LIST = 'query ($id: ID!) { app(id: $id) { discardedBranches { id branch { name } deletedAt } } }';
    const discarded = async () => (await ask(LIST, { id: appId })).app.discardedBranches;
    const id = await begin();
    await edit(id, { 'components/Card': 'dark' });
    await ask(DISCARD, { id });
    expect(await discarded()).toEqual([{ id, branch: { name: 'Darker cards' }, deletedAt: expect.any(String) }]);
    for (const as of [stranger, editor]) expect(await ask(BACK, { id }, as)).toBe('not-found');
    expect(await ask(BACK, { id }, visitor)).toBe('unauthenticated');
    const [second, third] = [await begin('two'), await begin('three')];
    expect(await ask(BACK, { id })).toBe('quota-reached');
    await ask(DISCARD, { id: third });
    expect(await ask(BACK, { id })).toEqual({ bringBranchBack: { id } });
    expect(await ask(BACK, { id })).toEqual({ bringBranchBack: { id } });
    expect((await discarded()).map((each: { id: string }) => each.id)).toEqual([third]);
    expect(await filesOf(id)).toMatchObject({ 'components/Card': 'dark' });
    await merge(id);
    expect(await ask(BACK, { id })).toBe('not-found');
    expect(await ask(BACK, { id: appId })).toBe('invalid-input');
    await host.context.collections.apps.updateOne({ _id: third }, { $set: { deletedAt: '2026-01-01T00:00:00.000Z' } });
    expect([await ask(BACK, { id: third }), await discarded()]).toEqual(['not-found', []]);
    await ask(DISCARD, { id: second });
    await host.service(appsRef).remove(owner, appId);
    expect(await ask(BACK, { id: second })).toBe('not-found');
  });

  it('is limited in number, and not made of a branch', async () => {
    const [first] = [await begin('one'), await begin('two')];
    expect(await ask(START, { id: appId, name: 'three' })).toBe('quota-reached');
    expect(await ask(START, { id: first, name: 'deeper' })).toBe('invalid-input');
    expect(await ask(START, { id: appId, name: ' ' })).toBe('invalid-input');
  });

  it('is for those who build its app, as long as they do', async () => {
    const id = await begin();
    for (const as of [stranger, editor]) expect(await ask('query ($id: ID!) { app(id: $id) { id } }', { id }, as)).toBe('not-found');
    expect(await ask(START, { id: appId, name: 'x' }, stranger)).toBe('not-found');
    expect(await ask(START, { id: appId, name: 'x' }, visitor)).toBe('unauthenticated');
  });

  it('changes for its watchers when the people of its app do', async () => {
    const { apps: documents } = host.context.collections;
    await documents.updateOne(
      { _id: appId },
      { $set: { builders: [{ accountId: 'editor', role: 'edit', since: '2026-01-01T00:00:00.000Z' }] } },
    );
    const id = await begin();
    expect(await ask('query ($id: ID!) { app(id: $id) { role } }', { id }, editor)).toEqual({ app: { role: 'edit' } });
    const before = host.emitted('apps.changed').length;
    await ask('mutation ($id: ID!) { removeBuilder(appId: $id, accountId: "editor") }', { id: appId });
    const changed = host.emitted('apps.changed').slice(before);
    expect(changed.map((event) => event.appId)).toEqual([appId, id]);
    expect(await ask('query ($id: ID!) { app(id: $id) { role } }', { id }, editor)).toBe('not-found');
    expect(await ask('mutation ($id: ID!) { removeBuilder(appId: $id, accountId: "owner") }', { id })).toBe('only-in-app');
  });

  it('is neither published nor given an address, and goes with its app', async () => {
    const id = await begin();
    expect(await ask('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id })).toBe('only-in-app');
    expect(await ask('mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id })).toBe('only-in-app');
    await host.service(appsRef).remove(owner, appId);
    expect(await host.service(appsRef).find(id)).toBeNull();
    await host.service(appsRef).undoRemove(owner, appId);
    expect(await host.service(appsRef).find(id)).not.toBeNull();
    const { apps: documents, versions } = host.context.collections;
    await documents.updateOne({ _id: appId }, { $set: { deletedAt: '2026-01-01T00:00:00.000Z' } });
    await host.context.collections.contents.updateMany({}, { $set: { usedAt: '2026-01-01T00:00:00.000Z' } });
    await host.runJob('purge', {});
    expect([await documents.count({}), await versions.count({})]).toEqual([0, 0]);
  });
});
