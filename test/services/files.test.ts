import { randomUUID } from 'node:crypto';
import { appPurges } from '@sayso/apps/ref';
import { testHost } from '@sayso/core/testing';
import integrations from '@sayso/integrations';
import models from '@sayso/models';
import { MongoClient } from 'mongodb';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { openMinioBlobs } from '../../core/blobs/index.ts';
import { openMongoStore } from '../../core/store/index.ts';
import { fakeApps, user } from '../../plugins/integrations/testing/apps.ts';

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: the services tests need a real MongoDB and a real MinIO.`);
  return value;
}
const uri = needed('MONGODB_URI');
const database = `sayso_files_${randomUUID()}`;
const bucket = `sayso-${randomUUID()}`;

afterAll(async () => {
  const client = new MongoClient(uri);
  await client.db(database).dropDatabase();
  await client.close();
});

/** A node on the shared store and the shared bucket. */
async function openNode() {
  const store = await openMongoStore({ uri, database });
  const blobs = await openMinioBlobs({
    endpoint: needed('MINIO_ENDPOINT'),
    accessKey: needed('MINIO_ACCESS_KEY'),
    secretKey: needed('MINIO_SECRET_KEY'),
    bucket,
  });
  return await testHost(integrations, {
    provide: [...fakeApps()],
    plugins: [models],
    config: {
      RATE_LIMIT: 0,
      APP_RATE_LIMIT: 0,
      FILES_PER_APP: 5,
      UPLOADS_AT_ONCE: 500,
      UPLOADS_AT_ONCE_PER_APP: 500,
      SECRET: 's'.repeat(40),
    },
    wrap: (engines) => ({
      ...engines,
      blobs,
      store: { ...store, close: () => Promise.all([store.close(), engines.store.close()]).then(() => undefined) },
    }),
  });
}
type Node = Awaited<ReturnType<typeof openNode>>;

async function upload(node: Node, bytes: BlobPart, { name = 'a.txt', as = 'user' }: { name?: string; as?: string } = {}) {
  const body = new FormData();
  body.set('file', new File([bytes], name));
  const path = '/api/apps/app/integration-endpoints/Core/UploadFile';
  const answer = await node.fetch(path, { method: 'POST', host: 'runtime', body }, user('app', as));
  return { status: answer.status, url: ((await answer.json()) as { file_url?: string }).file_url ?? '' };
}

it('keeps files of apps on MongoDB and MinIO, within quotas that several nodes share', async () => {
  await using one = await openNode();
  await using two = await openNode();
  const png = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#4a7' } })
    .png()
    .toBuffer();
  const image = await upload(one, new Uint8Array(png), { name: 'photo.png' });
  const whole = await two.fetch(image.url);
  expect(Buffer.from(await whole.arrayBuffer()).equals(png)).toBe(true);
  const part = await two.fetch(image.url, { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  for (const node of [one, two])
    expect((await sharp(await (await node.fetch(`${image.url}?width=160`)).arrayBuffer()).metadata()).width).toBe(160);

  for (let n = 1; n < 4; n++) expect((await upload(one, `file ${n}`)).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => upload(n % 2 ? one : two, `at once ${n}`, { as: `user-${n}` })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(99);
  expect(await one.context.collections.files.count({ appId: 'app' })).toBe(5);

  for (const { remove } of two.additions(appPurges)) await remove('app');
  expect((await one.fetch(image.url)).status).toBe(404);
  const keys: string[] = [];
  for await (const key of one.context.blobs.list('')) keys.push(key);
  expect(keys).toEqual([]);
  expect((await upload(two, 'room again')).status).toBe(200);
});
