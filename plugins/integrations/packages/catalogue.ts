import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@sayso/core';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { type PackageManifest, packageManifest, packageName } from './manifest.ts';

/** A package that can be installed. */
export interface CataloguePackage {
  readonly manifest: PackageManifest;
  readonly code: string;
  /** SHA-256 of the code and the declaration, which may differ each time the code runs. */
  readonly digest: string;
  /** Where it comes from: part of Sayso, or the operator's folder. */
  readonly source: 'built-in' | 'operator';
}

/** A file of the operator's folder that is no valid package, and why. */
export interface BrokenPackage {
  readonly name: string;
  readonly problem: string;
}

const BUILT_IN = join(import.meta.dirname, 'built-in');
const MAX_CODE = 500_000;
const MAX_PACKAGES = 200;
/** How long the listing of a folder is used. */
const FRESH_MS = 2000;
const DESCRIBE_LIMITS = { ms: 3000, cpuMs: 500, memoryBytes: 32 * 1024 * 1024, maxChars: 300_000 } as const;

interface Listing {
  readonly packages: ReadonlyMap<string, CataloguePackage>;
  readonly broken: readonly BrokenPackage[];
}

/**
 * The packages that can be installed: those of Sayso, and the operator's, `<name>.js` or `<name>/integration.js` in a folder. Declarations are
 * read in isolation, as all code of packages. `allowed`: the names that the operator offers; empty for all.
 */
export class Catalogue {
  readonly #folder: string;
  readonly #allowed: readonly string[];
  readonly #sandbox: Sandbox;
  readonly #log: Logger;
  /** By name and code. */
  readonly #described = new Map<string, PackageManifest>();
  #listing: { readonly at: number; readonly listing: Promise<Listing> } | null = null;

  constructor({ folder, allowed, sandbox, log }: { folder: string; allowed: readonly string[]; sandbox: Sandbox; log: Logger }) {
    this.#folder = folder;
    this.#allowed = allowed;
    this.#sandbox = sandbox;
    this.#log = log;
  }

  async list(): Promise<Listing> {
    const now = performance.now();
    if (this.#listing === null || now - this.#listing.at > FRESH_MS) {
      const listing = this.#read();
      this.#listing = { at: now, listing };
      listing.catch(() => {
        this.#listing = null;
      });
    }
    return this.#listing.listing;
  }

  /** Reads the folders again at the next use. */
  forget(): void {
    this.#listing = null;
  }

  async find(name: string): Promise<CataloguePackage | null> {
    return (await this.list()).packages.get(name) ?? null;
  }

  async #read(): Promise<Listing> {
    const packages = new Map<string, CataloguePackage>();
    const broken: BrokenPackage[] = [];
    for (const [folder, source] of [
      [BUILT_IN, 'built-in'],
      [this.#folder, 'operator'],
    ] as const) {
      for (const { name, path } of await filesOf(folder)) {
        if (this.#allowed.length > 0 && !this.#allowed.includes(name)) continue;
        const found = await this.#load(name, path, source);
        if ('problem' in found) broken.push(found);
        else packages.set(name, found);
      }
    }
    return { packages, broken };
  }

  async #load(name: string, path: string, source: CataloguePackage['source']): Promise<CataloguePackage | BrokenPackage> {
    try {
      const { size } = await stat(path);
      if (size > MAX_CODE) return { name, problem: `It has ${size} bytes; at most ${MAX_CODE} are allowed.` };
      const code = await readFile(path, 'utf8');
      const key = `${name} ${sha256(code)}`;
      const manifest = this.#described.get(key) ?? (await this.#describe(code, name, source));
      this.#described.set(key, manifest);
      return { manifest, code, digest: sha256(JSON.stringify([code, manifest])), source };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.#log.warn({ package: name, problem }, 'A package of integrations cannot be used.');
      return { name, problem };
    }
  }

  async #describe(code: string, name: string, source: CataloguePackage['source']): Promise<PackageManifest> {
    const manifest = readManifest(
      await this.#sandbox.run({
        // Our own declarations share a process.
        tenant: source === 'built-in' ? 'describe' : `describe ${name}`,
        code,
        file: `${name}.js`,
        entry: 'default',
        args: [],
        limits: DESCRIBE_LIMITS,
      }),
    );
    if (manifest.name !== name) throw new Error(`It is called "${manifest.name}", so its file has to be ${manifest.name}.js.`);
    return manifest;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The declaration of a default export. Throws with the first thing that is wrong. */
export function readManifest(declared: unknown): PackageManifest {
  const { success, data, error } = packageManifest.safeParse(withoutFunctions(declared));
  if (success) return data;
  const [issue] = error.issues;
  throw new Error(`${issue?.path.join('.') || 'The declaration'}: ${issue?.message ?? 'is not valid'}`);
}

/** Endpoints and webhooks have functions, which JSON leaves out. */
function withoutFunctions(declared: unknown): unknown {
  return typeof declared === 'object' && declared !== null ? declared : {};
}

async function filesOf(folder: string): Promise<{ readonly name: string; readonly path: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.slice(0, MAX_PACKAGES).flatMap((entry) => {
    const name = entry.isFile() && entry.name.endsWith('.js') ? entry.name.slice(0, -'.js'.length) : entry.name;
    if (!packageName.safeParse(name).success) return [];
    if (entry.isDirectory()) return [{ name, path: join(folder, name, 'integration.js') }];
    return entry.isFile() && entry.name.endsWith('.js') ? [{ name, path: join(folder, entry.name) }] : [];
  });
}
