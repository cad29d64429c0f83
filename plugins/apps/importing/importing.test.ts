import { testHost } from '@sayso/core/testing';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import apps from '../index.ts';
import { appsRef } from '../ref.ts';
import { NO_HOSTS } from '../settings/settings.ts';
import { neighbours, owner } from '../testing/fakes.ts';
import { GIT_BUNDLE } from './testing/bundles.ts';

const near = neighbours();
const start = async () => near.connect(await testHost(apps, { provide: near.provide }));
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());

async function post(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.set('file', new Blob([bytes]), name);
  const answer = await host.fetch('/api/apps/import', { method: 'POST', body }, owner);
  return { status: answer.status, answer: await answer.json() };
}

it('makes an app of a git bundle', async () => {
  const { status, answer } = await post('rows.bundle', new Uint8Array(GIT_BUNDLE));
  expect(status).toBe(200);
  expect(answer).toMatchObject({ name: 'Rows', taken: 2, left: [{ path: 'src/pages/Linked.tsx', reason: 'unknown' }] });
  expect(Object.keys(await host.service(appsRef).files(answer.id))).toEqual(['components/Card', 'pages/Home']);
});

it('shows the pictures of public services that a project names', async () => {
  const text =
    'import { base44 } from \'@/api/base44Client\';\nexport default () => <img src="https://images.unsplash.com/a" alt="https://cdn.example.com/b" />;';
  const { answer } = await post('app.zip', zipOf({ 'src/pages/Home.jsx': text }));
  const { settings } = await host.service(appsRef).get(owner, answer.id, 'view');
  const { pictures, ...others } = settings.hosts ?? NO_HOSTS;
  expect(pictures).toEqual(expect.arrayContaining(['images.unsplash.com', 'media.base44.com']));
  expect(pictures).not.toContain('cdn.example.com');
  expect(others).toEqual({ scripts: [], styles: [], frames: [], calls: [] });
});

it('lists the hosts that the code names, and allows none of them', async () => {
  const named =
    '<img src="https://images.unsplash.com/a" /><img src="https://cdn.cornershop.test/a.png" /><iframe src="https://maps.test/" />';
  const { answer } = await post('app.zip', zipOf({ 'src/pages/Home.jsx': `export default () => <>${named}</>;` }));
  expect(answer.hosts).toEqual([
    { kind: 'pictures', host: 'cdn.cornershop.test', path: 'pages/Home' },
    { kind: 'frames', host: 'maps.test', path: 'pages/Home' },
  ]);
  const { settings } = await host.service(appsRef).get(owner, answer.id, 'view');
  expect(settings.hosts?.pictures).not.toContain('cdn.cornershop.test');
  expect(settings.hosts?.frames).toEqual([]);
});

const zipOf = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))) as Uint8Array<ArrayBuffer>;

it.each([
  ['a module of the kit that only begins exports', 'src/components/ui/button.tsx', 'export {\n'.repeat(200_000)],
  ['a module of the kit with a long export', 'src/components/ui/button.tsx', `export { a${' '.repeat(1_900_000)}b }`],
  ['a style sheet of blank lines', 'src/index.css', '\n'.repeat(1_900_000)],
  ['a table that only begins comments', 'entities/Task.json', '/* '.repeat(600_000)],
  ['a table that only begins texts', 'entities/Task.json', `"${'\\"'.repeat(600_000)}`],
])('reads %s', async (_what, path, text) => {
  const { status } = await post('bomb.zip', zipOf({ 'src/pages/Home.tsx': 'export default () => null;', [path]: text }));
  expect(status).not.toBe(500);
  expect(status).not.toBe(504);
});

it.each([
  ['Next.js', { 'package.json': '{}', 'app/page.tsx': 'page', 'app/posts/[id]/page.tsx': 'page' }, 'it is made with Next.js'],
  ['no pages', { 'src/lib/a.ts': 'a' }, 'it has no pages'],
])('says why it takes no project with %s', async (_what, files, why) => {
  const { length } = await host.service(appsRef).list(owner);
  const { status, answer } = await post('site.zip', zipOf(files));
  expect(status).toBe(400);
  expect(answer.message).toContain(why);
  expect(await host.service(appsRef).list(owner)).toHaveLength(length);
});

const nested = (levels: number) => `{"name":"Deep","properties":{"a":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}}`;
it.each([
  ['a table that is nested deeply', 'entities/Deep.json', nested(100_000), 'nested too deeply'],
  ['a name of a device of Windows', 'src/lib/Con.js', 'export const a = 1;', 'Windows has no files of this name.'],
  ['a name that ends in a full stop', 'src/a./b.js', 'export const a = 1;', 'Windows has no files of this name.'],
  ['a name with a character for control', 'src/lib/a\u0007b.js', 'export const a = 1;', 'is not a file of an app'],
])('leaves out %s, with the reason', async (_what, path, text, why) => {
  const { status, answer } = await post('odd.zip', zipOf({ 'src/App.jsx': 'export default () => null;', [path]: text }));
  expect(status).toBe(200);
  expect(answer.left).toEqual([{ path, reason: 'refused', message: expect.stringContaining(why) }]);
});

it('makes no app of a damaged bundle', async () => {
  const { length } = await host.service(appsRef).list(owner);
  expect(await post('rows.bundle', new Uint8Array(GIT_BUNDLE.subarray(0, 1000)))).toMatchObject({
    status: 400,
    answer: { code: 'project-unreadable', message: 'The project was not imported: the git bundle is damaged.' },
  });
  expect(await host.service(appsRef).list(owner)).toHaveLength(length);
});
