import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { appPurges } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import models from '@sayso/models';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import plugin from './index.ts';
import { defineEndpoint, integrationEndpoints } from './ref.ts';
import { fakeApps, owner, preview, stranger, user, visitor } from './testing/apps.ts';

const echo = defineEndpoint({
  name: 'Echo',
  sentence: 'Answers what it gets.',
  input: z.object({ text: z.string(), times: z.number().optional(), more: z.object({ a: z.number() }).optional() }),
  output: z.object({ got: z.unknown() }),
  run: async (input) => ({ got: input }),
});
const start = (config: Readonly<Record<string, unknown>> = {}) =>
  testHost(plugin, {
    provide: [...fakeApps()],
    plugins: [models],
    additions: [[integrationEndpoints, [echo]]],
    config: { RATE_LIMIT: 0, APP_RATE_LIMIT: 0, ...config },
  });
type Host = Awaited<ReturnType<typeof start>>;

let host: Host;
let png: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  host = await start();
  png = await picture(800, 400);
});
afterAll(() => host.close());

async function picture(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#4a7' } })
      .png()
      .toBuffer(),
  );
}
const fileOf = (bytes: BlobPart, name = 'photo.png', type = 'image/png') => new File([bytes], name, { type });
// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the call
type Data = any;

async function call(endpoint: string, parameters: unknown, as: Actor, at: { appId?: string; on?: Host } = {}) {
  const { appId = 'app', on = host } = at;
  const hasFile = typeof parameters === 'object' && Object.values(parameters ?? {}).some((value) => value instanceof Blob);
  const form = new FormData();
  if (hasFile) for (const [name, value] of Object.entries(parameters as Record<string, string | Blob>)) form.append(name, value);
  const init = hasFile ? { body: form } : { body: JSON.stringify(parameters), headers: { 'content-type': 'application/json' } };
  const path = `/api/apps/${appId}/integration-endpoints/Core/${endpoint}`;
  const response = await on.fetch(path, { method: 'POST', host: 'runtime', ...init }, as);
  return { status: response.status, body: (await response.json()) as Data };
}
const upload = async (file: File, as: Actor = user('app'), at: { appId?: string; on?: Host } = {}) => call('UploadFile', { file }, as, at);
const get = (url: string, headers: Record<string, string> = {}) => host.fetch(url, { headers });
const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('sayso-upload-'));

describe('a file that the server gives, such as of a function', () => {
  const give = (as: Actor, content: Uint8Array, appId = 'app') =>
    host.service().call({
      appId,
      actor: as,
      packageName: 'Core',
      endpoint: 'UploadFile',
      parameters: {},
      files: [{ parameter: 'file', name: '../../photo.png', type: 'image/png', content }],
      signal: new AbortController().signal,
    });

  test('is stored as its caller, under a plain name', async () => {
    const { file_url } = (await give(user('app'), png)) as { file_url: string };
    expect(file_url).toMatch(/\/api\/files\/app\/[^/]+\/photo\.png$/);
    const response = await get(file_url);
    expect([response.headers.get('content-type'), new Uint8Array(await response.arrayBuffer())]).toEqual(['image/png', png]);
    expect(await give(visitor, png, 'open')).toMatchObject({ file_url: expect.any(String) });
    expect(temporary()).toEqual([]);
  });

  test('is refused as from its caller: to visitors, as an image that is none, and above the limit', async () => {
    await expect(give(visitor, png)).rejects.toThrow('log in');
    await expect(give(user('other'), png)).rejects.toThrow();
    await expect(give(user('app'), new Uint8Array([1, 2, 3]))).rejects.toThrow();
    await using small = await start({ UPLOAD_MAX_BYTES: 10 });
    const call = {
      appId: 'app',
      actor: user('app'),
      packageName: 'Core',
      endpoint: 'UploadFile',
      parameters: {},
      signal: new AbortController().signal,
    };
    const file = { parameter: 'file', name: 'a.txt', type: '', content: new Uint8Array(11) };
    await expect(small.service().call({ ...call, files: [file] })).rejects.toThrow('too large');
    expect(temporary()).toEqual([]);
  });
});

