import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { BlobNotFound, type Blobs, type Logger } from '@sayso/core';
import { LRUCache } from 'lru-cache';
import { FILES } from '../compile/file-addresses.ts';

/** An immutable file, in the encodings requested so far. */
export interface Content {
  readonly identity: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}
export type Encoding = 'br' | 'gzip' | 'identity';

/** The system caches the blobs as well. */
const MEMORY_BYTES = 32_000_000;
/** The compressed copies are made later, and together are about half as large. */
const SIZE_WITH_COPIES = 1.5;
/** Below this size, compression saves less than its headers cost. */
const SMALL_BYTES = 300;

/**
 * Another process may publish a file's address shortly before the file is in the blobs: delays between lookups, in milliseconds. Together as
 * long as a busy machine takes to store the files of a preview.
 */
const LOOK_AGAIN_MS = [30, 100, 300, 600, 1000, 1000];
/** Files are stored after the preview has been answered, a few at a time. */
const STORE_AFTER_MS = 50;
const STORED_AT_ONCE = 4;
/** Upper bound of concurrent requests that wait for a missing file. */
const MAX_WAITING = 200;

/** The start of the keys of files that are served as they are. */
export const SERVED = 'p/';

const sizeCalculation = ({ identity }: Content): number => Math.ceil(identity.length * SIZE_WITH_COPIES) + 1;

/** Immutable files by key: the most recently used in memory, all of them in the blobs. */
export class ContentStore {
  readonly #blobs: Blobs;
  readonly #log: Logger;
  readonly #pathsIn: (text: string) => Promise<string>;
  /** Files that are not in the blobs yet. */
  readonly #unstored = new Map<string, { readonly identity: Buffer; readonly contentType: string }>();
  #storing: Promise<void> | null = null;
  #waiting = 0;
  readonly #kept = new LRUCache<string, Content>({ maxSize: MEMORY_BYTES, sizeCalculation });

  /** `pathsIn`: a text of a build with the addresses of uploaded files as paths. */
  constructor(blobs: Blobs, log: Logger, pathsIn: (text: string) => Promise<string>) {
    this.#blobs = blobs;
    this.#log = log;
    this.#pathsIn = pathsIn;
  }

  /** Whether this process has the file. */
  has(key: string): boolean {
    return this.#kept.has(key);
  }

  /** Resolves when the file is in the blobs. */
  async put(key: string, text: string | Uint8Array, contentType: string): Promise<void> {
    if (this.#kept.has(key) && !this.#unstored.has(key)) return;
    const identity = bufferOf(text);
    await this.#blobs.put(key, identity, { contentType });
    this.#unstored.delete(key);
    this.#keep(key, { identity });
  }

  /** Makes the file available in this process now and stores it soon: for files that can be compiled again if the process ends before. */
  putSoon(key: string, text: string | Uint8Array, contentType: string): void {
    const identity = bufferOf(text);
    this.#keep(key, { identity });
    this.#unstored.set(key, { identity, contentType });
    this.#storing ??= setTimeout(STORE_AFTER_MS).then(() => this.#store());
  }

  /** Resolves when everything is in the blobs. */
  async idle(): Promise<void> {
    await this.#storing;
  }

  async #store(): Promise<void> {
    while (this.#unstored.size > 0) {
      const some = [...this.#unstored].slice(0, STORED_AT_ONCE);
      await Promise.all(some.map(([key, { identity, contentType }]) => this.#storeOne(key, identity, contentType)));
    }
    this.#storing = null;
  }

  async #storeOne(key: string, identity: Buffer, contentType: string): Promise<void> {
    try {
      await this.#blobs.put(key, identity, { contentType });
    } catch (error) {
      this.#log.warn({ err: error, key }, 'A file of a preview was not stored; the next preview tries again');
      this.#kept.delete(key);
    }
    this.#unstored.delete(key);
  }

  /** Null when there is no such file. */
  async get(key: string): Promise<Content | null> {
    return this.#kept.get(key) ?? this.#unstored.get(key) ?? this.#read(key);
  }

  /** As `get`, for a file that another node may be storing: retries for about three seconds. */
  async find(key: string): Promise<Content | null> {
    const content = await this.get(key);
    if (content !== null || this.#waiting >= MAX_WAITING) return content;
    this.#waiting += 1;
    try {
      for (const pause of LOOK_AGAIN_MS) {
        await setTimeout(pause);
        const found = await this.get(key);
        if (found !== null) return found;
      }
      return null;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #read(key: string): Promise<Content | null> {
    try {
      const identity = Buffer.from(await new Response(await this.#blobs.get(key)).arrayBuffer());
      // Pictures and fonts are no text.
      if (key.startsWith(SERVED) || !identity.includes(FILES)) return this.#keep(key, { identity });
      return this.#keep(key, { identity: Buffer.from(await this.#pathsIn(identity.toString())) });
    } catch (error) {
      if (error instanceof BlobNotFound) return null;
      throw error;
    }
  }

  #keep(key: string, content: Content): Content {
    this.#kept.set(key, content);
    return content;
  }
}

const bufferOf = (content: string | Uint8Array): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.buffer, content.byteOffset, content.length);

/** The best encoding that a client accepts. */
export function encodingFor(accepted: string | undefined, size: number): Encoding {
  if (size < SMALL_BYTES) return 'identity';
  const names = (accepted ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}

/** Up to this size, compression takes less time than dispatching it to the thread pool. */
const AT_ONCE_BYTES = 20_000;
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** The content in an encoding, compressed once. */
export async function encoded(content: Content, encoding: Encoding): Promise<Buffer> {
  const { identity } = content;
  const atOnce = identity.length <= AT_ONCE_BYTES;
  if (encoding === 'br')
    content.br ??= atOnce ? brotliCompressSync(identity, { params }) : await promisify(brotliCompress)(identity, { params });
  if (encoding === 'gzip') content.gzip ??= atOnce ? gzipSync(identity) : await promisify(gzip)(identity);
  return content[encoding] ?? identity;
}
