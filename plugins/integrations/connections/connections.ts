import { createHash } from 'node:crypto';
import { type InvalidInput, storeTime } from '@sayso/core';
import type { ConnectionRequestDocument } from '../collections.ts';
import type { IntegrationsContext } from '../config.ts';
import { InvalidSettings } from '../packages/errors.ts';
import type { Instance } from '../packages/instances.ts';
import type { PackageManifest } from '../packages/manifest.ts';
import type { Seal } from '../packages/sealing.ts';
import { hostsOf, movesTo } from '../packages/settings.ts';
import type { Outbound } from '../sandbox/fetch.ts';
import type { Secret } from '../sandbox/secrets.ts';
import { fingerprintOf, settingsIn } from './declared.ts';
import { ConnectionMissing, ProviderFailed, UnknownConnection } from './errors.ts';
import type { OauthClient, Providers } from './provider.ts';
import { type Connection, ConnectionStore } from './store.ts';
import { AccessTokens, withoutTokens } from './tokens.ts';

/** Where providers send browsers back to, on the builder host: what builders register there. */
export const CALLBACK_PATH = '/api/integrations/oauth/callback';
const REQUEST_MS = 10 * 60_000;
const MAX_TEXT = 4000;

/** How an authorization ended, for the screen that a browser is sent to. */
export type Outcome = 'connected' | 'denied' | 'failed' | 'expired';

export interface ConnectionView {
  readonly connection: Connection;
  readonly state: 'unconfigured' | 'disconnected' | 'connected' | 'lost';
  /** Why calls cannot use it; null when they can. */
  readonly problem: string | null;
}

