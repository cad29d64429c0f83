import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The installation's secret: the given one, else the one stored in `directory`, generated at the first start. */
export function installationSecret(given: string | undefined, directory: string): string {
  return given ?? storedSecret(join(directory, FILE));
}

const FILE = 'secret';
/** Of a rotation that has begun: values that it encrypted need this one, so a repetition uses it again. */
const NEXT_FILE = 'secret.next';

/** The secret that takes the place of the stored one: the given one, else a generated one. */
export function nextSecret(given: string | undefined, directory: string): string {
  const file = join(directory, NEXT_FILE);
  if (given !== undefined) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, `${given}\n`, { mode: 0o600 });
  }
  return given ?? storedSecret(file);
}

/** Ends a rotation. `isStored`: the next secret takes the place of the stored one; otherwise the operator sets it. */
export function adoptNextSecret(directory: string, isStored: boolean): void {
  if (isStored) renameSync(join(directory, NEXT_FILE), join(directory, FILE));
  else rmSync(join(directory, NEXT_FILE), { force: true });
}

/** Generated at the first use. */
function storedSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
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
