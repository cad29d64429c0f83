import { storeNow } from '@sayso/core';
import { LastOwner } from '../errors.ts';
import type { AppBuilder, BuilderRole } from '../ref.ts';

/** As long as tokens that were issued under an earlier role can be in use, in ms. */
const REMEMBERED_MS = 60 * 60_000;

/** Who builds an app. There is always an owner. */
export interface People {
  readonly ownerId: string;
  readonly builders: readonly AppBuilder[];
}

/** Gives an account a role, or none. When the owner gives up the app, another one takes their place. Throws `LastOwner` without one. */
export function withRole(people: People, accountId: string, role: BuilderRole | 'none'): People {
  if (accountId === people.ownerId && role === 'own') return people;
  const now = storeNow();
  const isKept = (one: AppBuilder): boolean => one.role !== 'none' || now - Date.parse(one.since) < REMEMBERED_MS;
  const others = people.builders.filter((one) => one.accountId !== accountId && isKept(one));
  const changed: AppBuilder = { accountId, role, since: new Date(now).toISOString() };
  if (accountId !== people.ownerId) return { ownerId: people.ownerId, builders: [...others, changed] };
  const heir = others.find((one) => one.role === 'own');
  if (heir === undefined) throw new LastOwner();
  return { ownerId: heir.accountId, builders: [...others.filter((one) => one !== heir), changed] };
}

/** How many people build it besides the owner. */
export function countOf({ builders }: People): number {
  return builders.filter(({ role }) => role !== 'none').length;
}
