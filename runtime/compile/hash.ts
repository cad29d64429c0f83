import { createHash } from 'node:crypto';

/** A name for content: 120 bits, safe in addresses and file names. */
export function hashOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  // Lengths keep ("ab", "c") and ("a", "bc") apart.
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url').slice(0, 20);
}
