import { isBuiltin } from 'node:module';
import { INTERNAL_PACKAGES, OTHER_BACK_ENDS, PACKAGES } from '../compile/allowed.ts';
import { GENERATED } from '../compile/generated.ts';
import type { Libraries } from '../compile/libraries.ts';
import { packageTarget } from '../compile/packages.ts';
import { isCode, isServerFunction } from '../compile/sources.ts';
import { packageSpecifier } from '../functions/modules.ts';
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
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(['"])([^'"\n]{1,300})\1/g;

export class Packages implements RuntimePackages {
  readonly equivalents = EQUIVALENTS;
  readonly #libraries: Libraries;
  readonly #bundler = new PackageBundler();

  constructor(libraries: Libraries) {
    this.#libraries = libraries;
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

  importedBy(files: AppSources['files']): readonly string[] {
    const names = new Set<string>();
    for (const [path, text] of Object.entries(files)) {
      const isFunction = isServerFunction(path);
      if (!isFunction && !isCode(path)) continue;
      for (const [, , given = ''] of text.matchAll(IMPORT)) {
        const specifier = isFunction ? packageSpecifier(given) : given;
        const name = packageOf(specifier);
        if (!/^[@~#.]\//.test(specifier) && PACKAGE_NAME.test(name) && !isBuiltin(name) && name !== 'src') names.add(name);
      }
    }
    return [...names].filter((name) => !this.#isBuiltIn(name)).sort();
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
