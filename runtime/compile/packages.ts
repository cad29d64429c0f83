import { readFileSync } from 'node:fs';
import { packageModule, packageOf } from '../packages/catalogue.ts';
import { PACKAGES } from './allowed.ts';
import { DIST, type Libraries } from './libraries.ts';
import { bundledEntry } from './package-bundles.ts';

// Imports of npm packages: what they lead to, and the modules that are made for some of them.

/** A library by its import specifier, or a module that is made for the app, by its key. */
export type PackageTarget = { readonly kind: 'library'; readonly specifier: string } | { readonly kind: 'generated'; readonly key: string };

const MEMBER = '$member/';
const SHEET = '$sheet/';
const MISSING = '$missing/';

/** Null for a package that is not built in. */
export function packageTarget(specifier: string, libraries: Libraries): PackageTarget | null {
  const isBuilt = (name: string) => isPackage(name, libraries);
  const found = packageModule(specifier, isBuilt);
  if (found?.kind === 'library') return found;
  if (found?.kind === 'sheet') return { kind: 'generated', key: SHEET + found.sheet };
  if (found === null || !isBuilt(found.from) || !exportedBy(found.from, libraries).includes(found.name)) return null;
  return { kind: 'generated', key: `${MEMBER}${found.from}/${found.name}` };
}

export function isPackage(specifier: string, { onDemand }: Libraries): boolean {
  return Object.hasOwn(PACKAGES, specifier) || Object.hasOwn(onDemand, specifier);
}

/** Why a package that is fetched when an app imports it is not here; null for others. */
export function whyLate(specifier: string, { late }: Libraries): string | null {
  const name = packageOf(specifier);
  const why = late?.get(name);
  return why === undefined ? null : `The package "${name}" cannot be imported yet. ${why}`;
}

const namesOnDemand = new Map<string, readonly string[]>();

/** The names that a library exports. */
export function exportedBy(specifier: string, libraries: Libraries): readonly string[] {
  const { exports, onDemand } = libraries;
  const entry = bundledEntry(specifier, libraries);
  if (entry !== null && !isPackage(specifier, libraries)) return entry.exports;
  const file = Object.hasOwn(onDemand, specifier) ? onDemand[specifier]?.names : undefined;
  if (file === undefined) return (Object.hasOwn(exports, specifier) ? exports[specifier] : undefined) ?? [];
  const known = namesOnDemand.get(file) ?? (JSON.parse(readFileSync(new URL(`names/${file}`, DIST), 'utf8')) as readonly string[]);
  namesOnDemand.set(file, known);
  return known;
}

/** The module that gives a file what it imports from a package and the package lacks; null when it lacks nothing. */
export function moduleForMissing(specifier: string, names: readonly string[], libraries: Libraries): string | null {
  const exported = exportedBy(specifier, libraries);
  const missing = [...new Set(names)].filter((name) => name !== '*' && !exported.includes(name)).sort();
  return missing.length === 0 ? null : `${MISSING}${specifier}/${missing.join(',')}`;
}

/** What a generated module of that kind stands in for. */
export function missingIn(key: string): { readonly specifier: string; readonly names: readonly string[] } | null {
  return key.startsWith(MISSING) ? { specifier: folderOf(key).slice(MISSING.length), names: lastPart(key).split(',') } : null;
}

const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));
const lastPart = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** The text of a module that is made for an import of a package; null for other keys. */
export function packageModuleText(key: string, libraries: Libraries): string | null {
  if (key.startsWith(SHEET)) return '';
  if (key.startsWith(MEMBER)) {
    const name = lastPart(key);
    return `export { ${name}, ${name} as default } from ${JSON.stringify(folderOf(key).slice(MEMBER.length))};\n`;
  }
  const missing = missingIn(key);
  return missing === null ? null : missingModule(missing.specifier, missing.names, libraries);
}

/** Packages of icons: an unknown one is drawn as a neutral one. */
const ICONS = /^(?:lucide-react$|react-icons\/|@heroicons\/)/;

function missingModule(specifier: string, names: readonly string[], libraries: Libraries): string {
  const from = JSON.stringify(specifier);
  const hasDefault = exportedBy(specifier, libraries).includes('default');
  const isCommonJs = bundledEntry(specifier, libraries)?.isCommonJs === true;
  const lines = names.map((name, index) => {
    if (name === 'default') return `import * as $all from ${from};\nexport default $all;`;
    // Names of a CommonJS module are known when it has run.
    if (isCommonJs)
      return `import $whole${index} from ${from};\nconst $${index} = $whole${index}?.${name};\nexport { $${index} as ${name} };`;
    if (ICONS.test(specifier)) return `export { Circle as ${name} } from "lucide-react";`;
    // A component draws nothing; a function fails when it is called, in the component that calls it.
    const text = JSON.stringify(`${specifier} does not export ${name}.`);
    return /^[A-Z]/.test(name)
      ? `export function ${name}() { return null; }`
      : `export function ${name}() { throw new TypeError(${text}); }`;
  });
  return `export * from ${from};\n${hasDefault ? `export { default } from ${from};\n` : ''}${lines.join('\n')}\n`;
}

/** The style sheets of packages among the modules of an app, by their keys. */
export function packageSheets(keys: Iterable<string>, { sheets }: Libraries): string {
  const files = [...keys].flatMap((key) => (key.startsWith(SHEET) ? (sheets[key.slice(SHEET.length)] ?? []) : []));
  return files.map(sheetText).join('\n');
}

const sheetTexts = new Map<string, string>();

function sheetText(file: string): string {
  const text = sheetTexts.get(file) ?? readFileSync(new URL(`sheets/${file}`, DIST), 'utf8');
  sheetTexts.set(file, text);
  return text;
}
