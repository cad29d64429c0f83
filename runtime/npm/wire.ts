import type { SharedPackage } from './bundle.ts';

/** A package of the request; its tarball is the file `<folder>.tgz` in the request's directory. */
export interface RequestedPackage {
  /** Folder of its own in the directory. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** What it imports by name → the folder of the package that this is. */
  readonly links: Readonly<Record<string, string>>;
}

/** What the process of a bundle is asked for: the first package, with the others that it needs. The answer is a `PackageOutcome`. */
export interface BundleRequest {
  readonly directory: string;
  readonly packages: readonly RequestedPackage[];
  readonly allowed: readonly SharedPackage[];
}
