import { existsSync } from 'node:fs';
import { type App, type AppsApi, appsRef } from '@sayso/apps/ref';
import { type Actor, Forbidden } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import runtimePlugin from '@sayso/runtime';
import { type AppDirectory, type AppSources, appDirectory, runtimeRef } from '@sayso/runtime/ref';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import packages from './index.ts';
import { startRegistry, type TestRegistry } from './testing/registry.ts';

// From the request of an administrator to the app that imports the package: a real store, a real compiler, a registry on this machine.

/** Each bundle starts a process. */
vi.setConfig({ testTimeout: 60_000 });

const admin: Actor = { kind: 'account', id: 'ada', admin: true, builder: true };
const builder: Actor = { kind: 'account', id: 'bo', admin: false, builder: true };
const visitor: Actor = { kind: 'anonymous' };

let registry: TestRegistry;
/** A server to which nothing may go. */
let elsewhere: TestRegistry;
beforeAll(async () => {
  [registry, elsewhere] = await Promise.all([startRegistry(), startRegistry()]);
});
afterAll(() => Promise.all([registry[Symbol.asyncDispose](), elsewhere[Symbol.asyncDispose]()]));

const files: Record<string, string> = {};
const apps: Partial<AppsApi> = {
  find: async (appId) => (appId === 'gone' ? null : ({ id: appId, name: `App ${appId}`, published: { buildId: 'b' } } as unknown as App)),
  get: async (actor, appId) => {
    if (actor.kind !== 'account' || actor.id === 'stranger') throw new Forbidden();
    return { id: appId, published: published === '' ? null : { buildId: published } } as App;
  },
  files: async () => files,
};
/** The root of an app that was made elsewhere: for packages that are not there, it gets stand-ins. */
const ROOT = { App: "import Page from './pages/Home'; export default () => <Page />;" };
/** The build that is served at every published address. */
let published = '';
const directory: AppDirectory = {
  published: async (slug) => ({ appId: 'a1', slug, name: 'App', description: '', buildId: published, isSignupEnabled: false }),
  publishedAt: async () => null,
};
const open = (config: Readonly<Record<string, unknown>> = {}) =>
  testHost(packages, {
    provide: [[appsRef, apps as AppsApi]],
    plugins: [runtimePlugin],
    additions: [[appDirectory, [directory]]],
    config: { NPM_REGISTRY: registry.url, ...config },
    runJobs: true,
  });
type Host = Awaited<ReturnType<typeof open>>;

const FIELDS =
  'id requested status step reason reasonCode version licence bytes gzipBytes dependencies warnings specifiers isConfigured apps { id name isPublished }';
const list = async (host: Host) => (await host.graphql(`{ allowedPackages { ${FIELDS} } }`, {}, admin)).data?.['allowedPackages'];
const ask = (host: Host, name: string, version: string, as: Actor) =>
  host.graphql(
    'mutation ($name: String!, $version: String!) { allowPackage(name: $name, version: $version) { id status } }',
    { name, version },
    as,
  );

/** Allows a package, and waits until it is there or refused. */
async function allow(host: Host, name: string, version = 'latest'): Promise<Record<string, unknown>> {
  const { errors } = await ask(host, name, version, admin);
  if (errors) return { status: 'error', reason: errors[0]?.message, code: errors[0]?.extensions?.['code'] };
  let found: Record<string, unknown> = {};
  await expect
    .poll(
      async () => {
        found = (await list(host)).find(({ id }: { id: string }) => id === name);
        return found?.['status'];
      },
      { timeout: 30_000, interval: 50 },
    )
    .not.toBe('pending');
  return found;
}

const sourcesOf = (page: string, appId = 'a1'): AppSources => ({
  appId,
  versionId: 'v1',
  name: 'Test',
  mainPage: null,
  files: { 'pages/Home': page },
});

