import { type Collection, storeTime } from '@sayso/core';
import type { z } from 'zod';
import type { keptAppDocument } from './state.ts';

const MAX_KNOWN = 10_000;

/** The apps with a trash or a history, which a sweep visits: partitioned collections do not list their partitions. */
export class KeptApps {
  readonly #apps: Collection<z.infer<typeof keptAppDocument>>;
  readonly #known = new Set<string>();

  constructor(apps: Collection<z.infer<typeof keptAppDocument>>) {
    this.#apps = apps;
  }

  async register(appId: string): Promise<void> {
    if (this.#known.has(appId)) return;
    await this.#apps.updateOne({ _id: appId }, { $setOnInsert: { since: storeTime() } }, { upsert: true });
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.add(appId);
  }

  async *all(): AsyncGenerator<string> {
    for await (const { _id } of this.#apps.stream({})) yield _id;
  }

  async remove(appId: string): Promise<void> {
    this.#known.delete(appId);
    await this.#apps.deleteOne({ _id: appId });
  }
}
