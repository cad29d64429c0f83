import { INSTEAD, OTHER_NAMES, PACKAGES, SDK_MODULES } from './allowed.ts';
import type { Libraries } from './libraries.ts';
import { type Files, isCode } from './sources.ts';

/** The resolution of an import in generated code. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'entity'; readonly name: string }
  | { readonly kind: 'allEntities' }
  | { readonly kind: 'user' }
  | { readonly kind: 'library'; readonly specifier: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Resolves an import of the file at `from` by name only: it has no file access. */
export function resolveImport(specifier: string, from: string, files: Files, libraries: Libraries): Target {
  if (specifier.startsWith('@/')) return resolveOwn(specifier.slice(2), specifier, files, libraries);
  if (specifier.startsWith('.')) {
    const path = joinPath(from, specifier);
    return path === null ? refused(`"${specifier}" leads out of the app.`) : resolveOwn(path, specifier, files, libraries);
  }
  if (Object.hasOwn(PACKAGES, specifier)) return { kind: 'library', specifier };
  return refused(whyNot(specifier));
}

function resolveOwn(given: string, specifier: string, files: Files, libraries: Libraries): Target {
  const path = given.replace(/\.(?:tsx?|jsx?|json)$/, '').replace(/\/index$/, '');
  if (ALL_ENTITIES.includes(path)) return { kind: 'allEntities' };
  if (path === 'entities/User') return { kind: 'user' };
  if (path.startsWith('entities/')) return entity(path.slice('entities/'.length), files);
  const reason = neverImported(path, specifier);
  if (reason !== null) return refused(reason);
  if (isCode(path) && Object.hasOwn(files, path)) return { kind: 'file', path };
  const library = `@/${OTHER_NAMES[path] ?? path}`;
  if (isLibrary(library, libraries)) return { kind: 'library', specifier: library };
  return refused(missing(path, specifier, files, libraries));
}

const ALL_ENTITIES = ['entities', 'entities/all', 'api/entities'];

/** Why no file may import this file of the app. */
function neverImported(path: string, specifier: string): string | null {
  if (path.startsWith('pages/')) return `A page is not imported ("${specifier}"). Move what both need into a component.`;
  if (path === 'layout' || path === 'Layout') return 'The layout is put around every page by itself; remove this import.';
  return path.endsWith('.css') ? 'globals.css is always loaded; remove this import.' : null;
}

function isLibrary(specifier: string, libraries: Libraries): boolean {
  const isComponent = /^@\/(?:components\/(?:ui|blocks)|hooks)\//.test(specifier) || specifier === '@/lib/utils';
  return (isComponent || Object.hasOwn(SDK_MODULES, specifier)) && Object.hasOwn(libraries.exports, specifier);
}

function entity(name: string, files: Files): Target {
  if (Object.hasOwn(files, `entities/${name}.json`)) return { kind: 'entity', name };
  const names = entityNames(files);
  const known = names.length === 0 ? 'The app has none yet.' : `There is ${names.join(', ')}.`;
  return refused(`There is no table "${name}". ${known}`);
}

export function entityNames(files: Files): string[] {
  return Object.keys(files)
    .filter((path) => /^entities\/\w+\.json$/.test(path))
    .map((path) => path.slice('entities/'.length, -'.json'.length))
    .sort();
}

/** Folders of built-in components, and the error for an unknown name in each. */
const COMPONENTS = [
  ['components/ui/', 'The kit has no', 'It has'],
  ['components/blocks/', 'There is no block', 'There are'],
] as const;

function missing(path: string, specifier: string, files: Files, libraries: Libraries): string {
  const similar = Object.keys(files).find((other) => isCode(other) && other.toLowerCase() === path.toLowerCase());
  if (similar !== undefined) return `There is no file "${path}". Did you mean "@/${similar}"?`;
  for (const [folder, lacks, has] of COMPONENTS) {
    if (!path.startsWith(folder)) continue;
    const prefix = `@/${folder}`;
    const names = Object.keys(libraries.exports).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    return `${lacks} "${path.slice(folder.length)}". ${has} ${names.join(', ')}.`;
  }
  return `There is no file "${path}" for "${specifier}". Add it, or import something that exists.`;
}

function whyNot(specifier: string): string {
  if (/^(?:https?:)?\/\//.test(specifier))
    return `Code is not loaded from other servers ("${specifier}"). Use the packages and files of the app.`;
  if (specifier.startsWith('node:') || ['fs', 'path', 'os', 'crypto', 'http', 'https', 'child_process'].includes(specifier))
    return `"${specifier}" is not there in a browser. Keep data in tables, with "@/entities/<Name>".`;
  if (specifier.startsWith('@radix-ui/')) return `"${specifier}" cannot be imported. Use the pieces of "@/components/ui".`;
  const instead = Object.hasOwn(INSTEAD, specifier) ? INSTEAD[specifier] : `use one of ${Object.keys(PACKAGES).join(', ')}`;
  return `The package "${specifier}" cannot be imported: ${instead}.`;
}

/** The path that a relative specifier names; null when it leaves the app. */
function joinPath(from: string, specifier: string): string | null {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

function refused(message: string): Target {
  return { kind: 'refused', message };
}