test('an administrator allows a package with dependencies, and apps import it', async () => {
  await registry.add('greet', {
    manifest: { main: 'index.js', dependencies: { shout: '^1.0.0' }, peerDependencies: { react: '^18 || ^19' } },
    files: { 'index.js': "const { shout } = require('shout'); require('react'); exports.greet = () => shout('hello');" },
  });
  await registry.add(
    'shout',
    {
      version: '1.0.5',
      manifest: { dependencies: { greet: '*' } },
      files: { 'index.js': "exports.shout = (text) => text + '!1.0.5';", 'LICENSE.md': 'All may shout.' },
    },
    { version: '2.0.0', files: { 'index.js': 'exports.shout = (text) => text;' } },
  );
  await using host = await open();
  const runtime = host.service(runtimeRef);
  const page = "import { greet } from 'greet'; export default () => <b>{greet()}</b>;";
  expect((await runtime.check(sourcesOf(page)))[0]?.message).toContain('The package "greet" cannot be imported');
  expect(await allow(host, 'greet')).toMatchObject({
    requested: 'latest',
    status: 'ready',
    version: '1.0.0',
    licence: 'MIT',
    dependencies: 1,
    warnings: [],
    specifiers: ['greet'],
    isConfigured: false,
  });
  expect(host.emitted('packages.changed')).toEqual([{ name: 'greet' }]);
  const { manifest, problems } = await runtime.preview(sourcesOf(page));
  expect(problems).toEqual([]);
  const address = Object.entries(manifest.modules).find(([key]) => key.startsWith('$package/greet/'))?.[1] ?? '';
  const module = await host.fetch(address);
  expect(module.headers.get('cache-control')).toContain('immutable');
  expect(await module.text()).toMatch(/!1\.0\.5/);
  expect(Object.keys((await runtime.preview(sourcesOf('export default () => null;', 'a2'))).manifest.modules)).toEqual(['pages/Home']);
  published = (await runtime.publish(sourcesOf(page))).buildId;
  const licences = async (url: string) => {
    const answer = await host.fetch(`${url}/lib/licenses.txt`);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const text = await answer.text();
    expect(text).toContain('react-dom');
    return text.slice(text.indexOf('\ngreet 1.0.0') + 1 || text.length);
  };
  const greeting = 'greet 1.0.0 (MIT)\n\n\n\nshout 1.0.5 (MIT)\n\nAll may shout.\n';
  expect([await licences(host.runtimeUrl), await licences(runtime.appUrl('greet'))]).toEqual([greeting, greeting]);
  await expect.poll(async () => (await list(host))[0].apps).toEqual([{ id: 'a1', name: 'App a1', isPublished: true }]);

  // Removed: the app does not compile any more; what is published stays.
  const { data } = await host.graphql('mutation { removePackage(name: "greet") }', {}, admin);
  expect(data).toEqual({ removePackage: 'greet' });
  expect((await runtime.check(sourcesOf(page)))[0]?.message).toContain('The package "greet" cannot be imported');
  expect((await host.fetch(address)).status).toBe(200);
  expect([await licences(host.runtimeUrl), await licences(runtime.appUrl('greet'))]).toEqual(['', greeting]);
  const left = [];
  for await (const key of host.context.blobs.list('')) left.push(key);
  expect(left).toEqual([]);
});

test('peers that are called optional come along where the package imports them, and where a part of it does', async () => {
  const optional = {
    peerDependencies: { 'style-part': '^1', 'never-used': '^1' },
    peerDependenciesMeta: { 'style-part': { optional: true }, 'never-used': { optional: true } },
  };
  await registry.add('style-part', { files: { 'index.js': "exports.style = () => 'styled';" } });
  await registry.add('never-used', { files: { 'index.js': "require('fs');" } });
  await registry.add('style-engine', {
    manifest: { type: 'module', ...optional },
    files: { 'index.js': "export { style } from 'style-part';" },
  });
  await registry.add('design-kit', {
    manifest: { type: 'module', dependencies: { 'style-engine': '^1' }, ...optional },
    files: { 'index.js': "import { style } from 'style-engine'; export const Button = () => style();" },
  });
  await using host = await open();
  await allow(host, 'design-kit');
  const [kit] = await list(host);
  expect(kit).toMatchObject({ status: 'ready', dependencies: 2 });
});

