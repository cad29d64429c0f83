import { createHash } from 'node:crypto';

/** A content hash of 120 bits, safe in URLs and file names. */
export function hashOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  // Length prefixes distinguish ("ab", "c") from ("a", "bc").
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url').slice(0, 20);
}
