// Finds the bundle of the server that `scripts/bundle.ts` builds. Plain JavaScript: it runs before Node's type stripper is loaded.
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the bundles are, below the root of the repository, and the file there that names the current one. */
export const BUNDLES = join('.cache', 'server');
export const CURRENT = 'current.json';

/** The folder of the bundle if it is that of the sources as they are now; null when in doubt, so that the sources run. */
export function currentBundle(root) {
  try {
    const file = join(root, BUNDLES, CURRENT);
    const current = JSON.parse(readFileSync(file, 'utf8'));
    // A bundle holds absolute paths.
    if (current.root !== root) return null;
    const state = stateOf(root, current.sources);
    if (state !== current.state) {
      if (digestOf(root, current.sources) !== current.digest) return null;
      remember(file, { ...current, state });
    }
    return join(root, BUNDLES, current.folder);
  } catch {
    return null;
  }
}

/** Spares the next start the digest after a change of times only, as by a copy or an image of a container. */
function remember(file, current) {
  try {
    writeFileSync(file, JSON.stringify(current));
  } catch {
    // On a read-only file system each start compares digests.
  }
}

/** Size, times and inode of each file. A program can set the time of modification, but not the time of change. */
export function stateOf(root, paths) {
  let lines = '';
  for (const path of paths) {
    const { size, mtimeMs, ctimeMs, ino } = lstatSync(join(root, path));
    lines += `${size} ${mtimeMs} ${ctimeMs} ${ino}\n`;
  }
  return lines;
}

export function digestOf(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}
