import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { NotFound, newId, storeTime } from '@sayso/core';
import type { FileDocument } from '../collections.ts';
import type { IntegrationsContext } from '../config.ts';
import { FileTooLarge, InvalidFile, InvalidParameters, UploadsBusy } from '../errors.ts';
import type { IntegrationCall } from '../ref.ts';
import { checkImage, Resizer, type Width } from './images.ts';
import { kindOf } from './kinds.ts';
import { addressIn, type FileAddress, fileIdOf, Links } from './links.ts';
import { FileQuotas } from './quotas.ts';
import { UploadedFile } from './upload.ts';

/** The specification's limit: images are below it. */
const IMAGE_BYTES = 10_000_000;

/** A file that may be served to everyone who has its link. */
export interface ServedFile {
  readonly document: FileDocument;
  /** Of a link to a private file; null for a public one. */
  readonly secondsLeft: number | null;
}

/** The files of apps: their bytes are content-addressed blobs, one for all files of an app with the same bytes. */
export class Files {
  readonly #context: IntegrationsContext;
  readonly #quotas: FileQuotas;
  readonly #links: Links;
  readonly #resizer: Resizer;
  readonly #resizing = new Map<string, Promise<Uint8Array>>();
  readonly #receiving = new Map<string, number>();

  constructor(context: IntegrationsContext) {
    this.#context = context;
    this.#quotas = new FileQuotas(context.collections.usage, context.config);
    this.#links = new Links(context.host.deriveKey('integrations.files'));
    this.#resizer = new Resizer(context.config.UPLOAD_MAX_PIXELS);
  }

  get maxBytes(): number {
    return this.#context.config.UPLOAD_MAX_BYTES;
  }

