import { tableName } from '@sayso/core';
import { isNpmAddress, packageSpecifier } from '../functions/modules.ts';
import { ON_DEMAND, packageOf } from '../packages/catalogue.ts';
import { functionAt, functionPath } from '../ref.ts';
import { absentModule, absentWarning } from './absent.ts';
import { INSTEAD, OTHER_BACK_ENDS, OTHER_NAMES, PACKAGES, SDK_MODULES } from './allowed.ts';
import { isAsset } from './assets.ts';
import { GENERATED } from './generated.ts';
import type { Libraries } from './libraries.ts';
import { ownPath } from './own-path.ts';
import { bundledKey, whyNotBundled } from './package-bundles.ts';
import { packageTarget, whyLate } from './packages.ts';
import { isRouterImport, ROUTER } from './roots.ts';
import { entityNames, type Files, isCode } from './sources.ts';

/** The resolution of an import in generated code. */
export type Target =
  | { readonly kind: 'file'; readonly path: string; readonly warning?: string }
  | { readonly kind: 'entity'; readonly name: string }
  | { readonly kind: 'allEntities' }
  | { readonly kind: 'user' }
  /** A module that is made for the app, by its key. */
  | { readonly kind: 'generated'; readonly key: string; readonly warning?: string }
  | { readonly kind: 'library'; readonly specifier: string; readonly warning?: string }
  | { readonly kind: 'refused'; readonly message: string };

/** An import of the file at `from`; `names` are those that it needs of the module. */
export interface ImportRequest {
  readonly specifier: string;
  readonly from: string;
  readonly names?: readonly string[];
}

/** Resolves an import by name only: it has no file access. */
export function resolveImport({ specifier, from, names = [] }: ImportRequest, files: Files, libraries: Libraries): Target {
  const path = ownPath(specifier, from);
  if (path !== null) return resolveOwn(path, specifier, files, libraries);
  if (specifier.startsWith('.')) return refused(`"${specifier}" leads out of the app.`);
  if (Object.hasOwn(GENERATED, specifier)) return { kind: 'generated', key: GENERATED[specifier] ?? '' };
  if (isRouterImport(specifier, names)) return { kind: 'library', specifier: ROUTER };
  if (Object.hasOwn(OTHER_BACK_ENDS, specifier))
    return {
      kind: 'library',
      specifier,
      warning: `"${specifier}" does not reach its server here: its calls answer that there is no connection. Keep the data in tables, with "@/entities/<Name>".`,
    };
  const name = isNpmAddress(specifier) ? packageSpecifier(specifier) : specifier;
  return (
    packageTarget(name, libraries) ??
    allowedPackage(name, libraries) ??
    absentPackage({ specifier, from, names }, files, libraries) ??
    refused(whyNotBundled(specifier, libraries) ?? whyLate(name, libraries) ?? whyNot(specifier))
  );
}

function allowedPackage(specifier: string, libraries: Libraries): Target | null {
  const key = bundledKey(specifier, libraries);
  return key === null ? null : { kind: 'generated', key };
}

function absentPackage({ specifier, from, names = [] }: ImportRequest, files: Files, libraries: Libraries): Target | null {
  const key = absentModule(specifier, names, from, files);
  if (key === null) return null;
  return { kind: 'generated', key, warning: [whyLate(specifier, libraries), absentWarning(specifier)].filter(Boolean).join(' ') };
}

function resolveOwn(given: string, specifier: string, files: Files, libraries: Libraries): Target {
  return serverFunction(given.replace(/\.(?:tsx?|jsx?|mjs)$/, ''), files) ?? resolveFile(given, specifier, files, libraries);
}

function resolveFile(given: string, specifier: string, files: Files, libraries: Libraries): Target {
  const [asked = '', query = ''] = given.split('?');
  if ((isAsset(asked) && !asked.startsWith('entities/')) || query !== '') return asset(asked, query, { specifier, files });
  const whole = asked.replace(/\/+$/, '').replace(/\.(?:tsx?|jsx?|mjs|json)$/, '');
  // `.` and a slash at the end name a folder, beside which a file may have the same name; `..` names that file first, as in Vite.
  const isFolder = /(?:^|\/)\.?$/.test(specifier.split('?')[0] ?? '');
  const own = ownFile(asked, files, isFolder) ?? ownFile(whole, files, isFolder);
  if (own !== null) return isCode(own) ? { kind: 'file', path: own } : asset(own, '', { specifier, files });
  const path = whole.replace(/(?:^|\/)index$/, '');
  const made = madeModule(path, files);
  if (made !== null) return made;
  const library = `@/${OTHER_NAMES[path] ?? path}`;
  if (isLibrary(library, libraries)) return { kind: 'library', specifier: library };
  const similar = similarFile(path, files);
  if (similar !== undefined)
    return { kind: 'file', path: similar, warning: `"${specifier}" is the file "${similar}": names differ by case.` };
  return refused(missing(path, specifier, libraries));
}

/** A module that calls the function on the server, whose code never reaches a browser; null for other paths. */
function serverFunction(path: string, files: Files): Target | null {
  const name = functionAt(path) ?? functionAt(`${path}/entry`);
  if (name === null || name === 'all') return null;
  const key = `$functions/${name}`;
  if (functionPath(name, files) !== null) return { kind: 'generated', key };
  if (name.includes('/')) return null;
  return { kind: 'generated', key, warning: `There is no function "${name}": calls of it fail. Add functions/${name}.` };
}

