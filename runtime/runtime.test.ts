import { type TestHost, testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appOf } from './compile/app.fixture.ts';
import runtime from './index.ts';
import { type AppDirectory, appDirectory, type PublishedApp } from './ref.ts';
import { ensureLibraries } from './scripts/libraries.ts';
import type { RuntimeService } from './service.ts';

let host: TestHost<unknown, RuntimeService>;
let service: RuntimeService;
const published = new Map<string, PublishedApp>();
const directory: AppDirectory = {
  published: async (slug) => published.get(slug) ?? null,
  publishedAt: async (domain) => published.get(domain) ?? null,
};

beforeAll(async () => {
  await ensureLibraries();
  host = await testHost(runtime, { additions: [[appDirectory, [directory]]] });
  service = host.service();
}, 60_000);
afterAll(() => host.close());

const get = (path: string, headers: Record<string, string> = {}) => host.fetch(path, { host: 'runtime', headers, redirect: 'manual' });
const app = appOf({
  'pages/Stats': 'import { BarChart, Bar } from \'recharts\';\nexport default () => <BarChart data={[]}><Bar dataKey="a"/></BarChart>;',
  'components/Card':
    "import { Plus } from 'lucide-react';\nimport { Habit } from '@/entities/Habit';\nexport default () => <Plus className=\"p-4\" onClick={() => Habit.list()}/>;",
  'pages/Home': "import Card from '@/components/Card';\nexport default () => <Card/>;",
  'entities/Habit.json': '{"properties":{}}',
  layout: 'export default ({ children }) => <main>{children}</main>;',
});

test('ejects a block in a compiler process', async () => {
  const sources = appOf({
    'pages/Home': "import { DataTable } from '@/components/blocks/table';\nexport default () => <DataTable entity={{}} />;",
  });
  const files = await service.eject(sources, 'table');
  expect(await service.check({ ...sources, files })).toEqual([]);
  expect(files['pages/Home']).toContain("'@/components/DataTable'");
  await expect(service.eject(sources, '../../package')).rejects.toThrow('There is no block "../../package".');
});