  /** Runs the receipt of an upload; throws `UploadsBusy` when the process, or its share of the app, receives as many as it may. */
  async receiving<T>(appId: string, receive: () => Promise<T>): Promise<T> {
    const { UPLOADS_AT_ONCE: most, UPLOADS_AT_ONCE_PER_APP: mostOfApp } = this.#context.config;
    const ofApp = this.#receiving.get(appId) ?? 0;
    const all = [...this.#receiving.values()].reduce((sum, count) => sum + count, 0);
    if (all >= most || ofApp >= mostOfApp) throw new UploadsBusy();
    this.#receiving.set(appId, ofApp + 1);
    try {
      return await receive();
    } finally {
      const left = (this.#receiving.get(appId) ?? 1) - 1;
      if (left === 0) this.#receiving.delete(appId);
      else this.#receiving.set(appId, left);
    }
  }

  /** Stores an upload. Throws `UnsupportedFile`, `InvalidFile`, `FileTooLarge` and `FileQuotaReached`. */
  async store(upload: UploadedFile, { appId, caller }: IntegrationCall, isPrivate: boolean): Promise<FileDocument> {
    if (upload.size === 0) throw new InvalidFile('The file is empty.');
    const { type, extension } = await kindOf(upload.path, upload);
    if (type.startsWith('image/') && upload.size >= IMAGE_BYTES) throw new FileTooLarge('File size to large');
    const { isResizable } = await checkImage(upload.path, type, this.#context.config.UPLOAD_MAX_PIXELS);
    const reserved = await this.#quotas.reserve(appId, caller.key, upload.size);
    const { sha256, size } = upload;
    const name = hasExtension(upload.name) ? upload.name : `${upload.name}.${extension}`;
    const createdAt = storeTime();
    const document = { _id: newId(), appId, sha256, size, type, name, isPrivate, isResizable, createdAt, creatorId: caller.id };
    try {
      await this.#putBytes(upload, appId, type);
      await this.#context.collections.files.insertOne(document);
    } catch (error) {
      await reserved.undo();
      throw error;
    }
    return document;
  }

  /** Stores bytes that no person uploaded, such as a picture that a model made, as a public file. Throws as `store`. */
  async storeBytes(bytes: Uint8Array, name: string, call: IntegrationCall): Promise<FileDocument> {
    return withFolder(async (folder) => {
      const path = join(folder, 'file');
      await writeFile(path, bytes, { mode: 0o600 });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return this.store(new UploadedFile({ path, name, type: '', size: bytes.length, sha256 }), call, false);
    });
  }

  /** The address of a public file. */
  url({ appId, _id, name, type }: FileDocument): string {
    return `${this.#context.host.runtimeUrl}/api/files/${encodeURIComponent(appId)}/${_id}/${urlName(name, type)}`;
  }

  /** A link to a private file of the app, valid for `seconds`. Other files are `NotFound`. */
  async signedUrl(appId: string, uri: string, seconds: number): Promise<string> {
    const file = await this.#find(appId, fileIdOf(uri, appId));
    return `${this.url(file)}?${this.#links.sign(file._id, seconds)}`;
  }

  /** The file behind a link: a public one, or a private one with a valid signature. All others are `NotFound`, without saying why. */
  async served({ appId, id, ...signature }: FileAddress): Promise<ServedFile> {
    const [document, app] = await Promise.all([this.#find(appId, id), this.#context.needs.apps.find(appId)]);
    if (app === null) throw new NotFound('The file');
    if (!document.isPrivate) return { document, secondsLeft: null };
    const secondsLeft = this.#links.secondsLeft(id, signature);
    if (secondsLeft === null) throw new NotFound('The file, or a valid link to it,');
    return { document, secondsLeft };
  }

  /**
   * The file of the app that a call names by its address, by a signed link or, if signed in, by its URI. Others, and files of other places,
   * are `InvalidParameters` or `NotFound`.
   */
  async named({ appId, caller }: Pick<IntegrationCall, 'appId' | 'caller'>, reference: string): Promise<FileDocument> {
    if (reference.startsWith('private/')) {
      if (caller.kind === 'visitor') throw new NotFound('The file, or a valid link to it,');
      return this.#find(appId, fileIdOf(reference, appId));
    }
    const address = addressIn(reference, this.#context.host.runtimeUrl);
    if (address?.appId !== appId)
      throw new InvalidParameters(`${JSON.stringify(reference.slice(0, 200))} is not a file of this app. Upload it first.`);
    return (await this.served(address)).document;
  }

  /** Runs `use` with the path of a copy of the file on the disk, which is removed afterwards. */
  async withCopy<T>(file: FileDocument, use: (path: string) => Promise<T>): Promise<T> {
    return withFolder(async (folder) => {
      const path = join(folder, 'file');
      const bytes = Readable.fromWeb((await this.read(file)) as NodeReadableStream);
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
      return use(path);
    });
  }

  /** The beginning of a text file. */
  async text(file: FileDocument, characters: number): Promise<string> {
    if (characters <= 0) return '';
    // At most four bytes a character.
    const last = Math.min(file.size, characters * 4) - 1;
    return new TextDecoder().decode(await bytesOf(await this.read(file, [0, last]))).slice(0, characters);
  }

  /** A still picture of a file for a model: JPEG, in base64. */
  async forModel(file: FileDocument): Promise<{ readonly contentType: string; readonly data: string }> {
    const image = await this.#resizer.forModel(await bytesOf(await this.read(file)));
    return { contentType: 'image/jpeg', data: Buffer.from(image).toString('base64') };
  }

  /** `range` is in bytes, both ends included. */
  read(file: FileDocument, range?: readonly [number, number]): Promise<ReadableStream<Uint8Array>> {
    return this.#context.blobs.get(bytesKey(file), range === undefined ? {} : { range });
  }

  /** A smaller copy of an image, made once; null for a file that cannot be resized. */
  async resized(file: FileDocument, width: Width): Promise<Uint8Array | null> {
    if (!file.isResizable) return null;
    const key = `resized/${file.appId}/${file.sha256}/${width}.webp`;
    const running = this.#resizing.get(key);
    if (running !== undefined) return running;
    const work = this.#resize(file, width, key).finally(() => this.#resizing.delete(key));
    this.#resizing.set(key, work);
    return work;
  }

  /** Removes all files of a purged app. */
  async removeApp(appId: string): Promise<void> {
    for (const prefix of [`bytes/${appId}/`, `resized/${appId}/`]) {
      const keys: string[] = [];
      for await (const key of this.#context.blobs.list(prefix)) keys.push(key);
      for (const key of keys) await this.#context.blobs.remove(key);
    }
    await this.#context.collections.files.deleteMany({ appId });
    await this.#quotas.removeApp(appId);
  }

  async #find(appId: string, id: string): Promise<FileDocument> {
    const file = await this.#context.collections.files.findOne({ _id: id, appId });
    if (file === null) throw new NotFound('The file');
    return file;
  }

  async #putBytes({ path, sha256 }: UploadedFile, appId: string, contentType: string): Promise<void> {
    const key = bytesKey({ appId, sha256 });
    if ((await this.#context.blobs.stat(key)) !== null) return;
    const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    await this.#context.blobs.put(key, bytes, { contentType });
  }

  async #resize(file: FileDocument, width: Width, key: string): Promise<Uint8Array> {
    const { blobs } = this.#context;
    if ((await blobs.stat(key)) !== null) return bytesOf(await blobs.get(key));
    const small = await this.#resizer.resize(await bytesOf(await this.read(file)), width);
    await blobs.put(key, small, { contentType: 'image/webp' });
    return small;
  }
}

function bytesKey({ appId, sha256 }: Pick<FileDocument, 'appId' | 'sha256'>): string {
  return `bytes/${appId}/${sha256}`;
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as unknown as BodyInit).arrayBuffer());
}

async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-upload-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function hasExtension(name: string): boolean {
  return /\.[A-Za-z0-9]{1,8}$/.test(name);
}

const URL_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

/** The readable end of an address: letters and digits only, and for images the extension of their type. */
function urlName(name: string, type: string): string {
  const own = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1] ?? 'bin';
  const base = name
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${base.slice(0, 60) || 'file'}.${(URL_EXTENSIONS[type] ?? own).toLowerCase()}`;
}
