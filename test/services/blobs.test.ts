import { describe, expect, it } from 'vitest';
import { describeBlobStore } from '../../core/blobs/contract.suite.ts';
import { openMinioBlobs } from '../../core/blobs/index.ts';
import { newId } from '../../core/contract/index.ts';

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: the services tests need a real MinIO.`);
  return value;
}

const open = async (bucket = 'sayso-test') =>
  await openMinioBlobs({
    endpoint: needed('MINIO_ENDPOINT'),
    accessKey: needed('MINIO_ACCESS_KEY'),
    secretKey: needed('MINIO_SECRET_KEY'),
    bucket,
  });

describeBlobStore('blobs in MinIO', open);

describe('a bucket', () => {
  it('is created once by nodes that start together', async () => {
    const bucket = `sayso-${newId()}`;
    const stores = await Promise.all([open(bucket), open(bucket), open(bucket)]);
    await Promise.all(stores.map((store) => store.ping()));
    const [first, second] = stores.map((store) => store.scope('files'));
    await first?.put('a', new Uint8Array([1]));
    expect(await second?.stat('a')).toEqual({ size: 1, contentType: 'application/octet-stream' });
    await first?.remove('a');
  });

  it('signs links that work without credentials, and rejects forged ones', async () => {
    const files = (await open()).scope(`test-${newId()}`);
    await files.put('a/B.png', new TextEncoder().encode('0123456789'), { contentType: 'image/png' });
    const url = await files.signedUrl('a/B.png', 60);
    const answer = await fetch(url, { headers: { range: 'bytes=2-4' } });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([206, 'image/png', '234']);
    const forged = await fetch(url.replace('B.png', 'C.png'));
    expect(forged.status).toBe(403);
    await forged.body?.cancel();
    await files.remove('a/B.png');
    const gone = await fetch(url);
    expect(gone.status).toBe(404);
    await gone.body?.cancel();
  });

  it('reports clearly that it cannot be reached', async () => {
    const away = openMinioBlobs({ endpoint: 'http://127.0.0.1:1', accessKey: 'a', secretKey: 'b', bucket: 'nobody' });
    await expect(away).rejects.toThrow('ECONNREFUSED');
  });
});