/** The tokens of one call, and their renewal when a server refuses them. */
export interface CallTokens {
  readonly secrets: readonly Secret[];
  /** The new values, by name, of those that changed. */
  renew(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** OAuth 2 connections of packages: their consent, their tokens, their end. The code of packages sees handles alone. */
export class Connections {
  readonly #requests: IntegrationsContext['collections']['connectionRequests'];
  readonly #seal: Seal;
  readonly #store: ConnectionStore;
  readonly #tokens: AccessTokens;
  readonly #outbound: Outbound;
  #loaded: Promise<Providers> | null = null;
  readonly callbackUrl: string;

  constructor(
    { collections, config, host }: IntegrationsContext,
    { seal, outbound }: { readonly seal: Seal; readonly outbound: Outbound },
  ) {
    this.callbackUrl = `${host.builderUrl}${CALLBACK_PATH}`;
    this.#requests = collections.connectionRequests;
    this.#seal = seal;
    this.#outbound = outbound;
    this.#store = new ConnectionStore({ documents: collections.connections, seal, operators: config.INTEGRATION_OAUTH_CLIENTS });
    this.#tokens = new AccessTokens(this.#store, () => this.#providers());
  }

  async views(instance: Instance): Promise<ConnectionView[]> {
    return (await this.#store.of(instance)).map((connection) => this.#view(connection));
  }

  /** Stores the clients of a form. */
  async setClients(instance: Instance, changes: ClientChanges): Promise<void> {
    for (const connection of changes.size === 0 ? [] : await this.#store.of(instance)) {
      const change = changes.get(connection.name);
      if (change !== undefined) await this.#store.setClient(connection, change);
    }
  }

  /**
   * Forgets secrets and tokens of connections whose provider has changed. `isMoved`: the package calls further servers, which get no tokens
   * that a person granted for those before.
   */
  async moved(before: Instance, after: Instance, isMoved: boolean): Promise<void> {
    const known = await this.#store.of(before);
    for (const connection of await this.#store.of(after)) {
      const { provider } = known.find(({ name }) => name === connection.name) ?? { provider: null };
      // By its settings, or by what another version declares.
      const isOther = fingerprint(provider) !== fingerprint(connection.provider);
      if (!isOther && !isMoved) continue;
      if (isOther && connection.document.clientSecret !== null) await this.#store.setClient(connection, { secret: null });
      await this.#store.disconnect(connection, null);
    }
  }

  /** Starts an authorization; returns where the browser asks for consent. Throws `UnknownConnection`, `ConnectionMissing`, `ProviderFailed`. */
  async begin(instance: Instance, name: string, accountId: string): Promise<string> {
    const connection = await this.#get(instance, name);
    const { provider, client } = this.#usable(connection);
    const providers = await this.#providers();
    const { address, state, verifier } = await providers
      .authorize(provider, client)
      .catch((error: unknown) => this.#note(connection, error));
    const _id = requestId(state);
    await this.#requests.insertOne({
      _id,
      appId: instance.appId,
      instanceId: instance._id,
      name,
      accountId,
      provider: fingerprintOf(provider, client.id),
      hosts: hostsOf(instance.manifest, instance.settings),
      verifier: this.#seal.seal(verifier, purposeOf(_id)),
      until: storeTime(REQUEST_MS),
    });
    return address.href;
  }

  /**
   * Completes an authorization for the account that started it, once. `open` reads the instance for that account, or throws when it may not
   * change it any more.
   */
  async finish(
    query: URLSearchParams,
    accountId: string,
    open: (request: ConnectionRequestDocument) => Promise<Instance>,
  ): Promise<Outcome> {
    const [state = '', ...more] = query.getAll('state');
    const request = more.length > 0 || state === '' ? null : await this.#take(requestId(state), accountId);
    const verifier = request === null ? null : this.#seal.open(request.verifier, purposeOf(request._id));
    if (request === null || verifier === null) return 'expired';
    const instance = await open(request);
    const connection = await this.#get(instance, request.name);
    const { provider, client } = this.#usable(connection);
    if (fingerprintOf(provider, client.id) !== request.provider) return 'expired';
    // Who consented did so for the servers that the package called then.
    if (movesTo(request.hosts, hostsOf(instance.manifest, instance.settings))) return 'expired';
    try {
      const providers = await this.#providers();
      const grant = await providers.exchange(provider, client, { query, state, verifier });
      await this.#store.connect(connection, grant, { accountId, hosts: request.hosts });
      return 'connected';
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      if (query.get('error') === 'access_denied') return 'denied';
      await this.#store.note(connection, withoutTokens(error, [verifier, query.get('code'), client.secret]));
      return 'failed';
    }
  }

  /** Removes the tokens, and revokes them where the provider has an endpoint for that. */
  async disconnect(instance: Instance, name: string): Promise<void> {
    await this.#disconnect(await this.#get(instance, name));
  }

  /** The tokens for one call. Throws `ConnectionMissing` for a required connection without one, and `ProviderFailed`. */
  async forCall(instance: Instance): Promise<CallTokens> {
    const generations = new Map<string, number>();
    const secrets: Secret[] = [];
    for (const connection of await this.#store.of(instance)) {
      const { state, problem: missing } = this.#view(connection);
      const { name, declared } = connection;
      if (state !== 'connected') {
        if (declared.required) throw new ConnectionMissing(missing ?? `${declared.title} is not connected.`);
        continue;
      }
      const { value, generation } = await this.#tokens.get(connection);
      generations.set(name, generation);
      const { hosts } = connection.document;
      secrets.push({ name, value, places: declared.in, isConnection: true, ...(hosts === undefined ? {} : { hosts }) });
    }
    const tried = new Set<string>();
    return {
      secrets,
      renew: async (names) => {
        const values = new Map<string, string>();
        // Once for each call: a server that refuses a new token as well means something else by it.
        for (const name of names.filter((one) => generations.has(one) && !tried.has(one))) {
          tried.add(name);
          const connection = await this.#get(instance, name);
          values.set(name, (await this.#tokens.get(connection, generations.get(name) ?? null)).value);
        }
        return values;
      },
    };
  }

  async remove(instance: Instance): Promise<void> {
    for (const connection of await this.#store.of(instance)) await this.#disconnect(connection);
    await this.#store.remove(instance);
    await this.#requests.deleteMany({ instanceId: instance._id });
  }

  async removeApp(appId: string): Promise<void> {
    await this.#store.removeApp(appId);
    await this.#requests.deleteMany({ appId });
  }

  /** Encrypts anew what was encrypted with the key before. Authorizations in flight have to be started again. */
  async reseal(before: Seal): Promise<void> {
    await this.#store.reseal(before);
    await this.#requests.deleteMany({});
  }

  /** Loaded with the first connection: no start waits for the protocol. */
  #providers(): Promise<Providers> {
    this.#loaded ??= import('./provider.ts').then((module) => new module.Providers(this.#outbound, this.callbackUrl));
    return this.#loaded;
  }

  /** Only one of several callbacks gets a request. That of another account leaves it in place. */
  async #take(id: string, accountId: string): Promise<ConnectionRequestDocument | null> {
    const filter = { _id: id, accountId, until: { $gt: storeTime() } };
    const request = await this.#requests.findOne(filter);
    return request !== null && (await this.#requests.deleteOne(filter)) === 1 ? request : null;
  }

  async #disconnect(connection: Connection): Promise<void> {
    const tokens = this.#store.tokens(connection);
    await this.#store.disconnect(connection, null);
    if (tokens === null || connection.provider === null || connection.client === null) return;
    try {
      const providers = await this.#providers();
      await providers.revoke(connection.provider, connection.client, tokens.refresh ?? tokens.access);
    } catch (error) {
      const message = withoutTokens(error, [tokens.refresh, tokens.access, connection.client.secret]);
      await this.#store.note(connection, `Disconnected here, but the provider did not revoke the access. ${message}`);
    }
  }

  async #note(connection: Connection, error: unknown): Promise<never> {
    if (error instanceof ProviderFailed) await this.#store.note(connection, error.message);
    throw error;
  }

  async #get(instance: Instance, name: string): Promise<Connection> {
    const found = await this.#store.find(instance, name);
    if (found === null) throw new UnknownConnection();
    return found;
  }

  #usable(connection: Connection): { readonly provider: NonNullable<Connection['provider']>; readonly client: OauthClient } {
    const { provider, client } = connection;
    const unusable = this.#unusable(connection);
    if (unusable !== null || provider === null || client === null) throw new ConnectionMissing(unusable ?? '');
    return { provider, client };
  }