test('server functions import what is allowed', async () => {
  await registry.add('count-words', { files: { 'index.js': "exports.count = (text) => text.split(' ').length;" } });
  await using host = await open();
  const runtime = host.service(runtimeRef);
  const called = { 'functions/hello': "import { count } from 'npm:count-words@1'; export default () => count('a b');" };
  const bundled = () => runtime.bundleFunction({ appId: 'a1', files: called }, 'hello');
  const [before, edition] = [await bundled(), runtime.packageEdition()];
  expect(before).toMatchObject({ ok: false, problems: [{ path: 'functions/hello', line: 1 }] });
  expect(await runtime.packages.importedBy({ appId: 'a1', files: called })).toEqual(['count-words']);
  await allow(host, 'count-words');
  expect(runtime.packageEdition()).not.toBe(edition);
  expect(await bundled()).toMatchObject({ ok: true, code: expect.stringContaining('text.split(') });
});

test.each<[string, string, Actor]>([
  ['allow a package', 'mutation { allowPackage(name: "a", version: "1") { id } }', builder],
  ['allow a package', 'mutation { allowPackage(name: "a", version: "1") { id } }', visitor],
  ['remove one', 'mutation { removePackage(name: "a") }', builder],
  ['see them', '{ allowedPackages { id } }', builder],
  ['ask the registry', '{ packageVersions(name: "a") { version } }', builder],
  ['ask the registry', '{ packageVersions(name: "a") { version } }', visitor],
  ['see what an app lacks', '{ absentPackages(appId: "a1") { name } }', { kind: 'account', id: 'stranger', admin: false, builder: true }],
  ['see what an app lacks', '{ absentPackages(appId: "a1") { name } }', visitor],
  ['see what an app lacks', '{ absentPackages(appId: "a1") { name } }', { kind: 'app', appId: 'a1', accountId: 'bo' } as unknown as Actor],
])('others cannot %s (%#)', async (_what, query, actor) => {
  await using host = await open();
  const before = registry.requests.length;
  const { errors } = await host.graphql(query, {}, actor);
  expect(errors?.length).toBeGreaterThan(0);
  expect(await host.context.collections.packages.count({})).toBe(0);
  expect(registry.requests.length).toBe(before);
});

