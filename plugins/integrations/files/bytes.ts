import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { BlobNotFound, newId, storeTime } from '@sayso/core';
import type { FileDocument } from '../collections.ts';
import type { IntegrationsContext } from '../config.ts';
import type { UploadedFile } from './upload.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The key of the bytes of a file. */
export function bytesKey({ appId, sha256, bytes = ownKey(appId, sha256) }: Pick<FileDocument, 'appId' | 'sha256' | 'bytes'>): string {
  return bytes;
}

/** The key of the bytes of a file that is uploaded to an app. */
export function ownKey(appId: string, sha256: string): string {
  return `bytes/${appId}/${sha256}`;
}

/** The folder of the smaller copies of an image. */
export function resizedFolder(key: string): string {
  return `resized/${key.slice('bytes/'.length)}`;
}

type Parts = Pick<IntegrationsContext, 'blobs' | 'collections'>;

/**
 * The bytes of files, which the documents of files reference: each app that has a file holds a document of its own, so no number can drift.
 *
 * Bytes are removed once no document names them, safely against an app that takes over the file at the same moment on any node, without a
 * clock: a purge first condemns them, then looks for documents; an app first stores its document, then looks whether they are condemned. At
 * least one of both sees the other: the purge spares them, or the app makes a copy of its own (`hold`).
 */
export class FileBytes {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Stores the bytes of an upload, before its document. A purge of its app, which is deleted by then, removes those that have none. */
  async put({ path, sha256 }: UploadedFile, appId: string, contentType: string): Promise<void> {
    const key = ownKey(appId, sha256);
    if ((await this.#parts.blobs.stat(key)) !== null) return;
    const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    await this.#parts.blobs.put(key, bytes, { contentType });
  }

  /** Keeps the bytes of a file for the app that has stored its document just now. False: they were purged before; the document is removed. */
  async hold(file: FileDocument): Promise<boolean> {
    const { blobs, collections } = this.#parts;
    if ((await collections.condemned.findOne({ _id: bytesKey(file) })) === null) return true;
    const [key, condemned] = [ownKey(file.appId, file.sha256), bytesKey(file)];
    try {
      await blobs.put(key, await blobs.get(condemned), { contentType: file.type });
    } catch (error) {
      if (!(error instanceof BlobNotFound)) throw error;
      await collections.files.deleteOne({ _id: file._id });
      return false;
    }
    // The purge may have spared them for this document alone.
    await this.#condemn(condemned);
    await collections.files.updateOne({ _id: file._id }, { $set: { bytes: key } });
    await this.#removeUnused(condemned);
    return true;
  }

  /** Removes the documents of a purged app, and the bytes that no other app has. A repetition completes an interrupted one. */
  async removeApp(appId: string): Promise<void> {
    const { blobs, collections } = this.#parts;
    const keys = new Set((await collections.files.find({ appId })).map(bytesKey));
    for await (const key of blobs.list(`bytes/${appId}/`)) keys.add(key);
    for (const key of keys) await this.#condemn(key);
    await collections.files.deleteMany({ appId });
    for (const key of keys) await this.#removeUnused(key);
  }

  /** Completes purges that were interrupted, and forgets those of the days before. */
  async sweep(signal: AbortSignal): Promise<void> {
    const { condemned } = this.#parts.collections;
    for (const { _id: key } of await condemned.find({ at: { $lt: storeTime(-DAY) } })) {
      signal.throwIfAborted();
      const token = await this.#removeUnused(key);
      await condemned.deleteOne({ _id: key, token });
    }
  }

  async #condemn(key: string): Promise<string> {
    const token = newId();
    const set = { token, at: storeTime() };
    await this.#parts.collections.condemned.updateOne({ _id: key }, { $set: set }, { upsert: true });
    return token;
  }

  /** Removes the bytes unless a file names them. The token with which they were condemned. */
  async #removeUnused(key: string): Promise<string> {
    const { blobs, collections } = this.#parts;
    const token = await this.#condemn(key);
    if (await this.#isUsed(key)) {
      // Another purge may have condemned them since: its token stays.
      await collections.condemned.deleteOne({ _id: key, token });
      return token;
    }
    const copies: string[] = [];
    for await (const copy of blobs.list(`${resizedFolder(key)}/`)) copies.push(copy);
    for (const copy of [...copies, key]) await blobs.remove(copy);
    return token;
  }

  async #isUsed(key: string): Promise<boolean> {
    const { files } = this.#parts.collections;
    if ((await files.findOne({ bytes: key })) !== null) return true;
    const [, appId, sha256] = key.split('/');
    return (await files.find({ appId, sha256 })).some((file) => bytesKey(file) === key);
  }
}
