import type { App } from '@sayso/apps/ref';
import { type Actor, Conflict, Forbidden, Unauthenticated } from '@sayso/core';
import { callerOf } from '../calls/callers.ts';
import type { CallStart, Calls } from '../calls/calls.ts';
import { type Parameters, parseInput } from '../calls/parameters.ts';
import type { IntegrationsContext } from '../config.ts';
import { Connections, type ConnectionView, type Outcome, readClients } from '../connections/connections.ts';
import { fileFetch } from '../files/fetched.ts';
import type { Files } from '../files/files.ts';
import type { GuestLog } from '../sandbox/call.ts';
import { Outbound } from '../sandbox/fetch.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { type BrokenPackage, Catalogue, type CataloguePackage } from './catalogue.ts';
import { PackageCode } from './code.ts';
import { describePackages } from './describe.ts';
import { InvalidSettings, PackageChanged, PackageMissing, UnknownPackage, UnknownPackageEndpoint } from './errors.ts';
import { type Instance, Instances, MAIN } from './instances.ts';
import { outputOf, zodOf } from './json-schema.ts';
import { type Grants, type PackageEndpoint, wantsMore } from './manifest.ts';
import { Seal } from './sealing.ts';
import { hostsOf, movesTo, readSecrets, readSettings } from './settings.ts';
import { addedBy, keptSettings } from './versions.ts';

export interface PackageCall {
  readonly packageName: string;
  readonly instance: string;
  readonly endpoint: string;
  readonly appId: string;
  readonly actor: Actor;
  /** The network address of the client. */
  readonly address: string;
  readonly signal: AbortSignal;
}

/** What builders see of the packages of their app. The catalogue is read only for what needs it. */
export interface AppPackages {
  readonly app: App;
  /** Names that the app imports, of packages that it does not have. */
  readonly missing: readonly string[];
  instances(): Promise<readonly InstalledPackage[]>;
  catalogue(): Promise<readonly CataloguePackage[]>;
  broken(): Promise<readonly BrokenPackage[]>;
}

export interface InstalledPackage {
  readonly instance: Instance;
  /** Why it cannot be called; null when it can. */
  readonly problem: string | null;
  readonly connections: readonly ConnectionView[];
  /** A version that wants more than was granted, and waits for the builder. */
  readonly upgrade: { readonly found: CataloguePackage; readonly added: Grants } | null;
}

export interface PackageInput {
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly secrets?: Readonly<Record<string, unknown>> | undefined;
  /** OAuth clients by connection, as `{ id, secret }`. */
  readonly clients?: Readonly<Record<string, unknown>> | undefined;
}

export interface TestOutcome {
  readonly isOk: boolean;
  /** The answer, or the sentence of the failure. */
  readonly output: unknown;
  readonly milliseconds: number;
  readonly logs: readonly GuestLog[];
}

/** The purpose of the key that encrypts secrets. */
const SECRETS = 'integrations';
const byTitle = (a: CataloguePackage, b: CataloguePackage): number => a.manifest.title.localeCompare(b.manifest.title);
const IMPORT = /['"]@\/integrations\/(?!core['"])([a-z][a-z0-9-]{1,39})['"]/g;

/** Packages of others in apps: the catalogue, their instances, and their calls. Their code is never trusted. */
export class Packages {
  readonly catalogue: Catalogue;
  readonly instances: Instances;
  readonly sandbox: Sandbox;
  readonly connections: Connections;
  readonly code: PackageCode;
  /** The way of the server to other servers. */
  readonly outbound: Outbound;
  readonly #context: IntegrationsContext;
  readonly #calls: Calls;
  readonly #files: Files;

  constructor(context: IntegrationsContext, { calls, files }: { readonly calls: Calls; readonly files: Files }) {
    const { config, collections, blobs, host, log, limits } = context;
    this.#context = context;
    this.#calls = calls;
    this.#files = files;
    this.sandbox = new Sandbox({
      processes: config.INTEGRATION_PROCESSES,
      onFailure: (err) => log.error({ err }, 'a call of isolated code failed unexpectedly'),
    });
    this.outbound = new Outbound({ privateHosts: config.INTEGRATION_PRIVATE_HOSTS });
    this.catalogue = new Catalogue({
      folder: config.INTEGRATIONS_DIR ?? `${config.DATA_DIR}/integrations`,
      allowed: config.INTEGRATIONS,
      sandbox: this.sandbox,
      log,
    });
    const seal = new Seal(host.deriveKey(SECRETS));
    this.instances = new Instances({ documents: collections.instances, blobs, seal, limits });
    this.connections = new Connections(context, { seal, outbound: this.outbound });
    const { instances, connections: accounts, sandbox, outbound } = this;
    this.code = new PackageCode({ instances, connections: accounts, sandbox, outbound, files: (appId) => fileFetch(files, appId) });
    context.onClose(() => this.sandbox.close());
    context.onClose(() => outbound.close());
  }

