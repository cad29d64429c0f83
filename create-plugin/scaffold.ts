import { basename, join } from 'node:path';
import { copyTemplate, Refused, specOf } from './template.ts';

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
  const rename = renaming(folder);
  copyTemplate({
    template: TEMPLATE,
    directory,
    folder,
    rename: (path) => rename(path, path),
    change(text, path) {
      const changed = rename(text, path);
      return path === 'package.json' ? manifest(changed, name, core && specOf(core, directory)) : changed;
    },
  });
  return folder;
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
