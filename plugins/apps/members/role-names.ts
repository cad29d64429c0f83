import { InvalidInput } from '@sayso/core';
import { fieldRulesOf, rolesIn, rulesOf } from '@sayso/core/rules';
import type { EntitySchema } from '../ref.ts';

/** Of everyone who has no other. */
export const USER = 'user';
/** Named by rules of other products; people who build the app have it anyway. */
export const ADMIN = 'admin';
/** Roles that an error names. */
const MAX_LISTED = 30;

/** A role that an app has. Throws `InvalidInput` for another one. */
export function knownRole(role: string, roles: Iterable<string>): string {
  const known = [...new Set([ADMIN, USER, ...roles])].sort();
  if (known.includes(role)) return role;
  const listed = known.slice(0, MAX_LISTED).map((one) => `"${one}"`);
  throw new InvalidInput(`This app has no role "${role.slice(0, 60)}". Its roles are ${listed.join(', ')}.`);
}

/** The tables whose rules name a role, by the role. */
export function tablesByRole(versions: readonly Readonly<Record<string, EntitySchema>>[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const schemas of versions)
    for (const [table, schema] of Object.entries(schemas))
      for (const role of rolesIn([rulesOf(schema), ...Object.values(fieldRulesOf(schema))]))
        found.set(role, (found.get(role) ?? new Set()).add(table));
  return new Map([...found].map(([role, tables]) => [role, [...tables].sort()]));
}
