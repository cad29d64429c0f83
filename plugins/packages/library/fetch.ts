import { createHash } from 'node:crypto';
import { storeTime } from '@sayso/core';
import type { FetchedPackage, PackageOutcome } from '@sayso/runtime/ref';
import type { BundledDocument, PackageDocument } from '../collections.ts';
import type { PackagesContext } from '../config.ts';
import { PackageRefused } from '../errors.ts';
import type { RegistryClient } from '../registry/client.ts';
import { ALWAYS_SHARED, type Plan, planPackages } from '../registry/tree.ts';
import type { Library } from './library.ts';

const DOWNLOADS_AT_ONCE = 6;
const MAX_OWN = 10;
/** Of all tarballs of one package. */
const MAX_BYTES = 60_000_000;

export interface FetchTools {
  readonly context: PackagesContext;
  readonly registry: RegistryClient;
  readonly library: Library;
}

export interface FetchRequest {
  readonly name: string;
  readonly range: string;
  readonly signal: AbortSignal;
  onStep(step: NonNullable<PackageDocument['step']>): Promise<void>;
}

/** Fetches a package with all that it needs, bundles it, and stores the bundle. Throws `PackageRefused` and `RegistryUnavailable`. */
export async function fetchPackage({ context, registry, library }: FetchTools, request: FetchRequest): Promise<BundledDocument> {
  const { name, signal, onStep } = request;
  const { runtime } = context.needs;
  const start = performance.now();
  const others = library.list().filter((one) => one.name !== name && !dependsOn(one.name, name, library));
  const allowed = await library.shared(others.map((one) => one.name));
  const attempt = async ({ own, besides }: Attempt) => {
    await onStep('resolving');
    const plan = await planPackages(
      { ...request, besides, peers: own },
      {
        packument: (one) => registry.packument(one, signal),
        builtIn: async (one) => (own.includes(one) ? null : runtime.packages.builtIn(one)),
        allowed: (one) => (own.includes(one) ? null : (others.find((other) => other.name === one)?.bundled.version ?? null)),
      },
    );
    await onStep('downloading');
    const packages = await download(plan, registry, signal);
    await onStep('bundling');
    return { plan, packages, outcome: await runtime.packages.bundle(packages, { allowed, signal }) };
  };
  let tried: Attempt = { own: [], besides: [] };
  let result = await attempt(tried);
  for (;;) {
    const next = nextAttempt(result.outcome, tried, runtime.packages.equivalents);
    if (next === null) break;
    tried = next;
    result = await attempt(tried);
  }
  const { plan, packages, outcome } = result;
  if (!outcome.ok) throw new PackageRefused(outcome.refusal.code, outcome.refusal.message);
  const { preview, published, facts } = outcome;
  return {
    ...facts,
    version: preview.version,
    dependencies: packages.length - 1,
    warnings: [...plan.warnings, ...facts.warnings].slice(0, 20),
    specifiers: [...Object.keys(preview.entries), ...Object.keys(preview.sheets)],
    uses: [...preview.uses],
    blobs: {
      preview: await store(context, JSON.stringify(preview)),
      published: await store(context, JSON.stringify(published)),
      notices: await store(context, preview.notices, 'txt'),
    },
    at: storeTime(),
    milliseconds: Math.round(performance.now() - start),
  };
}

interface Attempt {
  /** Packages of which it has a copy of its own: shared ones that lack what it imports, and optional peers that it imports. */
  readonly own: readonly string[];
  /** Packages in place of modules of Node. */
  readonly besides: readonly string[];
}

/** What may help a package that was refused; null when nothing does. */
function nextAttempt(outcome: PackageOutcome, { own, besides }: Attempt, equivalents: Readonly<Record<string, string>>): Attempt | null {
  if (outcome.ok) return null;
  const { nodeModules = [], absent = [] } = outcome.refusal;
  const names = nodeModules.flatMap((module) => (Object.hasOwn(equivalents, module) ? (equivalents[module] ?? []) : []));
  const more = names.filter((name) => !besides.includes(name));
  if (more.length > 0 && names.length === nodeModules.length) return { own, besides: [...besides, ...more] };
  const lacking = absent.filter((name) => !own.includes(name) && !ALWAYS_SHARED.includes(name));
  return lacking.length > 0 && own.length < MAX_OWN ? { own: [...own, ...lacking], besides } : null;
}

/** Whether an allowed package shares modules of another one, itself or by others: that one cannot share its own. */
function dependsOn(name: string, other: string, library: Library): boolean {
  const byName = new Map(library.list().map((one) => [one.name, one]));
  const reached = new Set([name]);
  for (const one of reached) for (const used of byName.get(one)?.uses ?? []) reached.add(used);
  return reached.has(other);
}

async function download({ packages }: Plan, registry: RegistryClient, signal: AbortSignal): Promise<readonly FetchedPackage[]> {
  const fetched: FetchedPackage[] = [];
  let size = 0;
  for (let at = 0; at < packages.length; at += DOWNLOADS_AT_ONCE) {
    const some = await Promise.all(
      packages.slice(at, at + DOWNLOADS_AT_ONCE).map(async ({ tarball: address, integrity, ...about }) => ({
        ...about,
        tarball: await registry.tarball(address, integrity, signal),
      })),
    );
    for (const one of some) size += one.tarball.length;
    if (size > MAX_BYTES)
      throw new PackageRefused('too-large', `Its tarballs have more than ${Math.round(MAX_BYTES / 1_000_000)} MB together.`);
    fetched.push(...some);
  }
  return fetched;
}

/** Named by its content: a bundle never changes, and equal ones are one. */
async function store(context: PackagesContext, text: string, type: 'json' | 'txt' = 'json'): Promise<string> {
  const key = `bundles/${createHash('sha256').update(text).digest('hex')}.${type}`;
  await context.blobs.put(key, Buffer.from(text), { contentType: type === 'json' ? 'application/json' : 'text/plain' });
  return key;
}
