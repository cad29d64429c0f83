/** One npm package with all that it needs, as ES modules for browsers. */
export interface PackageBundle {
  readonly name: string;
  readonly version: string;
  /** Import specifier → its module. */
  readonly entries: Readonly<Record<string, PackageEntry>>;
  /** Import specifiers that work on a server only → why. */
  readonly withheld: Readonly<Record<string, string>>;
  /** File name → code. They import each other by relative paths, and by specifiers what all apps share. */
  readonly modules: Readonly<Record<string, string>>;
  /** The style sheets that its modules import. */
  readonly css: string;
  /** Import specifier of a style sheet → its text. */
  readonly sheets: Readonly<Record<string, string>>;
  /** Whether all packages in it state that their modules have no side effects. */
  readonly isPure: boolean;
  /** Other allowed packages whose modules it imports. */
  readonly uses: readonly string[];
  /** The licences of all packages whose modules are in it, with their texts. */
  readonly notices: string;
}

export interface PackageEntry {
  /** File name of the module. */
  readonly file: string;
  readonly exports: readonly string[];
  /** Whether names that are not in `exports` may be properties of its default export. */
  readonly isCommonJs: boolean;
}

/** A package as it was fetched. */
export interface FetchedPackage {
  /** Any string that the `links` of others name. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** Its integrity has been verified. */
  readonly tarball: Uint8Array;
  /** What it imports by name → the id of the package that this is. */
  readonly links: Readonly<Record<string, string>>;
}

/** A package of which there is one copy for all apps: what can be imported of it. */
export type SharedPackage = Pick<PackageBundle, 'name' | 'entries'>;

export type PackageOutcome =
  | { readonly ok: true; readonly preview: PackageBundle; readonly published: PackageBundle; readonly facts: PackageFacts }
  | { readonly ok: false; readonly refusal: PackageRefusal };

/** What an administrator is shown. */
export interface PackageFacts {
  /** SPDX expression of its manifest; null when it states none. */
  readonly licence: string | null;
  /** Size of what an app loads that imports the package by its name, minified. */
  readonly bytes: number;
  readonly gzipBytes: number;
  readonly warnings: readonly string[];
}

/** Why a package cannot be used in apps. */
export interface PackageRefusal {
  readonly code: 'needs-node' | 'needs-wasm' | 'needs-worker' | 'native' | 'too-large' | 'unsafe' | 'invalid' | 'too-slow';
  /** A sentence. */
  readonly message: string;
  /** Modules of Node that it imports, without `node:`; only where nothing else is wrong. */
  readonly nodeModules?: readonly string[];
  /** Names of packages that it imports and that were neither fetched nor are built in whole; only where nothing else is wrong. */
  readonly absent?: readonly string[];
}

/** Modules of Node → the packages that are the same for browsers. */
export const EQUIVALENTS: Readonly<Record<string, string>> = {
  assert: 'assert',
  buffer: 'buffer',
  events: 'events',
  path: 'path-browserify',
  process: 'process',
  punycode: 'punycode',
  querystring: 'querystring-es3',
  stream: 'stream-browserify',
  string_decoder: 'string_decoder',
  url: 'url',
  util: 'util',
};

/** Ends a bundle. */
export class Refused extends Error {
  readonly refusal: PackageRefusal;
  constructor(code: PackageRefusal['code'], message: string) {
    super(message);
    this.refusal = { code, message };
  }
}

/** An npm name, as the registry takes it. Those of dependencies may have capitals. */
export const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;

export const LIMITS = {
  packages: 400,
  /** Of all tarballs, unpacked. */
  unpackedBytes: 200_000_000,
  files: 40_000,
  fileBytes: 20_000_000,
  /** Of what an app loads, minified. */
  bundleBytes: 5_000_000,
  /** Of all modules, minified. */
  allBytes: 10_000_000,
  entries: 300,
  sheetBytes: 1_000_000,
  pictureBytes: 200_000,
  /** Of a process. */
  heapMb: 1024,
  residentBytes: 2_000_000_000,
  /** Of processor time. */
  milliseconds: 120_000,
} as const;
