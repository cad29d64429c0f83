import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobNotFound, newId, storeTime } from '@sayso/core';
import type { ChatContext } from '../config.ts';
import { AttachmentsInvalid, AttachmentTooLarge } from '../errors.ts';
import type { Attached } from '../prompt/attached.ts';
import type { ReadUpload } from './read.worker.ts';
import { type Attachment, type AttachmentDocument, WORKBOOK } from './state.ts';
import { describeTable, SAMPLE_ROWS } from './table-text.ts';

export interface Upload {
  readonly name: string;
  /** `truncated` once it exceeds the route's limit. */
  readonly body: Readable & { readonly truncated?: boolean };
  /** In bytes, where it is known before the body is read. */
  readonly size?: number;
}

/** Files of one message. */
export const MAX_ATTACHMENTS = 10;
/** Removed before each upload. */
const STALE_AT_ONCE = 100;
const UNSENT_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_NAME = 200;

/**
 * Files of messages. Two blobs each: `file`, which clients read, and `text`, what the model reads of a file that is no picture. Callers
 * check that the actor may administer the app.
 */
export class Attachments {
  readonly #context: ChatContext;

  constructor(context: ChatContext) {
    this.#context = context;
  }

  /** Stores an upload. Throws `AttachmentsFull` while too many of the app wait to be sent. */
  async add(appId: string, { name: given, body, size: known = 0 }: Upload): Promise<Attachment> {
    const name = cleanName(given);
    if (known > this.#context.config.CHAT_ATTACHMENT_MAX_BYTES) throw new AttachmentTooLarge();
    const { attachments } = this.#context.collections;
    await this.#removeUnsent(appId);
    const createdAt = storeTime();
    const empty = { contentType: '', size: 0, width: null, height: null, isReady: false, isSent: false };
    const document: AttachmentDocument = { _id: newId(), appId, name, ...empty, createdAt };
    const { _id: idempotencyKey } = document;
    await this.#context.limits.take('unsentFiles', appId, 1, { idempotencyKey, existing: () => this.#unsent(appId) });
    try {
      await attachments.insertOne(document);
      const { contentType, size, picture } = await this.#store(document, body);
      const { width, height } = picture ?? { width: null, height: null };
      await attachments.updateOne({ _id: document._id }, { $set: { contentType, size, width, height, isReady: true } });
      return { id: document._id, name, contentType, size, width, height };
    } catch (error) {
      await this.#remove(document);
      throw error;
    }
  }

  /** A file of the app. Throws `BlobNotFound`. */
  async read(appId: string, id: string): Promise<{ readonly attachment: Attachment; readonly body: ReadableStream<Uint8Array> }> {
    const found = await this.#context.collections.attachments.findOne({ _id: id, appId, isReady: true });
    if (found === null) throw new BlobNotFound(id);
    return { attachment: attachmentOf(found), body: await this.#context.blobs.get(keyOf(appId, id, 'file')) };
  }

  /** The files of a new message, in the order of `ids`; throws when the app does not have one of them. */
  async find(appId: string, ids: readonly string[]): Promise<Attachment[]> {
    if (ids.length === 0) return [];
    if (ids.length > MAX_ATTACHMENTS) throw new AttachmentsInvalid(`A message takes at most ${MAX_ATTACHMENTS} files.`);
    const found = await this.#context.collections.attachments.find({ _id: { $in: [...ids] }, appId, isReady: true });
    return [...new Set(ids)].map((id) => {
      const document = found.find(({ _id }) => _id === id);
      if (document === undefined) throw new AttachmentsInvalid('File not found. Remove it from the message, and attach it again.');
      return attachmentOf(document);
    });
  }

  /** Keeps the files for good. */
  async keep(appId: string, files: readonly Attachment[]): Promise<void> {
    if (files.length === 0) return;
    await this.#context.collections.attachments.updateMany({ _id: { $in: files.map(({ id }) => id) }, appId }, { $set: { isSent: true } });
    for (const { id } of files) await this.#release(appId, id);
  }

  /** The content of files for the model. */
  forModel(appId: string, files: readonly Attachment[]): Promise<Attached[]> {
    return Promise.all(
      files.map(async ({ id, name, contentType, width }) => {
        if (width === null) return { name, text: (await this.#bytes(keyOf(appId, id, 'text'))).toString('utf8') };
        return { name, picture: { contentType, data: (await this.#bytes(keyOf(appId, id, 'file'))).toString('base64') } };
      }),
    );
  }

  /** Stores the files of a message that has their bytes: all of them or none. */
  async addAll(appId: string, uploads: readonly Upload[]): Promise<Attachment[]> {
    const added: Attachment[] = [];
    try {
      for (const upload of uploads) added.push(await this.add(appId, upload));
      return added;
    } catch (error) {
      await this.removeAll(appId, added);
      throw error;
    }
  }

  /** Removes files that no message has. */
  async removeAll(appId: string, files: readonly Attachment[]): Promise<void> {
    for (const { id } of files) await this.#remove({ _id: id, appId });
  }

  async removeApp(appId: string): Promise<void> {
    const keys: string[] = [];
    for await (const key of this.#context.blobs.list(`attachments/${appId}/`)) keys.push(key);
    for (const key of keys) await this.#context.blobs.remove(key);
    await this.#context.collections.attachments.deleteMany({ appId });
    await this.#context.limits.forget('unsentFiles', appId);
  }

  async #unsent(appId: string): Promise<string[]> {
    const found = await this.#context.collections.attachments.find({ appId, isSent: false }, { projection: { _id: 1 } });
    return found.map(({ _id }) => _id);
  }

  #release(appId: string, id: string): Promise<void> {
    return this.#context.limits.release('unsentFiles', appId, 1, { idempotencyKey: id });
  }

  /** Reads an upload in a worker, from a temporary file rather than from memory. */
  async #store({ _id, appId, name }: AttachmentDocument, body: Upload['body']): Promise<ReadUpload & { readonly size: number }> {
    const folder = await mkdtemp(join(tmpdir(), 'sayso-attachment-'));
    try {
      const [path, file, text] = [join(folder, 'upload'), join(folder, 'file'), join(folder, 'text')];
      await pipeline(body, createWriteStream(path, { mode: 0o600 }));
      if (body.truncated === true) throw new AttachmentTooLarge();
      const read = await this.#context.workers.readUpload({ path, name, file, text });
      const { contentType, picture } = read;
      if (contentType === WORKBOOK) await writeFile(text, await this.#describeWorkbook(path));
      await this.#context.blobs.put(keyOf(appId, _id, 'file'), streamOf(file), { contentType });
      if (picture === null) await this.#context.blobs.put(keyOf(appId, _id, 'text'), streamOf(text));
      return { ...read, size: (await stat(file)).size };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #describeWorkbook(path: string): Promise<string> {
    const { records, count } = await this.#context.needs.entities.readWorkbook(path, SAMPLE_ROWS + 1);
    return describeTable(records, count);
  }

  /** Removes files that were attached long ago and never sent. */
  async #removeUnsent(appId: string): Promise<void> {
    const before = storeTime(-UNSENT_KEPT_MS);
    const { attachments } = this.#context.collections;
    const stale = await attachments.find({ appId, isSent: false, createdAt: { $lt: before } }, { limit: STALE_AT_ONCE });
    for (const document of stale) await this.#remove(document);
  }

  async #remove({ _id, appId }: Pick<AttachmentDocument, '_id' | 'appId'>): Promise<void> {
    await this.#context.blobs.remove(keyOf(appId, _id, 'file'));
    await this.#context.blobs.remove(keyOf(appId, _id, 'text'));
    await this.#context.collections.attachments.deleteMany({ _id });
    await this.#release(appId, _id);
  }

  async #bytes(key: string): Promise<Buffer> {
    return Buffer.from(await new Response(await this.#context.blobs.get(key)).arrayBuffer());
  }
}

function attachmentOf({ _id: id, name, contentType, size, width, height }: AttachmentDocument): Attachment {
  return { id, name, contentType, size, width, height };
}

function keyOf(appId: string, id: string, part: 'file' | 'text'): string {
  return `attachments/${appId}/${id}/${part}`;
}

function streamOf(path: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
}

/** The last part of a path, without control characters. */
function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, MAX_NAME)
      // A pair of surrogates that the limit parts cannot be sent in a header.
      .toWellFormed() || 'file'
  );
}
