import { type Collection, storeNow } from '@sayso/core';
import type { ConnectionDocument } from '../collections.ts';
import type { Instance } from '../packages/instances.ts';
import type { Seal } from '../packages/sealing.ts';
import { type DeclaredConnection, fingerprintOf, type Provider, providerOf } from './declared.ts';
import type { Grant, OauthClient } from './provider.ts';

/** The tokens of a connection; they leave the server for its provider and its declared hosts alone. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | null;
}

/** A declared connection of an instance, with what is stored of it. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly instance: Instance;
  readonly declared: DeclaredConnection;
  /** Null while a setting with one of its addresses is empty. */
  readonly provider: Provider | null;
  /** Null without one: neither the builder nor the operator gave it. */
  readonly client: OauthClient | null;
  readonly isOperators: boolean;
  readonly document: ConnectionDocument;
}

/** Clients of the operator, by `package/connection`. */
export type OperatorClients = Readonly<Record<string, { readonly id: string; readonly secret?: string | undefined }>>;

/** Renewed so long before the end, or after four fifths of a shorter life. */
const MARGIN_SECONDS = 60;
const iso = (ms: number): string => new Date(ms).toISOString();

/** What is stored of connections. Tokens and secrets are encrypted for the place they are kept at. */
export class ConnectionStore {
  readonly #documents: Collection<ConnectionDocument>;
  readonly #seal: Seal;
  readonly #operators: OperatorClients;

  constructor({ documents, seal, operators }: { documents: Collection<ConnectionDocument>; seal: Seal; operators: OperatorClients }) {
    this.#documents = documents;
    this.#seal = seal;
    this.#operators = operators;
  }

  /** All declared connections of an instance, by their names. */
  async of(instance: Instance): Promise<Connection[]> {
    if (Object.keys(instance.manifest.connections).length === 0) return [];
    const stored = await this.#documents.find({ instanceId: instance._id });
    return Object.entries(instance.manifest.connections).map(([name, declared]) => {
      const id = idOf(instance, name);
      return this.#connection(instance, declared, stored.find(({ _id }) => _id === id) ?? emptyDocument(instance, name));
    });
  }

  async find(instance: Instance, name: string): Promise<Connection | null> {
    return (await this.of(instance)).find((one) => one.name === name) ?? null;
  }

  /** Null when it cannot be opened, or was granted by other endpoints or to another client. */
  tokens({ document, provider, client }: Connection): Tokens | null {
    if (document.tokens === null || provider === null || client === null) return null;
    if (document.provider !== fingerprintOf(provider, client.id)) return null;
    if (provider.declared.scopes.some((scope) => !document.scopes.includes(scope))) return null;
    const opened = this.#seal.open(document.tokens, purposeOf(document, 'tokens'));
    return opened === null ? null : (JSON.parse(opened) as Tokens);
  }

  /** Whether the secret of the client is stored, but was entered for other endpoints. */
  isSecretOfOther({ document, provider }: Connection): boolean {
    return document.clientSecret !== null && isOfOther(document, provider);
  }

  /** Whether the secret of the client is stored, but encrypted with an earlier SECRET. */
  isUnreadable({ document }: Connection): boolean {
    return document.clientSecret !== null && this.#seal.open(document.clientSecret, purposeOf(document, 'client')) === null;
  }

