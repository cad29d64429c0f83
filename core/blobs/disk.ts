import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BlobNotFound, type Blobs, newId, storeNow } from '../contract/index.ts';
import type { BlobStore } from '../ports/blobs.ts';
import { diskError } from '../ports/disk-errors.ts';
import { checkContentType, checkKey, checkRange, checkSeconds, splitPrefix } from './keys.ts';
import { filePath, folderPath, nameOf } from './paths.ts';
import { signedLink } from './signed.ts';
import { readTrailer, writeTrailer } from './trailer.ts';

export interface DiskBlobsOptions {
  /** Created when missing; used by one store only. */
  readonly directory: string;
  /** Public URL of the host that serves signed links, without a trailing slash. */
  readonly publicUrl: string;
  /** Signing key of the links; must be the same after a restart. */
  readonly key: Uint8Array;
}

const CHUNK_BYTES = 128 * 1024;
const LEFTOVER_MS = 24 * 3600 * 1000;

/** Blobs in a folder. Writes are atomic (temporary file, fsync, rename): after a crash a file is complete or absent. */
export async function openDiskBlobs(options: DiskBlobsOptions): Promise<BlobStore> {
  const root = resolve(options.directory, 'objects');
  const temporary = resolve(options.directory, 'temporary');
  await mkdir(root, { recursive: true });
  await mkdir(temporary, { recursive: true });
  await removeLeftovers(temporary);
  return {
    scope: (prefix) => new DiskBlobs({ ...options, root, temporary, prefix: checkKey(prefix) }),
    ping: async () => void (await stat(root)),
    close: async () => undefined,
  };
}

interface Place extends DiskBlobsOptions {
  readonly root: string;
  readonly temporary: string;
  readonly prefix: string;
}

class DiskBlobs implements Blobs {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  async put(key: string, body: ReadableStream<Uint8Array> | Uint8Array, options: { readonly contentType?: string } = {}) {
    const path = this.#path(key);
    const contentType = checkContentType(options.contentType);
    const draft = join(this.#place.temporary, newId());
    try {
      const written = await writeDraft(draft, body, contentType);
      await moveInto(draft, path);
      return written;
    } catch (error) {
      // The error of a read-only file system must not be replaced by the same one of the clean-up.
      await rm(draft, { force: true }).catch(() => undefined);
      throw diskError(error);
    }
  }

  async get(key: string, options: { readonly range?: readonly [number, number] } = {}): Promise<ReadableStream<Uint8Array>> {
    const path = this.#path(key);
    const file = await openFile(path);
    if (!file) throw new BlobNotFound(key);
    try {
      const { size } = await readTrailer(file, path);
      const { first, last } = options.range ? checkRange(options.range, size) : { first: 0, last: size - 1 };
      return readFrom(file, first, last + 1);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async stat(key: string) {
    const path = this.#path(key);
    const file = await openFile(path);
    if (!file) return null;
    try {
      const { size, contentType } = await readTrailer(file, path);
      return { size, contentType };
    } finally {
      await file.close();
    }
  }

  async *list(prefix: string): AsyncIterable<string> {
    const { folders, rest } = splitPrefix(prefix);
    const base = folderPath(this.#place.root, [...this.#place.prefix.split('/'), ...folders]);
    yield* walk(base, folders.map((folder) => `${folder}/`).join(''), rest);
  }

  async remove(key: string): Promise<void> {
    const path = this.#path(key);
    await unlink(path)
      .catch(unlessMissing)
      .catch((error: unknown) => {
        throw diskError(error);
      });
    await removeEmpty(dirname(path), this.#place.root);
  }

  async signedUrl(key: string, seconds: number): Promise<string> {
    const expires = Math.floor(storeNow() / 1000) + checkSeconds(seconds);
    return signedLink({ publicUrl: this.#place.publicUrl, key: `${this.#place.prefix}/${checkKey(key)}`, expires }, this.#place.key);
  }

  #path(key: string): string {
    return filePath(this.#place.root, `${this.#place.prefix}/${checkKey(key)}`);
  }
}

async function writeDraft(path: string, body: ReadableStream<Uint8Array> | Uint8Array, contentType: string) {
  const file = await open(path, 'wx');
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    const sha256 = hash.digest('hex');
    await file.writeFile(writeTrailer({ contentType, sha256 }));
    await file.sync();
    return { size, sha256 };
  } finally {
    await file.close();
  }
}

/** Renames, then syncs the folders, so that the new name survives a power failure. */
async function moveInto(draft: string, path: string): Promise<void> {
  const folder = dirname(path);
  for (let attempt = 1; ; attempt++) {
    const made = await mkdir(folder, { recursive: true });
    try {
      await rename(draft, path);
    } catch (error) {
      // A concurrent `remove` may have deleted the empty folder.
      if (attempt < 10 && isMissing(error)) continue;
      throw error;
    }
    await syncFolders(folder, made ? dirname(made) : folder);
    return;
  }
}

async function syncFolders(from: string, upTo: string): Promise<void> {
  // Windows cannot open a folder to sync it; NTFS journals renames.
  if (process.platform === 'win32') return;
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await openFile(folder);
    await handle?.sync();
    await handle?.close();
    if (folder === upTo || folder === dirname(folder)) return;
  }
}

function readFrom(file: FileHandle, first: number, end: number): ReadableStream<Uint8Array> {
  let position = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const wanted = Math.min(CHUNK_BYTES, end - position);
        const { bytesRead, buffer } = wanted > 0 ? await read(file, wanted, position) : NOTHING;
        position += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (bytesRead > 0 && position < end) return;
        await file.close();
        if (position < end) controller.error(new Error('A blob file became shorter while it was read.'));
        else controller.close();
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}
const NOTHING = { bytesRead: 0, buffer: Buffer.alloc(0) };

async function read(file: FileHandle, wanted: number, position: number): Promise<{ bytesRead: number; buffer: Buffer }> {
  try {
    return await file.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, position);
  } catch (error) {
    // Consumers do not cancel a failed stream: close the file here.
    await file.close();
    throw error;
  }
}

/** The keys below a folder, in S3's order (by character code). */
async function* walk(folder: string, path: string, start: string): AsyncIterable<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessMissing);
  const names = (entries ?? []).flatMap((entry) => {
    const name = nameOf(entry.name, entry.isDirectory());
    return name?.startsWith(start) ? [{ name, entry }] : [];
  });
  names.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, entry } of names) {
    if (entry.isDirectory()) yield* walk(join(folder, entry.name), path + name, '');
    else yield path + name;
  }
}

async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty !== root; empty = dirname(empty)) {
    const removed = await rmdir(empty).then(
      () => true,
      (error: unknown) => isMissing(error),
    );
    if (!removed) return;
  }
}

/** Removes temporary files of killed processes. Recent ones may belong to a running process. */
async function removeLeftovers(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name);
    const found = await stat(path).catch(unlessMissing);
    if (found && Date.now() - found.mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
  }
}

function openFile(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch(unlessMissing);
}

function isMissing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