test('refuses what a browser cannot run, what is not safe, and what is not there', async () => {
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => Math.floor(Math.random() * 256)));
  await registry.add('needs-fs', { manifest: { dependencies: { reader: '1' } }, files: { 'index.js': "require('reader');" } });
  await registry.add('reader', { files: { 'index.js': "require('fs');" } });
  await registry.add('wrong', { files: { 'index.js': '' }, integrity: `sha512-${Buffer.alloc(64).toString('base64')}` });
  await registry.add('weak', { files: { 'index.js': '' }, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' });
  await registry.add('traversal', { files: { '!package/../../../evil.js': 'x' } });
  await registry.add('link', { files: { 'index.js': { type: 'symlink', linkname: '/etc/hostname' } } });
  await registry.add('huge', { files: { 'index.js': bytes(100) } });
  registry.answer('/huge/-/1.0.0.tgz', (_request, response) => {
    const chunk = Buffer.alloc(1_000_000);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', more);
    };
    more();
  });
  await registry.add('away', { files: { 'index.js': '' } });
  registry.answer('/away/-/1.0.0.tgz', (_request, response) => {
    response.writeHead(302, { location: `${elsewhere.url}secret` }).end();
  });
  await registry.add('named-away', { files: { 'index.js': '' }, tarball: `${elsewhere.url}secret` });
  await registry.add('with-login', { files: { 'index.js': '' }, tarball: registry.url.replace('//', '//user:password@') });
  await registry.add('endless', { files: { 'index.js': '' } });
  registry.answer('/endless/-/1.0.0.tgz', (_request, response) => {
    response.writeHead(302, { location: '/endless/-/1.0.0.tgz' }).end();
  });
  await registry.add('climber', { manifest: { dependencies: { '../x': '1' } }, files: { 'index.js': '' } });
  await registry.add('git-user', { manifest: { dependencies: { x: 'git+ssh://git@example.com/x.git' } }, files: { 'index.js': '' } });
  await registry.add('file-user', { manifest: { dependencies: { x: 'file:../../x' } }, files: { 'index.js': '' } });
  await registry.add('lonely', { manifest: { dependencies: { 'not-there': '1' } }, files: { 'index.js': '' } });
  registry.answer('/no-json', (_request, response) => void response.end('<html>'));
  await using host = await open();
  const refused = async (name: string, version?: string) => {
    const { status, reason, version: bundled } = await allow(host, name, version);
    expect([name, status, bundled]).toEqual([name, 'refused', null]);
    return reason;
  };
  expect(await refused('needs-fs')).toBe('It needs Node: "fs" is imported by "reader".');
  expect(await refused('wrong')).toBe('Its tarball has another SHA-512 than the registry states.');
  expect(await refused('weak')).toBe('The registry states no SHA-512 for it.');
  expect(await refused('traversal')).toMatch(/leads out of the package/);
  expect(await refused('link')).toMatch(/which is a symlink/);
  expect(await refused('huge')).toBe('Of the registry, its tarball has more than 30 MB.');
  expect(await refused('away')).toMatch(/^The registry leads to the host "127\.0\.0\.1:\d+", which is not allowed/);
  expect(await refused('named-away')).toMatch(/which is not allowed/);
  expect(await refused('with-login')).toMatch(/which is not allowed/);
  expect(await refused('endless')).toBe('The registry redirects without end.');
  expect(await refused('climber')).toBe('"climber" depends on "../x", which is no name of a package.');
  expect(await refused('git-user')).toMatch(/depends on "x" outside of the registry/);
  expect(await refused('file-user')).toMatch(/depends on "x" outside of the registry/);
  expect(await refused('lonely')).toBe('The registry does not have the package "not-there".');
  expect(await refused('no-json')).toMatch(/cannot be read/);
  expect(await refused('gone')).toBe('The registry does not have the package "gone".');
  expect(await refused('reader', '^7')).toBe('The registry has no version ^7 of "reader".');
  expect(elsewhere.requests).toEqual([]);
  expect(host.service().library.list()).toEqual([]);
});

test('runs no script and no code of a package', async () => {
  const mark = `/tmp/sayso-package-ran-${process.pid}`;
  const touch = `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`;
  const scripts = Object.fromEntries(
    ['preinstall', 'install', 'postinstall', 'prepare'].map((name) => [name, `node -e "${touch}" || touch ${mark}`]),
  );
  await registry.add('scripted', {
    manifest: { scripts, bin: './run.js' },
    files: {
      'index.js': 'exports.a = 1;',
      'run.js': touch,
      'rolldown.config.js': touch,
      'tsconfig.json': '{"extends":"/etc/hostname"}',
      '.npmrc': 'x',
    },
  });
  await using host = await open();
  expect(await allow(host, 'scripted')).toMatchObject({ status: 'ready' });
  expect(existsSync(mark)).toBe(false);
});

test.each([
  ['../x', 'latest', 'invalid-package-name'],
  ['@scope/../x', 'latest', 'invalid-package-name'],
  ['__proto__', 'latest', 'invalid-package-name'],
  ['a b', 'latest', 'invalid-package-name'],
  ['a?x=1', 'latest', 'invalid-package-name'],
  ['https://example.com/x', 'latest', 'invalid-package-name'],
  ['x'.repeat(300), 'latest', 'invalid-package-name'],
  ['a', '../../1', 'invalid-package-version'],
  ['a', 'git+https://example.com/a', 'invalid-package-version'],
  ['react', 'latest', 'package-built-in'],
  ['lodash', 'latest', 'package-built-in'],
  ['@supabase/supabase-js', 'latest', 'package-built-in'],
])('refuses to ask for %j at %j', async (name, version, code) => {
  await using host = await open();
  expect(await allow(host, name, version)).toMatchObject({ status: 'error', code });
  expect(await host.context.collections.packages.count({})).toBe(0);
});

