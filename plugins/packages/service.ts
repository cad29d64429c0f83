import { type Actor, newId, storeTime } from '@sayso/core';
import type { AllowedPackages } from '@sayso/runtime/ref';
import { rcompare, valid } from 'semver';
import type { BundledDocument, PackageDocument } from './collections.ts';
import type { PackagesContext } from './config.ts';
import { NoSuchPackage, PackageBuiltIn, PackageNeeded, PackageRefused, RegistryUnavailable } from './errors.ts';
import { fetchPackage } from './library/fetch.ts';
import { Library } from './library/library.ts';
import { Uses } from './library/uses.ts';
import { USUAL_PACKAGES, withEarlier } from './library/usual.ts';
import { UsualRequests } from './library/usual-requests.ts';
import { Waits } from './library/waits.ts';
import type { AbsentPackage, AllowedNpmPackage, PackagesApi, PackageVersion, StoodIn } from './ref.ts';
import { RegistryClient } from './registry/client.ts';
import { checkName, checkVersion, splitSpec } from './registry/names.ts';

export const FETCH_ATTEMPTS = 3;
const MAX_VERSIONS = 40;
const MAX_DESCRIBED = 40;
const MAX_SPECIFIERS = 6;

/** What an admitted administrator asks for. */
interface Request {
  readonly name: string;
  readonly requested: string;
  readonly isConfigured: boolean;
  readonly requestedBy: string | null;
}

interface FetchAttempt {
  readonly requestId: string;
  readonly isLast: boolean;
  readonly signal: AbortSignal;
}

/** npm packages that an administrator allows, besides those that are built in. */
export class PackagesService implements PackagesApi {
  readonly #context: PackagesContext;
  readonly #registry: RegistryClient;
  readonly uses: Uses;
  readonly library: Library;
  readonly waits: Waits;
  readonly #usual: UsualRequests;
  /** Fetches in flight by their requests. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(context: PackagesContext) {
    const { NPM_REGISTRY: url, NPM_REGISTRY_HOSTS: hosts, NPM_TOKEN: token = null } = context.config;
    this.#context = context;
    this.#registry = new RegistryClient({ url, hosts, token });
    this.uses = new Uses(context);
    this.library = new Library(context);
    const request = (one: string, requested: string) => this.#request({ name: one, requested, isConfigured: false, requestedBy: null });
    this.waits = new Waits(context);
    this.#usual = new UsualRequests({ context, library: this.library, waits: this.waits, request });
  }

  /** What the compiler gets. */
  offered(): AllowedPackages {
    const { library } = this;
    return {
      list: () => library.list(),
      bundle: (name, edition) => library.bundle(name, edition),
      notices: () => library.notices(),
      used: (appId, names, edition) => this.uses.note(appId, names, edition),
      usual: () => this.#usual.names(),
      obtain: (names, appId) => this.#usual.obtain(names, appId),
    };
  }

  list(): Promise<AllowedNpmPackage[]> {
    return this.#context.collections.packages.find({}, { sort: { _id: 1 } });
  }

  async versions(name: string): Promise<readonly PackageVersion[]> {
    const { tags, versions } = await this.#registry.packument(checkName(name));
    const known = [...versions.keys()].filter((version) => valid(version) !== null).sort(rcompare);
    const tagsOf = (version: string) => [...tags].flatMap(([tag, tagged]) => (tagged === version ? tag : []));
    const tagged = known.filter((version) => tagsOf(version).includes('latest'));
    const shown = [...new Set([...tagged, ...known.filter((version) => !version.includes('-')), ...known])].slice(0, MAX_VERSIONS);
    return shown.map((version) => ({ version, tags: tagsOf(version) }));
  }

  async allow(actor: Actor, name: string, version: string): Promise<AllowedNpmPackage> {
    const checked = checkName(name.trim());
    const isConfigured = this.#configured().some((one) => one.name === checked);
    if (isConfigured) throw new PackageNeeded(checked, 'ALLOWED_PACKAGES names it, with its version.');
    const requestedBy = actor.kind === 'account' ? actor.id : null;
    for (const earlier of withEarlier(checked).slice(0, -1)) await this.#requestEarlier(earlier);
    return this.#request({ name: checked, requested: checkVersion(version), isConfigured, requestedBy });
  }

