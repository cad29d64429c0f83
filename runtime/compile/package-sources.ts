import { LRUCache } from 'lru-cache';
import type { PackageBundle } from '../npm/bundle.ts';
import type { AppSources } from '../ref.ts';

// Bundles of packages travel to the compiler processes with the files of the app, at paths that no app has: so an edit transfers neither again.

const PREFIX = '\0package/';

/** The sources with the bundles of packages, as JSON by name. */
export function withBundles(sources: AppSources, bundles: ReadonlyMap<string, string>): AppSources {
  if (bundles.size === 0) return sources;
  return { ...sources, files: { ...sources.files, ...Object.fromEntries([...bundles].map(([name, text]) => [PREFIX + name, text])) } };
}

export interface SplitSources {
  readonly sources: AppSources;
  readonly allowed: ReadonlyMap<string, PackageBundle>;
}

/** The files of the app, and the bundles of packages. */
export function splitBundles(given: AppSources): SplitSources {
  const paths = Object.keys(given.files).filter((path) => path.startsWith(PREFIX));
  if (paths.length === 0) return { sources: given, allowed: new Map() };
  const files = Object.fromEntries(Object.entries(given.files).filter(([path]) => !path.startsWith(PREFIX)));
  const allowed = new Map(paths.map((path) => [path.slice(PREFIX.length), parsed(given.files[path] ?? '')]));
  return { sources: { ...given, files }, allowed };
}

const MAX_CHARACTERS = 40_000_000;
const bundles = new LRUCache<string, PackageBundle>({ maxSize: MAX_CHARACTERS, sizeCalculation: (_bundle, text) => text.length + 1 });

function parsed(text: string): PackageBundle {
  const bundle = bundles.get(text) ?? (JSON.parse(text) as PackageBundle);
  bundles.set(text, bundle);
  return bundle;
}