test.each(['@scope/x', 'constructor', 'hasownproperty'])('takes the name %s', async (name) => {
  await registry.add(name, { files: { 'index.js': 'exports.a = 1;' } });
  await using host = await open();
  expect(await allow(host, name, '1.0.0')).toMatchObject({ status: 'ready', specifiers: [name] });
  const page = `import { a } from '${name}'; export default () => <b>{a}</b>;`;
  expect((await host.service(runtimeRef).preview(sourcesOf(page))).problems).toEqual([]);
});

test('packages share one that was allowed before, which cannot be removed then', async () => {
  await registry.add('core-part', { manifest: { main: 'index.js' }, files: { 'index.js': 'exports.box = {};' } });
  const needsCore = { peerDependencies: { 'core-part': '^1' } };
  await registry.add('add-on', { manifest: needsCore, files: { 'index.js': "exports.same = require('core-part').box;" } });
  await using host = await open();
  expect(await allow(host, 'add-on')).toMatchObject({
    status: 'ready',
    warnings: [expect.stringContaining('a copy of "core-part" of its own')],
  });
  await allow(host, 'core-part');
  expect(await allow(host, 'add-on')).toMatchObject({ status: 'ready', warnings: [], dependencies: 0 });
  const page = "import { same } from 'add-on'; export default () => same;";
  const { manifest, problems } = await host.service(runtimeRef).preview(sourcesOf(page));
  expect(problems).toEqual([]);
  expect(Object.keys(manifest.modules).some((key) => key.startsWith('$package/core-part/'))).toBe(true);
  const { errors } = await host.graphql('mutation { removePackage(name: "core-part") }', {}, admin);
  expect(errors?.[0]?.message).toBe('"core-part" cannot be removed: "add-on" shares its modules. Remove that first.');
});

test('modules of Node that browsers have as packages come along', async () => {
  await registry.add('events', { files: { 'events.js': '', 'index.js': 'exports.on = () => "from events";' } });
  await registry.add('path-browserify', { files: { 'index.js': 'exports.join = (...parts) => parts.join("/");' } });
  await registry.add('emitter', {
    files: { 'index.js': "exports.on = require('events').on; exports.join = require('node:path').join;" },
  });
  await registry.add('half', { files: { 'index.js': "require('events'); require('net');" } });
  await using host = await open();
  expect(await allow(host, 'emitter')).toMatchObject({ status: 'ready', dependencies: 2 });
  const page = "import { join, on } from 'emitter'; export default () => <b>{on()}{join('a', 'b')}</b>;";
  expect(await host.service(runtimeRef).render(sourcesOf(page))).toMatchObject({ issues: [], status: 'done' });
  expect(await allow(host, 'half')).toMatchObject({ status: 'refused', reason: expect.stringContaining('"net"') });
});

test('has a copy of its own of a built-in package that lacks what it imports, never of React', async () => {
  await registry.add('dayjs', { version: '1.11.0', files: { 'index.js': '', 'plugin/rare.js': 'module.exports = "rare";' } });
  await registry.add('calendar', {
    manifest: { dependencies: { dayjs: '^1.11.0' } },
    files: { 'index.js': "exports.rare = require('dayjs/plugin/rare.js'); try { require('not-needed'); } catch {}" },
  });
  await registry.add('react-inside', {
    manifest: { type: 'module', dependencies: { react: '*' } },
    files: { 'index.js': "export { x } from 'react/inside';" },
  });
  await using host = await open();
  expect(await allow(host, 'calendar')).toMatchObject({ status: 'ready', dependencies: 1 });
  expect(await allow(host, 'react-inside')).toMatchObject({ status: 'refused', reason: expect.stringContaining('"react/inside"') });
});

