import { DuplicateKey, storeTime } from '@sayso/core';
import type { AppsContext } from '../config.ts';

/**
 * The users of an app: accounts that logged in while it accepted sign-ups. They remain users when it closes sign-up; new ones are then
 * rejected.
 */
export class Members {
  readonly #context: AppsContext;

  constructor(context: AppsContext) {
    this.#context = context;
  }

  async has(appId: string, accountId: string): Promise<boolean> {
    return (await this.#context.collections.members.findOne({ _id: idOf(appId, accountId) })) !== null;
  }

  async add(appId: string, accountId: string): Promise<void> {
    const member = { _id: idOf(appId, accountId), appId, accountId, joinedAt: storeTime() };
    await this.#context.collections.members.insertOne(member).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
  }

  async remove(appId: string, accountId: string): Promise<void> {
    await this.#context.collections.members.deleteOne({ _id: idOf(appId, accountId) });
  }

  /** The ids of the users of an app, last joined first; `ids` selects some. */
  async of(appId: string, most: number, ids?: readonly string[]): Promise<string[]> {
    const filter = ids === undefined ? { appId } : { _id: { $in: ids.map((id) => idOf(appId, id)) } };
    const found = await this.#context.collections.members.find(filter, { sort: { joinedAt: -1 }, limit: most });
    return found.map(({ accountId }) => accountId);
  }

  /** The ids of the apps that the account is a user of, last joined first, at most 100. */
  async appsOf(accountId: string): Promise<string[]> {
    const found = await this.#context.collections.members.find({ accountId }, { sort: { joinedAt: -1 }, limit: 100 });
    return found.map(({ appId }) => appId);
  }
}

const idOf = (appId: string, accountId: string): string => `${appId}/${accountId}`;
