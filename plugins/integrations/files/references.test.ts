import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileDocument } from '../collections.ts';
import { user } from '../testing/apps.ts';
import { openIntegrations } from '../testing/host.ts';
import { FileBytes } from './bytes.ts';
import { FileReferences } from './references.ts';

type World = Awaited<ReturnType<typeof openIntegrations>>;
let on: World;
beforeAll(async () => {
  on = await openIntegrations();
});
afterAll(() => on.host.close());

let count = 0;
const file = () => new File([`picture ${++count}`], 'photo.txt', { type: 'text/plain' });
const status = async (url: string) => (await on.host.fetch(url, { host: 'runtime' })).status;
const idOf = (url: string) => url.split('/').at(-2) ?? '';
const texts = () => on.host.service().files.texts;
const purge = (appId: string) => on.host.service().files.removeApp(appId);
async function blobs(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of on.host.context.blobs.list('')) keys.push(key);
  return keys;
}

describe('a file that another app took over', () => {
  test('outlives the app that it was uploaded to, at all its addresses, and goes with the last app', async () => {
    const url = await on.upload(file());
    const stored = await texts().stored('other', { image: url, more: [`See ${url}?width=160.`], n: 1 });
    const path = `/api/files/${idOf(url)}/photo.txt`;
    expect(stored).toEqual({ image: path, more: [`See ${path}?width=160.`], n: 1 });
    const moved = url.replace('/app/', '/other/');
    expect(texts().served('other', stored)).toEqual({ image: moved, more: [`See ${moved}?width=160.`], n: 1 });
    const all = [url, moved, path];
    await purge('app');
    for (const address of all) expect(await status(address), address).toBe(200);
    // A third app takes it from the second.
    await texts().stored('open', path);
    await purge('other');
    for (const address of all) expect(await status(address), address).toBe(200);
    await purge('open');
    for (const address of all) expect(await status(address), address).toBe(404);
    expect(await blobs()).toEqual([]);
  });

  test('is what calls of that app name, by each of its addresses', async () => {
    const url = await on.upload(file());
    const caller = { kind: 'user', id: 'user', key: 'user' } as const;
    const named = (address: string, appId: string) => on.host.service().files.named({ appId, caller }, address);
    const path = `/api/files/${idOf(url)}/photo.txt`;
    for (const one of [url, path]) expect(await named(one, 'app'), one).toMatchObject({ appId: 'app' });
    for (const one of [url, path]) await expect(named(one, 'other'), one).rejects.toThrow();
    await texts().stored('other', url);
    for (const one of [url, path, url.replace('/app/', '/other/'), url.replace('http://localhost:4001', 'https://old.example.org')])
      expect(await named(one, 'other'), one).toMatchObject({ appId: 'other' });
    await purge('app');
    await purge('other');
  });

  test('is private to the apps that were given it', async () => {
    const { file_uri } = (await on.call('UploadPrivateFile', { file: file() })).body;
    const sign = async (uri: string, appId: string) => on.call('CreateFileSignedUrl', { file_uri: uri }, user(appId), appId);
    const forged = ['other', 'app', 'draft'].map((appId) => `private/${appId}/${idOf(`${file_uri}/`)}`);
    // An app that names the file in a row gets no access, nor does one that gets the name from an app without the file.
    await texts().stored('other', [file_uri, ...forged]);
    await texts().stored('other', [file_uri, ...forged, `/api/files/${idOf(`${file_uri}/`)}/photo.txt`], 'draft');
    for (const uri of [file_uri, ...forged]) expect((await sign(uri, 'other')).status, uri).toBe(404);
    await texts().stored('other', { a: file_uri }, 'app');
    const { status: signed, body } = await sign(file_uri, 'other');
    expect(signed).toBe(200);
    expect(body.signed_url).toContain('/api/files/other/');
    await purge('app');
    expect([await status(body.signed_url), await status(body.signed_url.split('?')[0])]).toEqual([200, 404]);
    expect(await status(body.signed_url.replace('/other/', '/open/'))).toBe(404);
    expect(await status(body.signed_url.replace('/other/', '/'))).toBe(404);
    await purge('other');
  });
});

