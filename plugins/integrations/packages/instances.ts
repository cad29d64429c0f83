import { type Blobs, type Collection, DuplicateKey, type Limits, NotFound, newId, storeTime } from '@sayso/core';
import type { InstanceDocument } from '../collections.ts';
import type { SecretPlace } from '../sandbox/secrets.ts';
import type { KeyEncoding } from '../webhooks/keys.ts';
import type { CataloguePackage } from './catalogue.ts';
import { InstanceTaken, InvalidSettings } from './errors.ts';
import { type Grants, grantsOf, type PackageManifest, packageManifest } from './manifest.ts';
import type { Seal } from './sealing.ts';
import { hostsOf, type SettingValues } from './settings.ts';

/** A package in an app, with settings of its own. */
export interface Instance extends Omit<InstanceDocument, 'manifest' | 'settings' | 'granted'> {
  readonly manifest: PackageManifest;
  readonly granted: Grants;
  readonly settings: SettingValues;
}

/** A secret of an instance, for requests and signatures; it never leaves the server. */
export interface OpenSecret {
  readonly name: string;
  readonly value: string;
  readonly places: readonly SecretPlace[];
  /** How it becomes the key of a signature. */
  readonly encoding: KeyEncoding | undefined;
  /** The hosts that it was entered for. Default: all that the package calls. */
  readonly hosts?: readonly string[];
}

export interface NewInstance {
  readonly appId: string;
  readonly name: string;
  readonly settings: SettingValues;
  readonly secrets: Readonly<Record<string, string | null>>;
  readonly accountId: string | null;
}

/** The name of an instance when an app has one of a package. */
export const MAIN = 'main';
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** The packages of apps: what they are set to, and their secrets. The code of an installed version is kept, whatever the folder holds. */
export class Instances {
  readonly #documents: Collection<InstanceDocument>;
  readonly #blobs: Blobs;
  readonly #seal: Seal;
  readonly #limits: Limits;

  constructor({ documents, blobs, seal, limits }: { documents: Collection<InstanceDocument>; blobs: Blobs; seal: Seal; limits: Limits }) {
    this.#limits = limits;
    this.#documents = documents;
    this.#blobs = blobs;
    this.#seal = seal;
  }

