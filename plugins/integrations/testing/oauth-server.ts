import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the provider behaves; tests change it while it runs. */
export interface OauthBehaviour {
  /** Of access tokens; null: the provider does not say. */
  expiresIn: number | null;
  /** Whether each renewal grants another refresh token, and a second use of one revokes all. */
  rotates: boolean;
  /** Whether it grants refresh tokens at all. */
  refreshes: boolean;
  /** Answers the token endpoint in place of the provider. */
  failure: ((body: URLSearchParams) => Answer) | null;
  /** Of its metadata and callbacks; null: its address. */
  issuer: string | null;
  /** Members of its metadata in place of the right ones. */
  metadata: Readonly<Record<string, unknown>>;
  /** Settles before a renewal is answered. */
  before: () => Promise<void>;
  /** Settles before a code is answered. */
  beforeGrant: () => Promise<void>;
}

interface Code {
  readonly challenge: string;
  readonly redirectUri: string;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

const USUAL: OauthBehaviour = {
  expiresIn: 3600,
  rotates: true,
  refreshes: true,
  failure: null,
  issuer: null,
  metadata: {},
  before: async () => {},
  beforeGrant: async () => {},
};
const CLIENT = { id: 'client-of-the-builder', secret: 'client secret/with+signs=7731' } as const;

/** What a provider has granted, and what it does not accept any more. */
class Granted {
  readonly codes = new Map<string, Code>();
  readonly access = new Set<string>();
  readonly refresh = new Set<string>();
  readonly used = new Set<string>();
  /** Every token and code it ever granted, in the order of time. */
  readonly all: string[] = [];
  readonly #behaviour: OauthBehaviour;

  constructor(behaviour: OauthBehaviour) {
    this.#behaviour = behaviour;
  }

  make(kind: string): string {
    const made = `${kind}-${randomBytes(18).toString('base64url')}`;
    this.all.push(made);
    return made;
  }

  revokeAll(): void {
    this.access.clear();
    this.refresh.clear();
  }

  /** `before`: the refresh token of a renewal. */
  tokens(before: string | null): Answer {
    const { expiresIn, refreshes, rotates } = this.#behaviour;
    const access = this.make('access');
    this.access.add(access);
    const body = { access_token: access, token_type: 'Bearer', ...(expiresIn === null ? {} : { expires_in: expiresIn }) };
    if (!refreshes || (before !== null && !rotates)) return { status: 200, body };
    const refresh = this.make('refresh');
    this.refresh.add(refresh);
    if (before !== null) this.refresh.delete(before);
    return { status: 200, body: { ...body, refresh_token: refresh } };
  }

  ofCode(body: URLSearchParams): Answer {
    const given = body.get('code') ?? '';
    const code = this.codes.get(given);
    this.codes.delete(given);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid = code !== undefined && code.challenge === challenge && code.redirectUri === body.get('redirect_uri');
    return isValid ? this.tokens(null) : refusal('The code is not valid.');
  }

