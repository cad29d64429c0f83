import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The package could not be created; the message says why. */
export class Refused extends Error {}

export interface TemplateCopy {
  readonly template: string;
  /** The parent of the new folder. */
  readonly directory: string;
  /** The new folder. */
  readonly folder: string;
  /** The text of a file; `path` is that in the template. */
  change(text: string, path: string): string;
  /** The path of a file. Default: that in the template. */
  rename?(path: string): string;
}

/** Copies a template into a new folder. Throws `Refused` for one that is there and not empty. */
export function copyTemplate({ template, directory, folder, change, rename = (path) => path }: TemplateCopy): void {
  const target = join(directory, folder);
  if (existsSync(target) && readdirSync(target).length > 0) throw new Refused(`The folder ${folder} is not empty. Choose another name.`);
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const path = source.slice(template.length + 1);
    // npm excludes .gitignore files from packages.
    const file = join(target, rename(path).replace('_gitignore', '.gitignore'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, change(readFileSync(source, 'utf8'), path));
  }
}

/** What npm installs for a version, or for the path of a tarball. */
export function specOf(version: string, directory: string): string {
  return /\.tgz$|^[./]/.test(version) ? `file:${resolve(directory, version)}` : version;
}

/** Runs a command, and prints what it returns, or why it is refused; other errors are faults of the command itself. */
export function runCommand(command: () => string): void {
  try {
    process.stdout.write(command());
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof Refused) && !code?.startsWith('ERR_PARSE_ARGS')) throw error;
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
}
