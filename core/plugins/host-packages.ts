import { readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Singletons: plugins and host must share one copy, because `instanceof` recognizes errors, schemas and graph types. */
const SINGLE = ['@sayso/core', 'graphql', 'zod'] as const;

/** The packages of the bundled plugins, from `sayso.plugins` of the root package.json. */
export function listedPlugins(): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { sayso?: { plugins?: string[] } };
  return manifest.sayso?.plugins ?? [];
}

/** The host's folder of each package that the host provides to installed plugins: singletons, and bundled plugins (for their refs). */
export function hostPackages(): ReadonlyMap<string, string> {
  const folders = [...SINGLE, ...listedPlugins()].map((name) => [name, folderOf(name, import.meta.url)] as const);
  return new Map(folders.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** A second copy of a singleton package. */
export interface SecondCopy {
  readonly name: string;
  readonly folder: string;
}

/** Singletons that a module at `base` would not import from the host. */
export function secondCopies(base: string): SecondCopy[] {
  return SINGLE.flatMap((name) => {
    const folder = folderOf(name, base);
    return folder === null || folder === folderOf(name, import.meta.url) ? [] : [{ name, folder }];
  });
}

/** The real path of a package as resolved from a module at `base`; null when it cannot be resolved. */
function folderOf(name: string, base: string): string | null {
  try {
    const manifest = findPackageJSON(name, base);
    return manifest === undefined ? null : realpathSync(dirname(manifest));
  } catch (error) {
    if (/^(ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ENOENT)$/.test((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
