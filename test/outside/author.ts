import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
const execute = promisify(execFile);

/** Packed packages that tests install, by name. */
type Packed = '@sayso/core' | '@sayso/accounts' | 'create-sayso-plugin' | 'create-sayso-integration';

/** Exit code of a program, with all its output. */
export interface Run {
  readonly code: number;
  readonly output: string;
}

/** An author's folder outside of this repository, with the packed packages, and an operator's installation next to it. */
export interface Author extends AsyncDisposable {
  readonly folder: string;
  /** The operator's data folder. */
  readonly dataDir: string;
  /** Path of a packed package. */
  packed(name: Packed): Promise<string>;
  /** Runs a program that must succeed; returns its output. */
  must(command: string, parameters: readonly string[], cwd?: string): Promise<string>;
  /** Runs `npm create sayso-plugin <name>` from the packed package; returns the new folder. */
  create(name: string): Promise<string>;
  /** Runs `npm create sayso-integration <name>` from the packed package; returns the new folder. */
  createIntegration(name: string): Promise<string>;
  /** Runs the operator's `npm run plugin -- …`. */
  plugin(...parameters: readonly string[]): Promise<Run>;
  /** Creates a package by hand; returns its folder. */
  makePackage(name: string, files: Readonly<Record<string, string | object>>): Promise<string>;
}

/** Programs get only this author's environment, not the test runner's. `env` adds to it. */
export async function openAuthor(env: Readonly<Record<string, string>> = {}): Promise<Author> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-outside-'));
  const dataDir = join(folder, 'data');
  const kept = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'APPDATA'].flatMap((name) =>
    process.env[name] ? [[name, process.env[name]]] : [],
  );
  const run = async (command: string, parameters: readonly string[], cwd = folder): Promise<Run> => {
    const options = { cwd, env: { ...Object.fromEntries(kept), ...env }, shell: process.platform === 'win32', maxBuffer: 1e8 };
    try {
      const { stdout, stderr } = await execute(command, parameters, options);
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
      return { code: code ?? -1, output: stdout + stderr };
    }
  };
  const must: Author['must'] = async (command, parameters, cwd) => {
    const { code, output } = await run(command, parameters, cwd);
    if (code !== 0) throw new Error(`${[command, ...parameters].join(' ')} ended with ${code}:\n${output}`);
    return output;
  };
  let packing: Promise<string[]> | undefined;
  const packAll = async (): Promise<string[]> => {
    const names: readonly Packed[] = ['@sayso/core', '@sayso/accounts', 'create-sayso-plugin', 'create-sayso-integration'];
    await must('node', [join(ROOT, 'scripts', 'pack.ts'), join(folder, 'packages'), ...names]);
    return readdir(join(folder, 'packages'));
  };
  const packed: Author['packed'] = async (name) => {
    packing ??= packAll();
    const files = await packing;
    const file = files.find((one) => new RegExp(`^${name.replace('@', '').replace('/', '-')}-[\\d.]+\\.tgz$`).test(one));
    if (file === undefined) throw new Error(`There is no packed ${name} among ${files.join(', ')}.`);
    return join(folder, 'packages', file);
  };
  return {
    folder,
    dataDir,
    packed,
    must,
    async create(name) {
      const command = ['create-sayso-plugin', name, '--core', await packed('@sayso/core')];
      await must('npm', ['exec', '--yes', `--package=${await packed('create-sayso-plugin')}`, '--', ...command]);
      return join(folder, name);
    },
    async createIntegration(name) {
      const tool = await packed('create-sayso-integration');
      await must('npm', ['exec', '--yes', `--package=${tool}`, '--', 'create-sayso-integration', name, '--tool', tool]);
      return join(folder, name);
    },
    plugin: (...parameters) => run('node', [join(ROOT, 'scripts', 'plugin.ts'), ...parameters], folder),
    async makePackage(name, content) {
      const directory = join(folder, 'made', name);
      const files = { 'package.json': { name, version: '1.0.0', type: 'module', exports: './index.js' }, ...content };
      for (const [path, value] of Object.entries(files)) {
        await mkdir(dirname(join(directory, path)), { recursive: true });
        await writeFile(join(directory, path), typeof value === 'string' ? value : JSON.stringify(value));
      }
      return directory;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * Redirects the dependencies of a package and of @sayso/core to this repository's copies, so that npm links them without a registry.
 * Packages that neither of them lists do not resolve.
 */
export async function useInstalledPackages(directory: string): Promise<void> {
  const core = await manifestOf(join(ROOT, 'core'));
  const own = Object.keys((await manifestOf(directory))['devDependencies'] ?? {}).filter((name) => !name.startsWith('@sayso/'));
  await linkPackages(directory, [...own, ...Object.keys({ ...core['dependencies'], ...core['peerDependencies'] })], 'core');
}

/** Adds packages that a workspace of this repository has, without a registry. */
export async function linkPackages(directory: string, names: readonly string[], workspace: string): Promise<void> {
  const manifest = await manifestOf(directory);
  const links = names.map((name) => {
    const installed = findPackageJSON(name, join(ROOT, workspace, 'package.json'));
    if (installed === undefined) throw new Error(`${name} is not installed.`);
    return [name, `file:${dirname(installed)}`];
  });
  manifest['devDependencies'] = { ...manifest['devDependencies'], ...Object.fromEntries(links) };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest, null, 2));
}

async function manifestOf(directory: string): Promise<Record<string, Record<string, string>>> {
  return JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
}