test('texts that name no file of the installation stay as they are', async () => {
  const value = { a: 'https://example.org/api/files/app/none/photo.png', b: ['/api/files/none/photo.png'], c: null };
  expect(await texts().stored('app', value)).toBe(value);
  expect(await texts().sought('app', value)).toBe(value);
  expect(await texts().inText(value.a)).toBe(value.a);
});

test('a filter finds what the app has, and takes nothing', async () => {
  const url = await on.upload(file());
  expect(await texts().sought('other', { image: url })).toEqual({ image: url });
  expect(await texts().sought('app', { image: url })).toEqual({ image: `/api/files/${idOf(url)}/photo.txt` });
  await purge('app');
  expect(await status(url)).toBe(404);
});

/** The parts over a store whose calls wait as the numbers say, or fail. */
function partsWith(before: () => Promise<void>) {
  const { context } = on.host;
  const slow = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name) {
        const value = Reflect.get(of, name) as unknown;
        if (typeof value !== 'function' || name === 'list' || name === 'stream')
          return typeof value === 'function' ? value.bind(of) : value;
        return async (...given: unknown[]) => {
          await before();
          return (value as (...asked: unknown[]) => unknown).apply(of, given);
        };
      },
    });
  const collections = { ...context.collections, files: slow(context.collections.files), condemned: slow(context.collections.condemned) };
  const parts = { ...context, collections, blobs: slow(context.blobs) } as typeof context;
  const bytes = new FileBytes(parts);
  return { bytes, references: new FileReferences(parts, bytes) };
}

describe('a purge', () => {
  test('and an app that takes the file over at the same moment lose no bytes', { timeout: 120_000 }, async () => {
    let state = 7;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    for (let round = 0; round < 40; round++) {
      const url = await on.upload(file());
      const id = idOf(url);
      const { bytes, references } = partsWith(() => pause(random() * 4));
      const [taken] = await Promise.all([
        pause(random() * 8).then(() => references.take({ appId: 'other', ids: [id] })),
        bytes.removeApp('app'),
        random() < 0.3 ? bytes.removeApp('app') : undefined,
      ]);
      expect(await status(url), `round ${round}: ${taken.has(id)}`).toBe(taken.has(id) ? 200 : 404);
      await purge('other');
      expect(await blobs(), `round ${round}`).toEqual([]);
    }
  });

  test('that is interrupted at any call is completed by the next one, and takes nothing of others', { timeout: 120_000 }, async () => {
    for (let most = 0, wasCut = true; wasCut; most++) {
      const [gone, kept] = [await on.upload(file()), await on.upload(file())];
      await texts().stored('other', kept);
      let calls = 0;
      wasCut = false;
      const { bytes } = partsWith(async () => {
        if (calls++ < most) return;
        wasCut = true;
        throw new Error('cut');
      });
      await bytes.removeApp('app').catch(() => undefined);
      await purge('app');
      await on.host.context.collections.condemned.updateMany({}, { $set: { at: '2020-01-01T00:00:00.000Z' } });
      await on.host.service().files.sweep(new AbortController().signal);
      expect([await status(gone), await status(kept), (await blobs()).length], `${most} calls`).toEqual([404, 200, 1]);
      expect(await on.host.context.collections.condemned.find({})).toEqual([]);
      await purge('other');
    }
  });
});

test('files of earlier releases, whose documents name no bytes, are taken over as well', async () => {
  const url = await on.upload(file());
  const [document] = await on.host.context.collections.files.find({ _id: idOf(url) });
  expect(Object.keys(document as FileDocument)).not.toContain('bytes');
  await texts().stored('other', url);
  await purge('app');
  expect(await status(url)).toBe(200);
  await purge('other');
});
