import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The installation's secret: the given one, else the one stored in `directory`, generated at the first start. */
export function installationSecret(given: string | undefined, directory: string): string {
  if (given !== undefined) return given;
  const file = join(directory, 'secret');
  mkdirSync(directory, { recursive: true });
  try {
    // Two first starts may race: with `wx` one of them writes, and the other reads.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** Derives a key of 32 bytes per purpose, so that a leaked key does not compromise the others. */
export function keyDerivation(secret: string): (purpose: string) => Uint8Array {
  return (purpose) => new Uint8Array(hkdfSync('sha256', secret, 'sayso', purpose, 32));
}