  /** Why it cannot be connected; null when it can. */
  #unusable(connection: Connection): string | null {
    const { declared, provider, client, instance } = connection;
    const { title } = instance.manifest;
    const first = settingsIn(declared).find((name) => instance.settings[name] === undefined);
    if (provider === null)
      return `${instance.manifest.settings[first ?? '']?.title ?? 'A setting'} is missing. Enter it in the settings of ${title}.`;
    if (client === null) return `${declared.title} needs a client ID. Enter it in the settings of ${title}.`;
    if (this.#store.isSecretOfOther(connection))
      return `The client secret of ${declared.title} was entered for another server. Enter it again in the settings of ${title}.`;
    if (this.#store.isUnreadable(connection))
      return `The client secret of ${declared.title} cannot be read, because SECRET has changed. Enter it again.`;
    return null;
  }

  #view(connection: Connection): ConnectionView {
    const { declared, document } = connection;
    const unusable = this.#unusable(connection);
    if (unusable !== null) return { connection, state: 'unconfigured', problem: unusable };
    if (this.#store.tokens(connection) !== null) return { connection, state: 'connected', problem: null };
    return document.connectedAt === null
      ? { connection, state: 'disconnected', problem: `${declared.title} is not connected. Connect it in the builder, under Integrations.` }
      : {
          connection,
          state: 'lost',
          problem: `${declared.title} needs to be connected again. Connect it in the builder, under Integrations.`,
        };
  }
}

/** What a form sets of the clients, by connection: null removes, what is left out stays. */
export type ClientChanges = ReadonlyMap<string, { readonly id?: string | null; readonly secret?: string | null }>;

/** Throws `InvalidSettings`. */
export function readClients({ title, connections }: PackageManifest, given: Readonly<Record<string, unknown>>): ClientChanges {
  const changes = Object.entries(given).map(([name, client]) => {
    const declared = Object.hasOwn(connections, name) ? connections[name] : undefined;
    if (declared === undefined) throw problem(name, `${title} has no connection ${JSON.stringify(name.slice(0, 60))}.`);
    if (typeof client !== 'object' || client === null) throw problem(name, `The client of ${declared.title} has an id and a secret.`);
    const read = (key: 'id' | 'secret') => {
      const value: unknown = Reflect.get(client, key);
      if (value === undefined) return {};
      if (value !== null && (typeof value !== 'string' || value.length > MAX_TEXT))
        throw problem(name, `The client ${key} of ${declared.title} is a text of at most ${MAX_TEXT} characters.`);
      const text = value?.trim() ?? '';
      return { [key]: text === '' ? null : text };
    };
    return [name, { ...read('id'), ...read('secret') }] as const;
  });
  return new Map(changes);
}

function problem(path: string, message: string): InvalidInput {
  return new InvalidSettings(message, [{ path, message }]);
}

const fingerprint = (provider: Connection['provider']): string | null => provider && fingerprintOf(provider, '');
const requestId = (state: string): string => createHash('sha256').update(state).digest('base64url');
const purposeOf = (id: string): string => JSON.stringify(['connection request', id]);
