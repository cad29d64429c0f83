import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { BlobNotFound, type Blobs } from '@sayso/core';

/** A file that never changes, in the encodings that were asked for so far. */
export interface Content {
  readonly identity: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}
export type Encoding = 'br' | 'gzip' | 'identity';

const MEMORY_BYTES = 96_000_000;
/** Below this the names of the encodings take what they save. */
const SMALL_BYTES = 300;

/** Immutable files by key: the ones used last in memory, all of them in the blobs. */
export class ContentStore {
  readonly #blobs: Blobs;
  readonly #kept = new Map<string, Content>();
  #bytes = 0;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** Whether this process has stored or read the file; it is in the blobs then. */
  has(key: string): boolean {
    return this.#kept.has(key);
  }

  async put(key: string, text: string, contentType: string): Promise<void> {
    const identity = Buffer.from(text);
    await this.#blobs.put(key, identity, { contentType });
    this.#keep(key, { identity });
  }

  /** Null when there is no such file. */
  async get(key: string): Promise<Content | null> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      // Used last, so dropped last.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    try {
      const identity = Buffer.from(await new Response(await this.#blobs.get(key)).arrayBuffer());
      return this.#keep(key, { identity });
    } catch (error) {
      if (error instanceof BlobNotFound) return null;
      throw error;
    }
  }

  #keep(key: string, content: Content): Content {
    this.#bytes += content.identity.length - (this.#kept.get(key)?.identity.length ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, content);
    for (const [oldest, { identity }] of this.#kept) {
      if (this.#bytes <= MEMORY_BYTES || oldest === key) break;
      this.#kept.delete(oldest);
      this.#bytes -= identity.length;
    }
    return content;
  }
}

/** The best encoding that a client accepts. */
export function encodingFor(accepted: string | undefined, size: number): Encoding {
  if (size < SMALL_BYTES) return 'identity';
  const names = (accepted ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}

/** The content in an encoding, made once. */
export async function encoded(content: Content, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br')
    content.br ??= await promisify(brotliCompress)(content.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  if (encoding === 'gzip') content.gzip ??= await promisify(gzip)(content.identity);
  return content[encoding] ?? content.identity;
}
