import { DuplicateKey } from '@sayso/core';
import type { BundleEdition } from '@sayso/runtime/ref';
import { LRUCache } from 'lru-cache';
import type { UseDocument } from '../collections.ts';
import type { PackagesContext } from '../config.ts';
import type { PackageUse } from '../ref.ts';

const MAX_APPS = 10_000;
const MAX_SHOWN = 100;

/** Which apps were last compiled with which packages. */
export class Uses {
  readonly #context: PackagesContext;
  /** What this process noted last, so that a preview writes only what changed. */
  readonly #noted = new LRUCache<string, string>({ max: MAX_APPS });

  constructor(context: PackagesContext) {
    this.#context = context;
  }

  /** Stores it soon: a compile does not wait for it. */
  note(appId: string, names: readonly string[], edition: BundleEdition): void {
    const key = `${edition} ${appId}`;
    const text = names.join(' ');
    if (this.#noted.get(key) === text) return;
    this.#noted.set(key, text);
    this.#store(appId, names, edition).catch((error: unknown) => {
      this.#noted.delete(key);
      this.#context.log.warn({ err: error, appId }, 'The packages that an app uses were not noted');
    });
  }

  async #store(appId: string, names: readonly string[], edition: BundleEdition): Promise<void> {
    const { uses } = this.#context.collections;
    const known = await uses.findOne({ _id: appId });
    if (known === null && names.length === 0) return;
    if (known !== null) {
      await uses.updateOne({ _id: appId }, { $set: { [edition]: [...names] } });
      return;
    }
    const none: UseDocument = { _id: appId, preview: [], published: [] };
    try {
      await uses.insertOne({ ...none, [edition]: [...names] });
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      await uses.updateOne({ _id: appId }, { $set: { [edition]: [...names] } });
    }
  }

  /** The apps that import a package, which exist; at most 100. */
  async of(name: string): Promise<readonly PackageUse[]> {
    const found = await this.#context.collections.uses.find(
      { $or: [{ preview: name }, { published: name }] },
      { sort: { _id: 1 }, limit: MAX_SHOWN },
    );
    const apps = await Promise.all(
      found.map(async ({ _id: appId, published }) => {
        const app = await this.#context.needs.apps.find(appId);
        if (app === null) return [];
        return { appId, appName: app.name, isPublished: app.published !== null && published.includes(name) };
      }),
    );
    return apps.flat().sort((a, b) => a.appName.localeCompare(b.appName));
  }

  async removeApp(appId: string): Promise<void> {
    await this.#context.collections.uses.deleteOne({ _id: appId });
  }
}