test('an earlier version stays until the other one is there', async () => {
  await registry.add(
    'steady',
    { version: '1.0.0', files: { 'index.js': 'exports.a = 1;' } },
    { version: '2.0.0', files: { 'index.js': "require('fs');" } },
  );
  await using host = await open();
  expect(await allow(host, 'steady', '1')).toMatchObject({ status: 'ready', version: '1.0.0' });
  expect(await allow(host, 'steady', '2.0.0')).toMatchObject({
    status: 'refused',
    version: '1.0.0',
    reason: expect.stringContaining('needs Node'),
  });
  expect(host.service().library.version('steady')).toBe('1.0.0');
  const { data } = await host.graphql('{ packageVersions(name: "steady") { version tags } }', {}, admin);
  expect(data?.['packageVersions']).toEqual([
    { version: '2.0.0', tags: ['latest'] },
    { version: '1.0.0', tags: [] },
  ]);
});

test('the configuration allows packages, sends the token to the registry alone, and follows its own hosts', async () => {
  await registry.add('configured', { files: { 'index.js': 'exports.a = 1;' } });
  registry.answer('/configured/-/1.0.0.tgz', (_request, response) => {
    response.writeHead(302, { location: `${elsewhere.url}configured/-/1.0.0.tgz` }).end();
  });
  await elsewhere.add('configured', { files: { 'index.js': 'exports.a = 1;' } });
  await using host = await open({
    ALLOWED_PACKAGES: 'configured@1.0.0',
    NPM_TOKEN: 'secret-token',
    NPM_REGISTRY_HOSTS: new URL(elsewhere.url).host,
  });
  await expect
    .poll(() => list(host), { timeout: 30_000 })
    .toEqual([expect.objectContaining({ id: 'configured', status: 'ready', isConfigured: true })]);
  expect(registry.requests).toContain('/configured Bearer secret-token');
  expect(elsewhere.requests).toEqual(['/configured/-/1.0.0.tgz']);
  expect(await allow(host, 'configured', 'latest')).toMatchObject({ status: 'error', code: 'package-needed' });
  const { errors } = await host.graphql('mutation { removePackage(name: "configured") }', {}, admin);
  expect(errors?.[0]?.message).toContain('ALLOWED_PACKAGES names it');
});

test('a registry that does not answer is asked again, and then the request is refused', async () => {
  let count = 0;
  registry.answer('/flaky', (_request, response) => {
    count += 1;
    response.writeHead(503).end();
  });
  await using host = await open();
  await ask(host, 'flaky', 'latest', admin);
  const [{ requestId } = { requestId: '' }] = await host.context.collections.packages.find({});
  const run = (isLast: boolean) => host.service().fetch('flaky', { requestId, isLast, signal: new AbortController().signal });
  await expect(run(false)).rejects.toThrow('The npm registry does not answer.');
  await run(true);
  expect(count).toBeGreaterThanOrEqual(2);
  expect(await list(host)).toEqual([expect.objectContaining({ status: 'refused', reasonCode: 'registry-unavailable' })]);
  // The job of an earlier request changes nothing.
  await host.service().fetch('flaky', { requestId: 'another', isLast: true, signal: new AbortController().signal });
  expect(await list(host)).toEqual([expect.objectContaining({ reasonCode: 'registry-unavailable' })]);
});

test('builders see what their app lacks, and whether it is on the way', async () => {
  files['pages/Home'] =
    "import a from 'absent-one'; import b from '@scope/absent/part'; import fs from 'node:fs'; import 'react'; import './x'; import '@/lib/y';";
  await registry.add('absent-one', { files: { 'index.js': "require('fs');" } });
  await using host = await open();
  const lacks = async () =>
    (await host.graphql('{ absentPackages(appId: "a1") { name status reason } }', {}, builder)).data?.['absentPackages'];
  expect(await lacks()).toEqual([
    { name: '@scope/absent', status: 'absent', reason: null },
    { name: 'absent-one', status: 'absent', reason: null },
  ]);
  await allow(host, 'absent-one');
  expect(await lacks()).toContainEqual({
    name: 'absent-one',
    status: 'refused',
    reason: 'It needs Node: "fs" is imported by "absent-one".',
  });
});

