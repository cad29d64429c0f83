import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The installation's secret: the given one, else the one kept in `directory`, made at the first start. */
export function installationSecret(given: string | undefined, directory: string): string {
  if (given !== undefined) return given;
  const file = join(directory, 'secret');
  mkdirSync(directory, { recursive: true });
  try {
    // Two first starts may race: `wx` lets one write, the other reads.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** Keys for single purposes, 32 bytes each, so that one leaked key opens nothing else. */
export function keyDerivation(secret: string): (purpose: string) => Uint8Array {
  return (purpose) => new Uint8Array(hkdfSync('sha256', secret, 'sayso', purpose, 32));
}
