import { distance } from 'fastest-levenshtein';

/** In a `.env` file every key is meant for Sayso. */
const NEAR = 2;
/** Short names differ by little from names that mean something else. */
const SHORTEST_IN_ENVIRONMENT = 8;

/** The setting that a key of a `.env` file was meant to be; undefined when none is near. */
export function nearest(key: string, known: readonly string[]): string | undefined {
  const [near] = known.map((name) => [name, distance(name, key)] as const).sort(([, a], [, b]) => a - b);
  return near && near[1] <= NEAR ? near[0] : sameFamily(key, known);
}

/**
 * The same for a variable of the environment, which holds much that is none of ours: only long names that are a slip away from a
 * setting, and those of a family of which Sayso has one setting (`MONGODB_HOST`).
 */
export function meant(key: string, known: readonly string[]): string | undefined {
  if (!/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(key) || key.length < SHORTEST_IN_ENVIRONMENT) return undefined;
  return nearest(key, known);
}

function sameFamily(key: string, known: readonly string[]): string | undefined {
  const [family = ''] = key.split('_');
  const members = known.filter((name) => name.startsWith(`${family}_`));
  const [only] = members;
  return members.length === 1 && only !== undefined && /_UR[IL]$/.test(only) && key.includes('_') ? only : undefined;
}