describe('the endpoints of Core', () => {
  test('are called on the app’s own origin and by its token', async () => {
    const form = () => {
      const body = new FormData();
      body.set('file', fileOf(png));
      return body;
    };
    const own = await host.fetch('http://open.localhost:4001/integrations/Core/UploadFile', { method: 'POST', body: form() });
    expect(own.status).toBe(200);
    const url = '/integrations/Core/UploadFile';
    const framed = await host.fetch(url, { method: 'POST', host: 'runtime', body: form() }, preview('draft'));
    expect(((await framed.json()) as Data).file_url).toContain('/api/files/draft/');
    expect(framed.headers.get('access-control-allow-origin')).toBe('*');
    expect((await host.fetch(url, { method: 'POST', host: 'runtime', body: form() })).status).toBe(404);
    expect((await host.fetch(url, { method: 'OPTIONS', host: 'runtime' })).headers.get('access-control-allow-methods')).toBe('POST');
  });

  test.each([
    [200, 'a user', user('app'), 'app'],
    [200, 'the builder', owner, 'app'],
    [200, 'a preview', preview('draft'), 'draft'],
    [200, 'a visitor where the owner opened it', visitor, 'open'],
    [200, 'a visitor with a token there', user('open', null), 'open'],
    [401, 'a visitor', visitor, 'app'],
    [401, 'a visitor with a token', user('app', null), 'app'],
    [401, 'another builder', stranger, 'app'],
    [404, 'a user of another app', user('other'), 'app'],
    [404, 'a visitor of an unpublished app', visitor, 'draft'],
    [404, 'everyone, of no app', owner, 'none'],
  ])('answer %i to %s', async (status, _who, as, appId) => {
    const before = await host.context.collections.files.count({});
    expect((await upload(fileOf(png), as, { appId })).status).toBe(status);
    expect(await host.context.collections.files.count({})).toBe(before + (status === 200 ? 1 : 0));
  });

  test('list themselves to a call of one that does not exist', async () => {
    const { status, body } = await call('Teleport', {}, user('app'));
    expect([status, body.code]).toEqual([404, 'unknown-endpoint']);
    expect(body.message).toBe(
      'Core has no endpoint "Teleport". It has CreateFileSignedUrl, Echo, ExtractDataFromUploadedFile, GenerateImage, InvokeLLM, SendEmail, UploadFile, UploadPrivateFile.',
    );
  });

  test('take an object of named parameters only', async () => {
    for (const given of ['a string', [1], 7]) expect((await call('Echo', given, user('app'))).status).toBe(400);
    expect((await call('Echo', 'a string', user('app'))).body.message).toBe('Echo takes an object of named parameters.');
    expect((await call('UploadFile', {}, user('app'))).body.message).toBe('File not found');
    expect((await call('UploadFile', { file: { path: '/etc/passwd', size: 4 } }, user('app'))).body.message).toBe('File not found');
  });

  test('read the JSON in the texts of a form where they need another type', async () => {
    const file = fileOf('x', 'a.txt', 'text/plain');
    const { body } = await call('Echo', { text: '{"a":1}', times: '3', more: '{"a":2}', file }, user('app'));
    expect(body).toEqual({ got: { text: '{"a":1}', times: 3, more: { a: 2 } } });
    expect((await call('Echo', { text: 'a', times: 'many', file }, user('app'))).body.message).toContain('"times" of Echo');
  });

  test('are described to the builder of an app', async () => {
    const read = async (as: Actor) => host.fetch('/apps/app/integrations/schema', {}, as);
    const { installed_packages: packages, missing_packages } = (await (await read(owner)).json()) as Data;
    expect([packages.length, packages[0].name, missing_packages]).toEqual([1, 'Core', ['weather']]);
    expect(packages[0].endpoints.find(({ name }: Data) => name === 'UploadFile')).toEqual({
      name: 'UploadFile',
      description: 'Stores a file that everyone with its address can read.',
      input_schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
      output_schema: { type: 'object', properties: { file_url: { type: 'string' } }, required: ['file_url'], additionalProperties: false },
    });
    expect([(await read(stranger)).status, (await read(visitor)).status, (await read(user('app'))).status]).toEqual([404, 401, 403]);
  });

  test('are closed to visitors unless they say otherwise', async () => {
    expect((await call('Echo', { text: 'a' }, visitor, { appId: 'open' })).status).toBe(403);
  });
});

