import { newId } from '@sayso/core';
import type { PackagesContext } from '../config.ts';
import type { PackageWait } from '../ref.ts';

/** Age of a wait whose process did not say that it ended. */
const FORGET_MS = 60_000;

/** The packages that compiles of apps wait for, in all processes: each says when it begins and when it ends. */
export class Waits {
  readonly #context: Pick<PackagesContext, 'emit'>;
  /** By the ids of the waits. */
  readonly #known = new Map<string, PackageWait & { readonly at: number }>();

  constructor(context: Pick<PackagesContext, 'emit'>) {
    this.#context = context;
  }

  async during(wait: Omit<PackageWait, 'id'>, run: () => Promise<void>): Promise<void> {
    const id = newId();
    await this.#say({ ...wait, id });
    try {
      await run();
    } finally {
      await this.#say({ ...wait, id, names: [] });
    }
  }

  async #say(wait: PackageWait): Promise<void> {
    this.note(wait);
    await this.#context.emit('packages.waits', wait);
  }

  /** The event. */
  note(wait: PackageWait): void {
    if (wait.names.length === 0) this.#known.delete(wait.id);
    else this.#known.set(wait.id, { ...wait, at: performance.now() });
  }

  /** What compiles of an app wait for now. */
  of(appId: string): readonly string[] {
    const since = performance.now() - FORGET_MS;
    for (const [id, { at }] of this.#known) if (at < since) this.#known.delete(id);
    return [...new Set([...this.#known.values()].flatMap((wait) => (wait.appId === appId ? wait.names : [])))];
  }
}
