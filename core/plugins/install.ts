import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lockFile } from '../file-lock.ts';
import { type AnyPlugin, linesOf } from '../kernel/index.ts';
import { declaredProblems } from '../server.ts';
import { PluginFolder } from './folder.ts';
import { listedPlugins } from './host-packages.ts';
import { tryPlugins } from './load.ts';

const run = promisify(execFile);
const LOCK = 'plugins.lock';
/** No install scripts: they would run with the operator's rights before the plugin is checked. */
const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

/** The plugin was not added or removed; the installation is unchanged. */
export class NotInstalled extends Error {
  override readonly name = 'NotInstalled';
}

export interface InstalledPlugin {
  /** The package's name. */
  readonly name: string;
  readonly version: string;
  readonly plugin: AnyPlugin;
}

export interface InstallOptions {
  readonly dataDir: string;
  /** The plugins of the setting `PLUGINS`; the new one must be compatible with them. */
  readonly more: readonly string[];
}

/**
 * Installs a plugin from any spec of `npm pack`: a name with or without a version, a folder, a tarball. Loads it together with the others
 * before it replaces the installation; throws `NotInstalled` and changes nothing when that fails.
 */
export function addPlugin(spec: string, options: InstallOptions): Promise<InstalledPlugin> {
  return change(options.dataDir, async (staged) => {
    const { name, version, filename } = await pack(spec, staged.path);
    const plugins = [...staged.plugins.filter((one) => one !== name), name];
    staged.declare(plugins, { ...staged.dependencies, [name]: `file:packages/${filename}` });
    await npm(['install', '--omit=dev'], staged.path, `"${spec}" cannot be installed.`);
    return { name, version, plugin: await assertCompatible(name, staged, options.more) };
  });
}

/** Throws `NotInstalled` for a name that is not installed. */
export function removePlugin(name: string, { dataDir }: Pick<InstallOptions, 'dataDir'>): Promise<void> {
  return change(dataDir, async (staged) => {
    if (!staged.plugins.includes(name)) throw new NotInstalled(`"${name}" is not installed. ${namesOf(staged.plugins)}`);
    staged.declare(
      staged.plugins.filter((one) => one !== name),
      staged.dependencies,
    );
    await npm(['install', '--omit=dev'], staged.path, `"${name}" cannot be removed.`);
  });
}

function namesOf(names: readonly string[]): string {
  return names.length === 0 ? 'No plugin is.' : `Installed are: ${names.join(', ')}.`;
}

/** Works on a staged copy of the folder and swaps it in on success. One change at a time. */
async function change<T>(dataDir: string, work: (staged: PluginFolder) => Promise<T>): Promise<T> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  using _lock = lock(dataDir);
  const current = PluginFolder.of(dataDir);
  const staged = new PluginFolder(`${current.path}.new`);
  // An interrupted change may have left one.
  await rm(staged.path, { recursive: true, force: true });
  try {
    if (existsSync(current.path)) await cp(current.path, staged.path, { recursive: true, verbatimSymlinks: true });
    const result = await work(staged);
    await dropUnused(staged);
    staged.replace(current);
    return result;
  } catch (error) {
    await rm(staged.path, { recursive: true, force: true });
    throw error;
  }
}

function lock(dataDir: string): Disposable {
  const held = lockFile(join(dataDir, LOCK));
  if (held) return held;
  throw new NotInstalled('Another process adds or removes plugins of this installation. Try again when it has finished.');
}

/** Removes tarballs of versions that are no longer installed. */
async function dropUnused(folder: PluginFolder): Promise<void> {
  const used = Object.values(folder.dependencies);
  const packages = join(folder.path, 'packages');
  for (const file of await readdir(packages).catch(() => [])) {
    if (!used.includes(`file:packages/${file}`)) await rm(join(packages, file));
  }
}

interface Packed {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
}

/** Packs the package into a tarball in the folder, because later changes of the folder install from it again. */
async function pack(spec: string, directory: string): Promise<Packed> {
  const packages = join(directory, 'packages');
  await mkdir(packages, { recursive: true });
  const answer = await npm(['pack', spec, '--json', '--pack-destination', packages], directory, `"${spec}" cannot be packed.`);
  const [packed] = JSON.parse(answer) as Packed[];
  if (!packed) throw new NotInstalled(`npm found no package in "${spec}".`);
  // Content hash in the name: npm treats a tarball of the same name and version as already installed.
  const digest = createHash('sha256')
    .update(await readFile(join(packages, packed.filename)))
    .digest('hex');
  const filename = packed.filename.replace(/\.tgz$/, `-${digest.slice(0, 12)}.tgz`);
  await rename(join(packages, packed.filename), join(packages, filename));
  return { ...packed, filename };
}

async function npm(parameters: readonly string[], cwd: string, failure: string): Promise<string> {
  try {
    const { stdout } = await run('npm', [...parameters, ...FLAGS], { cwd, maxBuffer: 1e8, shell: process.platform === 'win32' });
    return stdout;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const lines = stderr.split('\n').filter((line) => line.startsWith('npm error') && !/complete log|report/.test(line));
    throw new NotInstalled([failure, ...(lines.length > 0 ? lines : [message])].join('\n'));
  }
}

/** Loads the plugin with all others and builds graph and routes, as a start does. Ignores problems of other plugins. */
async function assertCompatible(name: string, staged: PluginFolder, more: readonly string[]): Promise<AnyPlugin> {
  const { plugins, problems } = await tryPlugins(listedPlugins(), more, staged);
  const plugin = plugins.at(-1);
  const own = problems.filter((problem) => problem.plugin === name);
  if (own.length === 0 && plugin) own.push(...(await declaredProblems(plugins)).filter((problem) => problem.plugin === plugin.name));
  if (own.length > 0 || !plugin) throw new NotInstalled(`Sayso could not start with "${name}":\n${linesOf(own).join('\n')}`);
  return plugin;
}
