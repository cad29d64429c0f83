import { DuplicateKey, storeTime } from '@sayso/core';
import type { AppDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import { SlugTaken } from '../errors.ts';

const MAX_SERVED = 20_000;

/**
 * Which app owns an address, from its first publication on. Once it was served, it does so permanently, even after the app has moved or was
 * deleted: browsers keep data by origin, log-ins included, which no other app may read. An address that was never served is given back.
 */
export class Addresses {
  readonly #context: AppsContext;
  /** Addresses that this process has stored as served. */
  readonly #served = new Set<string>();

  constructor(context: AppsContext) {
    this.#context = context;
  }

  /** Whether the app may take this address: no other app was ever published at it. */
  async isOpenTo(appId: string, slug: string): Promise<boolean> {
    const given = await this.#context.collections.addresses.findOne({ _id: slug });
    return given === null || given.appId === appId;
  }

  /** Assigns the address to the app before it is served there; true if it was free. Throws `SlugTaken`, and the refusals of the owner's limits. */
  async give({ _id: appId, ownerId }: Pick<AppDocument, '_id' | 'ownerId'>, slug: string): Promise<boolean> {
    const { collections, limits } = this.#context;
    const given = await collections.addresses.findOne({ _id: slug });
    if (given !== null) {
      if (given.appId !== appId) throw new SlugTaken(slug);
      return false;
    }
    const existing = () => this.#of(ownerId);
    const taken = await limits.takeAll([
      { key: 'addressesMade', subject: ownerId, amount: 1 },
      { key: 'addresses', subject: ownerId, amount: 1, idempotencyKey: slug, existing },
    ]);
    try {
      await collections.addresses.insertOne({ _id: slug, appId, ownerId, servedAt: null });
      return true;
    } catch (error) {
      await taken.refund();
      if (!(error instanceof DuplicateKey)) throw error;
      if (!(await this.isOpenTo(appId, slug))) throw new SlugTaken(slug);
      return false;
    }
  }

  /** Releases an address unless it was served. */
  async leave({ _id: appId, ownerId }: Pick<AppDocument, '_id' | 'ownerId'>, slug: string): Promise<void> {
    const { collections, limits } = this.#context;
    if ((await collections.addresses.deleteOne({ _id: slug, appId, servedAt: null, ownerId: { $exists: true } })) === 0) return;
    await limits.release('addresses', ownerId, 1, { idempotencyKey: slug });
  }

  /** Releases the addresses of a deleted app that were never served, and the one that it had chosen, for other apps. */
  async giveBack(app: AppDocument): Promise<void> {
    const { addresses, apps } = this.#context.collections;
    for (const { _id: slug } of await addresses.find({ appId: app._id, servedAt: null })) await this.leave(app, slug);
    if ((await addresses.findOne({ _id: app.slug, appId: app._id })) !== null) return;
    const deleted = { _id: app._id, slug: app.slug, deletedAt: { $ne: null } };
    await apps.updateOne(deleted, { $set: { slug: app._id, slugBefore: app.slug } });
  }

  /** Notes that browsers have opened the address. */
  async served(slug: string): Promise<void> {
    if (this.#served.has(slug)) return;
    await this.#context.collections.addresses.updateOne({ _id: slug, servedAt: null }, { $set: { servedAt: storeTime() } });
    if (this.#served.size >= MAX_SERVED) this.#served.clear();
    this.#served.add(slug);
  }

  /** The addresses of an account. Documents of earlier releases name the app alone. */
  async #of(ownerId: string): Promise<string[]> {
    const { addresses, apps } = this.#context.collections;
    const own = await apps.find({ ownerId }, { projection: { _id: 1 } });
    const earlier = { appId: { $in: own.map(({ _id }) => _id) }, ownerId: { $exists: false } };
    const found = await addresses.find({ $or: [{ ownerId }, earlier] }, { projection: { _id: 1 } });
    return found.map(({ _id }) => _id);
  }
}
