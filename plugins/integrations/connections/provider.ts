import * as oauth from 'openid-client';
import { AddressRefused, RequestFailed } from '../sandbox/errors.ts';
import type { Outbound } from '../sandbox/fetch.ts';
import type { Provider } from './declared.ts';
import { GrantRefused, ProviderFailed } from './errors.ts';

/** The registration of this installation at a provider. */
export interface OauthClient {
  readonly id: string;
  /** Null for a public client, which PKCE alone protects. */
  readonly secret: string | null;
}

/** What a provider granted. */
export interface Grant {
  readonly accessToken: string;
  /** Null when the provider gave none: at a renewal, the one before stays valid. */
  readonly refreshToken: string | null;
  /** Null when the provider does not say. */
  readonly expiresInSeconds: number | null;
}

export interface Authorization {
  readonly address: URL;
  readonly state: string;
  readonly verifier: string;
}

const METADATA_FRESH_MS = 10 * 60_000;
const MAX_KEPT = 200;
const MAX_SENTENCE = 300;
/** Errors after which a builder has to connect again. `invalid_client` may be a mistake in the form and is none of them. */
const FINAL = new Set(['invalid_grant', 'access_denied']);

/** Speaks OAuth 2 with providers, by the same guarded requests as packages. */
export class Providers {
  readonly #outbound: Outbound;
  readonly #callbackUrl: string;
  readonly #metadata = new Map<string, { readonly at: number; readonly metadata: oauth.ServerMetadata }>();

  constructor(outbound: Outbound, callbackUrl: string) {
    this.#outbound = outbound;
    this.#callbackUrl = callbackUrl;
  }

  /** Where a browser asks for consent. Throws `ProviderFailed`. */
  async authorize(provider: Provider, client: OauthClient): Promise<Authorization> {
    const config = await this.#configuration(provider, client);
    const verifier = oauth.randomPKCECodeVerifier();
    const state = oauth.randomState();
    const { scopes, parameters } = provider.declared;
    const query = {
      ...parameters,
      ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
      redirect_uri: this.#callbackUrl,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    try {
      // Metadata of a provider is text of another server: a browser is sent to web addresses alone.
      const address = this.#outbound.allowed(oauth.buildAuthorizationUrl(config, query).href);
      return { address, state, verifier };
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Exchanges the code of a callback. Checks `state` and `iss`. Throws `ProviderFailed`, and `GrantRefused` when the person or the provider refused. */
  async exchange(
    provider: Provider,
    client: OauthClient,
    { query, state, verifier }: { readonly query: URLSearchParams; readonly state: string; readonly verifier: string },
  ): Promise<Grant> {
    const config = await this.#configuration(provider, client);
    const current = new URL(this.#callbackUrl);
    current.search = query.toString();
    try {
      return grantOf(await oauth.authorizationCodeGrant(config, current, { expectedState: state, pkceCodeVerifier: verifier }));
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Throws `GrantRefused` when the refresh token is not valid any more, and `ProviderFailed` for all that may pass. */
  async refresh(provider: Provider, client: OauthClient, refreshToken: string): Promise<Grant> {
    const config = await this.#configuration(provider, client);
    try {
      return grantOf(await oauth.refreshTokenGrant(config, refreshToken));
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Revokes a token; false when the provider has no endpoint for that. Throws `ProviderFailed`. */
  async revoke(provider: Provider, client: OauthClient, token: string): Promise<boolean> {
    const config = await this.#configuration(provider, client);
    if (config.serverMetadata().revocation_endpoint === undefined) return false;
    try {
      await oauth.tokenRevocation(config, token);
      return true;
    } catch (error) {
      throw failureOf(error);
    }
  }

  async #configuration(provider: Provider, { id, secret }: OauthClient): Promise<oauth.Configuration> {
    const { clientAuthentication } = provider.declared;
    const metadata = await this.#metadataOf(provider);
    const authentication = clientAuthentication === 'client_secret_post' ? oauth.ClientSecretPost : oauth.ClientSecretBasic;
    const config = new oauth.Configuration(metadata, id, undefined, secret === null ? oauth.None() : authentication(secret));
    config[oauth.customFetch] = this.#fetch;
    // The guarded fetch itself refuses plain HTTP, except to hosts that the operator allows.
    oauth.allowInsecureRequests(config);
    return config;
  }

  async #metadataOf({ issuer, authorizationEndpoint, tokenEndpoint, revocationEndpoint }: Provider): Promise<oauth.ServerMetadata> {
    const own = revocationEndpoint === null ? {} : { revocation_endpoint: revocationEndpoint };
    if (authorizationEndpoint !== null && tokenEndpoint !== null) {
      // Without a declared issuer an `iss` of a callback can only be that of the server that it was sent to.
      const named = issuer ?? new URL(authorizationEndpoint).origin;
      return { issuer: named, authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint, ...own };
    }
    if (issuer === null) throw new ProviderFailed('The connection has no provider.');
    return { ...(await this.#discovered(issuer)), ...own };
  }

  async #discovered(issuer: string): Promise<oauth.ServerMetadata> {
    const known = this.#metadata.get(issuer);
    if (known !== undefined && performance.now() - known.at < METADATA_FRESH_MS) return known.metadata;
    const options = { [oauth.customFetch]: this.#fetch, execute: [oauth.allowInsecureRequests] };
    const server = new URL(issuer);
    try {
      // Providers publish their metadata as OpenID Connect Discovery, or as RFC 8414.
      const found = await oauth
        .discovery(server, 'metadata', undefined, oauth.None(), options)
        .catch(() => oauth.discovery(server, 'metadata', undefined, oauth.None(), { ...options, algorithm: 'oauth2' }));
      const { supportsPKCE: _supportsPkce, ...metadata } = found.serverMetadata();
      if (this.#metadata.size >= MAX_KEPT) this.#metadata.clear();
      this.#metadata.set(issuer, { at: performance.now(), metadata });
      return metadata;
    } catch (error) {
      throw failureOf(error, `${server.host} does not publish the metadata of an OAuth provider`);
    }
  }

  readonly #fetch: oauth.CustomFetch = (url, { method, headers, body }) => {
    const text = body === undefined || body === null ? null : String(body);
    return this.#outbound.direct(url, { method, headers, body: text });
  };
}

function grantOf(answer: oauth.TokenEndpointResponse): Grant {
  const { access_token: accessToken, refresh_token: refreshToken = null, expires_in: expiresInSeconds = null, token_type: type } = answer;
  if (type !== 'bearer')
    throw new ProviderFailed(`The provider granted a token of the type "${type.slice(0, 40)}", which is not supported.`);
  return { accessToken, refreshToken, expiresInSeconds };
}

/** A sentence for builders. It holds what the provider says about its refusal, and never a token. */
function failureOf(error: unknown, what = 'The provider cannot be used'): ProviderFailed {
  if (error instanceof ProviderFailed) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AddressRefused || cause instanceof RequestFailed) return new ProviderFailed(cause.message);
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
    const { error: code, error_description: description } = error;
    const said = `The provider answered ${code}${description === undefined ? '' : `: ${description}`}`.slice(0, MAX_SENTENCE);
    return FINAL.has(code) ? new GrantRefused(said) : new ProviderFailed(said);
  }
  const reason = error instanceof oauth.ClientError ? error.message : 'its answer is not valid';
  return new ProviderFailed(`${what}: ${reason}.`.slice(0, MAX_SENTENCE));
}
