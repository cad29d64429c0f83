import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostPackages } from './host-packages.ts';

/** Folders in the data folder: the installed plugins, and the previous ones during a replacement. */
const NAMES = { current: 'plugins', old: 'plugins.old' } as const;

interface FolderManifest {
  readonly private: true;
  readonly type: 'module';
  readonly dependencies: Readonly<Record<string, string>>;
  /** As in the root package.json: the packages that are plugins, in the order of their installation. */
  readonly sayso: { readonly plugins: readonly string[] };
}

/** The operator's plugins: dependencies of a package in the data folder. The host's own packages are symlinks in its node_modules. */
export class PluginFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The plugin folder of an installation. Restores the previous one after a crash between the two renames of `replace`. */
  static of(dataDir: string): PluginFolder {
    const [path, old] = [join(dataDir, NAMES.current), join(dataDir, NAMES.old)];
    if (!existsSync(path) && existsSync(old)) renameSync(old, path);
    return new PluginFolder(path);
  }

  /** Package names. */
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

  /** The package.json of an installed package; null when the package is missing. */
  manifestOf(name: string): { readonly version: string; readonly description?: string } | null {
    const file = join(this.packageFolder(name), 'package.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string; description?: string }) : null;
  }

  /** Imports a package, resolved from this folder. */
  async import(name: string): Promise<unknown> {
    const { load } = (await import(pathToFileURL(join(this.path, 'load.js')).href)) as { load(name: string): Promise<unknown> };
    return load(name);
  }

  /** Writes the package.json for npm. Host packages are `file:` dependencies, so that npm resolves peers to them without copies. */
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
    // Node resolves a package relative to the importing module, so the import has to be in this folder.
    writeFileSync(join(this.path, 'load.js'), 'export const load = (name) => import(name);\n');
  }

  /** Repairs the symlinks to this host's packages: the host's folder may have moved, or the data may come from another machine. */
  link(): void {
    for (const [name, folder] of hostPackages()) {
      const link = this.packageFolder(name);
      if (existsSync(link) && realpathSync(link) === folder) continue;
      rmSync(link, { recursive: true, force: true });
      mkdirSync(dirname(link), { recursive: true });
      try {
        symlinkSync(folder, link, 'junction');
      } catch (error) {
        // Another process of this installation may have created the link at the same time.
        if (!existsSync(link) || realpathSync(link) !== folder) throw error;
      }
    }
  }

  /** Replaces the installed folder by this one. A running server keeps the modules that it has loaded. */
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
