import { DuplicateKey } from '@sayso/core';
import type { AppsContext } from '../config.ts';
import { SlugTaken } from '../errors.ts';

/**
 * Which app owns an address, from its first publication on and permanently, even after the app has moved or was deleted: browsers keep data
 * by origin, log-ins included, which no other app may read.
 */
export class Addresses {
  readonly #context: AppsContext;

  constructor(context: AppsContext) {
    this.#context = context;
  }

  /** Whether the app may take this address: no other app was ever published at it. */
  async isOpenTo(appId: string, slug: string): Promise<boolean> {
    const given = await this.#context.collections.addresses.findOne({ _id: slug });
    return given === null || given.appId === appId;
  }

  /** Assigns the address to the app before it is served there; true if it was free. Throws `SlugTaken`. */
  async give(appId: string, slug: string): Promise<boolean> {
    try {
      await this.#context.collections.addresses.insertOne({ _id: slug, appId });
      return true;
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      if (!(await this.isOpenTo(appId, slug))) throw new SlugTaken(slug);
      return false;
    }
  }

  /** Releases an address that was never served. */
  async leave(appId: string, slug: string): Promise<void> {
    await this.#context.collections.addresses.deleteOne({ _id: slug, appId });
  }
}
