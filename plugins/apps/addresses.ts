import { DuplicateKey } from '@sayso/core';
import type { AppsContext } from './context.ts';
import { SlugTaken } from './errors.ts';

/**
 * Which app an address belongs to, once it was published there: for ever, after the app has moved or is gone, too. Browsers keep things
 * by address, log-ins among them, which no other app may come to read.
 */
export class Addresses {
  readonly #context: AppsContext;

  constructor(context: AppsContext) {
    this.#context = context;
  }

  /** Whether the app may have this address, as far as others were published there. */
  async isOpenTo(appId: string, slug: string): Promise<boolean> {
    const given = await this.#context.collections.addresses.findOne({ _id: slug });
    return given === null || given.appId === appId;
  }

  /** Assigns the address to the app before it is served there; whether it was free before. Throws `SlugTaken`. */
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
