import { tableName } from '@sayso/core';
import type { Libraries } from '../compile/libraries.ts';
import { besideBundled, bundledKey, isBundled, whyNotBundled } from '../compile/package-bundles.ts';
import { packageModuleText, packageTarget, whyLate } from '../compile/packages.ts';
import type { Files } from '../compile/sources.ts';

// What server functions import besides files of the app. Their code finds `$sayso`, which the sandbox of functions defines.

/** Folders whose files run without a browser. */
const SHARED = /^(?:functions|services|lib|utils|data|types|constants|base44\/shared)\//;

/** Packages without a browser and without Node; those that are not built in are refused. */
const PURE = [
  ...['date-fns', 'date-fns/locale', 'zod', 'clsx', 'lodash', 'lodash-es', 'moment', 'dayjs', 'uuid', 'nanoid', 'jwt-decode'],
  ...['jszip', 'jspdf'],
];

/** Packages that need sockets and keys of Node, and the modules of ours with their public interfaces. */
export const OWN: Readonly<Record<string, string>> = { 'web-push': 'web-push.ts' };

const CLIENT = `export const createClient = () => $sayso.client;
export const createClientFromRequest = () => $sayso.client;
export const entities = $sayso.client.entities;
export const auth = $sayso.client.auth;
export const base44 = $sayso.client;
export default $sayso.client;
`;

/** What an import of a server function leads to. */
export type FunctionImport =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'package'; readonly specifier: string }
  /** A module of a package that an administrator allowed. */
  | { readonly kind: 'allowed'; readonly key: string }
  /** A module of ours in place of a package that needs Node, by its file in `guest/`. */
  | { readonly kind: 'guest'; readonly file: string }
  | { readonly kind: 'refused'; readonly reason: string };

export interface FunctionFiles {
  readonly files: Files;
  readonly libraries: Libraries;
}

/** Resolves by name only: it has no file access. `from` is the path of the importing file, or the key of a module of a package. */
export function resolveFunctionImport(specifier: string, from: string, { files, libraries }: FunctionFiles): FunctionImport {
  if (isBundled(from)) return resolveInPackage(specifier, from, libraries);
  const path = pathOf(specifier, from);
  if (path !== null) return resolvePath([path, ...deeperPath(specifier, from)], specifier, files);
  const name = packageSpecifier(specifier);
  if (isClient(name)) return { kind: 'code', code: CLIENT };
  if (PURE.includes(name)) return { kind: 'package', specifier: name };
  if (Object.hasOwn(OWN, name)) return { kind: 'guest', file: OWN[name] ?? '' };
  const key = bundledKey(name, libraries);
  if (key !== null) return { kind: 'allowed', key };
  const reason = whyNotBundled(name, libraries);
  const why = reason ?? whyLate(name, libraries);
  if (why !== null) return refused(why);
  if (/^(?:https?|jsr):/.test(specifier))
    return refused(
      `"${specifier}" is on another server, and code is not loaded from there. Import the package from npm, as "npm:name", files of the app, or ${PURE.join(', ')}.`,
    );
  if (specifier.startsWith('node:')) return refused(`"${specifier}" is not there: functions run without Node.`);
  const instead = packageTarget(name, libraries) === null ? ', or have an administrator allow it' : '';
  return refused(`The package "${name}" cannot be imported by a function: use files of the app, ${PURE.join(', ')}${instead}.`);
}

/** The file of the app that an import of a file leads to; null for packages, and for what is not there. */
export function importedFile(specifier: string, from: string, files: Files): string | null {
  const path = pathOf(specifier, from);
  const target = path === null ? null : resolvePath([path, ...deeperPath(specifier, from)], specifier, files);
  return target?.kind === 'file' ? target.path : null;
}

/** Servers that deliver packages of npm as modules, before the name: `https://esm.sh/v135/`. */
const NPM_SERVER =
  /^https:\/\/(?:(?:esm\.sh|cdn\.esm\.sh)\/(?:v\d{1,4}\/|stable\/|\*)?|cdn\.skypack\.dev\/|cdn\.jsdelivr\.net\/npm\/|esm\.run\/|unpkg\.com\/|ga\.jspm\.io\/npm:)/;

/** Whether it is the address of a package of npm at a server that delivers them. */
export const isNpmAddress = (specifier: string): boolean => NPM_SERVER.test(specifier);

/**
 * The name and path of a package, also from the ways in which Deno writes them: `npm:zod@4.1.0`, and addresses such as
 * `https://esm.sh/stripe@14?target=deno`. Nothing is loaded from there: the package is the one of this installation.
 */
