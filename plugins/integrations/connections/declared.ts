import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SecretPlace } from '../sandbox/secrets.ts';

/** Parameters of the authorization request that the server sets itself. */
const OWN_PARAMETERS = new Set([
  ...['response_type', 'response_mode', 'client_id', 'client_secret', 'redirect_uri', 'scope', 'state', 'nonce', 'code', 'code_verifier'],
  ...['code_challenge', 'code_challenge_method', 'grant_type', 'request', 'request_uri'],
]);
const SETTING = /^\{([a-zA-Z]\w*)\}/;

/** An address, or one that begins with the value of a setting of the type `url`, such as `{server}/oauth/token`. */
const address = z
  .string()
  .max(500)
  .refine(
    (text) => (SETTING.test(text) ? /^\{\w+\}(?:\/[^?#\s]*)?$/.test(text) : isPlainAddress(text)),
    'is an address such as https://accounts.example.com/token, or {name}/token for that of a setting',
  );
const place = z.enum(['header', 'query', 'path', 'body']) satisfies z.ZodType<SecretPlace>;

/** An OAuth 2 connection as a package declares it. PKCE is always used. */
export const connection = z
  .strictObject({
    title: z.string().trim().min(1).max(80),
    description: z.string().trim().min(1).max(300).optional(),
    required: z.boolean().default(true),
    /** Where the access token may stand in requests. Default: headers. */
    in: z.array(place).min(1).max(4).default(['header']),
    /** The issuer, whose metadata has the endpoints that are not declared. Also what `iss` of a callback has to be. */
    issuer: address.optional(),
    authorizationEndpoint: address.optional(),
    tokenEndpoint: address.optional(),
    revocationEndpoint: address.optional(),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,300}$/, 'is a scope'))
      .max(50)
      .default([]),
    /** Further parameters of the authorization request, such as `access_type`. */
    parameters: z
      .record(z.string().regex(/^\w{1,60}$/), z.string().max(500))
      .refine((all) => Object.keys(all).length <= 20, 'At most 20.')
      .refine((all) => !Object.keys(all).some((name) => OWN_PARAMETERS.has(name.toLowerCase())), {
        message: `sets a parameter of the server itself: ${[...OWN_PARAMETERS].join(', ')}`,
      })
      .default({}),
    /** How the client authenticates at the token endpoint when it has a secret. */
    clientAuthentication: z.enum(['client_secret_basic', 'client_secret_post']).default('client_secret_basic'),
  })
  .refine(
    ({ issuer, authorizationEndpoint: authorization, tokenEndpoint: token }) =>
      (issuer !== undefined && (authorization === undefined) === (token === undefined)) ||
      (authorization !== undefined && token !== undefined),
    'has an issuer, or an authorizationEndpoint and a tokenEndpoint',
  );
export type DeclaredConnection = z.output<typeof connection>;

/** A connection with the addresses of an instance. */
export interface Provider {
  readonly issuer: string | null;
  readonly authorizationEndpoint: string | null;
  readonly tokenEndpoint: string | null;
  readonly revocationEndpoint: string | null;
  readonly declared: DeclaredConnection;
  /** Whether the builder chose an address of it, by a setting. */
  readonly isChosen: boolean;
}

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text) || /[{}\s]/.test(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '' && hash === '';
}

const ADDRESSES = ['issuer', 'authorizationEndpoint', 'tokenEndpoint', 'revocationEndpoint'] as const;

/** Names of settings that addresses begin with. */
export function settingsIn(declared: DeclaredConnection): string[] {
  return ADDRESSES.flatMap((key) => SETTING.exec(declared[key] ?? '')?.[1] ?? []);
}

/** Null while a setting with one of its addresses is empty. */
export function providerOf(declared: DeclaredConnection, settings: Readonly<Record<string, unknown>>): Provider | null {
  const resolved = Object.fromEntries(
    ADDRESSES.map((key) => {
      const text = declared[key];
      if (text === undefined) return [key, null] as const;
      return [key, text.replace(SETTING, (_all, name: string) => String(settings[name] ?? '').replace(/\/+$/, ''))] as const;
    }),
  ) as Record<(typeof ADDRESSES)[number], string | null>;
  if (Object.values(resolved).some((text) => text !== null && !isPlainAddress(text))) return null;
  return { ...resolved, declared, isChosen: settingsIn(declared).length > 0 };
}

/** Identifies the endpoints and the client: tokens and callbacks of one never reach another. */
export function fingerprintOf({ issuer, authorizationEndpoint, tokenEndpoint, revocationEndpoint }: Provider, clientId: string): string {
  const text = JSON.stringify([issuer, authorizationEndpoint, tokenEndpoint, revocationEndpoint, clientId]);
  return createHash('sha256').update(text).digest('base64url');
}

/** What a builder agrees to: the places of the token, the servers, and each scope. */
export function connectionGrants(name: string, declared: DeclaredConnection): string[] {
  const servers = ADDRESSES.flatMap((key) => declared[key] ?? []);
  return [`${name} (${[...declared.in].sort().join(', ')})`, ...[...new Set(servers), ...declared.scopes].map((one) => `${name}: ${one}`)];
}
