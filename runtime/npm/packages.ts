import { isBuiltin } from 'node:module';
import { INTERNAL_PACKAGES, OTHER_BACK_ENDS, PACKAGES } from '../compile/allowed.ts';
import { GENERATED } from '../compile/generated.ts';
import type { Libraries } from '../compile/libraries.ts';
import { packageTarget } from '../compile/packages.ts';
import { isCode, isServerFunction } from '../compile/sources.ts';
import { OWN, packageSpecifier } from '../functions/modules.ts';
import { ON_DEMAND, OWN_PACKAGES, packageOf, SAME_MODULE } from '../packages/catalogue.ts';
import { installed } from '../project/packages.ts';
import type { AppSources, FetchedPackage, PackageOutcome, RuntimePackages, SharedPackage } from '../ref.ts';
import { EQUIVALENTS, PACKAGE_NAME } from './bundle.ts';
import { PackageBundler } from './bundler.ts';

const NAMES = new Set(
  [...Object.keys({ ...PACKAGES, ...INTERNAL_PACKAGES, ...ON_DEMAND, ...SAME_MODULE, ...OTHER_BACK_ENDS, ...GENERATED })]
    .filter((specifier) => !specifier.startsWith('@/'))
    .map(packageOf),
);
/** What may be an import: a file without one needs no parser. */
const MAYBE_IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])([^'"\n]{1,300})\1/g;

type App = Pick<AppSources, 'appId' | 'files'>;
/** What the files of an app import, by path; empty for an app that crashes the parser. */
type ReadSpecifiers = (app: App) => Promise<Readonly<Record<string, readonly string[]>>>;

export class Packages implements RuntimePackages {
  readonly equivalents = EQUIVALENTS;
  readonly #libraries: Libraries;
  readonly #bundler = new PackageBundler();

  readonly #read: ReadSpecifiers;

  constructor(libraries: Libraries, read: ReadSpecifiers) {
    this.#libraries = libraries;
    this.#read = read;
  }

  async builtIn(name: string): Promise<string | null> {
    if (!this.#isBuiltIn(name)) return null;
    const target = (Object.hasOwn(SAME_MODULE, name) ? SAME_MODULE[name] : undefined) ?? name;
    if (OWN_PACKAGES.includes(target)) return '';
    const version = await installed(packageOf(target)).catch(() => '');
    return version.replace(/^npm:.*@/, '');
  }

  #isBuiltIn(name: string): boolean {
    return NAMES.has(name) || packageTarget(name, this.#libraries) !== null;
  }

  async importedBy({ appId, files }: App): Promise<readonly string[]> {
    const read = Object.entries(files).filter(([path, text]) => {
      const guesses = [...text.matchAll(MAYBE_IMPORT)].map(([, , given = '']) => given);
      return this.#lackedBy(path, guesses).length > 0;
    });
    if (read.length === 0) return [];
    const found = await this.#read({ appId, files: Object.fromEntries(read) });
    return [...new Set(Object.entries(found).flatMap(([path, specifiers]) => this.#lackedBy(path, specifiers)))].sort();
  }

  /** The names of packages that are not built in, of what a file imports. */
  #lackedBy(path: string, specifiers: readonly string[]): readonly string[] {
    const isFunction = isServerFunction(path);
    if (!isFunction && !isCode(path)) return [];
    return specifiers.flatMap((given) => {
      const specifier = isFunction ? packageSpecifier(given) : given;
      const name = packageOf(specifier);
      const isPackage = !/^[@~#.]\//.test(specifier) && PACKAGE_NAME.test(name) && !isBuiltin(name) && name !== 'src';
      const isThere = this.#isBuiltIn(name) || (isFunction && Object.hasOwn(OWN, name));
      return isPackage && !isThere ? [name] : [];
    });
  }

  bundle(
    packages: readonly FetchedPackage[],
    given: { readonly allowed: readonly SharedPackage[]; readonly signal?: AbortSignal },
  ): Promise<PackageOutcome> {
    return this.#bundler.bundle(packages, given);
  }

  close(): Promise<void> {
    return this.#bundler.close();
  }
}
