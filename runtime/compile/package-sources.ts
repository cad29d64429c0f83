import { LRUCache } from 'lru-cache';
import type { PackageBundle } from '../npm/bundle.ts';
import type { AppSources } from '../ref.ts';

// Bundles of packages travel to the compiler processes with the files of the app, at paths that no app has: so an edit transfers neither again.

const PREFIX = '\0package/';
const LATE = '\0late/';

/** The sources with the bundles of packages, as JSON by name. `late`: why those are not here that are to be fetched, by name. */
export function withBundles(
  sources: AppSources,
  bundles: ReadonlyMap<string, string>,
  late: ReadonlyMap<string, string> = new Map(),
): AppSources {
  if (bundles.size + late.size === 0) return sources;
  const added = [...[...bundles].map(([name, text]) => [PREFIX + name, text]), ...[...late].map(([name, why]) => [LATE + name, why])];
  return { ...sources, files: { ...sources.files, ...Object.fromEntries(added) } };
}

export interface SplitSources {
  readonly sources: AppSources;
  readonly allowed: ReadonlyMap<string, PackageBundle>;
  readonly late: ReadonlyMap<string, string>;
}

/** The files of the app, and the bundles of packages. */
export function splitBundles(given: AppSources): SplitSources {
  const entries = Object.entries(given.files);
  const below = (prefix: string) =>
    entries.flatMap(([path, text]) => (path.startsWith(prefix) ? [[path.slice(prefix.length), text] as const] : []));
  const allowed = new Map(below(PREFIX).map(([name, text]) => [name, parsed(text)]));
  const late = new Map(below(LATE));
  if (allowed.size + late.size === 0) return { sources: given, allowed, late };
  const files = Object.fromEntries(entries.filter(([path]) => !path.startsWith('\0')));
  return { sources: { ...given, files }, allowed, late };
}

const MAX_CHARACTERS = 40_000_000;
const bundles = new LRUCache<string, PackageBundle>({ maxSize: MAX_CHARACTERS, sizeCalculation: (_bundle, text) => text.length + 1 });

function parsed(text: string): PackageBundle {
  const bundle = bundles.get(text) ?? (JSON.parse(text) as PackageBundle);
  bundles.set(text, bundle);
  return bundle;
}