export function packageSpecifier(specifier: string): string {
  if (!isNpmAddress(specifier)) return specifier.replace(/^npm:\/?/, '').replace(/(?<=.)@[\d^~][\w.-]*/, '');
  const given = specifier.replace(NPM_SERVER, '').replace(/[?#].*$/, '');
  return given.replace(/(?<=.)@[^/@]+/, '').replace(/\/(?:\+esm)?$/, '');
}

const isClient = (name: string): boolean => name === '@base44/sdk' || name.startsWith('@base44/sdk/');

/** Modules of a package import each other, and what all apps share: of this, a function has what needs no page. */
function resolveInPackage(specifier: string, from: string, libraries: Libraries): FunctionImport {
  if (specifier.startsWith('.')) return { kind: 'allowed', key: besideBundled(from, specifier) };
  const key = bundledKey(specifier, libraries);
  if (key !== null) return { kind: 'allowed', key };
  const target = packageTarget(specifier, libraries);
  if (target?.kind === 'library' && PURE.includes(target.specifier)) return { kind: 'package', specifier: target.specifier };
  const code = target?.kind === 'generated' ? packageModuleText(target.key, libraries) : null;
  if (code !== null && PURE.some((name) => specifier.startsWith(`${name}/`))) return { kind: 'code', code };
  const [, name = ''] = /^\$package\/(.*)\/[^/]*$/.exec(from) ?? [];
  return refused(`The package "${name}" needs "${specifier}", which belongs to the pages: a function cannot use it.`);
}

function resolvePath(given: readonly string[], specifier: string, files: Files): FunctionImport {
  const paths = given.map((one) =>
    one
      .replace(/\.(?:tsx?|jsx?|mjs|json)$/, '')
      .replace(/\/index$/, '')
      .replace(/^src\//, ''),
  );
  const [path = ''] = paths;
  const [, entity] = /^entities\/(\w[\w.]*)$/.exec(path) ?? [];
  if (['entities', 'entities/all', 'api/entities'].includes(path)) return { kind: 'code', code: allEntities(files) };
  if (entity !== undefined) return ofEntity(tableName(entity), files);
  if (path === 'api/base44Client') return { kind: 'code', code: CLIENT };
  const [, packageName] = /^(?:api\/)?integrations(?:\/([\w-]+))?$/.exec(path) ?? [];
  if (/^(?:api\/)?integrations(?:\/|$)/.test(path)) return { kind: 'code', code: integrationModule(packageName ?? 'Core') };
  // Beside the functions of a Base44 project.
  const candidates = paths.flatMap((one) => [one, `${one}/index`, `${one}/entry`, ...(one.startsWith('shared/') ? [`base44/${one}`] : [])]);
  const file = candidates.find((one) => Object.hasOwn(files, one));
  if (file === undefined) return refused(`There is no file "${path}" for "${specifier}".`);
  if (!SHARED.test(file))
    return refused(`"${specifier}" belongs to the pages: a function imports from services, lib, utils, data and functions.`);
  return { kind: 'file', path: file };
}

function ofEntity(name: string, files: Files): FunctionImport {
  if (name !== 'User' && !Object.hasOwn(files, `entities/${name}.json`)) return refused(`There is no table "${name}".`);
  return { kind: 'code', code: `export const ${name} = $sayso.client.entities.${name};\nexport default ${name};\n` };
}

function allEntities(files: Files): string {
  const names = Object.keys(files).flatMap((path) => /^entities\/(\w+)\.json$/.exec(path)?.[1] ?? []);
  return [...new Set([...names, 'User'])].map((name) => `export const ${name} = $sayso.client.entities.${name};\n`).join('');
}

/** `import { InvokeLLM }` cannot be resolved through a proxy: names are read from the import by the bundler, so `Core` is listed. */
function integrationModule(packageName: string): string {
  const core = [
    'InvokeLLM',
    'SendEmail',
    'UploadFile',
    'UploadPrivateFile',
    'CreateFileSignedUrl',
    'GenerateImage',
    'ExtractDataFromUploadedFile',
  ];
  const names = packageName === 'Core' ? core : [];
  const of = `$sayso.client.integrations[${JSON.stringify(packageName)}]`;
  return `${names.map((name) => `export const ${name} = (parameters) => ${of}.${name}(parameters);\n`).join('')}export default ${of};
export const Core = ${of};
`;
}

/** The path within the app; null for a package. */
function pathOf(specifier: string, from: string): string | null {
  if (specifier.startsWith('@/')) return specifier.slice(2);
  if (!specifier.startsWith('.')) return null;
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

/** A Base44 project has the function in a folder of its own, `functions/report/entry.ts`, with what only it imports. */
function deeperPath(specifier: string, from: string): string[] {
  const deeper = /^functions\/[\w-]+$/.test(from) ? pathOf(specifier, `${from}/entry`) : null;
  return deeper === null ? [] : [deeper];
}

function refused(reason: string): FunctionImport {
  return { kind: 'refused', reason };
}
