import { BlobNotFound } from '@sayso/core';
import type { AllowedPackage, BundleEdition, PackageBundle, SharedPackage } from '@sayso/runtime/ref';
import { LRUCache } from 'lru-cache';
import type { BundledDocument } from '../collections.ts';
import type { PackagesContext } from '../config.ts';

const MAX_CHARACTERS = 60_000_000;
const STALE_MS = 5000;

interface Shelved extends AllowedPackage {
  readonly bundled: BundledDocument;
}

/** The packages that apps can import, in memory; their bundles are in the blobs, so that every node has them. */
export class Library {
  readonly #context: PackagesContext;
  #shelved: ReadonlyMap<string, Shelved> = new Map();
  readonly #texts = new LRUCache<string, string>({ maxSize: MAX_CHARACTERS, sizeCalculation: (text) => text.length + 1 });

  constructor(context: PackagesContext) {
    this.#context = context;
  }

  /** Reads the list again from time to time, should this process miss the event of a change. */
  refresh(): void {
    const timer = setInterval(() => {
      this.load().catch((err: unknown) => this.#context.log.warn({ err }, 'The list of npm packages was not read again'));
    }, STALE_MS);
    this.#context.onClose(() => clearInterval(timer.unref()));
  }

  /** Reads the list again. */
  async load(): Promise<void> {
    const found = await this.#context.collections.packages.find({ bundled: { $ne: null } }, { sort: { _id: 1 } });
    this.#shelved = new Map(
      found.flatMap(({ _id: name, bundled }) =>
        bundled === null ? [] : [[name, { name, version: bundled.version, uses: bundled.uses, bundled }] as const],
      ),
    );
  }

  list(): readonly Shelved[] {
    return [...this.#shelved.values()];
  }

  version(name: string): string | null {
    return this.#shelved.get(name)?.bundled.version ?? null;
  }

  bundle(name: string, edition: BundleEdition): Promise<string | null> {
    return this.#text(name, edition);
  }

  async notices(): Promise<string> {
    const texts = await Promise.all(this.list().map(({ name }) => this.#text(name, 'notices')));
    return texts.filter((text) => text !== null).join('\n');
  }

  async #text(name: string, edition: BundleEdition | 'notices'): Promise<string | null> {
    const key = this.#shelved.get(name)?.bundled.blobs[edition];
    if (key === undefined) return null;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    try {
      const text = await new Response(await this.#context.blobs.get(key)).text();
      this.#texts.set(key, text);
      return text;
    } catch (error) {
      if (!(error instanceof BlobNotFound)) throw error;
      // Another node replaced or removed it, and its event is on the way.
      await this.load();
      return null;
    }
  }

  /** What other packages can share of those that were allowed before. */
  async shared(names: readonly string[]): Promise<readonly SharedPackage[]> {
    const texts = await Promise.all(names.map((name) => this.bundle(name, 'preview')));
    return texts.flatMap((text) => {
      if (text === null) return [];
      const { name, entries } = JSON.parse(text) as PackageBundle;
      return { name, entries };
    });
  }
}
