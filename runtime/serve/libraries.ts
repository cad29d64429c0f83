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
  const edition = (suffix: string) => readFile(new URL(`lib/${name}${suffix}`, DIST));
  try {
    const [identity, br, gzip] = await Promise.all([edition(''), edition('.br'), edition('.gz')]);
    return { identity, br, gzip };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