describe('a file', () => {
  test('has an address for everyone, with headers that keep it harmless', async () => {
    const { body } = await upload(fileOf(png));
    expect(body.file_url).toMatch(/^http:\/\/localhost:4001\/api\/files\/app\/[\w-]+\/photo\.png$/);
    const answer = await get(body.file_url);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
      'access-control-allow-origin': '*',
    });
    const etag = answer.headers.get('etag') ?? '';
    expect((await get(body.file_url, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(body.file_url, { 'service-worker': 'script' })).status).toBe(404);
  });

  test.each([
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['bytes=5-99', 206, 'bytes 5-9/10', '56789'],
    ['bytes=10-', 416, 'bytes */10', null],
    ['bytes=-0', 416, 'bytes */10', null],
    ['bytes=3-1', 200, null, '0123456789'],
    ['bytes=0-1,4-5', 200, null, '0123456789'],
    ['lines=1-2', 200, null, '0123456789'],
  ])('is read by the range %s', async (range, status, contentRange, text) => {
    const { body } = await upload(fileOf('0123456789', 'digits.txt', 'text/plain'));
    const answer = await get(body.file_url, { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
    if (text !== null) expect(await answer.text()).toBe(text);
  });

  test('shares its bytes with equal ones of its app only', async () => {
    const on = await start();
    for (const appId of ['app', 'app', 'other']) expect((await upload(fileOf(png), owner, { appId, on })).status).toBe(200);
    expect(await on.context.collections.files.count({})).toBe(3);
    const keys: string[] = [];
    for await (const key of on.context.blobs.list('bytes/')) keys.push(key.split('/')[1] ?? '');
    expect(keys.sort()).toEqual(['app', 'other']);
    await on.close();
  });

  test('is removed with the purge of its app, and no other', async () => {
    const on = await start();
    const [gone, kept] = [await upload(fileOf(png), owner, { on }), await upload(fileOf(png), owner, { appId: 'other', on })];
    await on.fetch(`${gone.body.file_url}?width=160`);
    for (const { remove } of on.additions(appPurges)) await remove('app');
    expect((await on.fetch(gone.body.file_url)).status).toBe(404);
    expect((await on.fetch(kept.body.file_url)).status).toBe(200);
    const keys: string[] = [];
    for await (const key of on.context.blobs.list('')) keys.push(key);
    expect(keys).toHaveLength(1);
    expect((await on.context.limits.used('filesOfApp', ['app', 'other'])).get('app')).toBeUndefined();
    await on.close();
  });
});

describe('an image', () => {
  test.each([160, 320, 640])('is served %i pixels wide', async (width) => {
    const { body } = await upload(fileOf(png));
    for (const _again of [1, 2]) {
      const answer = await get(`${body.file_url}?width=${width}`);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width, height: width / 2 });
    }
  });

  test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('of the format %s is resized', async (format) => {
    const bytes = await sharp(png).toFormat(format).toBuffer();
    // Its name and its type say nothing.
    const { body } = await upload(fileOf(new Uint8Array(bytes), 'photo', ''));
    expect((await get(body.file_url)).headers.get('content-type')).toBe(`image/${format}`);
    expect((await sharp(await (await get(`${body.file_url}?width=160`)).arrayBuffer()).metadata()).width).toBe(160);
  });

  test('that moves keeps moving', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 200, height: 200, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { body } = await upload(fileOf(new Uint8Array(bytes), 'photo.gif', 'image/gif'));
    expect(Buffer.from(await (await get(`${body.file_url}?width=160`)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('is not enlarged, and has a short list of widths', async () => {
    const { body } = await upload(fileOf(png));
    expect((await sharp(await (await get(`${body.file_url}?width=1280`)).arrayBuffer()).metadata()).width).toBe(800);
    for (const width of ['161', '0', '-1', 'NaN', '1e9']) expect((await get(`${body.file_url}?width=${width}`)).status).toBe(400);
  });

  test('loses the place of a photo when it is resized, and stands upright', async () => {
    const photo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#a47' } })
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await upload(fileOf(new Uint8Array(photo), 'photo.jpg', 'image/jpeg'));
    const small = await sharp(await (await get(`${body.file_url}?width=160`)).arrayBuffer()).metadata();
    expect([small.width, small.height, small.exif]).toEqual([160, 320, undefined]);
  });

  test('is below 10,000,000 bytes', async () => {
    const padded = (size: number) => new Uint8Array(size).map((_, at) => png[at] ?? 0);
    expect((await upload(fileOf(padded(9_999_999)))).status).toBe(200);
    expect(await upload(fileOf(padded(10_000_000)))).toMatchObject({ status: 413, body: { message: 'File size to large' } });
  });

  test('has a limited number of pixels, whatever its bytes', async () => {
    const bomb = await picture(9000, 9000);
    expect(bomb.length).toBeLessThan(2_000_000);
    const { status, body } = await upload(fileOf(bomb));
    expect([status, body.message]).toEqual([413, 'The image is too large: at most 50 megapixels can be uploaded.']);
  });

  test('is refused when it is damaged, and served as it is when only its pixels are', async () => {
    expect((await upload(fileOf(png.slice(0, 20)))).body).toMatchObject({ code: 'invalid-file' });
    const { body } = await upload(fileOf(png.slice(0, png.length - 40)));
    expect((await get(body.file_url)).status).toBe(200);
    expect([200, 400]).toContain((await get(`${body.file_url}?width=160`)).status);
  });
});

describe('a hostile file', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = '<!doctype html><script>alert(1)</script>';
  const polyglot = () =>
    new Uint8Array([...new TextEncoder().encode('GIF89a'), 1, 0, 1, 0, 0, 0, 0, ...new TextEncoder().encode(`,${html}`)]);

  test.each([
    ['an SVG', () => fileOf(svg, 'a.svg', 'image/svg+xml'), 'image/svg+xml', 'attachment'],
    [
      'an SVG after comments',
      () => fileOf(`<?xml version="1.0"?><!-- a --><!-- b -->${svg}`, 'a.svg', 'image/svg+xml'),
      'image/svg+xml',
      'attachment',
    ],
    ['HTML', () => fileOf(html, 'a.html', 'text/html'), 'application/octet-stream', 'attachment'],
    ['HTML named as a table', () => fileOf(html, 'a.csv', 'text/csv'), 'text/csv; charset=utf-8', 'attachment'],
    ['a script', () => fileOf('alert(1)', 'a.js', 'text/javascript'), 'text/plain; charset=utf-8', 'inline'],
  ])('%s never runs', async (_name, make, type, disposition) => {
    const { body } = await upload(make());
    const { headers } = await get(body.file_url);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')?.split(';')[0]).toBe(disposition);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each([
    ['HTML as an image', () => fileOf(html, 'a.png', 'image/png'), 415],
    ['text with an image’s name', () => fileOf('hello', 'a.jpg', 'text/plain'), 415],
    ['a program', () => fileOf(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]), 'run', 'application/octet-stream'), 415],
    ['a polyglot of GIF and HTML', () => fileOf(polyglot(), 'a.gif', 'image/gif'), 400],
    ['nothing', () => fileOf('', 'a.txt', 'text/plain'), 400],
  ])('%s is refused', async (_name, make, status) => {
    const before = await host.context.collections.files.count({});
    expect((await upload(make())).status).toBe(status);
    expect(await host.context.collections.files.count({})).toBe(before);
  });

  test('an image with a page behind it is an image only', async () => {
    const { body } = await upload(fileOf(new Blob([png, html]), 'a.html', 'text/html'));
    const { headers } = await get(body.file_url);
    expect([headers.get('content-type'), body.file_url.endsWith('.png')]).toEqual(['image/png', true]);
  });

  test.each([
    '../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/passwd',
    '.htaccess',
    'a\u0000b\r\nset-cookie: x=1.txt',
    '\u202Egpj.txt',
    '..',
    `\u{1F600}${'a'.repeat(115)}.txt`,
  ])('the name %j names no place', async (name) => {
    const { status, body } = await upload(fileOf('text', name, 'text/plain'));
    // A part without a name is a field, not a file.
    if (name === '') {
      expect([200, 400]).toContain(status);
      return;
    }
    expect(new URL(body.file_url).pathname).toMatch(/^\/api\/files\/app\/[\w-]+\/[A-Za-z0-9-]+\.[a-z0-9]+$/);
    const { headers } = await get(body.file_url);
    expect(headers.get('content-disposition')).toMatch(/^\w+; filename\*=UTF-8''[\w.%-]+$/);
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('above the limit is refused, and leaves nothing on the disk', async () => {
    const on = await start({ UPLOAD_MAX_BYTES: 1000 });
    const text = (size: number) => fileOf('a'.repeat(size), 'a.txt', 'text/plain');
    expect((await upload(text(1000), owner, { on })).status).toBe(200);
    expect((await upload(text(1001), owner, { on })).status).toBe(413);
    expect((await upload(text(500_000), owner, { on })).status).toBe(413);
    expect(await on.context.collections.files.count({})).toBe(1);
    await expect.poll(temporary).toEqual([]);
    await on.close();
  });
});

describe('a private file', () => {
  const secret = async (as: Actor = user('app'), appId = 'app') =>
    (await call('UploadPrivateFile', { file: fileOf('secret', 's.txt', 'text/plain') }, as, { appId })).body.file_uri as string;
  const link = async (file_uri: string, expires_in?: number) =>
    (await call('CreateFileSignedUrl', { file_uri, ...(expires_in === undefined ? {} : { expires_in }) }, user('app'))).body
      .signed_url as string;

  test('is read by a signed link only', async () => {
    const url = await link(await secret());
    const answer = await get(url);
    expect(await answer.text()).toBe('secret');
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=(300|299)$/);
    expect((await get(url.split('?')[0] ?? '')).status).toBe(404);
  });

  test('is not read by a changed link, nor by that of another file', async () => {
    const [one, other] = [await link(await secret()), await link(await secret())];
    const { searchParams } = new URL(one);
    const [expires, signature] = [searchParams.get('expires'), searchParams.get('signature') ?? ''];
    const plain = one.split('?')[0];
    const forged = [
      `${plain}?expires=${Number(expires) + 1000}&signature=${signature}`,
      `${plain}?expires=${expires}&signature=${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${plain}?expires=${expires}&signature=`,
      `${plain}?expires=${expires}`,
      `${plain}?${other.split('?')[1]}`,
      `${plain}?expires=NaN&signature=${signature}`,
      one.replace('/api/files/app/', '/api/files/other/'),
    ];
    for (const url of forged) expect((await get(url)).status, url).toBe(404);
    expect((await get(`${one}&expires=1`)).status).not.toBe(200);
  });

  test('has links of the app’s people only', async () => {
    const uri = await secret();
    const sign = (as: Actor, appId = 'app') => call('CreateFileSignedUrl', { file_uri: uri }, as, { appId });
    expect((await sign(user('other'), 'other')).status).toBe(404);
    expect((await sign(owner, 'other')).status).toBe(404);
    expect((await sign(visitor)).status).toBe(403);
    expect((await sign(user('app'), 'app')).status).toBe(200);
    for (const seconds of [0, -1, 1.5, 604_801])
      expect((await call('CreateFileSignedUrl', { file_uri: uri, expires_in: seconds }, user('app'))).status).toBe(400);
  });

  test('has links that end', async () => {
    const url = await link(await secret(), 60);
    const later = async (seconds: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
      return get(url).finally(() => vi.useRealTimers());
    };
    expect((await later(58)).status).toBe(200);
    expect((await later(62)).status).toBe(404);
  });
});

describe('quotas are exact under 100 uploads at once:', () => {
  const atOnce = async (config: Record<string, number>, as: (n: number) => Actor) => {
    const on = await start({ UPLOADS_AT_ONCE: 500, UPLOADS_AT_ONCE_PER_APP: 500, ...config });
    const one = (n: number) => upload(fileOf(`file ${String(n).padStart(5, '0')}`, 'a.txt', 'text/plain'), as(n), { on });
    for (let n = 0; n < 4; n++) expect((await one(n)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => one(100 + n)));
    const counts = Object.groupBy(answers, ({ status }) => String(status));
    expect({ ok: counts['200']?.length, refused: counts['429']?.length }).toEqual({ ok: 1, refused: 99 });
    expect(await on.context.collections.files.count({})).toBe(5);
    await expect.poll(temporary).toEqual([]);
    await on.close();
  };
  const same = () => user('app');
  const each = (n: number) => user('app', `user-${n}`);

  test.each([
    ['files of an app', { FILES_PER_APP: 5 }, each],
    ['bytes of an app', { FILE_BYTES_PER_APP: 50 }, each],
    ['files of an app in a day', { FILES_PER_APP_AND_DAY: 5 }, each],
    ['bytes of an app in a day', { FILE_BYTES_PER_APP_AND_DAY: 54 }, each],
    ['files of a caller in a day', { FILES_PER_CALLER_AND_DAY: 5 }, same],
    ['bytes of a caller in a day', { FILE_BYTES_PER_CALLER_AND_DAY: 59 }, same],
  ])('%s', async (_name, config, as) => atOnce(config as unknown as Record<string, number>, as));

  test('those of one caller leave room for others', async () => {
    const on = await start({ FILES_PER_CALLER_AND_DAY: 1 });
    const one = (as: Actor) => upload(fileOf('a', 'a.txt', 'text/plain'), as, { on });
    expect([(await one(user('app', 'a'))).status, (await one(user('app', 'a'))).status, (await one(user('app', 'b'))).status]).toEqual([
      200, 429, 200,
    ]);
    await on.close();
  });
});