describe('the preview', () => {
  test('the shell is identical for all callers, sandboxed, and framed by the builder only', async () => {
    const answer = await get('/preview/app-1');
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(answer.status).toBe(200);
    expect(policy).toContain('sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads;');
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain(`frame-ancestors ${host.builderUrl}`);
    expect(policy).toContain(`connect-src ${host.runtimeUrl} ${host.runtimeUrl.replace('http', 'ws')} data: blob:;`);
    expect(policy).toContain("form-action 'none'");
    expect(policy).not.toMatch(/frame-src[^;]* https:[ ;]/);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(html).toContain(`"builderUrl":"${host.builderUrl}"`);
  });

  test('an app id cannot break out of the inline script', async () => {
    const html = await (await get(`/preview/${encodeURIComponent('</script><script>alert(1)</script>')}`)).text();
    expect(html).not.toContain('<script>alert');
  });

  test('the modules of a build are immutable and readable from every origin', async () => {
    const build = await service.preview(app);
    expect(build.problems).toEqual([]);
    expect(build.manifest).toMatchObject({
      appId: 'app',
      buildId: build.id,
      pages: [{ name: 'Home', path: 'home', isMain: true }, { name: 'Stats' }],
    });
    for (const url of [build.manifest.entry ?? '', ...Object.values(build.manifest.modules), build.manifest.css]) {
      const answer = await host.fetch(url, { headers: { 'accept-encoding': 'identity' } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('content-type')).toMatch(url.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
    }
  });

  test('another node serves the modules from the blob store', async () => {
    const { manifest } = await service.preview(app);
    await using other = await testHost(runtime);
    expect((await other.fetch(manifest.entry ?? '')).status).toBe(404);
    const key = (manifest.entry ?? '').replace(/^.*\/(m\/[^.]+)\.js$/, '$1');
    const { context } = host as unknown as { context: { blobs: { get(key: string): Promise<ReadableStream<Uint8Array>> } } };
    expect(await new Response(await context.blobs.get(key)).text()).toContain('export const pages');
  });

  test('the same files give the same build; a broken edit stores nothing', async () => {
    const build = await service.preview(app);
    expect((await service.preview(app)).id).toBe(build.id);
    const broken = await service.preview({ ...app, files: { ...app.files, 'pages/Home': 'export default' } });
    expect(broken.manifest.entry).toBeNull();
    expect(broken.problems).toMatchObject([{ path: 'pages/Home', line: 1 }]);
    expect(await service.check({ ...app, files: { ...app.files, 'pages/Home': 'export default' } })).toEqual(broken.problems);
    expect(await service.check(app)).toEqual([]);
  });

  test('a file that crashes the parser is a problem of that file, and the next app compiles', async () => {
    const bomb = { ...app, files: { ...app.files, 'components/Bomb': `x=${'('.repeat(400_000)}` } };
    expect((await service.preview(bomb)).problems).toMatchObject([
      { path: 'components/Bomb', message: expect.stringContaining('nested too deeply') },
    ]);
    await expect(service.publish(bomb)).rejects.toThrow('App compilation failed: components/Bomb: This is nested too deeply');
    expect((await service.preview(app)).problems).toEqual([]);
  });
});

describe('files', () => {
  test.each([
    '/m/none.js',
    '/m/AAAAAAAAAAAAAAAAAAAA.js',
    '/c/AAAAAAAAAAAAAAAAAAAA.css',
    '/lib/none.js',
    '/lib/..%2Flibraries.json',
    '/m/..%2Fbuilds%2Fx.js',
    '/m/1/AAAAAAAAAAAAAAAAAAAA.js',
    '/m/x/..%2Fbuilds%2Fx.js',
  ])('%s answers 404', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test.each([
    ['br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ])('serves libraries compressed for %s', async (accepted, encoding) => {
    const { preview } = await ensureLibraries();
    const answer = await get(`/lib/${preview.early}`, { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });
});

describe('published apps', () => {
  const origin = 'http://habits.localhost:4001';
  beforeAll(async () => {
    const { buildId } = await service.publish(app);
    const habits: PublishedApp = {
      appId: 'app',
      slug: 'habits',
      name: 'Habits </title>',
      description: 'All "good" ones',
      buildId,
      isSignupEnabled: false,
    };
    published.set('habits', habits);
    published.set('habits.example.org', { ...habits, hideBuildAI: true });
  }, 60_000);

  test.each([
    "require('@/components/Card')",
    "require('./Nothing')",
    "require('react').useState",
    "require('fs')",
    "require.resolve('./Nothing')",
    "new URL('./nothing.png', import.meta.url).href",
    "new Worker(new URL('./nothing.js', import.meta.url))",
  ])('publishes an app that tries %s', async (expression) => {
    const Home = `let found; try { found = ${expression}; } catch { found = null; }\nexport default () => found === null ? 'none' : 'some';`;
    const { buildId } = await service.publish({ ...app, files: { 'pages/Home': Home, 'components/Card': 'export default 1;' } });
    expect(buildId).toMatch(/./);
  });

  test.each([
    [`${origin}/`, 200],
    [`${origin}/stats`, 200],
    [`${origin}/deep/link/stats?x=1`, 200],
    [`${origin}/nope`, 404],
    ['http://other.localhost:4001/', 404],
    ['http://unknown.example.org:4001/', 404],
    ['http://habits.example.org:4001/stats', 200],
    ['http://localhost:4001/', 404],
    [`${origin}/preview/other`, 404],
  ])('%s answers %i with a page', async (url, status) => {
    const answer = await host.fetch(url);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test.each([
    ['habits.localhost:4001', 'app'],
    ['habits.example.org', 'app'],
    ['unknown.localhost:4001', null],
    ['localhost:4001', null],
  ])('requests to %s are those of the app %s', async (address, appId) => {
    expect(await runtime.findApp?.({ appId: null, host: address }, service)).toBe(appId);
  });

  test('the page has metadata and preloads its modules', async () => {
    const answer = await host.fetch(`${origin}/stats`);
    const html = await answer.text();
    expect(html).toContain('<title>Habits &lt;/title&gt;</title>');
    expect(html).toContain('<meta name="description" content="All &quot;good&quot; ones">');
    expect(html).toContain('<meta property="og:title" content="Habits &lt;/title&gt;">');
    expect(html).toContain('<meta property="og:url" content="http://habits.localhost:4001/stats">');
    expect(decodeURIComponent(/rel="icon" href="(data:image\/svg[^"]+)"/.exec(html)?.[1] ?? '')).toMatch(/<text[^>]*>H<\/text>/);
    expect(html).toContain('"watermark":true');
    expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';.*connect-src 'self' data: blob:;/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    for (const [, path = ''] of html.matchAll(/(?:href|src)="(\/[^"]+)"/g)) {
      const file = await host.fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
      expect([path, file.status]).toEqual([path, 200]);
    }
    expect(await (await host.fetch('http://habits.example.org:4001/')).text()).toContain('"watermark":false');
  });

  test('a page loads only what it uses', async () => {
    const scripts = async (path: string) => {
      const html = await (await host.fetch(origin + path)).text();
      const files = [...html.matchAll(/href="(\/m\/[^"]+)"/g)].map(([, file = '']) => file);
      const texts = await Promise.all(
        files.map(async (file) => (await host.fetch(origin + file, { headers: { 'accept-encoding': 'identity' } })).text()),
      );
      return texts.join('').length;
    };
    // The charts are on the other page, and one icon is not the whole set.
    expect(await scripts('/')).toBeLessThan(65_000);
    expect(await scripts('/stats')).toBeGreaterThan(150_000);
  });

  test('an unknown API call answers an error, not a page', async () => {
    const answer = await host.fetch(`${origin}/live_api/apps/app/entities/Habit`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test.each(['builder', 'runtime'] as const)('/app/{slug} on the %s host redirects to the app', async (name) => {
    const answer = await host.fetch('/app/habits/deep/stats?x=1', { host: name, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${origin}/deep/stats?x=1`]);
    const bad = await host.fetch('/app/evil.example.org%2F/x', { host: name, redirect: 'manual' });
    expect(bad.status).toBe(404);
  });

  const folders = ['api', 'live_api', 'integrations', 'runtime', 'graphql', 'app', 'c', 'm', 'lib', 'preview'];
  test.each(folders.flatMap((folder) => [`/${folder}`, `/${folder}/stats`]))(
    '%s is a page of an app for a person who opens it',
    async (path) => {
      for (const headers of [{ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, { 'sec-fetch-mode': 'navigate' }]) {
        const opened = await host.fetch(`${origin}${path}`, { headers });
        expect([opened.headers.get('content-type'), await opened.text()]).toEqual([
          'text/html; charset=utf-8',
          expect.stringContaining('"sayso-app"'),
        ]);
      }
      const called = await host.fetch(`${origin}${path}`, { headers: { accept: 'text/html', 'sec-fetch-mode': 'cors' } });
      if (/^\/(?:api|live_api|integrations|runtime)\/./.test(path))
        expect(called.headers.get('content-type')).toMatch(/^application\/json/);
    },
  );

  // Each part alone and with its neighbours: as it was sent it leads to the same page of the app, or nowhere.
  const parts = [
    '',
    'a',
    '%C3%BCber',
    '%E2%80%AEx',
    '%0d%0aset-cookie:a=b',
    '%00',
    '%2f',
    '%5cevil.example',
    '@evil.example',
    '%3Fa',
    '%23b',
    '..',
    '%2e%2e',
  ];
  const rests = parts
    .flatMap((one) => ['', '/', '?q=%0d%0a', '?/'].map((two) => `${one}${two}`))
    .concat(parts.flatMap((one) => parts.map((two) => `${one}/${two}`)));
  test.each(['builder', 'runtime'] as const)('/app/{slug}/… on the %s host leads to the page with the same address', async (name) => {
    for (const rest of rests) {
      const answer = await host.fetch(`/app/habits/${rest}`, { host: name, redirect: 'manual' });
      const asked = new URL(`http://localhost/app/habits/${rest}`);
      // `fetch` itself resolves dots.
      if (!asked.pathname.startsWith('/app/habits/')) continue;
      const own = asked.pathname.slice('/app/habits/'.length).replace(/^\/+/, '');
      expect([rest, answer.status, answer.headers.get('location')]).toEqual([rest, 302, `${origin}/${own}${asked.search}`]);
    }
  });

  test('rejects publishing an app that does not compile', async () => {
    const broken = appOf({ 'pages/Home': "import x from 'superagent';\nexport default () => x;" });
    await expect(service.publish(broken)).rejects.toMatchObject({
      code: 'compilation-failed',
      message: expect.stringMatching(/^App compilation failed: pages\/Home:1: The package "superagent"/),
    });
  });
});

test('addresses', () => {
  expect(service.frameUrl('a b')).toBe('http://localhost:4001/preview/a%20b');
  expect(service.appUrl('habits')).toBe('http://habits.localhost:4001');
});
