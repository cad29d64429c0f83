import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { NotFound, newId, storeTime } from '@sayso/core';
import { FairQueue } from '@sayso/core/queues';
import type { FileDocument } from '../collections.ts';
import type { IntegrationsContext } from '../config.ts';
import { FileTooLarge, InvalidFile, InvalidParameters, UploadsBusy } from '../errors.ts';
import type { IntegrationCall } from '../ref.ts';
import { fileAddress } from './addresses.ts';
import { bytesKey, FileBytes, resizedFolder } from './bytes.ts';
import { checkImage, Resizer, type Width } from './images.ts';
import { kindOf } from './kinds.ts';
import { addressIn, type FileAddress, Links, partsOfUri } from './links.ts';
import { FileQuotas } from './quotas.ts';
import { FileReferences, fileIdOf } from './references.ts';
import { FileTexts } from './texts.ts';
import { UploadedFile } from './upload.ts';

/** The specification's limit: images are below it. */
const IMAGE_BYTES = 10_000_000;

/** Whose upload it is. */
export interface Receiver {
  readonly id: string;
  readonly ownerId: string;
  readonly callerKey: string;
}

/** A file that may be served to everyone who has its link. */
export interface ServedFile {
  readonly document: FileDocument;
  /** Of a link to a private file; null for a public one. */
  readonly secondsLeft: number | null;
}

/** An address may leave out the app: then it is that of a public file. */
type AskedFile = Omit<FileAddress, 'appId'> & { readonly appId?: string | undefined };

/** The files of apps: their bytes are content-addressed blobs, one for all files of an app with the same bytes, and for all apps that took them over. */
export class Files {
  readonly references: FileReferences;
  readonly texts: FileTexts;
  readonly #context: IntegrationsContext;
  readonly #bytes: FileBytes;
  readonly #quotas: FileQuotas;
  readonly #links: Links;
  readonly #resizer: Resizer;
  readonly #resizing = new Map<string, Promise<Uint8Array>>();
  readonly #receiving: FairQueue;

  constructor(context: IntegrationsContext) {
    this.#context = context;
    this.#bytes = new FileBytes(context);
    this.references = new FileReferences(context, this.#bytes);
    this.texts = new FileTexts(this.references, context.host.runtimeUrl);
    this.#quotas = new FileQuotas(context.limits, context.collections.files);
    this.#links = new Links(context.host.deriveKey('integrations.files'));
    this.#resizer = new Resizer(context.config.UPLOAD_MAX_PIXELS);
    // Uploads do not queue, because clients would hold their connections. A slow upload is preempted by a caller or owner with fewer.
    const refusal = () => new UploadsBusy();
    this.#receiving = new FairQueue({ places: context.config.UPLOADS_AT_ONCE, waiting: 0, deadlineMs: 0, preempts: true, refusal });
  }

  /** The host that serves files. */
  get runtimeUrl(): string {
    return this.#context.host.runtimeUrl;
  }

  get maxBytes(): number {
    return this.#context.config.UPLOAD_MAX_BYTES;
  }

  /**
   * Runs the receipt of an upload; throws `UploadsBusy` when the process receives as many as it may, of all apps or of this one. The signal aborts
   * when the place goes to a caller of whom fewer uploads are received.
   */
  receiving<T>({ id, ownerId, callerKey }: Receiver, receive: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const tenants = [
      { key: `caller ${callerKey}` },
      { key: `app ${id}`, most: this.#context.config.UPLOADS_AT_ONCE_PER_APP },
      { key: `owner ${ownerId}` },
    ];
    return this.#receiving.run(tenants, async (place) => {
      try {
        return await receive(place);
      } catch (error) {
        // The copy of the body ends with an error of its own.
        if (place.aborted && error instanceof Error && error.name === 'AbortError') throw place.reason;
        throw error;
      }
    });
  }