  /** Encrypts secrets anew while SECRET is replaced. */
  async reseal(): Promise<void> {
    const { host } = this.#context;
    if (host.replacedKey === undefined) return;
    const before = new Seal(host.replacedKey(SECRETS));
    await this.instances.reseal(before);
    await this.connections.reseal(before);
  }

  /** Starts a process for isolated code before the first call, where apps have packages. */
  async warmUp(): Promise<void> {
    // The start does not wait for the process.
    if (await this.instances.isUsed()) void this.sandbox.prepare();
  }

  async list(actor: Actor, appId: string): Promise<AppPackages> {
    const { apps } = this.#context.needs;
    const app = await apps.get(actor, appId, 'view');
    const installed = await this.instances.list(appId);
    const known = new Set(installed.map(({ package: name }) => name));
    return {
      app,
      missing: [...(await this.imported(appId))].filter((name) => !known.has(name)).sort(),
      instances: async () => {
        const { packages } = await this.catalogue.list();
        return Promise.all(installed.map(async (instance) => this.#view(await this.#current(instance), packages)));
      },
      catalogue: async () => [...(await this.catalogue.list()).packages.values()].sort(byTitle),
      broken: async () => (await this.catalogue.list()).broken,
    };
  }

  /** The packages of an app and of the catalogue, for the model that writes the app. */
  async describe(appId: string): Promise<string> {
    const [instances, { packages }] = await Promise.all([this.instances.list(appId), this.catalogue.list()]);
    const installed = new Map(instances.map(({ package: name, manifest }) => [name, manifest]));
    const offered = [...packages.values()].flatMap(({ manifest }) => (installed.has(manifest.name) ? [] : [manifest]));
    return describePackages({ installed: [...installed.values()], offered });
  }

  /** The packages that the code of an app imports. */
  async imported(appId: string): Promise<ReadonlySet<string>> {
    const files = await this.#context.needs.apps.files(appId);
    const texts = Object.entries(files).flatMap(([path, text]) => (path.startsWith('entities/') ? [] : [String(text)]));
    return new Set(texts.flatMap((text) => [...text.matchAll(IMPORT)].map(([, name = '']) => name)));
  }

  /** Installs the package that the builder saw. `digest` is that of its offer. Throws `UnknownPackage` and `PackageChanged`. */
  async install(
    actor: Actor,
    appId: string,
    input: PackageInput & { readonly packageName: string; readonly digest: string; readonly name?: string | undefined },
  ): Promise<Instance> {
    const app = await this.#context.needs.apps.get(actor, appId, 'edit');
    const found = await this.#seen(input.packageName, input.digest);
    const clients = readClients(found.manifest, input.clients ?? {});
    const installed = await this.instances.add(found, {
      appId: app.id,
      name: input.name ?? MAIN,
      settings: readSettings(found.manifest, input.settings ?? {}),
      secrets: readSecrets(found.manifest, input.secrets ?? {}),
      accountId: idOf(actor),
    });
    await this.connections.setClients(installed, clients);
    return installed;
  }

  async change(
    actor: Actor,
    appId: string,
    {
      id,
      settings,
      secrets,
      clients,
      visitors,
      hasSamples,
    }: PackageInput & { readonly id: string; readonly visitors?: readonly string[] | undefined; readonly hasSamples?: boolean | undefined },
  ): Promise<Instance> {
    await this.#context.needs.apps.get(actor, appId, 'edit');
    const instance = await this.instances.get(appId, id);
    const { manifest } = instance;
    const unknown = visitors?.find((name) => !Object.hasOwn(manifest.endpoints, name));
    if (unknown !== undefined) throw new InvalidSettings(`${manifest.title} has no endpoint ${JSON.stringify(unknown)}.`);
    const values = settings === undefined ? instance.settings : readSettings(manifest, settings);
    const isMoved = movesTo(hostsOf(manifest, instance.settings), hostsOf(manifest, values));
    const given = readSecrets(manifest, secrets ?? {});
    // A secret that was entered for one server is not sent to another one by a change of the address.
    const left = isMoved ? Object.keys(instance.secrets).filter((name) => !Object.hasOwn(given, name)) : [];
    const changes = readClients(manifest, clients ?? {});
    const changed = await this.instances.change(instance, {
      ...(settings === undefined ? {} : { settings: values }),
      secrets: { ...Object.fromEntries(left.map((name) => [name, null])), ...given },
      ...(visitors === undefined ? {} : { visitors: [...new Set(visitors)] }),
      ...(hasSamples === undefined ? {} : { hasSamples }),
      updatedBy: idOf(actor),
    });
    await this.connections.moved(instance, changed, isMoved);
    await this.connections.setClients(changed, changes);
    return changed;
  }

  /** Starts the consent of a connection; returns where the browser asks for it. */
  async connect(actor: Actor, appId: string, { id, connection }: { readonly id: string; readonly connection: string }): Promise<string> {
    await this.#context.needs.apps.get(actor, appId, 'edit');
    return this.connections.begin(await this.instances.get(appId, id), connection, accountOf(actor));
  }

  /** A browser that comes back from a provider. The account has to be the one that started, and may still change the app. */
  connected(actor: Actor, query: URLSearchParams): Promise<Outcome> {
    return this.connections.finish(query, accountOf(actor), async ({ appId, instanceId }) => {
      await this.#context.needs.apps.get(actor, appId, 'edit');
      return this.instances.get(appId, instanceId);
    });
  }

  async disconnect(actor: Actor, appId: string, { id, connection }: { readonly id: string; readonly connection: string }): Promise<void> {
    await this.#context.needs.apps.get(actor, appId, 'edit');
    await this.connections.disconnect(await this.instances.get(appId, id), connection);
  }

  /** Accepts a version that the builder saw, by its digest, with all that it wants more. */
  async upgrade(actor: Actor, appId: string, { id, digest }: { readonly id: string; readonly digest: string }): Promise<Instance> {
    await this.#context.needs.apps.get(actor, appId, 'edit');
    const instance = await this.instances.get(appId, id);
    const found = await this.#seen(instance.package, digest);
    const settings = keptSettings(instance, found);
    const isMoved = movesTo(hostsOf(instance.manifest, instance.settings), hostsOf(found.manifest, settings));
    // Who accepts further servers does not thereby send them what others entered for the servers before.
    const upgraded = await this.instances.upgrade(instance, found, { settings, isMoved });
    if (upgraded === null) throw new Conflict('The integration has changed meanwhile. Load it again.');
    await this.connections.moved(instance, upgraded, isMoved);
    return upgraded;
  }

  async remove(actor: Actor, appId: string, id: string): Promise<void> {
    await this.#context.needs.apps.get(actor, appId, 'edit');
    const instance = await this.instances.get(appId, id);
    await this.instances.remove(instance);
    await this.connections.remove(instance);
  }

  /** Calls an endpoint for the builder, with the answer or the reason why there is none. */
  async test(
    actor: Actor,
    appId: string,
    {
      id,
      endpoint,
      input,
      signal,
    }: { readonly id: string; readonly endpoint: string; readonly input: Readonly<Record<string, unknown>>; readonly signal: AbortSignal },
  ): Promise<TestOutcome> {
    const app = await this.#context.needs.apps.get(actor, appId, 'edit');
    const instance = await this.instances.get(appId, id);
    const logs: GuestLog[] = [];
    const begun = performance.now();
    const outcome = (isOk: boolean, output: unknown) => ({ isOk, output, logs, milliseconds: Math.round(performance.now() - begun) });
    try {
      const caller = { kind: 'admin', id: idOf(actor), key: idOf(actor) ?? 'admin' } as const;
      const start: CallStart = { app, appId, actor, caller, isDraft: true, signal, onText: null };
      return outcome(
        true,
        await this.#run(instance, endpoint, { start, parameters: { values: input, isForm: false }, onLog: (line) => logs.push(line) }),
      );
    } catch (error) {
      signal.throwIfAborted();
      return outcome(false, error instanceof Error ? error.message : String(error));
    }
  }

  /** Finds the instance and checks the caller, before the body is read. Throws `PackageMissing`, `UnknownPackageEndpoint`, `NotFound`, `Unauthenticated`. */
  async prepare(asked: PackageCall): Promise<(parameters: Parameters) => Promise<unknown>> {
    const { packageName, instance: name, endpoint, appId, actor, address, signal } = asked;
    const { app, caller } = await callerOf(this.#context.needs.apps, { actor, appId, address });
    const found = await this.instances.find(appId, packageName, name);
    if (found === null) throw new PackageMissing(packageName, name === MAIN ? null : name);
    const instance = await this.#current(found);
    endpointOf(instance, endpoint);
    if (caller.kind === 'visitor' && !instance.visitors.includes(endpoint))
      throw new Unauthenticated(`Please log in to use ${instance.manifest.title}.`);
    const isDraft = actor.kind === 'app' && actor.preview === true;
    const start: CallStart = { app, appId, actor, caller, isDraft, signal, onText: null };
    return (parameters) => this.#run(instance, endpoint, { start, parameters });
  }

  async removeApp(appId: string): Promise<void> {
    await this.instances.removeApp(appId);
    await this.connections.removeApp(appId);
  }

  async #run(
    instance: Instance,
    name: string,
    { start, parameters, onLog }: { readonly start: CallStart; readonly parameters: Parameters; readonly onLog?: (line: GuestLog) => void },
  ): Promise<unknown> {
    const { manifest } = instance;
    const endpoint = endpointOf(instance, name);
    const { INTEGRATION_CALLS_PER_CALLER_AND_DAY: perCaller, INTEGRATION_CALLS_PER_APP_AND_DAY: perApp } = this.#context.config;
    const called = `${manifest.name}/${name}`;
    return this.#calls.run({ name: called, quota: { perCaller, perApp } }, start, async () => {
      // The servers of packages read files by their addresses.
      const named = this.#files.texts.served(start.appId, parameters);
      const input = parseInput({ name: called, input: zodOf(endpoint.input) }, named);
      if (start.isDraft && instance.hasSamples && onLog === undefined) return endpoint.example.output;
      try {
        const output = outputOf(
          endpoint.output,
          await this.code.run(instance, {
            entry: `default.endpoints.${name}.run`,
            input,
            signal: start.signal,
            ...(onLog === undefined ? {} : { onLog }),
          }),
        );
        await this.instances.called(instance, null);
        return output;
      } catch (error) {
        if (!start.signal.aborted) await this.instances.called(instance, error instanceof Error ? error.message : String(error));
        throw error;
      }
    });
  }

