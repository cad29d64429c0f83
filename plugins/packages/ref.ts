import { type Actor, serviceRef } from '@sayso/core';
import type { PackageDocument } from './collections.ts';

/** A package of npm that an administrator allowed, or tried to. */
export type AllowedNpmPackage = PackageDocument;

/** An app that imports a package. */
export interface PackageUse {
  readonly appId: string;
  readonly appName: string;
  /** Whether its published version was built with it; else the preview alone has it. */
  readonly isPublished: boolean;
}

/** A package that the code of an app imports and that apps cannot import. */
export interface AbsentPackage {
  readonly name: string;
  /** `pending`: being fetched. `refused`: it was tried to fetch it. */
  readonly status: 'absent' | 'pending' | 'refused';
  /** Why it was refused; null for others. */
  readonly reason: string | null;
}

/** A compile of an app that waits for packages. */
export interface PackageWait {
  readonly id: string;
  readonly appId: string;
  /** Empty: it waits no more. */
  readonly names: readonly string[];
}

/** A package for which a published app has a stand-in. */
export interface StoodIn {
  readonly name: string;
  /** Whether apps can import it by now: the app has it when it is published again. */
  readonly isHere: boolean;
}

/** A version that the registry has. */
export interface PackageVersion {
  readonly version: string;
  /** Such as `latest` and `next`. */
  readonly tags: readonly string[];
}

export interface PackagesApi {
  /** By name. Unchecked: the edge admits administrators. */
  list(): Promise<readonly AllowedNpmPackage[]>;
  /** The newest versions of the registry. */
  versions(name: string): Promise<readonly PackageVersion[]>;
  /** Starts to fetch a package: an exact version, a range or a tag. One that apps import already stays until the other one is there. */
  allow(actor: Actor, name: string, version: string): Promise<AllowedNpmPackage>;
  /** Apps cannot import it from the next compile on. What is published stays as it is. Throws `PackageNeeded`. */
  remove(name: string): Promise<void>;
  /** Packages that the current version of an app, or one that is compiled now, lacks; for those who see it in the builder. */
  absent(actor: Actor, appId: string): Promise<readonly AbsentPackage[]>;
  /** Packages that were not there when the app was published; for those who see it in the builder. */
  stoodIn(actor: Actor, appId: string): Promise<readonly StoodIn[]>;
}

export const packagesRef = serviceRef<PackagesApi>('packages');

declare module '@sayso/core' {
  interface EventMap {
    /** The packages that apps can import changed. */
    'packages.changed': { name: string };
    /** A compile begins or ends to wait for packages. */
    'packages.waits': PackageWait;
  }
}
