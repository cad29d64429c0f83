import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type App, appsRef, type Files, type Version } from '@sayso/apps/ref';
import { type Actor, definePlugin, NotFound } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { type AppIssue, type AppSources, type Inspection, type PageRendering, runtimeRef } from '@sayso/runtime/ref';
import { expect, test } from 'vitest';
import validator from './index.ts';
import { type Detector, detectors, messageActions, validatorRef } from './ref.ts';

const admin: Actor = { kind: 'account', id: 'root', admin: true, builder: true };
const ada: Actor = { kind: 'account', id: 'ada', admin: false, builder: true };
const URL = '/api/apps/app-1/versions/v2/validate-repair';
const sourcesOf = (files: Files): AppSources => ({ appId: 'app-1', versionId: 'v2', name: 'Test', mainPage: null, files });

/** Reports each file that contains BROKEN, the inspection each with FIXABLE; a repair removes that word. */
const runtime = {
  detectorIds: ['fixable'],
  renderingId: 'page-rendering',
  render: async ({ files }: AppSources, changed = Object.keys(files)): Promise<PageRendering> => ({
    issues: paths(files, 'THROWS')
      .filter((path) => changed.includes(path))
      .map((path) => ({ ...issue(path), detectorId: 'page-rendering' })),
    status: 'done',
    pages: ['Home'],
    milliseconds: 20,
  }),
  check: async ({ files }: AppSources) =>
    paths(files, 'BROKEN').map((path) => ({ path, line: 2, column: 1, message: 'Unexpected token.', severity: 'error' })),
  inspect: async ({ files }: AppSources): Promise<Inspection> => {
    const found = paths(files, 'FIXABLE');
    return {
      issues: found.map((componentName) => ({ ...issue(componentName), detectorId: 'fixable' })),
      repaired: Object.fromEntries(
        found.map((path) => [path, (files[path] ?? '').replace('FIXABLE', files[path]?.includes('WORSE') ? 'BROKEN' : 'ok')]),
      ),
      fixes: Object.fromEntries(found.map((path) => [path, 1])),
    };
  },
};
const paths = (files: Files, word: string) => Object.keys(files).filter((path) => files[path]?.includes(word));
const issue = (componentName: string): AppIssue => ({
  componentName,
  message: 'Fix it.',
  detectorId: 'fixable',
  severity: 'error',
  line: 1,
});

const BUNDLE = { slug: 'test', name: 'Test', mainPage: 'Home', components: {}, services: {}, modules: {}, entities: {} };

async function open(files: Files = {}, added: readonly Detector[] = [], others: readonly ReturnType<typeof definePlugin>[] = []) {
  const apps = {
    get: async (_actor: Actor, appId: string) => {
      if (appId !== 'app-1') throw new NotFound('The app');
      return { id: appId, name: 'Test', settings: { mainPage: null } } as App;
    },
    version: async (appId: string, id: string) => {
      if (id !== 'v2') throw new NotFound('The version');
      return { id, appId, parentId: 'v1', messageId: 'm1' } as Version;
    },
    files: async () => files,
    bundleOf: async (id: string, versionId: string, changed: Files) => ({
      ...BUNDLE,
      id,
      versionId,
      pages: { Home: changed['pages/Home'] ?? '' },
    }),
  };
  const more = definePlugin({
    name: 'more',
    contract: 1,
    needs: { validator: validatorRef },
    adds: { detectors },
    start: (context) => {
      for (const detector of added) context.add('detectors', detector);
    },
  });
  const provide = [
    [appsRef, apps],
    [runtimeRef, runtime],
  ] as const;
  const host = await testHost(validator, { provide: provide as never, plugins: [more, ...others] });
  return { host, service: host.service(), [Symbol.asyncDispose]: () => host.close() };
}

test('repairs new errors in files that the change has written', async () => {
  await using world = await open();
  const base = { layout: 'FIXABLE', 'pages/Old': 'BROKEN' };
  const sources = sourcesOf({ ...base, 'pages/Home': 'FIXABLE' });
  expect(await world.service.repair({ sources, base })).toEqual({
    initialIssues: [issue('pages/Home')],
    unresolvedIssues: [],
    files: { 'pages/Home': 'ok' },
    fixes: { 'pages/Home': 1 },
  });
});

test('reports a page that fails unless it failed before', async () => {
  await using world = await open();
  const base = { 'pages/Old': 'THROWS' };
  const sources = sourcesOf({ 'pages/Old': 'THROWS 2', 'pages/New': 'THROWS', 'components/Kept': 'ok' });
  const { unresolvedIssues } = await world.service.repair({ sources, base });
  expect(unresolvedIssues).toEqual([{ ...issue('pages/New'), detectorId: 'page-rendering' }]);
});