describe('usual packages', () => {
  const page = "import Hls from 'hls.js'; export default () => <b>{Hls.name}</b>;";
  const statuses = async (host: Host) =>
    Object.fromEntries((await list(host)).map(({ id, status }: { id: string; status: string }) => [id, status]));

  test('are fetched when an app imports them, once, and not again when an administrator removed them', async () => {
    await registry.add('hls.js', { version: '1.7.4', files: { 'index.js': "module.exports = { name: 'hls' };" } });
    await using host = await open();
    const runtime = host.service(runtimeRef);
    expect(await runtime.check(sourcesOf("const text = 'hls.js'; export default () => <b>{text}</b>;"))).toEqual([]);
    expect(await list(host)).toEqual([]);
    const found = await Promise.all([runtime.check(sourcesOf(page)), runtime.check(sourcesOf(page, 'a2'))]);
    expect([found, await statuses(host)]).toEqual([[[], []], { 'hls.js': 'ready' }]);
    expect(registry.requests.filter((path) => path === '/hls.js/-/1.7.4.tgz')).toHaveLength(1);
    await host.graphql('mutation { removePackage(name: "hls.js") }', {}, admin);
    expect((await runtime.check(sourcesOf(page)))[0]?.message).toContain('"hls.js" cannot be imported');
    expect(await list(host)).toMatchObject([{ status: 'refused', reason: 'An administrator removed it.' }]);
    expect(await allow(host, 'hls.js')).toMatchObject({ status: 'ready' });
  });

  test('that are still being fetched are named, to the builder and in what the compiler says', async () => {
    await registry.add('antd', { version: '6.6.8', files: { 'index.js': 'exports.Table = () => null;' } });
    const arrival = registry.hold('/antd');
    await using host = await open();
    const runtime = host.service(runtimeRef);
    const source = "import { Table } from 'antd'; export default () => <Table />;";
    Object.assign(files, { 'pages/Home': 'export default () => null;' });
    const absent = async () =>
      (await host.graphql('{ absentPackages(appId: "a1") { name status } }', {}, builder)).data?.['absentPackages'];
    expect(await absent()).toEqual([]);
    const checked = runtime.check(sourcesOf(source));
    // What a turn has written is in no version yet.
    await vi.waitFor(async () => expect(await absent()).toEqual([{ name: 'antd', status: 'pending' }]));
    arrival.release();
    expect(await checked).toEqual([]);
    await vi.waitFor(async () => expect(await absent()).toEqual([]));
  });

  test('that are not there are said with the reason, and what stands in for them is said of the published app', async () => {
    await using host = await open();
    const runtime = host.service(runtimeRef);
    const source = "import ReactECharts from 'echarts-for-react'; export default () => <main><ReactECharts /></main>;";
    const problems = await runtime.check(sourcesOf(source));
    expect(problems.map(({ message }) => message)).toEqual([
      'The package "echarts-for-react" cannot be imported yet. The registry does not have the package "echarts-for-react".',
    ]);
    Object.assign(files, { 'pages/Home': source });
    const query = '{ absentPackages(appId: "a1") { name status reason } stoodInPackages(appId: "a1") { name isHere } }';
    const { data } = await host.graphql(query, {}, builder);
    expect(data).toEqual({
      absentPackages: [
        { name: 'echarts-for-react', status: 'refused', reason: 'The registry does not have the package "echarts-for-react".' },
      ],
      stoodInPackages: [],
    });
    const { buildId } = await runtime.publish({ ...sourcesOf(source), files: { ...sourcesOf(source).files, ...ROOT } });
    expect(await runtime.stoodIn(buildId)).toEqual(['echarts-for-react']);
    published = buildId;
    expect((await host.graphql(query, {}, builder)).data?.['stoodInPackages']).toEqual([{ name: 'echarts-for-react', isHere: false }]);
    await registry.add('echarts', { version: '6.1.0', files: { 'index.js': '' } });
    await registry.add('echarts-for-react', { version: '3.0.6', files: { 'index.js': 'exports.default = () => null;' } });
    await allow(host, 'echarts-for-react');
    expect((await host.graphql(query, {}, builder)).data?.['stoodInPackages']).toEqual([{ name: 'echarts-for-react', isHere: true }]);
    published = '';
  });

  test('share one copy of what they have in common, whichever of them is asked for first', async () => {
    const dependencies = { '@tiptap/core': '^3.0.0', '@tiptap/pm': '^3.0.0' };
    await registry.add('@tiptap/pm', { version: '3.34.0', files: { 'index.js': 'exports.keys = new Set();' } });
    await registry.add('@tiptap/core', {
      version: '3.34.0',
      manifest: { peerDependencies: { '@tiptap/pm': '*' } },
      files: { 'index.js': "exports.keys = require('@tiptap/pm').keys;" },
    });
    for (const name of ['@tiptap/starter-kit', '@tiptap/react', '@tiptap/extension-table'])
      await registry.add(name, {
        version: '3.34.0',
        manifest: { dependencies },
        files: { 'index.js': "exports.keys = require('@tiptap/core').keys;" },
      });
    await using host = await open();
    const runtime = host.service(runtimeRef);
    const kit =
      "import { keys } from '@tiptap/starter-kit'; import { keys as own } from '@tiptap/react'; export default () => <b>{String(keys === own)}</b>;";
    expect(await runtime.check(sourcesOf(kit))).toEqual([]);
    await allow(host, '@tiptap/extension-table');
    const documents = await host.context.collections.packages.find({});
    const uses = Object.fromEntries(documents.map(({ _id, bundled }) => [_id, bundled?.uses]));
    expect(uses).toEqual({
      '@tiptap/pm': [],
      '@tiptap/core': ['@tiptap/pm'],
      '@tiptap/starter-kit': ['@tiptap/core'],
      '@tiptap/react': ['@tiptap/core'],
      '@tiptap/extension-table': ['@tiptap/core'],
    });
  });

  test('are left to administrators where the setting says so', async () => {
    await using host = await open({ USUAL_PACKAGES: 'off' });
    expect((await host.service(runtimeRef).check(sourcesOf(page)))[0]?.message).toContain('"hls.js" cannot be imported');
    expect(await list(host)).toEqual([]);
  });

  test('work with the parts that another one shares, or with a copy of its own', async () => {
    await registry.add('shared-part', { files: { 'index.js': '', 'a.js': '' }, manifest: { exports: { '.': './index.js' } } });
    await registry.add('needs-more', {
      manifest: { dependencies: { 'shared-part': '*' } },
      files: { 'index.js': "require('shared-part/b');" },
    });
    await using host = await open();
    await allow(host, 'shared-part');
    await registry.add('shared-part', {
      version: '1.1.0',
      files: { 'index.js': '', 'b.js': 'exports.b = 1;' },
      manifest: { exports: { '.': './index.js', './b': './b.js' } },
    });
    expect(await allow(host, 'needs-more')).toMatchObject({ status: 'ready' });
  });

  test('that start a worker from their own file run its code in the page', async () => {
    await registry.add('pdfjs-dist', {
      version: '5.4.296',
      manifest: { type: 'module', main: 'build/pdf.mjs' },
      files: {
        'build/pdf.mjs': 'export const options = {};',
        'build/pdf.worker.min.mjs': 'globalThis.pdfjsWorker = { read: () => WebAssembly.instantiate(new Uint8Array()) };',
      },
    });
    await using host = await open();
    const runtime = host.service(runtimeRef);
    const viewer =
      "import { options } from 'pdfjs-dist'; import address from 'pdfjs-dist/build/pdf.worker.min.mjs?url'; options.src = address; export default () => null;";
    const { problems, manifest } = await runtime.preview(sourcesOf(viewer));
    expect(problems).toEqual([]);
    const texts = await Promise.all(Object.values(manifest.modules).map(async (address) => (await host.fetch(address)).text()));
    expect(texts.join('')).toContain('pdfjsWorker');
    expect(texts.join('')).toContain('"pdfjs-dist/build/pdf.worker.min.mjs"');
  });
});
