import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The package could not be created; the message says why. */
export class Refused extends Error {}

export interface CreateOptions {
  /** As apps import it: `@/integrations/<name>`. */
  readonly name: string;
  /** The parent of the new folder. */
  readonly directory: string;
  /** A version of `create-sayso-integration`, or the path of its tarball. Default: that of the template. */
  readonly tool?: string;
}

const TEMPLATE = join(import.meta.dirname, 'template');
/** The names that Sayso takes. */
const NAME = /^[a-z][a-z0-9-]{1,39}$/;

/** Throws `Refused`. */
export function createIntegration({ name, directory, tool }: CreateOptions): void {
  if (!NAME.test(name) || name === 'core')
    throw new Refused(`"${name}" cannot be the name of a package. Use 2 to 40 lower case letters, digits and dashes, such as my-service.`);
  const target = join(directory, name);
  if (existsSync(target) && readdirSync(target).length > 0) throw new Refused(`The folder ${name} is not empty. Choose another name.`);
  for (const entry of readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const path = source.slice(TEMPLATE.length + 1);
    // npm excludes .gitignore files from packages.
    const file = join(target, path.replace('_gitignore', '.gitignore'));
    mkdirSync(dirname(file), { recursive: true });
    const text = readFileSync(source, 'utf8').replaceAll('my-service', name).replaceAll('My service', titleOf(name));
    writeFileSync(file, path === 'package.json' && tool !== undefined ? withTool(text, specOf(tool, directory)) : text);
  }
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function specOf(tool: string, directory: string): string {
  return /\.tgz$|^[./]/.test(tool) ? `file:${resolve(directory, tool)}` : tool;
}

function withTool(manifest: string, version: string): string {
  const made = JSON.parse(manifest) as { devDependencies: Record<string, string> };
  made.devDependencies['create-sayso-integration'] = version;
  return `${JSON.stringify(made, null, 2)}\n`;
}