  /** Sets the builder's client. What is left out stays. Tokens of another client are not used any more. */
  async setClient(connection: Connection, { id, secret }: { readonly id?: string | null; readonly secret?: string | null }): Promise<void> {
    await this.#ensure(connection);
    const { document, provider } = connection;
    const sealed = secret === undefined || secret === null ? secret : this.#seal.seal(secret, purposeOf(document, 'client'));
    const clientProvider = secret === null ? null : endpointsOf(provider);
    await this.#documents.updateOne(
      { _id: document._id },
      {
        $set: { ...(id === undefined ? {} : { clientId: id }), ...(sealed === undefined ? {} : { clientSecret: sealed, clientProvider }) },
      },
    );
  }

  /** Stores a first grant, for the hosts that the package called when it was asked for. */
  async connect(
    connection: Connection,
    grant: Grant,
    { accountId, hosts }: { readonly accountId: string; readonly hosts: readonly string[] },
  ): Promise<void> {
    await this.#ensure(connection);
    const { provider, client, document } = connection;
    if (provider === null || client === null) return;
    await this.#documents.updateOne(
      { _id: document._id },
      {
        $set: {
          ...this.#granted(document, grant, null),
          provider: fingerprintOf(provider, client.id),
          scopes: [...provider.declared.scopes],
          hosts: [...hosts],
          lease: null,
          lastError: null,
          connectedAt: iso(storeNow()),
          connectedBy: accountId,
        },
        $inc: { generation: 1 },
      },
    );
  }

  /** Stores a renewed grant; null when the lease was lost, such as by a disconnection. */
  renewed({ document }: Connection, holder: string, { grant, refresh }: { readonly grant: Grant; readonly refresh: string }) {
    return this.#documents.findOneAndUpdate(
      { _id: document._id, 'lease.holder': holder },
      { $set: { ...this.#granted(document, grant, refresh), lease: null, lastError: null }, $inc: { generation: 1 } },
    );
  }

  /** Takes the lease to renew tokens of this generation; null while another node has it, or when they have changed. */
  lease({ document }: Connection, holder: string, ms: number): Promise<ConnectionDocument | null> {
    const now = storeNow();
    return this.#documents.findOneAndUpdate(
      { _id: document._id, generation: document.generation, $or: [{ lease: null }, { 'lease.until': { $lt: iso(now) } }] },
      { $set: { lease: { holder, until: iso(now + ms) } } },
    );
  }

  /** Records a failed renewal; with `isFinal` the tokens are removed. */
  async failed({ document }: Connection, holder: string, { message, isFinal }: { readonly message: string; readonly isFinal: boolean }) {
    const lastError = { at: iso(storeNow()), message };
    await this.#documents.updateOne(
      { _id: document._id, 'lease.holder': holder },
      { $set: { lease: null, lastError, ...(isFinal ? { tokens: null } : {}) }, ...(isFinal ? { $inc: { generation: 1 } } : {}) },
    );
  }

  /** Removes the tokens: at once when the builder wants it, or else with a sentence, unless they were renewed meanwhile. */
  async disconnect(connection: Connection, message: string | null): Promise<void> {
    const lastError = message === null ? null : { at: iso(storeNow()), message };
    const more = message === null ? { connectedAt: null, connectedBy: null } : {};
    await this.#documents.updateOne(
      { _id: connection.id, ...(message === null ? {} : { generation: connection.document.generation }) },
      { $set: { tokens: null, lease: null, lastError, ...more }, $inc: { generation: 1 } },
    );
  }

  async note(connection: Connection, message: string): Promise<void> {
    await this.#ensure(connection);
    await this.#documents.updateOne({ _id: connection.id }, { $set: { lastError: { at: iso(storeNow()), message } } });
  }

  async remove({ _id }: Pick<Instance, '_id'>): Promise<void> {
    await this.#documents.deleteMany({ instanceId: _id });
  }

  async removeApp(appId: string): Promise<void> {
    await this.#documents.deleteMany({ appId });
  }

  /** Encrypts anew what was encrypted with the key before. */
  async reseal(before: Seal): Promise<void> {
    for await (const document of this.#documents.stream({})) {
      const set = Object.fromEntries(
        (['tokens', 'client'] as const).flatMap((what) => {
          const field = what === 'client' ? 'clientSecret' : what;
          const sealed = document[field];
          const opened = sealed === null ? null : before.open(sealed, purposeOf(document, what));
          return opened === null ? [] : [[field, this.#seal.seal(opened, purposeOf(document, what))]];
        }),
      );
      if (Object.keys(set).length > 0) await this.#documents.updateOne({ _id: document._id }, { $set: set });
    }
  }

  #connection(instance: Instance, declared: DeclaredConnection, document: ConnectionDocument): Connection {
    const provider = providerOf(declared, instance.settings);
    const own = document.clientId;
    const key = `${instance.package}/${document.name}`;
    // The secret of the operator's client is never sent to a server that a builder chose.
    const operators =
      own === null && provider !== null && !provider.isChosen && Object.hasOwn(this.#operators, key) ? this.#operators[key] : undefined;
    const secret = this.#secretOf(document, provider);
    const client =
      own !== null ? { id: own, secret } : operators === undefined ? null : { id: operators.id, secret: operators.secret ?? null };
    return { id: document._id, name: document.name, instance, declared, provider, client, isOperators: operators !== undefined, document };
  }

  /** The secret of the builder's client, for the endpoints that it was entered for: an entry and a change of these may cross. */
  #secretOf(document: ConnectionDocument, provider: Provider | null): string | null {
    const { clientSecret } = document;
    return clientSecret === null || isOfOther(document, provider) ? null : this.#seal.open(clientSecret, purposeOf(document, 'client'));
  }

  async #ensure({ document }: Connection): Promise<void> {
    const { _id, ...rest } = document;
    await this.#documents.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true });
  }

  #granted(document: ConnectionDocument, { accessToken, refreshToken, expiresInSeconds }: Grant, before: string | null) {
    const tokens: Tokens = { access: accessToken, refresh: refreshToken ?? before };
    const times =
      expiresInSeconds === null
        ? { expiresAt: null, renewAt: null }
        : {
            expiresAt: iso(storeNow() + expiresInSeconds * 1000),
            renewAt: iso(storeNow() + (expiresInSeconds - Math.min(MARGIN_SECONDS, expiresInSeconds / 5)) * 1000),
          };
    return { tokens: this.#seal.seal(JSON.stringify(tokens), purposeOf(document, 'tokens')), ...times };
  }
}

/** Of no endpoints while a setting with an address is empty. */
const endpointsOf = (provider: Provider | null): string => (provider === null ? 'none' : fingerprintOf(provider, ''));
const isOfOther = ({ clientProvider }: ConnectionDocument, provider: Provider | null): boolean =>
  clientProvider != null && clientProvider !== endpointsOf(provider);

function idOf({ _id }: Pick<Instance, '_id'>, name: string): string {
  return `${_id} ${name}`;
}

function emptyDocument(instance: Instance, name: string): ConnectionDocument {
  const { _id: instanceId, appId } = instance;
  const _id = idOf(instance, name);
  const none = { clientId: null, clientSecret: null, tokens: null, provider: null, scopes: [], expiresAt: null, renewAt: null };
  return { _id, appId, instanceId, name, ...none, generation: 0, lease: null, lastError: null, connectedAt: null, connectedBy: null };
}

const purposeOf = ({ _id, appId }: Pick<ConnectionDocument, '_id' | 'appId'>, what: 'tokens' | 'client'): string =>
  JSON.stringify(['connection', appId, _id, what]);
