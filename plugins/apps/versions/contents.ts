import { createHash } from 'node:crypto';
import { DuplicateKey, storeTime } from '@sayso/core';
import type { VersionDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import type { Files } from '../ref.ts';

export type FileEntry = VersionDocument['files'][number];

const MAX_CACHED_CHARACTERS = 20_000_000;

/** File contents by hash. They are immutable, so the most recently used ones are cached. */
export class Contents {
  readonly #context: AppsContext;
  readonly #cached = new Map<string, string>();
  #characters = 0;

  constructor(context: AppsContext) {
    this.#context = context;
  }

  /** The texts by path. Each hash is looked up once, because caching one text may evict another of the same call. */
  async texts(entries: readonly FileEntry[]): Promise<Files> {
    const found = new Map<string, string>();
    const missing = new Set<string>();
    for (const { hash } of entries) {
      const text = this.#cached.get(hash);
      if (text === undefined) missing.add(hash);
      else found.set(hash, text);
    }
    const stored = missing.size === 0 ? [] : await this.#context.collections.contents.find({ _id: { $in: [...missing] } });
    for (const { _id, text } of stored) found.set(_id, text);
    for (const [hash, text] of found) this.#cache(hash, text);
    return Object.fromEntries(
      entries.map(({ path, hash }) => {
        const text = found.get(hash);
        if (text === undefined) throw new Error(`The content ${hash} of ${path} is missing.`);
        return [path, text] as const;
      }),
    );
  }

  async keep(texts: readonly string[]): Promise<void> {
    const usedAt = storeTime();
    await Promise.all(
      texts.map(async (text) => {
        const hash = hashOf(text);
        const change = { $set: { usedAt }, $setOnInsert: { text } };
        const write = () => this.#context.collections.contents.updateOne({ _id: hash }, change, { upsert: true });
        // Concurrent inserts of the same text: the retry finds it.
        await write().catch((error: unknown) => (error instanceof DuplicateKey ? write() : Promise.reject(error)));
        this.#cache(hash, text);
      }),
    );
  }

  #cache(hash: string, text: string): void {
    if (!this.#cached.delete(hash)) this.#characters += text.length;
    this.#cached.set(hash, text);
    for (const [oldest, { length }] of this.#cached) {
      if (this.#characters <= MAX_CACHED_CHARACTERS) break;
      this.#cached.delete(oldest);
      this.#characters -= length;
    }
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
