import { readFile } from 'node:fs/promises';
import { DIST } from '../compile/libraries.ts';
import type { Content } from './content.ts';

const kept = new Map<string, Promise<Content | null>>();

/** A built library with its compressed editions, kept in memory; null when there is none of that name. */
export function libraryFile(name: string): Promise<Content | null> {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const content = read(name);
  // Misses are not cached: a client could request any number of names.
  kept.set(name, content);
  void content.then((found) => found === null && kept.delete(name));
  return content;
}

async function read(name: string): Promise<Content | null> {
  if (!/^[\w-]+\.(?:js|woff2)$/.test(name) && name !== 'licenses.txt') return null;
  const [identity, br, gzip] = await Promise.all(['', '.br', '.gz'].map((suffix) => edition(`lib/${name}${suffix}`)));
  // Packages that few apps load have no compressed editions yet.
  return identity == null ? null : { identity, ...(br && { br }), ...(gzip && { gzip }) };
}

async function edition(path: string): Promise<Buffer | null> {
  try {
    return await readFile(new URL(path, DIST));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
