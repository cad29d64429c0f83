import { createHash } from 'node:crypto';
import { type Actor, BlobNotFound, InvalidInput } from '@sayso/core';
import type { AppDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import type { Records } from '../records/records.ts';

const MAX_LENGTH = 300_000;
const DATA_URL = /^data:(image\/(?:webp|png|jpeg));base64,([A-Za-z0-9+/]+={0,2})$/;

/** The magic bytes of each image type; `-1` is any byte. */
const MAGIC: Readonly<Record<string, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/webp': [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x45, 0x42, 0x50],
};

/** Pictures of apps, stored under `<appId>/<hash>`, so that their URLs are immutable. */
export class Thumbnails {
  readonly #context: AppsContext;
  readonly #records: Records;

  constructor(context: AppsContext, records: Records) {
    this.#context = context;
    this.#records = records;
  }

  async set(actor: Actor, appId: string, dataUrl: string): Promise<AppDocument> {
    const app = await this.#records.own(actor, appId);
    const { bytes, type } = decode(dataUrl);
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (app.thumbnail?.hash === hash) return app;
    await this.#context.blobs.put(keyOf(appId, hash), bytes, { contentType: type });
    const updated = await this.#records.update(appId, { thumbnail: { hash, type } });
    if (app.thumbnail) await this.#context.blobs.remove(keyOf(appId, app.thumbnail.hash));
    return updated;
  }

  async read(
    actor: Actor,
    appId: string,
  ): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly type: string; readonly hash: string }> {
    const app = await this.#records.own(actor, appId, { role: 'view' });
    if (!app.thumbnail) throw new BlobNotFound('thumbnail');
    const body = await this.#context.blobs.get(keyOf(appId, app.thumbnail.hash));
    return { body, ...app.thumbnail };
  }

  /** Copies the picture for an app about to be made. Null without one, or when it was replaced concurrently. */
  async copy({ _id, thumbnail }: AppDocument, appId: string): Promise<AppDocument['thumbnail']> {
    if (!thumbnail) return null;
    try {
      const body = await this.#context.blobs.get(keyOf(_id, thumbnail.hash));
      await this.#context.blobs.put(keyOf(appId, thumbnail.hash), body, { contentType: thumbnail.type });
      return thumbnail;
    } catch (error) {
      if (error instanceof BlobNotFound) return null;
      throw error;
    }
  }

  async removeAll(appId: string): Promise<void> {
    for await (const key of this.#context.blobs.list(`${appId}/`)) await this.#context.blobs.remove(key);
  }
}

function keyOf(appId: string, hash: string): string {
  return `${appId}/${hash}`;
}

function decode(dataUrl: string): { readonly bytes: Uint8Array; readonly type: string } {
  const refuse = (message: string) => new InvalidInput(message, [{ path: 'image', message }]);
  if (dataUrl.length > MAX_LENGTH) throw refuse(`The picture is too large: a data URL of at most ${MAX_LENGTH} characters is allowed.`);
  const [, type = '', data = ''] = DATA_URL.exec(dataUrl) ?? [];
  const bytes = Buffer.from(data, 'base64');
  const magic = MAGIC[type];
  if (!magic?.every((byte, index) => byte === -1 || bytes[index] === byte)) {
    throw refuse('The picture must be a data URL of image/webp, image/png or image/jpeg.');
  }
  return { bytes, type };
}
