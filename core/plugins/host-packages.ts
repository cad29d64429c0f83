import { readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Of these a plugin and its host share one copy: errors, schemas and graph types are recognized by their class. */
const SINGLE = ['@sayso/core', 'graphql', 'zod'] as const;

/** The packages of the plugins that come along, from `sayso.plugins` of the root package.json. */
export function listedPlugins(): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { sayso?: { plugins?: string[] } };
  return manifest.sayso?.plugins ?? [];
}

/** The host's folder of each package that an operator's plugin takes from the host: the single ones, and plugins with a `ref` to need. */
export function hostPackages(): ReadonlyMap<string, string> {
  const folders = [...SINGLE, ...listedPlugins()].map((name) => [name, folderOf(name, import.meta.url)] as const);
  return new Map(folders.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Another copy than the host's, of a package of which there must be one. */
export interface SecondCopy {
  readonly name: string;
  readonly folder: string;
}

/** What a module at `base` would import instead of the host's copy. */
export function secondCopies(base: string): SecondCopy[] {
  return SINGLE.flatMap((name) => {
    const folder = folderOf(name, base);
    return folder === null || folder === folderOf(name, import.meta.url) ? [] : [{ name, folder }];
  });
}

/** Where a package is for a module at `base`, without links; null when there is none. */
function folderOf(name: string, base: string): string | null {
  try {
    const manifest = findPackageJSON(name, base);
    return manifest === undefined ? null : realpathSync(dirname(manifest));
  } catch (error) {
    if (/^(ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ENOENT)$/.test((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
