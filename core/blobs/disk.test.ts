import { fork } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { InvalidInput } from '../contract/index.ts';
import { all, describeBlobStore } from './contract.suite.ts';
import { openDiskBlobs, readSignedBlob } from './index.ts';

const folders: string[] = [];
async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sayso-blobs-'));
  folders.push(made);
  return made;
}
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

const key = new Uint8Array(32).fill(7);
const publicUrl = 'http://localhost:4000';
const openIn = (directory: string) => openDiskBlobs({ directory, publicUrl, key });

describeBlobStore('blobs on disk', async () => openIn(await folder()));

describe('a folder of blobs', () => {
  it('keeps its objects across a restart', async () => {
    const directory = await folder();
    await (await openIn(directory)).scope('files').put('a/B', new Uint8Array([1, 2]), { contentType: 'image/png' });
    expect(await (await openIn(directory)).scope('files').stat('a/B')).toEqual({ size: 2, contentType: 'image/png' });
  });

  it('leaves no temporary file and no empty folder', async () => {
    const directory = await folder();
    const blobs = (await openIn(directory)).scope('files');
    await blobs.put('a/b/c', new Uint8Array([1]));
    const torn = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('torn')) });
    await expect(blobs.put('a/d', torn)).rejects.toThrow('torn');
    await blobs.remove('a/b/c');
    expect(await readdir(join(directory, 'temporary'))).toEqual([]);
    expect(await readdir(join(directory, 'objects'))).toEqual([]);
  });

  it('closes the file of a failed read', async () => {
    const directory = await folder();
    const blobs = (await openIn(directory)).scope('files');
    await blobs.put('broken', new Uint8Array(300_000));
    const handle = await open(import.meta.filename);
    const prototype = Object.getPrototypeOf(handle) as typeof handle;
    await handle.close();
    const stream = await blobs.get('broken');
    const descriptors: (() => number)[] = [];
    const read = vi.spyOn(prototype, 'read').mockImplementation(function (this: typeof handle) {
      descriptors.push(() => this.fd);
      return Promise.reject(new Error('EIO: i/o error'));
    });
    await expect(new Response(stream).arrayBuffer()).rejects.toThrow('EIO');
    read.mockRestore();
    expect(descriptors.map((descriptor) => descriptor())).toEqual([-1]);
  });

  it('holds complete objects or none after its process is killed', async () => {
    const directory = await folder();
    const child = fork(fileURLToPath(new URL('./fixtures/killed.ts', import.meta.url)), [directory], { execArgv: [] });
    const signal = await new Promise((resolve) => child.on('exit', (_, killedBy) => resolve(killedBy)));
    expect(signal).toBe('SIGKILL');
    const blobs = (await openIn(directory)).scope('files');
    expect(await all(blobs.list(''))).toEqual(['replaced', 'whole']);
    expect(await blobs.stat('replaced')).toMatchObject({ size: 3 });
    expect(await readdir(join(directory, 'temporary'))).toHaveLength(2);
  });

  it('removes old temporary files at the start, and keeps recent ones', async () => {
    const directory = await folder();
    await mkdir(join(directory, 'temporary'));
    for (const name of ['old', 'recent']) await writeFile(join(directory, 'temporary', name), 'half');
    await utimes(join(directory, 'temporary', 'old'), 1, 1);
    await openIn(directory);
    expect(await readdir(join(directory, 'temporary'))).toEqual(['recent']);
  });

  it('handles concurrent puts and removes in one folder', async () => {
    const blobs = (await openIn(await folder())).scope('files');
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await blobs.put(`shared/folder/${n}`, new Uint8Array([n]));
        await blobs.remove(`shared/folder/${n}`);
      }),
    );
    expect(await all(blobs.list(''))).toEqual([]);
  });

  it('reports a damaged file', async () => {
    const directory = await folder();
    const blobs = (await openIn(directory)).scope('files');
    await mkdir(join(directory, 'objects', 'files'));
    await writeFile(join(directory, 'objects', 'files', 'torn,'), 'half');
    await expect(blobs.get('torn')).rejects.toThrow('is damaged');
  });
});

describe('signed links', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  async function signed() {
    const store = await openIn(await folder());
    await store.scope('files').put('a/b.png', new TextEncoder().encode('0123456789'), { contentType: 'image/png' });
    const url = new URL(await store.scope('files').signedUrl('a/b.png', 60));
    const request = {
      key: url.pathname.slice('/api/blobs/'.length),
      expires: url.searchParams.get('expires') ?? '',
      signature: url.searchParams.get('signature') ?? '',
    };
    return { store, url, request };
  }

  it('give access to one object, whole or a range', async () => {
    const { store, url, request } = await signed();
    expect(url.origin).toBe(publicUrl);
    expect(request.key).toBe('files/a/b.png');
    const whole = await readSignedBlob(store, request, key);
    expect(whole?.stat).toEqual({ size: 10, contentType: 'image/png' });
    expect(await new Response(whole?.stream).text()).toBe('0123456789');
    const part = await readSignedBlob(store, request, key, [2, 3]);
    expect(await new Response(part?.stream).text()).toBe('23');
    await expect(readSignedBlob(store, request, key, [20, 30])).rejects.toThrow(InvalidInput);
  });

  it('give access to nothing else', async () => {
    const { store, request } = await signed();
    const later = String(Number(request.expires) + 1);
    for (const forged of [
      { ...request, key: 'files/a/c.png' },
      { ...request, expires: later },
      { ...request, signature: request.signature.replace(/^./, (c) => (c === '0' ? '1' : '0')) },
      { ...request, signature: '' },
      { ...request, signature: 'é'.repeat(32) },
      { key: '', expires: '', signature: '' },
    ]) {
      expect(await readSignedBlob(store, forged, key)).toBeNull();
    }
    expect(await readSignedBlob(store, request, new Uint8Array(32).fill(8))).toBeNull();
  });

  it('become invalid when they expire and when the object is removed', async () => {
    const { store, request } = await signed();
    vi.useFakeTimers({ toFake: ['Date'], now: Number(request.expires) * 1000 });
    expect(await readSignedBlob(store, request, key)).toBeNull();
    vi.setSystemTime(Number(request.expires) * 1000 - 1);
    const read = await readSignedBlob(store, request, key);
    await read?.stream.cancel();
    expect(read).not.toBeNull();
    await store.scope('files').remove('a/b.png');
    expect(await readSignedBlob(store, request, key)).toBeNull();
  });
});
