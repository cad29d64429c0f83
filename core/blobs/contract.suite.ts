// The contract of every blob store, run on a folder in `disk.test.ts` and on MinIO in the services tests.
import { createHash, randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobNotFound, type Blobs, InvalidInput, newId } from '../contract/index.ts';
import type { BlobStore } from '../ports/blobs.ts';

const MEGABYTE = 1024 * 1024;
const text = (value: string) => new TextEncoder().encode(value);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const item of items) gathered.push(item);
  return gathered;
}
/** A stream of `megabytes` chunks of 1 MB, generated on demand; fails after `breakAfter` chunks. */
function generated(megabytes: number, breakAfter = Number.POSITIVE_INFINITY): ReadableStream<Uint8Array> {
  let made = 0;
  return new ReadableStream({
    pull(controller) {
      if (made === breakAfter) return controller.error(new Error('the upload broke off'));
      if (made === megabytes) return controller.close();
      controller.enqueue(new Uint8Array(MEGABYTE).fill(made++ % 251));
    },
  });
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

export function describeBlobStore(name: string, open: () => Promise<BlobStore>): void {
  describe(name, () => {
    let store: BlobStore;
    // A prefix per run: the engine may hold objects of earlier runs.
    const run = `test-${newId()}`;
    let blobs: Blobs;
    let other: Blobs;
    beforeAll(async () => {
      store = await open();
      blobs = store.scope(run);
      other = store.scope(`${run}-other`);
    });
    afterAll(async () => {
      for (const scope of [blobs, other]) for await (const key of scope.list('')) await scope.remove(key);
      await store.close();
    });

    it('answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });

    it.each([
      ['no bytes', new Uint8Array()],
      ['one byte', text('x')],
      ['text', text('Grüße\n')],
      ['random bytes', new Uint8Array(randomBytes(300_000))],
    ])('keeps %s, from an array and from a stream', async (_, bytes) => {
      const expected = { size: bytes.length, sha256: sha256(bytes) };
      expect(await blobs.put('round/array', bytes)).toEqual(expected);
      expect(await blobs.put('round/stream', new Blob([new Uint8Array(bytes)]).stream())).toEqual(expected);
      for (const key of ['round/array', 'round/stream']) {
        expect(await bytesOf(await blobs.get(key))).toEqual(bytes);
        expect(await blobs.stat(key)).toEqual({ size: bytes.length, contentType: 'application/octet-stream' });
      }
    });

    it('keeps the content type', async () => {
      await blobs.put('page', text('<p>'), { contentType: 'text/html; charset=utf-8' });
      expect(await blobs.stat('page')).toEqual({ size: 3, contentType: 'text/html; charset=utf-8' });
      await expect(blobs.put('page', text('x'), { contentType: 'text/html\r\nx: y' })).rejects.toThrow(InvalidInput);
    });

    it('replaces an object as a whole', async () => {
      await blobs.put('replaced', text('the first, longer text'), { contentType: 'text/plain' });
      await blobs.put('replaced', text('second'), { contentType: 'text/css' });
      expect(new TextDecoder().decode(await bytesOf(await blobs.get('replaced')))).toBe('second');
      expect(await blobs.stat('replaced')).toEqual({ size: 6, contentType: 'text/css' });
    });

    it('distinguishes keys that differ in case or are prefixes of each other', async () => {
      for (const key of ['deep/a', 'deep/A', 'deep/a-b', 'deep/a.b', 'deep/ab/c', 'deep/ab/c.d/e']) await blobs.put(key, text(key));
      for (const key of ['deep/a', 'deep/A', 'deep/a-b']) expect(new TextDecoder().decode(await bytesOf(await blobs.get(key)))).toBe(key);
    });

    it.each([
      [[0, 0], '0'],
      [[2, 4], '234'],
      [[7, 9], '789'],
      [[7, 500], '789'],
      [[0, 9], '0123456789'],
    ] as const)('answers the bytes %j', async (range, expected) => {
      await blobs.put('digits', text('0123456789'));
      expect(new TextDecoder().decode(await bytesOf(await blobs.get('digits', { range })))).toBe(expected);
    });

    it.each([[[10, 12]], [[-1, 3]], [[4, 3]], [[0.5, 3]]] as const)('refuses the range %j of an object of 10 bytes', async (range) => {
      await blobs.put('digits', text('0123456789'));
      await expect(blobs.get('digits', { range })).rejects.toThrow(InvalidInput);
    });

    it('handles missing objects', async () => {
      await expect(blobs.get('absent')).rejects.toThrow(BlobNotFound);
      await expect(blobs.get('absent', { range: [0, 1] })).rejects.toThrow(BlobNotFound);
      expect(await blobs.stat('absent')).toBeNull();
      await expect(blobs.remove('absent')).resolves.toBeUndefined();
    });

    it('removes objects', async () => {
      await blobs.put('gone/a', text('a'));
      await blobs.put('gone/b', text('b'));
      await blobs.remove('gone/a');
      expect(await blobs.stat('gone/a')).toBeNull();
      expect(await all(blobs.list('gone/'))).toEqual(['gone/b']);
      await blobs.remove('gone/b');
      expect(await all(blobs.list('gone'))).toEqual([]);
    });

    it('lists by prefix, in order, within its own scope', async () => {
      const keys = ['list/a', 'list/a-b', 'list/a.b', 'list/aB', 'list/ab', 'list/b/1', 'list/b/2/x', 'listing'];
      for (const key of keys.toReversed()) await blobs.put(key, text(key));
      await other.put('list/foreign', text('x'));
      expect(await all(blobs.list('list'))).toEqual([...keys].sort());
      expect(await all(blobs.list('list/'))).toEqual(keys.slice(0, -1).sort());
      expect(await all(blobs.list('list/b/'))).toEqual(['list/b/1', 'list/b/2/x']);
      expect(await all(blobs.list('list/b/2'))).toEqual(['list/b/2/x']);
      expect(await all(blobs.list('list/a'))).toEqual(['list/a', 'list/a-b', 'list/a.b', 'list/aB', 'list/ab']);
      expect(await all(blobs.list('nothing'))).toEqual([]);
      expect(await all(other.list(''))).toEqual(['list/foreign']);
    });

    it.each([
      '',
      '/',
      '/a',
      'a/',
      'a//b',
      '.',
      '..',
      '../x',
      'a/../b',
      'a/./b',
      'a\\b',
      'a b',
      'a\0',
      'a%2fb',
      'C:',
      '.a',
      'a.',
      'é',
      'x'.repeat(121),
      `${'ab/'.repeat(200)}c`,
    ])('refuses the key %j', async (key) => {
      await expect(blobs.put(key, text('x'))).rejects.toThrow(InvalidInput);
      await expect(blobs.get(key)).rejects.toThrow(InvalidInput);
      await expect(blobs.stat(key)).rejects.toThrow(InvalidInput);
      await expect(blobs.remove(key)).rejects.toThrow(InvalidInput);
      await expect(blobs.signedUrl(key, 60)).rejects.toThrow(InvalidInput);
    });

    it.each(['../', '..', '/', 'a/../', '.', 'a/.', 'a/..'])('lists nothing outside its scope by the prefix %j', async (prefix) => {
      const listed = await all(blobs.list(prefix)).catch((error: unknown) => error);
      expect(listed instanceof InvalidInput || (Array.isArray(listed) && listed.length === 0)).toBe(true);
    });

    it.each([3, 20])('keeps the previous state when the body fails after %i MB', async (megabytes) => {
      await expect(blobs.put('broken/new', generated(30, megabytes))).rejects.toThrow('the upload broke off');
      expect(await blobs.stat('broken/new')).toBeNull();
      await blobs.put('broken/old', text('before'));
      await expect(blobs.put('broken/old', generated(30, megabytes))).rejects.toThrow('the upload broke off');
      expect(await blobs.stat('broken/old')).toMatchObject({ size: 6 });
      expect(await all(blobs.list('broken'))).toEqual(['broken/old']);
    });

    it('keeps one whole body under concurrent writes to one key', async () => {
      const bodies = [0, 1, 2, 3].map((n) => new Uint8Array(3 * MEGABYTE).fill(n));
      const written = await Promise.all(bodies.map((body) => blobs.put('contended', new Blob([body]).stream())));
      expect(written.map((each) => each.sha256)).toEqual(bodies.map(sha256));
      expect(written.map((each) => each.sha256)).toContain(sha256(await bytesOf(await blobs.get('contended'))));
    });

    it('lets a reader cancel halfway', async () => {
      await blobs.put('left', generated(4));
      const reader = (await blobs.get('left')).getReader();
      expect((await reader.read()).done).toBe(false);
      await reader.cancel();
      expect(await blobs.stat('left')).toMatchObject({ size: 4 * MEGABYTE });
    });

    it('streams a large object in bounded memory', async () => {
      const megabytes = 200;
      let most = 0;
      let calls = 0;
      // Measure after a garbage collection, whose timing is otherwise arbitrary.
      const measure = () => {
        if (calls++ % 25 !== 0) return;
        collectGarbage();
        const { external, heapUsed } = process.memoryUsage();
        most = Math.max(most, external + heapUsed);
      };
      measure();
      const before = most;
      const watched = generated(megabytes).pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            measure();
            controller.enqueue(chunk);
          },
        }),
      );
      expect(await blobs.put('large', watched)).toMatchObject({ size: megabytes * MEGABYTE });
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of await blobs.get('large')) {
        measure();
        hash.update(chunk);
        size += chunk.length;
      }
      expect(size).toBe(megabytes * MEGABYTE);
      const last = await bytesOf(await blobs.get('large', { range: [size - 2, size - 1] }));
      expect([...last]).toEqual([199, 199]);
      expect((most - before) / MEGABYTE).toBeLessThan(megabytes / 2);
    });

    it.each([0, -1, 1.5, 8 * 24 * 3600])('refuses a signed link for %d seconds', async (seconds) => {
      await expect(blobs.signedUrl('x', seconds)).rejects.toThrow(InvalidInput);
    });
  });
}
