import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { storeTime } from '@sayso/core';
import { SecretHandles } from '../sandbox/secrets.ts';
import { ConnectionMissing, GrantRefused, ProviderFailed } from './errors.ts';
import type { Providers } from './provider.ts';
import type { Connection, ConnectionStore, Tokens } from './store.ts';

/** An access token for requests of one call. */
export interface AccessToken {
  readonly value: string;
  /** Of the tokens: a later one means that they were renewed. */
  readonly generation: number;
}

/** Longer than a request to a provider may take. */
const LEASE_MS = 30_000;
const POLL_MS = 50;
const WAIT_MS = 35_000;

/**
 * Access tokens, renewed before they expire and after a server has refused them. A refresh token is used once, whatever the number of calls
 * and nodes: with rotation, a second use would make the provider revoke all of them.
 */
export class AccessTokens {
  readonly #store: ConnectionStore;
  readonly #providers: () => Promise<Providers>;
  readonly #flights = new Map<string, Promise<AccessToken>>();

  constructor(store: ConnectionStore, providers: () => Promise<Providers>) {
    this.#store = store;
    this.#providers = providers;
  }

  /** `refused`: the generation of a token that a server refused. Throws `ConnectionMissing` and `ProviderFailed`. */
  async get(connection: Connection, refused: number | null = null): Promise<AccessToken> {
    const { document } = connection;
    const tokens = this.#tokensOf(connection);
    const now = storeTime();
    const isUseless = (refused !== null && document.generation <= refused) || (document.expiresAt !== null && document.expiresAt <= now);
    const usable = { value: tokens.access, generation: document.generation };
    if (!isUseless && (document.renewAt === null || document.renewAt > now || tokens.refresh === null)) return usable;
    if (tokens.refresh === null) {
      await this.#store.disconnect(connection, 'The access has ended, and the provider gave no way to renew it.');
      throw lost(connection);
    }
    try {
      return await this.#renewOnce(connection);
    } catch (error) {
      // A provider that is down for a moment does no harm while the token is still valid.
      if (isUseless || !(error instanceof ProviderFailed) || error instanceof GrantRefused) throw error;
      return usable;
    }
  }

  #renewOnce(connection: Connection): Promise<AccessToken> {
    const key = `${connection.id} ${connection.document.generation}`;
    const known = this.#flights.get(key);
    if (known !== undefined) return known;
    const flight = this.#renew(connection).finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  async #renew(connection: Connection): Promise<AccessToken> {
    const holder = randomUUID();
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      if ((await this.#store.lease(connection, holder, LEASE_MS)) !== null) return this.#refresh(connection, holder);
      const latest = await this.#store.find(connection.instance, connection.name);
      if (latest === null) throw lost(connection);
      if (latest.document.generation !== connection.document.generation)
        return { value: this.#tokensOf(latest).access, generation: latest.document.generation };
      if (performance.now() > deadline)
        throw new ProviderFailed(`The access of ${connection.declared.title} could not be renewed in time.`);
      await delay(POLL_MS);
    }
  }

  async #refresh(connection: Connection, holder: string): Promise<AccessToken> {
    const { provider, client } = connection;
    const { refresh } = this.#tokensOf(connection);
    if (provider === null || client === null || refresh === null) throw lost(connection);
    try {
      const providers = await this.#providers();
      const grant = await providers.refresh(provider, client, refresh);
      const stored = await this.#store.renewed(connection, holder, { grant, refresh });
      if (stored !== null) return { value: grant.accessToken, generation: stored.generation };
      // The builder disconnected meanwhile: the new tokens are revoked.
      await providers.revoke(provider, client, grant.refreshToken ?? grant.accessToken).catch(() => false);
      throw lost(connection);
    } catch (error) {
      if (error instanceof ConnectionMissing) throw error;
      const isFinal = error instanceof GrantRefused;
      const message = withoutTokens(error, [refresh, client.secret]);
      await this.#store.failed(connection, holder, { message, isFinal });
      if (isFinal) throw lost(connection);
      throw new ProviderFailed(message);
    }
  }

  #tokensOf(connection: Connection): Tokens {
    const tokens = this.#store.tokens(connection);
    if (tokens === null) throw lost(connection);
    return tokens;
  }
}

/** The sentence of a failure without secrets: a provider may repeat what it was sent. */
export function withoutTokens(error: unknown, secrets: readonly (string | null)[]): string {
  const known = secrets.flatMap((value, at) => (value === null ? [] : [{ name: String(at), value, places: [] }]));
  return new SecretHandles(known).scrub(error instanceof Error ? error.message : 'The provider cannot be used.');
}

function lost({ declared }: Connection): ConnectionMissing {
  return new ConnectionMissing(`${declared.title} needs to be connected again. Connect it in the builder, under Integrations.`);
}