  /** A usual package of which the requested one must not have a copy of its own. */
  async #requestEarlier(name: string): Promise<void> {
    const requested = USUAL_PACKAGES[name]?.version;
    const isKnown = requested === undefined || (await this.#context.collections.packages.findOne({ _id: name })) !== null;
    if (!isKnown) await this.#request({ name, requested, isConfigured: false, requestedBy: null });
  }

  async #request({ name, ...given }: Request): Promise<AllowedNpmPackage> {
    const builtIn = await this.#context.needs.runtime.packages.builtIn(name);
    if (builtIn !== null) throw new PackageBuiltIn(name, builtIn);
    const requestId = newId();
    const changes = {
      ...given,
      requestId,
      status: 'pending',
      step: 'queued',
      reason: null,
      requestedAt: storeTime(),
    } as const;
    const document = await this.#context.collections.packages.findOneAndUpdate(
      { _id: name },
      { $set: changes, $setOnInsert: { bundled: null } },
      { upsert: true },
    );
    await this.#context.enqueue('fetch', { name, requestId }, { key: requestId });
    return document ?? { _id: name, ...changes, bundled: null };
  }

  async remove(name: string): Promise<void> {
    const { packages } = this.#context.collections;
    const found = await packages.findOne({ _id: name });
    if (found === null) throw new NoSuchPackage(name);
    if (this.#configured().some((one) => one.name === name))
      throw new PackageNeeded(name, 'ALLOWED_PACKAGES names it. Remove it there, and restart the server.');
    const users = this.library.list().filter(({ uses }) => uses.includes(name));
    if (users.length > 0)
      throw new PackageNeeded(name, `${users.map((one) => `"${one.name}"`).join(', ')} shares its modules. Remove that first.`);
    if (found.bundled !== null && this.#isFetchedByImports(name)) await this.#withdraw(found, found.bundled);
    else await this.#drop(found);
  }

  #isFetchedByImports(name: string): boolean {
    return this.#context.config.USUAL_PACKAGES === 'on' && Object.hasOwn(USUAL_PACKAGES, name);
  }

  /** Keeps the record, so that the next app that imports a usual package does not fetch it again. */
  async #withdraw({ _id: name }: PackageDocument, bundled: BundledDocument): Promise<void> {
    const reason = { code: 'removed', message: 'An administrator removed it.' };
    const changes = { status: 'refused', step: null, reason, bundled: null } as const;
    await this.#context.collections.packages.updateOne({ _id: name }, { $set: changes });
    await this.#changed(name);
    await this.#removeBlobs(bundled);
  }

  async #drop({ _id: name, bundled }: PackageDocument): Promise<void> {
    await this.#context.collections.packages.deleteOne({ _id: name });
    await this.#changed(name);
    if (bundled !== null) await this.#removeBlobs(bundled);
  }

  async #changed(name: string): Promise<void> {
    await this.library.load();
    await this.#context.emit('packages.changed', { name });
  }

  /** Unless another package has the same bundle. */
  async #removeBlobs({ blobs }: BundledDocument): Promise<void> {
    const kept = new Set((await this.list()).flatMap(({ bundled }) => (bundled === null ? [] : Object.values(bundled.blobs))));
    for (const key of new Set(Object.values(blobs))) if (!kept.has(key)) await this.#context.blobs.remove(key);
  }

  /** The job: fetches, bundles and stores what was asked for, or notes why not. Others that need the same package meanwhile wait for it. */
  fetch(name: string, attempt: FetchAttempt): Promise<void> {
    const known = this.#running.get(attempt.requestId);
    if (known !== undefined) return known;
    const running = this.#fetch(name, attempt).finally(() => this.#running.delete(attempt.requestId));
    this.#running.set(attempt.requestId, running);
    return running;
  }

  async #fetch(name: string, { requestId, isLast, signal }: FetchAttempt): Promise<void> {
    const { packages } = this.#context.collections;
    const request = await packages.findOne({ _id: name, requestId });
    // Removed, or asked for again.
    if (request === null || request.status !== 'pending') return;
    await this.#fetchEarlier(name, { isLast, signal });
    try {
      const bundled = await fetchPackage(
        { context: this.#context, registry: this.#registry, library: this.library },
        {
          name,
          range: request.requested,
          signal,
          onStep: async (step) => void (await packages.updateOne({ _id: name, requestId }, { $set: { step } })),
        },
      );
      await this.#settle(request, bundled);
    } catch (error) {
      const isFinal = error instanceof PackageRefused || (error instanceof RegistryUnavailable && isLast);
      if (!isFinal) throw error;
      const reason = { code: error.code, message: error.message };
      await packages.updateOne({ _id: name, requestId }, { $set: { status: 'refused', step: null, reason } });
      this.#context.log.warn({ name, requested: request.requested, reason, detail: error.detail }, 'An npm package was refused');
    }
  }

  /** Those of which it shares the copy, should their jobs not have run yet. */
  async #fetchEarlier(name: string, given: Omit<FetchAttempt, 'requestId'>): Promise<void> {
    for (const earlier of withEarlier(name).slice(0, -1)) {
      const found = await this.#context.collections.packages.findOne({ _id: earlier });
      if (found?.status === 'pending') await this.fetch(earlier, { ...given, requestId: found.requestId });
    }
  }

  async #settle({ _id: name, requestId, bundled: before }: PackageDocument, bundled: BundledDocument): Promise<void> {
    const updated = await this.#context.collections.packages.updateOne(
      { _id: name, requestId },
      { $set: { status: 'ready', step: null, reason: null, bundled } },
    );
    if (updated === 0) {
      await this.#removeBlobs(bundled);
      return;
    }
    await this.#changed(name);
    if (before !== null) await this.#removeBlobs(before);
  }

  #configured(): readonly { readonly name: string; readonly version: string }[] {
    return this.#context.config.ALLOWED_PACKAGES.map(splitSpec);
  }

  /** Fetches what `ALLOWED_PACKAGES` names and is not there, and removes what it named before. */
  async allowConfigured(): Promise<void> {
    const known = new Map((await this.list()).map((one) => [one._id, one]));
    const wanted = this.#configured();
    for (const { name, version } of wanted) {
      const found = known.get(name);
      if (found?.requested === version && found.isConfigured && found.status !== 'refused') continue;
      try {
        await this.#request({ name: checkName(name), requested: checkVersion(version), isConfigured: true, requestedBy: null });
      } catch (error) {
        this.#context.log.error({ err: error, name }, 'A package of ALLOWED_PACKAGES cannot be allowed');
      }
    }
    for (const document of known.values())
      if (document.isConfigured && !wanted.some(({ name }) => name === document._id)) await this.#drop(document);
  }

  async absent(actor: Actor, appId: string): Promise<readonly AbsentPackage[]> {
    const { apps, runtime } = this.#context.needs;
    await apps.get(actor, appId, 'view');
    const imported = await runtime.packages.importedBy({ appId, files: await apps.files(appId) });
    const names = [...new Set([...imported, ...this.waits.of(appId)])].sort().filter((name) => this.library.version(name) === null);
    if (names.length === 0) return [];
    const usual = this.#usual.names();
    const known = new Map((await this.#context.collections.packages.find({ _id: { $in: names } })).map((one) => [one._id, one]));
    return names.map((name) => {
      const found = known.get(name);
      // One of the usual ones is requested by the compile that needs it; what is ready elsewhere is here in a moment.
      const status =
        found === undefined ? (usual.includes(name) ? 'pending' : 'absent') : found.status === 'refused' ? 'refused' : 'pending';
      return { name, status, reason: found?.reason?.message ?? null };
    });
  }

  async stoodIn(actor: Actor, appId: string): Promise<readonly StoodIn[]> {
    const { apps, runtime } = this.#context.needs;
    const { published } = await apps.get(actor, appId, 'view');
    const names = published === null ? [] : await runtime.stoodIn(published.buildId);
    const isHere = await Promise.all(
      names.map(async (name) => this.library.version(name) !== null || (await runtime.packages.builtIn(name)) !== null),
    );
    return names.map((name, at) => ({ name, isHere: isHere[at] === true }));
  }

  /** For the model that writes apps. */
  describe(): string {
    const lines = this.library.list().map(({ name, bundled: { version, specifiers } }) => {
      const others = specifiers.filter((one) => one !== name);
      const shown = others.length > MAX_SPECIFIERS ? [...others.slice(0, MAX_SPECIFIERS), '…'] : others;
      return `- ${name} ${version}${shown.length === 0 ? '' : ` (also ${shown.join(', ')})`}`;
    });
    const usual = this.#usual.names();
    const all = [...lines.slice(0, MAX_DESCRIBED), ...(usual.length === 0 ? [] : [`- ${usual.join(', ')}`])];
    return all.length === 0 ? '' : `Further npm packages that can be imported:\n${all.join('\n')}`;
  }
}
