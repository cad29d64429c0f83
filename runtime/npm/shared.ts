import { INTERNAL_PACKAGES, PACKAGES } from '../compile/allowed.ts';
import type { Libraries } from '../compile/libraries.ts';
import { exportedBy, packageTarget } from '../compile/packages.ts';
import { ON_DEMAND, packageOf } from '../packages/catalogue.ts';
import type { SharedPackage } from './bundle.ts';

/** A module that is not part of a bundle, because all apps share one copy of it. */
export interface SharedModule {
  readonly exports: readonly string[];
  /** Whether `require()` yields the default export instead of all exports. */
  readonly isWhole: boolean;
  /** Name of the allowed package that has it; none: it is built in. */
  readonly package?: string;
}

/** The modules of built-in packages and of packages that were allowed before. */
export class SharedModules {
  readonly #libraries: Libraries;
  readonly #allowed: ReadonlyMap<string, SharedPackage>;

  constructor(libraries: Libraries, allowed: readonly SharedPackage[]) {
    this.#libraries = libraries;
    this.#allowed = new Map(allowed.map((one) => [one.name, one]));
  }

  /** Null for a specifier that leads to none. */
  find(specifier: string): SharedModule | null {
    const libraries = this.#libraries;
    if (Object.hasOwn(INTERNAL_PACKAGES, specifier)) return { exports: exportedBy(specifier, libraries), isWhole: true };
    const target = packageTarget(specifier, libraries);
    if (target?.kind === 'library')
      return { exports: exportedBy(target.specifier, libraries), isWhole: formats.get(target.specifier) === 'cjs' };
    // One export of a library, such as `lodash/debounce`, or a style sheet.
    if (target !== null) return { exports: specifier.endsWith('.css') ? [] : ['default'], isWhole: true };
    const entries = this.#allowed.get(packageOf(specifier))?.entries ?? {};
    const entry = Object.hasOwn(entries, specifier) ? entries[specifier] : undefined;
    if (entry === undefined) return null;
    return { exports: entry.exports, isWhole: entry.isCommonJs, package: packageOf(specifier) };
  }
}

const formats: ReadonlyMap<string, string> = new Map(Object.entries({ ...PACKAGES, ...ON_DEMAND }));
