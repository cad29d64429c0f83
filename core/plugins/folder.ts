import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostPackages } from './host-packages.ts';

/** Names within the data folder: what is installed, and what an installation that did not end left behind. */
const NAMES = { current: 'plugins', old: 'plugins.old' } as const;

interface FolderManifest {
  readonly private: true;
  readonly type: 'module';
  readonly dependencies: Readonly<Record<string, string>>;
  /** As in the root package.json: which of the packages are plugins, in the order in which they were added. */
  readonly sayso: { readonly plugins: readonly string[] };
}

/** An operator's plugins: a package in the data folder whose dependencies they are. The host's own packages are links in it. */
export class PluginFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The folder of an installation. Puts the former one back when a change ended between its two steps. */
  static of(dataDir: string): PluginFolder {
    const [path, old] = [join(dataDir, NAMES.current), join(dataDir, NAMES.old)];
    if (!existsSync(path) && existsSync(old)) renameSync(old, path);
    return new PluginFolder(path);
  }

  /** Package names; none when nothing was ever added. */
  get plugins(): readonly string[] {
    return this.#manifest().sayso.plugins;
  }

  get dependencies(): Readonly<Record<string, string>> {
    return this.#manifest().dependencies;
  }

  /** The folder of one installed package. */
  packageFolder(name: string): string {
    return join(this.path, 'node_modules', name);
  }

  /** The package.json of an installed package; null when it is not there. */
  manifestOf(name: string): { readonly version: string; readonly description?: string } | null {
    const file = join(this.packageFolder(name), 'package.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string; description?: string }) : null;
  }

  /** Imports a package as a module in this folder does. */
  async import(name: string): Promise<unknown> {
    const { load } = (await import(pathToFileURL(join(this.path, 'load.js')).href)) as { load(name: string): Promise<unknown> };
    return load(name);
  }

  /** Writes what npm reads. The host's packages are dependencies by their folder, so that npm measures peers by them and installs no other copy. */
  declare(plugins: readonly string[], dependencies: Readonly<Record<string, string>>): void {
    const host = [...hostPackages()].map(([name, folder]) => [name, `file:${folder}`]);
    const own = Object.entries(dependencies).filter(([name]) => plugins.includes(name));
    const manifest: FolderManifest = {
      private: true,
      type: 'module',
      dependencies: Object.fromEntries([...host, ...own]),
      sayso: { plugins },
    };
    mkdirSync(this.path, { recursive: true });
    writeFileSync(join(this.path, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    // Node resolves a package from the module that imports it.
    writeFileSync(join(this.path, 'load.js'), 'export const load = (name) => import(name);\n');
  }

  /** Makes the links lead to this host: its folder may have moved, or the data may have come from another machine. */
  link(): void {
    for (const [name, folder] of hostPackages()) {
      const link = this.packageFolder(name);
      if (existsSync(link) && realpathSync(link) === folder) continue;
      rmSync(link, { recursive: true, force: true });
      mkdirSync(dirname(link), { recursive: true });
      try {
        symlinkSync(folder, link, 'junction');
      } catch (error) {
        // Another process of this installation that starts at the same time.
        if (!existsSync(link) || realpathSync(link) !== folder) throw error;
      }
    }
  }

  /** Takes the place of the installed folder. What is running keeps the modules that it has loaded. */
  replace(current: PluginFolder): void {
    const old = join(dirname(current.path), NAMES.old);
    rmSync(old, { recursive: true, force: true });
    if (existsSync(current.path)) renameSync(current.path, old);
    renameSync(this.path, current.path);
    rmSync(old, { recursive: true, force: true });
  }

  #manifest(): FolderManifest {
    const file = join(this.path, 'package.json');
    if (!existsSync(file)) return { private: true, type: 'module', dependencies: {}, sayso: { plugins: [] } };
    return JSON.parse(readFileSync(file, 'utf8')) as FolderManifest;
  }
}