  async list(appId: string): Promise<Instance[]> {
    return (await this.#documents.find({ appId }, { sort: { package: 1, name: 1 } })).map(instanceOf);
  }

  /** Whether any app has a package. */
  async isUsed(): Promise<boolean> {
    return (await this.#documents.findOne({})) !== null;
  }

  async find(appId: string, packageName: string, name: string): Promise<Instance | null> {
    const found = await this.#documents.findOne({ appId, package: packageName, name });
    return found && instanceOf(found);
  }

  async byId(id: string): Promise<Instance | null> {
    const found = await this.#documents.findOne({ _id: id });
    return found && instanceOf(found);
  }

  /** Throws `NotFound`. */
  async get(appId: string, id: string): Promise<Instance> {
    const found = await this.#documents.findOne({ _id: id, appId });
    if (found === null) throw new NotFound('The integration');
    return instanceOf(found);
  }

  /** Throws `InstanceTaken`, and `InvalidSettings` for a name that cannot be one. */
  async add(found: CataloguePackage, { appId, name, settings, secrets, accountId }: NewInstance): Promise<Instance> {
    if (!NAME.test(name)) throw new InvalidSettings(`${JSON.stringify(name)} is no name: use lower-case letters, digits and dashes.`);
    const _id = newId();
    const existing = async () => (await this.#documents.find({ appId }, { projection: { _id: 1 } })).map((one) => one._id);
    const taken = await this.#limits.take('instances', appId, 1, { idempotencyKey: _id, existing });
    const now = storeTime();
    const at = { appId, package: found.manifest.name, name };
    await this.#keepCode(found);
    const document: InstanceDocument = {
      _id,
      ...at,
      ...versionOf(found),
      settings: JSON.stringify(settings),
      secrets: this.#sealed(at, secrets),
      secretHosts: Object.fromEntries(entered(secrets).map((one) => [one, hostsOf(found.manifest, settings)])),
      visitors: [],
      hasSamples: false,
      lastCallAt: null,
      lastError: null,
      createdAt: now,
      updatedAt: now,
      updatedBy: accountId,
    };
    try {
      await this.#documents.insertOne(document);
    } catch (error) {
      await taken.refund();
      if (error instanceof DuplicateKey) throw new InstanceTaken(`The app has ${found.manifest.title} as ${JSON.stringify(name)} already.`);
      throw error;
    }
    return instanceOf(document);
  }

  /** A secret is for the hosts that the instance has as it is given, whatever another change makes of it meanwhile. */
  async change(
    instance: Instance,
    {
      settings,
      secrets = {},
      ...more
    }: Partial<Pick<NewInstance, 'settings' | 'secrets'> & Pick<Instance, 'visitors' | 'hasSamples' | 'updatedBy'>>,
  ): Promise<Instance> {
    const gone = Object.entries(secrets).flatMap(([name, value]) => (value === null ? [name] : []));
    const removed = gone.flatMap((name) => [
      [`secrets.${name}`, ''],
      [`secretHosts.${name}`, ''],
    ]);
    const hosts = hostsOf(instance.manifest, settings ?? instance.settings);
    const bound = entered(secrets).map((name) => [`secretHosts.${name}`, hosts]);
    const sealed = Object.entries(this.#sealed(instance, secrets)).map(([name, value]) => [`secrets.${name}`, value]);
    const changed = await this.#documents.findOneAndUpdate(
      { _id: instance._id, appId: instance.appId },
      {
        $set: {
          ...more,
          ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
          ...Object.fromEntries([...sealed, ...bound]),
          updatedAt: storeTime(),
        },
        ...(removed.length === 0 ? {} : { $unset: Object.fromEntries(removed) }),
      },
    );
    if (changed === null) throw new NotFound('The integration');
    return instanceOf(changed);
  }

  /** Null when another upgrade was faster. Settings that the version does not have are dropped, and all secrets where it calls further servers. */
  async upgrade(
    instance: Instance,
    found: CataloguePackage,
    { settings, isMoved }: { readonly settings: SettingValues; readonly isMoved: boolean },
  ): Promise<Instance | null> {
    await this.#keepCode(found);
    const secrets = isMoved ? { secrets: {}, secretHosts: {} } : {};
    const set = { ...versionOf(found), ...secrets, settings: JSON.stringify(settings), updatedAt: storeTime() };
    const changed = await this.#documents.findOneAndUpdate({ _id: instance._id, digest: instance.digest }, { $set: set });
    return changed && instanceOf(changed);
  }

  async remove({ _id, appId }: Instance): Promise<void> {
    await this.#documents.deleteOne({ _id, appId });
    await this.#limits.release('instances', appId, 1, { idempotencyKey: _id });
  }

  async removeApp(appId: string): Promise<void> {
    await this.#documents.deleteMany({ appId });
    await this.#limits.forget('instances', appId);
  }

  /** Records the outcome of a call; the sentence of a failure is for builders. */
  async called({ _id }: Instance, failure: string | null): Promise<void> {
    const at = storeTime();
    await this.#documents.updateOne(
      { _id },
      { $set: { lastCallAt: at, lastError: failure === null ? null : { at, message: failure.slice(0, 500) } } },
    );
  }

  code({ digest }: Instance): Promise<string> {
    return this.#blobs.get(codeKey(digest)).then((stream) => new Response(stream).text());
  }

  /** The secrets that can be opened; those sealed with an earlier SECRET cannot. */
  secrets(instance: Instance): OpenSecret[] {
    return Object.entries(instance.secrets).flatMap(([name, sealed]) => {
      const declared = Object.hasOwn(instance.manifest.secrets, name) ? instance.manifest.secrets[name] : undefined;
      const value = declared === undefined ? null : this.#seal.open(sealed, purposeOf(instance, name));
      const hosts = Object.hasOwn(instance.secretHosts ?? {}, name) ? instance.secretHosts?.[name] : undefined;
      const bound = hosts === undefined ? {} : { hosts };
      return value === null || declared === undefined ? [] : [{ name, value, places: declared.in, encoding: declared.encoding, ...bound }];
    });
  }

  /** Encrypts secrets anew that were encrypted with the key before. */
  async reseal(before: Seal): Promise<void> {
    for await (const document of this.#documents.stream({})) {
      const opened = Object.entries(document.secrets).flatMap(([name, sealed]) => {
        const value = before.open(sealed, purposeOf(document, name));
        return value === null ? [] : [[name, value] as const];
      });
      const set = Object.entries(this.#sealed(document, Object.fromEntries(opened))).map(([name, sealed]) => [`secrets.${name}`, sealed]);
      if (set.length > 0) await this.#documents.updateOne({ _id: document._id }, { $set: Object.fromEntries(set) });
    }
  }

  #sealed(
    at: Pick<InstanceDocument, 'appId' | 'package' | 'name'>,
    secrets: Readonly<Record<string, string | null>>,
  ): Record<string, string> {
    return Object.fromEntries(
      Object.entries(secrets).flatMap(([name, value]) => (value === null ? [] : [[name, this.#seal.seal(value, purposeOf(at, name))]])),
    );
  }

  async #keepCode({ code, digest }: CataloguePackage): Promise<void> {
    const key = codeKey(digest);
    if ((await this.#blobs.stat(key)) === null)
      await this.#blobs.put(key, new TextEncoder().encode(code), { contentType: 'text/javascript' });
  }
}

/** The names of secrets that have a value. */
const entered = (secrets: NewInstance['secrets']): string[] => Object.keys(secrets).filter((name) => secrets[name] !== null);
const codeKey = (digest: string): string => `packages/${digest}.js`;

function versionOf({ manifest, digest }: CataloguePackage): Pick<InstanceDocument, 'manifest' | 'digest' | 'granted'> {
  const { hosts, secrets, endpoints, webhooks, connections, price } = grantsOf(manifest);
  const granted = {
    hosts: [...hosts],
    secrets: [...secrets],
    endpoints: [...endpoints],
    webhooks: [...webhooks],
    connections: [...connections],
    price: [...price],
  };
  return { manifest: JSON.stringify(manifest), digest, granted };
}

/** A secret cannot be moved to another place. */
function purposeOf({ appId, package: packageName, name }: Pick<InstanceDocument, 'appId' | 'package' | 'name'>, secret: string): string {
  return JSON.stringify([appId, packageName, name, secret]);
}

const manifests = new Map<string, PackageManifest>();
/** Manifests of installed packages are parsed once for each process. */
function instanceOf({ manifest, settings, granted, ...document }: InstanceDocument): Instance {
  const known = manifests.get(document.digest) ?? packageManifest.parse(JSON.parse(manifest));
  if (manifests.size > 500) manifests.clear();
  manifests.set(document.digest, known);
  const agreed: Grants = { ...granted, connections: granted.connections ?? [], price: granted.price ?? grantsOf(known).price };
  return { ...document, manifest: known, granted: agreed, settings: JSON.parse(settings) as SettingValues };
}
