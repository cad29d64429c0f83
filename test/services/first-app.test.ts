import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { firstApp } from '../journeys/first-app.ts';
import { startProduct } from '../product.ts';

it('gets from a sentence to a published app on MongoDB and MinIO', async () => {
  const { MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY, MINIO_SECRET_KEY } = process.env;
  if (!MONGODB_URI || !MINIO_ENDPOINT || !MINIO_ACCESS_KEY || !MINIO_SECRET_KEY) {
    throw new Error('Set MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY and MINIO_SECRET_KEY to run the services tests.');
  }
  const name = `journey-${randomUUID()}`;
  const uri = new URL(MONGODB_URI);
  uri.pathname = `/${name}`;
  const client = new MongoClient(MONGODB_URI);
  const browser = await launchBrowser();
  try {
    await using product = await startProduct({
      MONGODB_URI: uri.href,
      MINIO_ENDPOINT,
      MINIO_ACCESS_KEY,
      MINIO_SECRET_KEY,
      MINIO_BUCKET: name,
    });
    await firstApp(browser, product);
    expect(await product.stop()).toBe(0);
  } finally {
    await browser.close();
    await client.db(name).dropDatabase();
    await client.close();
  }
});
