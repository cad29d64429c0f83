import { readFile } from 'node:fs/promises';
import type { PackageBundle } from '../npm/bundle.ts';

/** The output of `scripts/build.ts`: the libraries that compiled apps import. */
export interface Libraries {
  /** Hash of all inputs. */
  readonly stamp: string;
  readonly preview: {
    /** Import specifier → file under `/lib/`. Development builds, for Fast Refresh and React's own warnings. */
    readonly imports: Readonly<Record<string, string>>;
    /** The frame's client, and the script that runs before all others. */
    readonly client: string;
    readonly early: string;
    /** Loaded by every frame, so preloaded. */
    readonly preloads: readonly string[];
  };
  /** For rendering pages outside of a browser: files under `dist/`. */
  readonly render: {
    /** The document and the browser's functions, before all others. */
    readonly dom: string;
    readonly page: string;
  };
  readonly published: {
    readonly imports: Readonly<Record<string, string>>;
    /** All files of `imports` and their shared chunks, which every page needs. */
    readonly preloads: readonly string[];
  };
  /** Import specifier → file under `vendor/`, an ES module that can be tree-shaken. */
  readonly vendor: Readonly<Record<string, string>>;
  /** Files of `vendor/` that have to run when they are imported for nothing. Of others, what nothing uses is dropped. */
  readonly impure: readonly string[];
  /** Import specifier of a package that only apps that import it load → its file under `/lib/`, and its names in a file under `names/`. */
  readonly onDemand: Readonly<Record<string, { readonly file: string; readonly names: string }>>;
  /** Style sheet of a package → its file under `sheets/`. */
  readonly sheets: Readonly<Record<string, string>>;
  /** Import specifier → names that generated code may import from it. */
  readonly exports: Readonly<Record<string, readonly string[]>>;
  /** Import specifier of a component of the kit → its candidates for Tailwind classes. */
  readonly candidates: Readonly<Record<string, readonly string[]>>;
  /** Packages by name that an administrator allowed and the app imports; not part of the output. */
  readonly allowed?: ReadonlyMap<string, PackageBundle>;
  /** Why packages that are fetched when an app imports them are not here yet, by name; not part of the output. */
  readonly late?: ReadonlyMap<string, string>;
}

export const DIST = new URL('../dist/', import.meta.url);

/** Null when they have not been built. */
export async function readLibraries(): Promise<Libraries | null> {
  try {
    return JSON.parse(await readFile(new URL('libraries.json', DIST), 'utf8')) as Libraries;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
