import type { AppsApi } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';

/** The accounts that rows of a file may belong to. */
export interface Creators {
  /** Null for creators who are none of the people of the app. */
  of(written: string): string | null;
}

/**
 * The people of the app, whom the importer knows, by their ids and addresses: a file must not tell whether others have an account. An address
 * counts once it is verified, or an account that signs up with it would own the rows.
 */
export async function creatorsOf({ access }: Pick<AppsApi, 'access'>, actor: Actor, appId: string): Promise<Creators> {
  const own = actor.kind === 'anonymous' ? null : actor.id;
  const accounts = new Map<string, string>();
  for (const { user } of await access.people(actor, appId)) {
    accounts.set(user.id, user.id);
    if (user.emailVerified || user.id === own) accounts.set(user.email.toLowerCase(), user.id);
  }
  return { of: (written) => accounts.get(written) ?? accounts.get(written.toLowerCase()) ?? null };
}
