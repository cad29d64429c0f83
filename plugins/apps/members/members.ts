import { DuplicateKey, InvalidInput, storeTime } from '@sayso/core';
import type { MemberDocument } from '../collections.ts';
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

  /** Null for an account that is no user of the app. */
  find(appId: string, accountId: string): Promise<MemberDocument | null> {
    return this.#context.collections.members.findOne({ _id: idOf(appId, accountId) });
  }

  /** Keeps what an admin of the app says about a person; undefined removes a field. */
  async give(appId: string, accountId: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const entries = Object.entries(fields);
    if (entries.length === 0) return;
    const of = (isWanted: (value: unknown) => boolean, valueFor: (value: unknown) => unknown) =>
      Object.fromEntries(entries.filter(([, value]) => isWanted(value)).map(([name, value]) => [`given.${name}`, valueFor(value)]));
    const set = of(isGiven, (value) => value);
    const unset = of(
      (value) => !isGiven(value),
      () => '',
    );
    await this.#context.collections.members.updateOne(
      { _id: idOf(appId, accountId) },
      { ...(Object.keys(set).length > 0 ? { $set: set } : {}), ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) },
    );
  }

  /** False for an account that is no user of the app. */
  async setRole(appId: string, accountId: string, role: string): Promise<boolean> {
    return (await this.#context.collections.members.updateOne({ _id: idOf(appId, accountId) }, { $set: { role } })) > 0;
  }

  /** The accounts whose role was another. */
  async changeRole(appId: string, from: string, to: string): Promise<string[]> {
    const { members } = this.#context.collections;
    const found = await members.find({ appId, role: from }, { projection: { accountId: 1 } });
    await members.updateMany({ appId, role: from }, { $set: { role: to } });
    return found.map(({ accountId }) => accountId);
  }

  async roles(appId: string): Promise<string[]> {
    const found = await this.#context.collections.members.distinct('role', { appId });
    return found.filter((role) => typeof role === 'string').sort();
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

  /** The users of an app, last joined first; `ids` selects some. */
  async of(appId: string, most: number, ids?: readonly string[]): Promise<MemberDocument[]> {
    const filter = ids === undefined ? { appId } : { _id: { $in: ids.map((id) => idOf(appId, id)) } };
    return this.#context.collections.members.find(filter, { sort: { joinedAt: -1 }, limit: most });
  }

  /** The ids of the apps that the account is a user of, last joined first, at most 100. */
  async appsOf(accountId: string): Promise<string[]> {
    const found = await this.#context.collections.members.find({ accountId }, { sort: { joinedAt: -1 }, limit: 100 });
    return found.map(({ appId }) => appId);
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const idOf = (appId: string, accountId: string): string => `${appId}/${accountId}`;

/** Also of scripts that write vowels as marks. */
const ROLE = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _-]{0,38}[\p{L}\p{M}\p{N}])?$/u;

/** The name of a role; throws `InvalidInput` for one that is none. */
export function roleName(given: string): string {
  const name = given.trim().normalize();
  if (!ROLE.test(name))
    throw new InvalidInput(`"${given.slice(0, 60)}" is no name of a role. Use at most 40 letters, digits, spaces, "-" and "_".`);
  return name;
}