  async #seen(packageName: string, digest: string): Promise<CataloguePackage> {
    const found = await this.catalogue.find(packageName);
    if (found === null) throw new UnknownPackage(packageName);
    if (found.digest !== digest) throw new PackageChanged();
    return found;
  }

  /** The instance with the version of the catalogue, unless that wants more than was granted. */
  async #current(instance: Instance): Promise<Instance> {
    const found = await this.catalogue.find(instance.package);
    if (found === null || found.digest === instance.digest) return instance;
    if (wantsMore(addedBy(found, instance))) return instance;
    // It wants no more than was agreed to, so it calls no further servers.
    return (await this.instances.upgrade(instance, found, { settings: keptSettings(instance, found), isMoved: false })) ?? instance;
  }

  async #view(instance: Instance, packages: ReadonlyMap<string, CataloguePackage>): Promise<InstalledPackage> {
    const found = packages.get(instance.package);
    const isNew = found !== undefined && found.digest !== instance.digest;
    const upgrade = isNew ? { found, added: addedBy(found, instance) } : null;
    const connections = await this.connections.views(instance);
    const unconnected = connections.find((one) => one.problem !== null && one.connection.declared.required);
    return { instance, connections, problem: this.code.problemOf(instance) ?? unconnected?.problem ?? null, upgrade };
  }
}

function endpointOf({ manifest }: Instance, name: string): PackageEndpoint {
  const endpoint = Object.hasOwn(manifest.endpoints, name) ? manifest.endpoints[name] : undefined;
  if (endpoint === undefined) throw new UnknownPackageEndpoint(manifest.name, name, Object.keys(manifest.endpoints));
  return endpoint;
}

/** Consent belongs to a person who is signed in: the browser that comes back is compared with it. */
function accountOf(actor: Actor): string {
  if (actor.kind !== 'account') throw new Forbidden();
  return actor.id;
}

function idOf(actor: Actor): string | null {
  if (actor.kind === 'anonymous') throw new Forbidden();
  return actor.id;
}
