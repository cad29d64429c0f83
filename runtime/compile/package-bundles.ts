import type { PackageBundle, PackageEntry } from '../npm/bundle.ts';
import { packageOf } from '../packages/catalogue.ts';
import type { Libraries } from './libraries.ts';

// Packages that an administrator allowed: their modules are modules of the app that imports them, so that they are loaded, named and published
// as its own files are.

const MODULE = '$package/';
const SHEET = '$package-sheet/';
const ADDRESS = '$package-address/';

/** What an import of an allowed package leads to: the key of its module, or of an empty one for a style sheet; null for all else. */
export function bundledKey(specifier: string, libraries: Libraries): string | null {
  const bundle = bundleOf(specifier, libraries);
  if (bundle === undefined) return null;
  const entry = entryAt(bundle, specifier);
  if (entry !== null) return `${MODULE}${bundle.name}/${entry.file}`;
  // `pkg/worker.mjs?url`: the address that a bundler would give the file. It leads nowhere, see `MAIN_THREAD`.
  if (/\?(?:worker&)?url$/.test(specifier)) return ADDRESS + specifier.replace(/\?.*$/, '');
  return Object.hasOwn(bundle.sheets, specifier) ? SHEET + specifier : null;
}

/** Why an import of an allowed package leads nowhere; null for other packages. */
export function whyNotBundled(specifier: string, libraries: Libraries): string | null {
  const bundle = bundleOf(specifier, libraries);
  if (bundle === undefined) return null;
  const withheld = variants(specifier).find((one) => Object.hasOwn(bundle.withheld, one));
  if (withheld !== undefined) return `"${specifier}" cannot be used in a browser: ${bundle.withheld[withheld]}`;
  const known = [...Object.keys(bundle.entries), ...Object.keys(bundle.sheets)];
  const some = known.length > MAX_NAMED ? `${known.slice(0, MAX_NAMED).join(', ')} and more` : known.join(', ');
  return `${bundle.name} ${bundle.version} has no "${specifier}". It has ${some}.`;
}
const MAX_NAMED = 12;

/** The files of the entries of all allowed packages. */
export function bundledFiles({ allowed }: Libraries): readonly string[] {
  return [...(allowed?.values() ?? [])].flatMap(({ name, entries }) => Object.values(entries).map(({ file }) => `${name}/${file}`));
}

export function isBundled(key: string): boolean {
  return key.startsWith(MODULE);
}

/** The entry of an allowed package that an import names; null for other imports. */
export function bundledEntry(specifier: string, libraries: Libraries): PackageEntry | null {
  const bundle = bundleOf(specifier, libraries);
  return bundle === undefined ? null : entryAt(bundle, specifier);
}

/** The code of a module at a key; null for other keys. */
export function bundledText(key: string, libraries: Libraries): string | null {
  if (key.startsWith(SHEET)) return '';
  if (key.startsWith(ADDRESS)) return `export default ${JSON.stringify(key.slice(ADDRESS.length))};\n`;
  if (!isBundled(key)) return null;
  return bundleAt(key, libraries)?.modules[key.slice(key.lastIndexOf('/') + 1)] ?? '';
}

/** The key of what a module of a package imports from another file of it. */
export function besideBundled(key: string, specifier: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1) + specifier.replace(/^\.\//, '');
}

/** Whether a module has no effect unless something of it is used. */
export function isPureBundled(key: string, libraries: Libraries): boolean {
  return bundleAt(key, libraries)?.isPure === true;
}

/** The style sheets of allowed packages among the modules of an app, by their keys. */
export function bundledSheets(keys: Iterable<string>, libraries: Libraries): string {
  const texts = new Set<string>();
  for (const key of keys) {
    if (isBundled(key)) texts.add(bundleAt(key, libraries)?.css ?? '');
    if (key.startsWith(SHEET)) texts.add(bundleOf(key.slice(SHEET.length), libraries)?.sheets[key.slice(SHEET.length)] ?? '');
  }
  return [...texts].filter(Boolean).join('\n');
}

/** The licences of allowed packages among the modules of an app, by their keys. */
export function bundledNotices(keys: Iterable<string>, libraries: Libraries): string {
  const texts = new Set<string>();
  for (const key of keys) {
    const bundle = isBundled(key)
      ? bundleAt(key, libraries)
      : key.startsWith(SHEET)
        ? bundleOf(key.slice(SHEET.length), libraries)
        : undefined;
    if (bundle !== undefined) texts.add(bundle.notices);
  }
  return [...texts].join('\n');
}

/** The name and the exact version of the package of a key; null for other keys. */
export function packageAt(key: string, libraries: Libraries): Pick<PackageBundle, 'name' | 'version'> | null {
  if (isBundled(key)) return bundleAt(key, libraries) ?? null;
  return key.startsWith(SHEET) ? (bundleOf(key.slice(SHEET.length), libraries) ?? null) : null;
}

function bundleOf(specifier: string, { allowed }: Libraries): PackageBundle | undefined {
  return allowed?.get(packageOf(specifier));
}

function bundleAt(key: string, { allowed }: Libraries): PackageBundle | undefined {
  return allowed?.get(key.slice(MODULE.length, key.lastIndexOf('/')));
}

function entryAt({ entries }: PackageBundle, specifier: string): PackageEntry | null {
  const found = variants(specifier).find((one) => Object.hasOwn(entries, one));
  return found === undefined ? null : (entries[found] ?? null);
}

/** A file may be imported with or without its extension, a folder by its index. */
function variants(specifier: string): readonly string[] {
  const plain = specifier.replace(/\.[cm]?jsx?$/, '');
  return [specifier, plain, plain.replace(/\/index$/, ''), `${specifier}.js`];
}
