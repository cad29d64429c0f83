import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchAt } from '../app-origin.ts';
import { openWorld, type World } from '../security/world.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
/** Files of `public`, by their names. */
const FILES: Readonly<Record<string, Uint8Array>> = {
  'logo.svg': strToU8(SVG),
  'a b [1] (x).png': PNG,
  '50%.png': PNG,
  'größe.png': PNG,
  'data.json': strToU8('{"a":1}'),
  'fonts/own.woff2': Uint8Array.from([119, 79, 70, 50, 0, 255]),
  'app/hero.png': PNG,
  'preview/shot.png': PNG,
  'lib/part.png': PNG,
  'm/part.png': PNG,
  'c/part.png': PNG,
};

let world: World;
let appId = '';
let origin = '';

async function imported(files: Readonly<Record<string, Uint8Array>>): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([Buffer.from(zipSync(files))]), 'project.zip');
  return (await world.json('owner', { path: '/api/apps/import', body })).id;
}
async function exported(id: string): Promise<Readonly<Record<string, Uint8Array>>> {
  const answer = await world.request('owner', { path: `/api/apps/${id}/export.zip` });
  expect(answer.status).toBe(200);
  const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(Object.entries(zip).map(([path, bytes]) => [path.slice(path.indexOf('/') + 1), bytes]));
}
const publicOf = (files: Readonly<Record<string, Uint8Array>>) =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, bytes]) =>
      path.startsWith('public/') ? [[path.slice(7), Buffer.from(bytes).toString('base64')]] : [],
    ),
  );
const get = (path: string) => fetchAt(origin, path, {});

beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
  const own = Object.fromEntries(Object.entries(FILES).map(([name, bytes]) => [`public/${name}`, bytes]));
  appId = await imported({
    'src/App.jsx': strToU8('export default function App() { return <img src="/logo.svg" />; }'),
    'index.html': strToU8(''),
    ...own,
  });
  const { data, errors } = await world.graphql('owner', 'mutation ($id: ID!) { publishApp(id: $id) { slug } }', { id: appId });
  expect(errors).toBeUndefined();
  origin = world.server.runtimeUrl.replace('://', `://${data.publishApp.slug}.`);
}, 60_000);
afterAll(() => world?.server.close());

test('an export has the files of public as they were imported, also the second time', async () => {
  const wanted = publicOf(Object.fromEntries(Object.entries(FILES).map(([name, bytes]) => [`public/${name}`, bytes])));
  const first = await exported(appId);
  expect(publicOf(first)).toEqual(wanted);
  const second = await exported(await imported(first));
  expect(publicOf(second)).toEqual(wanted);
});

describe('a published app', () => {
  test.each(Object.keys(FILES))('serves %s at its root, as a document that runs nothing', async (name) => {
    const answer = await get(`/${name.split('/').map(encodeURIComponent).join('/')}`);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(FILES[name] ?? ''))).toBe(true);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
    expect([answer.headers.get('x-content-type-options'), answer.headers.get('cache-control')]).toEqual(['nosniff', 'no-cache']);
  });

  test.each([
    '/public/logo.svg',
    '/..%2flogo.svg',
    '/%2e%2e/%2e%2e/etc/passwd.png',
    '/fonts/..%2f..%2fdata.json',
    '/__proto__.png',
    '/constructor.json',
    '/LOGO.SVG',
    '/src/App.svg',
    '/%ff.png',
    '/entities/Note.json',
    '/package.json',
  ])('has no file at %s', async (path) => {
    const answer = await get(path);
    expect(answer.headers.get('content-type') ?? '').toMatch(/^text\/html|^application\/json/);
    const text = await answer.text();
    expect(text).toMatch(/^<!doctype html>|"message"/);
    expect(text).not.toContain('alert(1)');
  });

  test('serves them to no other app, and none of another one', async () => {
    const other = world.server.runtimeUrl.replace('://', `://${world.app.slug}.`);
    const answer = await fetchAt(other, '/logo.svg', {});
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  });
});
