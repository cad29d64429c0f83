import { distance } from 'fastest-levenshtein';

/** Largest edit distance of a typo. */
const MAX_DISTANCE = 2;
/** Shorter environment variables are not checked: unrelated short names are within the edit distance. */
const SHORTEST_IN_ENVIRONMENT = 8;

/** The setting that a misspelled key of a `.env` file probably means, by edit distance; undefined when none is close. */
export function nearest(key: string, known: readonly string[]): string | undefined {
  const [near] = known.map((name) => [name, distance(name, key)] as const).sort(([, a], [, b]) => a - b);
  return near && near[1] <= MAX_DISTANCE ? near[0] : sameFamily(key, known);
}

/**
 * The same for an environment variable. Most are unrelated to Sayso, so it considers long names with an underscore only: typos of a
 * setting, and names that share the prefix of a single URL setting (`MONGODB_HOST` and `MONGODB_URI`).
 */
export function nearestInEnvironment(key: string, known: readonly string[]): string | undefined {
  if (!/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(key) || key.length < SHORTEST_IN_ENVIRONMENT) return undefined;
  return nearest(key, known);
}

function sameFamily(key: string, known: readonly string[]): string | undefined {
  const [family = ''] = key.split('_');
  const members = known.filter((name) => name.startsWith(`${family}_`));
  const [only] = members;
  return members.length === 1 && only !== undefined && /_UR[IL]$/.test(only) && key.includes('_') ? only : undefined;
}