  renewed(body: URLSearchParams): Answer {
    const given = body.get('refresh_token') ?? '';
    if (this.used.has(given)) this.revokeAll();
    if (!this.refresh.has(given)) return refusal(`The token ${given} was revoked.`);
    if (this.#behaviour.rotates) this.used.add(given);
    return this.tokens(given);
  }
}

const refusal = (sentence: string): Answer => ({ status: 400, body: { error: 'invalid_grant', error_description: sentence } });

/**
 * An OAuth 2 provider with an API: authorization code with PKCE, refresh tokens, revocation, metadata. It refuses what the RFCs tell it to
 * refuse. Also a person's browser: `consent` does what a person does who allows the access.
 */
export async function startOauthServer() {
  const behaviour: OauthBehaviour = { ...USUAL };
  const granted = new Granted(behaviour);
  const counts = { code: 0, refresh: 0, revoke: 0, api: 0 };
  const token = async (body: URLSearchParams): Promise<Answer> => {
    const isCode = body.get('grant_type') === 'authorization_code';
    counts[isCode ? 'code' : 'refresh'] += 1;
    const answer = behaviour.failure?.(body) ?? (isCode ? granted.ofCode(body) : granted.renewed(body));
    await (isCode ? behaviour.beforeGrant() : behaviour.before());
    return answer;
  };
  const revoke = async (): Promise<Answer> => {
    counts.revoke += 1;
    granted.revokeAll();
    return { status: 200, body: {} };
  };
  const metadata = (): Answer => {
    const endpoints = {
      authorization_endpoint: `${site}/authorize`,
      token_endpoint: `${site}/token`,
      revocation_endpoint: `${site}/revoke`,
    };
    const more = { authorization_response_iss_parameter_supported: true, response_types_supported: ['code'] };
    return { status: 200, body: { issuer: behaviour.issuer ?? site, ...endpoints, ...more, ...behaviour.metadata } };
  };
  const api = (request: IncomingMessage): Answer => {
    counts.api += 1;
    const isKnown = granted.access.has((request.headers.authorization ?? '').replace('Bearer ', ''));
    return { status: isKnown ? 200 : 401, body: { ok: isKnown, path: request.url, authorization: request.headers.authorization ?? null } };
  };
  /** The page on which a person decides. */
  const page = (address: string): string => {
    const choice = (text: string, to: string) => `<p><a href="${to.replaceAll('&', '&amp;')}">${text}</a></p>`;
    return `<!doctype html><html lang="en"><title>Consent</title><h1>Allow access?</h1>${choice('Allow', consent(address))}${choice('Deny', deny(address))}</html>`;
  };
  const server = createServer(async (request, response) => {
    const { pathname, href } = new URL(request.url ?? '/', site);
    if (pathname === '/authorize') return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(href));
    const body = await formOf(request);
    const asClient = (answer: () => Promise<Answer>) =>
      isClient(request, body) ? answer() : { status: 401, body: { error: 'invalid_client' } };
    const answers: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
      '/token': () => asClient(() => token(body)),
      '/revoke': () => asClient(revoke),
    };
    const isMetadata = pathname.endsWith('/.well-known/openid-configuration');
    const { status, body: sent } = await (isMetadata ? metadata : (answers[pathname] ?? (() => api(request))))();
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(sent));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const site = `http://${host}`;
  const answerTo = (address: string, members: Readonly<Record<string, string>>): string => {
    const { searchParams: asked } = new URL(address);
    const callback = new URL(asked.get('redirect_uri') ?? '');
    for (const [name, value] of Object.entries({ ...members, state: asked.get('state') ?? '', iss: behaviour.issuer ?? site }))
      callback.searchParams.set(name, value);
    return callback.href;
  };
  /** Allows the access that a browser was sent for; returns the address that it is sent back to. */
  const consent = (address: string): string => {
    const { searchParams: asked } = new URL(address);
    const code = granted.make('code');
    granted.codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri: asked.get('redirect_uri') ?? '' });
    return answerTo(address, { code });
  };
  const deny = (address: string): string => answerTo(address, { error: 'access_denied' });
  return {
    host,
    site,
    client: CLIENT,
    behaviour,
    counts,
    granted: granted.all,
    consent,
    deny,
    /** Ends access tokens alone, as their end does. */
    expire: () => granted.access.clear(),
    revokeAll: () => granted.revokeAll(),
    reset: () => Object.assign(behaviour, USUAL),
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function isClient({ headers }: IncomingMessage, body: URLSearchParams): boolean {
  const basic = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64')
    .toString()
    .split(':')
    .map(decoded);
  const [id, secret] = headers.authorization === undefined ? [body.get('client_id'), body.get('client_secret')] : basic;
  return id === CLIENT.id && secret === CLIENT.secret;
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

export type OauthServer = Awaited<ReturnType<typeof startOauthServer>>;
