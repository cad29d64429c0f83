import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The plugin could not be created; the message says why. */
export class Refused extends Error {}

export interface CreateOptions {
  /** The package name, with or without a scope; its last part becomes the name of the plugin and the folder. */
  readonly name: string;
  /** The parent of the new folder. */
  readonly directory: string;
  /** A version of @sayso/core, or the path of its tarball. Default: the version of the template. */
  readonly core?: string;
}

/** The plugin `hello` as a standalone package; `scripts/pack.ts` adds it when it packs this package. */
const TEMPLATE = join(import.meta.dirname, 'template');

/** Creates the plugin; returns its folder, relative to `directory`. Throws `Refused`. */
export function createPlugin({ name, directory, core }: CreateOptions): string {
  if (!/^(@[a-z0-9][a-z0-9._-]*\/)?[a-z][a-z0-9-]*$/.test(name))
    throw new Refused(`"${name}" cannot be the name of a plugin. Use lower case letters, digits and dashes, such as my-plugin.`);
  const folder = basename(name);
  const target = join(directory, folder);
  if (existsSync(target) && readdirSync(target).length > 0) throw new Refused(`The folder ${folder} is not empty. Choose another name.`);
  const rename = renaming(folder);
  for (const entry of readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const path = source.slice(TEMPLATE.length + 1);
    // npm excludes .gitignore files from packages.
    const file = join(target, rename(path, path).replace('_gitignore', '.gitignore'));
    mkdirSync(dirname(file), { recursive: true });
    const text = rename(readFileSync(source, 'utf8'), path);
    writeFileSync(file, path === 'package.json' ? manifest(text, name, core && specOf(core, directory)) : text);
  }
  return folder;
}

function specOf(core: string, directory: string): string {
  return /\.tgz$|^[./]/.test(core) ? `file:${resolve(directory, core)}` : core;
}

function manifest(text: string, name: string, core: string | undefined): string {
  const made = JSON.parse(text) as { devDependencies: Record<string, string> };
  if (core !== undefined) made.devDependencies['@sayso/core'] = core;
  return `${JSON.stringify({ ...made, name }, null, 2)}\n`;
}

/** Replaces `hello` by the new name: kebab case in texts and paths, camel or Pascal case in identifiers. */
function renaming(name: string): (text: string, path: string) => string {
  const pascal = name.replace(/(^|-)([a-z0-9])/g, (_all, _dash, letter: string) => letter.toUpperCase()).replaceAll('-', '');
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return (text, path) =>
    text
      .replaceAll('HELLO_', `${name.replaceAll('-', '_').toUpperCase()}_`)
      .replace(/Hello(?![a-z])/g, pascal)
      .replace(/\bhello(?=[A-Z])/g, camel)
      .replace(path.endsWith('.ts') ? /(?<=['"`/])hello\b/g : /\bhello\b/g, name)
      .replace(/\bhello\b/g, path.endsWith('.ts') && text !== path ? camel : name);
}