test('discards a repair that does not reduce the errors', async () => {
  await using world = await open();
  const { unresolvedIssues, files } = await world.service.repair({ sources: sourcesOf({ 'pages/Home': 'FIXABLE WORSE' }), base: {} });
  expect([unresolvedIssues, files]).toEqual([[issue('pages/Home')], {}]);
});

test('runs the detectors of other plugins, and logs those that fail', async () => {
  const found = { message: 'Say less.', componentName: '', line: null };
  const words: Detector = { id: 'words', severity: 'warning', find: async () => [found] };
  const failing: Detector = { id: 'failing', severity: 'error', find: () => Promise.reject(new Error('no')) };
  await using world = await open({}, [words, failing]);
  const issues = await world.service.validate(sourcesOf({ layout: 'BROKEN' }));
  expect(issues).toEqual([
    { message: 'Unexpected token.', componentName: 'layout', detectorId: 'compile', severity: 'error', line: 2 },
    { ...found, detectorId: 'words', severity: 'warning' },
  ]);
});

test('runs the detector of docs/validator.md', async () => {
  const root = new globalThis.URL('../../', import.meta.url);
  const [, code = ''] =
    /^```ts title="src\/index.ts"\n(.*?)^```$/ms.exec(await readFile(new globalThis.URL('docs/validator.md', root), 'utf8')) ?? [];
  // Inside the repository, so that packages resolve.
  await mkdir(new globalThis.URL('.cache', root), { recursive: true });
  const folder = await mkdtemp(fileURLToPath(new globalThis.URL('.cache/detector-', root)));
  try {
    await writeFile(`${folder}/index.ts`, code);
    const { default: plugin } = (await import(`${folder}/index.ts`)) as { readonly default: ReturnType<typeof definePlugin> };
    await using world = await open({}, [], [plugin]);
    expect(await world.service.validate(sourcesOf({ 'pages/Home': '<p>\nLorem ipsum</p>' }))).toEqual([
      {
        message: 'This page has placeholder text.',
        componentName: 'pages/Home',
        line: 2,
        detectorId: 'placeholder-text',
        severity: 'warning',
      },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('reads its parameters: the message of the version, and actions that are carried out first', async () => {
  const reader = definePlugin({
    name: 'reader',
    contract: 1,
    needs: { validator: validatorRef },
    adds: { messageActions },
    start(context): unknown {
      context.add('messageActions', { apply: (files, content) => ({ ...files, 'pages/Home': content }) });
      return null;
    },
  });
  await using world = await open({ 'pages/Home': 'fine' }, [], [reader]);
  const ask = async (body: object) => {
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await world.host.fetch(URL, call, admin);
    return [answer.status, await answer.json()];
  };
  expect(await ask({ messageId: 'm2' })).toMatchObject([400, { code: 'message-mismatch', message: expect.stringContaining('"m2"') }]);
  expect(await ask({ messageId: 'm1', messageContent: 'BROKEN' })).toMatchObject([
    200,
    { initialIssues: [{ componentName: 'pages/Home' }], appBundle: { pages: { Home: 'BROKEN' }, files: { 'pages/Home': 'BROKEN' } } },
  ]);
  expect(await ask({})).toMatchObject([200, { initialIssues: [], appBundle: { files: { 'pages/Home': 'fine' } } }]);
});

test('answers the validation result of a version to admins only', async () => {
  await using world = await open({ layout: 'FIXABLE', 'pages/Home': 'BROKEN' });
  const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ messageId: 'm1' }) };
  expect((await world.host.fetch(URL, call, ada)).status).toBe(403);
  expect((await world.host.fetch(URL.replace('v2', 'v3'), call, admin)).status).toBe(404);
  const answer = await world.host.fetch(URL, call, admin);
  const broken = { message: 'Unexpected token.', componentName: 'pages/Home', detectorId: 'compile', severity: 'error', line: 2 };
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      initialIssues: [broken, issue('layout')],
      unresolvedIssues: [broken],
      detectors: ['compile', 'fixable', 'page-rendering'],
      repairedFiles: [{ fileId: 'layout', issuesFixed: 1 }],
      previousVersionId: 'v1',
      appBundle: {
        ...BUNDLE,
        id: 'app-1',
        versionId: 'v2',
        pages: { Home: 'BROKEN' },
        files: { layout: 'ok', 'pages/Home': 'BROKEN' },
      },
      timingBreakdown: { applyingActionsMs: expect.any(Number), validatingMs: expect.any(Number), renderingMs: 20 },
      rendering: { status: 'done', pages: ['Home'] },
    },
  ]);
});