  /** Stores an upload. Throws `UnsupportedFile`, `InvalidFile`, `FileTooLarge` and `FileQuotaReached`. */
  async store(upload: UploadedFile, { app, appId, caller }: IntegrationCall, isPrivate: boolean): Promise<FileDocument> {
    if (upload.size === 0) throw new InvalidFile('The file is empty.');
    const { type, extension } = await kindOf(upload.path, upload);
    if (type.startsWith('image/') && upload.size >= IMAGE_BYTES) throw new FileTooLarge('File size to large');
    const { isResizable } = await checkImage(upload.path, type, this.#context.config.UPLOAD_MAX_PIXELS);
    const reserved = await this.#quotas.reserve(app, caller.key, upload.size);
    const { sha256, size } = upload;
    const name = hasExtension(upload.name) ? upload.name : `${upload.name}.${extension}`;
    const createdAt = storeTime();
    const document = { _id: newId(), appId, sha256, size, type, name, isPrivate, isResizable, createdAt, creatorId: caller.id };
    try {
      await this.#bytes.put(upload, appId, type);
      await this.#context.collections.files.insertOne(document);
    } catch (error) {
      await reserved.refund();
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
  url(file: FileDocument): string {
    const { runtimeUrl } = this;
    return fileAddress({ runtimeUrl, appId: file.appId, id: fileIdOf(file), name: urlName(file.name, file.type) });
  }

  /** A link to a private file of the app, valid for `seconds`. Other files are `NotFound`. */
  async signedUrl(appId: string, uri: string, seconds: number): Promise<string> {
    const file = await this.#privateFile(appId, uri);
    return `${this.url(file)}?${this.#links.sign(fileIdOf(file), seconds)}`;
  }

  /**
   * The file behind a link: a public one of any app that has it, so that the addresses that copies of an app hold outlive the app in them, or
   * a private one of the app with a valid signature. All others are `NotFound`, without saying why.
   */
  async served({ appId, id, ...signature }: AskedFile): Promise<ServedFile> {
    const own = appId === undefined ? null : await this.#find(appId, id);
    if (own === null || !own.isPrivate) return { document: own ?? (await this.references.anywhere(id)), secondsLeft: null };
    const secondsLeft = this.#links.secondsLeft(id, signature);
    if (secondsLeft === null) throw new NotFound('The file, or a valid link to it,');
    return { document: own, secondsLeft };
  }

  /**
   * The file of the app that a call names by its address, by a signed link or, if signed in, by its URI. Others, and files of other places,
   * are `InvalidParameters` or `NotFound`.
   */
  async named({ appId, caller }: Pick<IntegrationCall, 'appId' | 'caller'>, reference: string): Promise<FileDocument> {
    if (reference.startsWith('private/')) {
      if (caller.kind === 'visitor') throw new NotFound('The file, or a valid link to it,');
      return this.#privateFile(appId, reference);
    }
    const address = addressIn(reference, appId);
    const file = address && (await this.#find(appId, address.id));
    if (file && mayName(file, address.appId)) return (await this.served({ ...address, appId })).document;
    const isOwn = address?.appId === appId && (reference.startsWith('/') || reference.startsWith(`${this.runtimeUrl}/`));
    if (isOwn) throw new NotFound('The file');
    throw new InvalidParameters(`${JSON.stringify(reference.slice(0, 200))} is not a file of this app. Upload it first.`);
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
    const key = `${resizedFolder(bytesKey(file))}/${width}.webp`;
    const running = this.#resizing.get(key);
    if (running !== undefined) return running;
    const work = this.#resize(file, width, key).finally(() => this.#resizing.delete(key));
    this.#resizing.set(key, work);
    return work;
  }

  /** Removes all files of a purged app; what other apps took over stays theirs. */
  async removeApp(appId: string): Promise<void> {
    await this.#bytes.removeApp(appId);
    await this.#quotas.removeApp(appId);
  }

  /** Completes purges that were interrupted. */
  sweep(signal: AbortSignal): Promise<void> {
    return this.#bytes.sweep(signal);
  }

  /** The file that a URI names, if the app has it; throws `NotFound`. */
  async #privateFile(appId: string, uri: string): Promise<FileDocument> {
    const { id, appId: of } = partsOfUri(uri);
    const file = await this.references.find(appId, id);
    if (file === null || !mayName(file, of)) throw new NotFound('The file');
    return file;
  }

  /** Null unless the app has the file, and is not deleted. */
  async #find(appId: string, id: string): Promise<FileDocument | null> {
    const [file, app] = await Promise.all([this.references.find(appId, id), this.#context.needs.apps.find(appId)]);
    return app === null ? null : file;
  }

  async #resize(file: FileDocument, width: Width, key: string): Promise<Uint8Array> {
    const { blobs } = this.#context;
    if ((await blobs.stat(key)) !== null) return bytesOf(await blobs.get(key));
    const small = await this.#resizer.resize(await bytesOf(await this.read(file)), width);
    await blobs.put(key, small, { contentType: 'image/webp' });
    return small;
  }
}

/** Whether an address or a URI with this app is one of a file of `file.appId`: one that it took over keeps those of the apps that had it before. */
function mayName({ appId, fileId }: FileDocument, named: string): boolean {
  return appId === named || fileId !== undefined;
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