/** An integration package, in lower case unlike `Core`. Whether the app has it is known when it is called. */
const INTEGRATION = /^integrations\/(?!core$)[a-z][a-z0-9-]{1,39}$/;

function generatedKey(path: string): string | null {
  if (Object.hasOwn(GENERATED, `@/${path}`)) return GENERATED[`@/${path}`] ?? null;
  return INTEGRATION.test(path) ? `$${path}` : null;
}

const ALL_ENTITIES = ['entities', 'entities/all'];

/** A module that is made for each app: a table, or what apps of other builders import. */
function madeModule(path: string, files: Files): Target | null {
  const generated = generatedKey(path);
  if (generated !== null) return { kind: 'generated', key: generated };
  if (ALL_ENTITIES.includes(path)) return { kind: 'allEntities' };
  if (path === 'entities/User') return { kind: 'user' };
  return path.startsWith('entities/') ? entity(path.slice('entities/'.length), files) : null;
}

/** The app's file that a path without an extension names, in the order of Vite: code, JSON, then the index of a folder. */
function ownFile(path: string, files: Files, isFolder: boolean): string | null {
  const index = path === '' ? 'index' : `${path}/index`;
  const layout = /(?:^|\/)layout$/i.test(path) ? ['layout'] : [];
  const others = [...(isFolder ? [] : [path, `${path}.json`]), index, `${index}.json`, ...layout];
  return others.find((other) => Object.hasOwn(files, other) && !other.startsWith('entities/')) ?? null;
}

/** For projects that were made where file names ignore case. */
function similarFile(path: string, files: Files): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/\/index$/, '');
  return Object.keys(files).find((other) => isCode(other) && plain(other) === plain(path));
}

/** Style sheets, JSON and pictures. */
function asset(path: string, query: string, { specifier, files }: { readonly specifier: string; readonly files: Files }): Target {
  const name = path.split('/').at(-1) ?? '';
  if (/^(?:globals|index|tailwind)\.css$/.test(name) && !Object.hasOwn(files, path)) return { kind: 'generated', key: '$asset/none' };
  // Vite finds files of `public` by their paths at the root.
  const atRoot = `public/${path}`;
  const isPublic = specifier.startsWith('/') && Object.hasOwn(files, atRoot);
  const known = isPublic
    ? atRoot
    : Object.hasOwn(files, path)
      ? path
      : Object.keys(files).find((other) => other.toLowerCase() === path.toLowerCase());
  const suffix = query === '' ? '' : `?${query}`;
  if (known !== undefined) return { kind: 'generated', key: `$asset/${known}${suffix}` };
  if (/\.(?:css|scss|sass|less)$/.test(path))
    return { kind: 'generated', key: '$asset/none', warning: `There is no style sheet "${path}"; the app is shown without it.` };
  if (path.endsWith('.json')) return refused(`There is no file "${path}" for "${specifier}". Add it, or import something that exists.`);
  return {
    kind: 'generated',
    key: '$asset/missing',
    warning: `There is no file "${path}"; an empty picture stands in for it. Upload it, and use its address.`,
  };
}

function isLibrary(specifier: string, libraries: Libraries): boolean {
  const isComponent = /^@\/(?:components\/(?:ui|blocks)|hooks)\//.test(specifier) || specifier === '@/lib/utils';
  return (isComponent || Object.hasOwn(SDK_MODULES, specifier)) && Object.hasOwn(libraries.exports, specifier);
}

function entity(given: string, files: Files): Target {
  // Code for Base44 names the tables of a package with dots.
  const name = tableName(given);
  if (Object.hasOwn(files, `entities/${name}.json`)) return { kind: 'entity', name };
  const names = entityNames(files);
  const known = names.length === 0 ? 'The app has none yet.' : `There is ${names.join(', ')}.`;
  return refused(`There is no table "${given}". ${known}`);
}

/** Folders of built-in components, and the error for an unknown name in each. */
const COMPONENTS = [
  ['components/ui/', 'The kit has no', 'It has'],
  ['components/blocks/', 'There is no block', 'There are'],
] as const;

function missing(path: string, specifier: string, libraries: Libraries): string {
  for (const [folder, lacks, has] of COMPONENTS) {
    if (!path.startsWith(folder)) continue;
    const prefix = `@/${folder}`;
    const names = Object.keys(libraries.exports).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    return `${lacks} "${path.slice(folder.length)}". ${has} ${names.join(', ')}.`;
  }
  return `There is no file "${path}" for "${specifier}". Add it, or import something that exists.`;
}

const KNOWN_PACKAGES = [...new Set(Object.keys({ ...PACKAGES, ...ON_DEMAND }).map(packageOf))];

function whyNot(specifier: string): string {
  if (/^(?:https?:)?\/\//.test(specifier))
    return `Code is not loaded from other servers ("${specifier}"). Use the packages and files of the app.`;
  if (specifier.startsWith('node:') || ['fs', 'path', 'os', 'crypto', 'http', 'https', 'child_process'].includes(specifier))
    return `"${specifier}" is not there in a browser. Keep data in tables, with "@/entities/<Name>".`;
  const instead = Object.hasOwn(INSTEAD, specifier) ? INSTEAD[specifier] : `use one of ${KNOWN_PACKAGES.join(', ')}`;
  return `The package "${specifier}" cannot be imported: ${instead}.`;
}

function refused(message: string): Target {
  return { kind: 'refused', message };
}
