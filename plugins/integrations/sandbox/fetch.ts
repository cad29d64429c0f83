import { isUtf8 } from 'node:buffer';
import type { lookup } from 'node:dns';
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { type HostPattern, literalAddress, matchesHost, publicLookup, refusal } from './addresses.ts';
import { AddressRefused, RequestFailed } from './errors.ts';
import { type Secret, SecretHandles } from './secrets.ts';
import { isPublicAddress } from './special-ranges.ts';

/** A request as `fetch` of the guest sends it. */
const guestRequest = z.object({
  url: z.string().max(8000),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  headers: z.array(z.tuple([z.string().max(200), z.string().max(8000)])).max(60),
  redirect: z.enum(['follow', 'manual', 'error']),
  text: z.string().optional(),
  base64: z.base64().optional(),
});
type GuestRequest = z.output<typeof guestRequest>;

export interface GuestResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text?: string;
  readonly base64?: string;
}

/** What the requests of one call may do. */
export interface FetchRules {
  readonly hosts: readonly HostPattern[];
  readonly secrets: SecretHandles;
  /** Requests of the call, redirects included. */
  readonly maxRequests: number;
  /** Renews the tokens of connections after a server has refused them (401). False: there is no other token to try. */
  readonly renew?: (connections: readonly string[]) => Promise<boolean>;
  /** Files of the installation itself, which are read without a request. */
  readonly files?: FileFetch;
  /** Receives hosts that the call may not reach, also when its code hides the error. */
  readonly onUnlisted?: (host: string) => void;
}

/**
 * Answers a request for a file of the installation; null for any other one. `url` may be a path; `isListed`: the call may send requests to its
 * host.
 */
export type FileFetch = (asked: {
  readonly url: string;
  readonly method: string;
  readonly isListed: boolean;
}) => Promise<{ readonly url: URL; readonly answer: Answer } | null>;

interface CountedRules extends FetchRules {
  count(): void;
  readonly signal: AbortSignal;
}

/** What a server answers. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: AsyncIterable<Buffer> & { dump(): Promise<void>; destroy(): unknown };
}

/** Sends a request that may be sent, with its secrets. Headers are names and values in turn. */
export type Send = (
  url: URL,
  options: {
    readonly method: GuestRequest['method'];
    readonly headers: string[];
    readonly body: string | Buffer | null;
    readonly dispatcher: Dispatcher;
    readonly signal: AbortSignal;
  },
) => Promise<Answer>;

export interface OutboundOptions {
  /** Hosts in private networks that an operator allows, by plain HTTP as well. */
  readonly privateHosts: readonly HostPattern[];
  /** Milliseconds of one request. */
  readonly timeoutMs?: number;
  /** Bytes of one answer. */
  readonly maxBytes?: number;
  /** For tests: resolves names. */
  readonly resolve?: typeof lookup;
  /** For tests of packages: answers in place of the network. */
  readonly send?: Send;
}

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 5_000_000;
const MAX_REDIRECTS = 5;
/** Set by the server, or about the connection. */
const OWN_HEADERS = /^(?:host|connection|content-length|transfer-encoding|expect|upgrade|te|trailer|keep-alive|proxy-.*|cookie)$/i;
const SENSITIVE_HEADERS = /^(?:authorization|x-.*|.*(?:key|token|secret).*)$/i;

/** The way of isolated code to the network: declared hosts, public addresses, secrets that it does not see, limits. */
export class Outbound {
  readonly #options: OutboundOptions;
  readonly #public: Agent;
  readonly #private: Agent;

  constructor(options: OutboundOptions) {
    this.#options = options;
    const limits = { headersTimeout: options.timeoutMs ?? TIMEOUT_MS, bodyTimeout: options.timeoutMs ?? TIMEOUT_MS, maxHeaderSize: 32_768 };
    this.#public = new Agent({ ...limits, connect: { lookup: publicLookup(options.resolve), timeout: 10_000 } });
    this.#private = new Agent({ ...limits, connect: { timeout: 10_000 } });
  }

  /** The host function `fetch` of one call. */
  forCall(rules: FetchRules): (value: unknown, signal: AbortSignal) => Promise<GuestResponse> {
    let requests = 0;
    const count = (): void => {
      requests += 1;
      if (requests > rules.maxRequests) throw new RequestFailed(`A call may send at most ${rules.maxRequests} requests.`);
    };
    return async (value, signal) => {
      const { success, data } = guestRequest.safeParse(value);
      if (!success) throw new RequestFailed('fetch takes an address, and a method, headers and a body.');
      try {
        return await this.#follow(data, { ...rules, count, signal: AbortSignal.any([signal, AbortSignal.timeout(this.#timeout)]) });
      } catch (error) {
        if (error instanceof AddressRefused && error.unlisted !== null) rules.onUnlisted?.(rules.secrets.scrub(error.unlisted));
        throw this.#failureOf(error, data, rules.secrets);
      }
    };
  }

  /** An address that a request may go to, or a browser be sent to. Throws `AddressRefused`. */
  allowed(address: string): URL {
    return this.#allowed(address, null);
  }

  /**
   * A request of the server itself, such as to the token endpoint of a provider: to any host that is public or that the operator allows,
   * without redirects. Throws `AddressRefused` and `RequestFailed`.
   */
  async direct(
    address: string,
    {
      method = 'GET',
      headers = {},
      body = null,
      signal: given,
    }: {
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | null;
      readonly signal?: AbortSignal;
    },
  ): Promise<Response> {
    const none = new SecretHandles([]);
    const late = AbortSignal.timeout(this.#timeout);
    const signal = given === undefined ? late : AbortSignal.any([late, given]);
    const listed = Object.entries(headers);
    const { success, data } = guestRequest.safeParse({
      url: address,
      method,
      headers: listed,
      redirect: 'manual',
      text: body ?? undefined,
    });
    if (!success) throw new RequestFailed('The request is too long.');
    try {
      const url = this.#allowed(address, null);
      const answer = await this.#read(url, await this.#send(url, data, { hosts: [], secrets: none, maxRequests: 1, signal }), none);
      const isEmpty = [204, 205, 304].includes(answer.status);
      const bytes = answer.base64 === undefined ? (answer.text ?? '') : Buffer.from(answer.base64, 'base64');
      return new Response(isEmpty ? null : bytes, { status: answer.status, headers: answer.headers.map(([name, value]) => [name, value]) });
    } catch (error) {
      throw this.#failureOf(error, data, none);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#public.destroy(), this.#private.destroy()]);
  }

  get #timeout(): number {
    return this.#options.timeoutMs ?? TIMEOUT_MS;
  }

  async #follow(asked: GuestRequest, rules: CountedRules): Promise<GuestResponse> {
    let next = asked;
    for (let redirects = 0; ; redirects += 1) {
      const file = await this.#file(next, rules);
      if (file !== null) return file;
      const url = this.#allowed(next.url, rules.hosts);
      const response = await this.#sendRenewed(url, next, rules);
      const location = response.headers['location'];
      const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode) && typeof location === 'string';
      if (!isRedirect || next.redirect === 'manual') return this.#read(url, response, rules.secrets);
      await response.body.dump().catch(() => {});
      if (next.redirect === 'error' || redirects >= MAX_REDIRECTS) throw new RequestFailed(`${url.hostname} redirects the request.`);
      next = redirected(next, { from: url, to: new URL(location, url), status: response.statusCode, secrets: rules.secrets });
    }
  }

  async #file({ url, method }: GuestRequest, { files, hosts, secrets, count }: CountedRules): Promise<GuestResponse | null> {
    const isListed = URL.canParse(url) && matchesHost(new URL(url), hosts);
    const found = (await files?.({ url, method, isListed })) ?? null;
    if (found === null) return null;
    count();
    return this.#read(found.url, found.answer, secrets);
  }

  /** Sends a request, and once more when its access token was refused and another one was granted. */
  async #sendRenewed(url: URL, asked: GuestRequest, rules: CountedRules): Promise<Answer> {
    rules.count();
    const response = await this.#send(url, asked, rules);
    if (response.statusCode !== 401 || rules.renew === undefined) return response;
    const used = rules.secrets.connectionsIn([asked.url, asked.text ?? '', ...asked.headers.map(([, value]) => value)]);
    if (used.length === 0 || !(await rules.renew(used))) return response;
    await response.body.dump().catch(() => {});
    rules.count();
    return this.#send(url, asked, rules);
  }

  /** Throws unless the address is one of a declared host, or with null of any, by HTTPS and without credentials. */
  #allowed(text: string, hosts: readonly HostPattern[] | null): URL {
    if (!URL.canParse(text)) throw new AddressRefused('This is not an address.');
    const url = new URL(text);
    const isPrivate = matchesHost(url, this.#options.privateHosts);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isPrivate))
      throw new AddressRefused(`${url.protocol}//${url.hostname} is refused: only https: addresses can be called.`);
    if (url.username !== '' || url.password !== '') throw new AddressRefused('An address with a user and a password is refused.');
    if (hosts !== null && !matchesHost(url, hosts))
      throw new AddressRefused(`${url.host} is not among the hosts that the integration declares.`, url.host);
    const literal = literalAddress(url);
    if (literal !== null && !isPrivate && !isPublicAddress(literal)) throw new AddressRefused(refusal(literal));
    return url;
  }

  #send(
    url: URL,
    { method, headers, text, base64 }: GuestRequest,
    { secrets, signal }: FetchRules & { readonly signal: AbortSignal },
  ): Promise<Answer> {
    const stray = secrets.strayIn([url.href, text ?? '', ...headers.map(([, value]) => value)], url);
    if (stray !== null) throw new AddressRefused(strayRefusal(stray, url));
    const revealed = new URL(url);
    revealed.search = secrets.reveal(url.search, 'query');
    const path = secrets.reveal(url.pathname, 'path');
    // A secret is a part of a path, never a way to another one.
    revealed.pathname = path;
    const sent = headers
      .filter(([name]) => !OWN_HEADERS.test(name))
      .flatMap(([name, value]) => [name, secrets.revealHeader(value).replace(/[\r\n\0]/g, ' ')]);
    const body = text === undefined ? (base64 === undefined ? null : Buffer.from(base64, 'base64')) : secrets.reveal(text, 'body');
    const dispatcher = matchesHost(url, this.#options.privateHosts) ? this.#private : this.#public;
    const send: Send = this.#options.send ?? request;
    const isNamed = headers.some(([name]) => name.toLowerCase() === 'user-agent');
    return send(revealed, { method, headers: [...(isNamed ? [] : ['user-agent', 'Sayso']), ...sent], body, dispatcher, signal });
  }

  async #read(url: URL, { statusCode, headers, body }: Answer, secrets: SecretHandles): Promise<GuestResponse> {
    const limit = this.#options.maxBytes ?? MAX_BYTES;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > limit) {
        body.destroy();
        throw new RequestFailed(`${url.hostname} answered with more than ${limit} bytes.`);
      }
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const listed = Object.entries(headers).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((one) => [name, secrets.scrub(one)] as const),
    );
    const answer = { url: secrets.scrub(url.href), status: statusCode, headers: listed };
    if (isUtf8(bytes)) return { ...answer, text: secrets.scrub(bytes.toString()) };
    if (secrets.isIn(bytes)) throw new RequestFailed(`${url.hostname} answered with a secret.`);
    return { ...answer, base64: bytes.toString('base64') };
  }

  /** Errors reach the code as sentences: those of the network name the host alone. */
  #failureOf(error: unknown, { url }: GuestRequest, secrets: SecretHandles): Error {
    const cause = error instanceof Error && error.cause instanceof AddressRefused ? error.cause : error;
    if (cause instanceof AddressRefused || cause instanceof RequestFailed) {
      cause.message = secrets.scrub(cause.message);
      return cause;
    }
    const host = URL.canParse(url) ? new URL(url).hostname : 'The server';
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    const isLate = cause instanceof Error && /Timeout|Abort/.test(cause.name);
    return new RequestFailed(isLate ? `${host} did not answer in time.` : `${host} cannot be reached${code}.`);
  }
}

function strayRefusal({ name, hosts = [], isConnection = false }: Secret, { host }: URL): string {
  const known = hosts.length === 0 ? 'no server' : hosts.join(', ');
  return isConnection
    ? `The access of "${name}" was granted for ${known}, not for ${host}. Connect it again to use it there.`
    : `The secret "${name}" was entered for ${known}, not for ${host}. Enter it again to send it there.`;
}

interface Redirect {
  readonly from: URL;
  readonly to: URL;
  readonly status: number;
  readonly secrets: SecretHandles;
}

/**
 * The request after a redirect: another origin gets none of its handles, and 303, or 301 and 302 of a POST, a GET without a body. Throws
 * `RequestFailed` when the body would take a handle there.
 */
function redirected(before: GuestRequest, { from, to, status, secrets }: Redirect): GuestRequest {
  const becomesGet = status === 303 || (status < 303 && before.method === 'POST');
  const isElsewhere = from.origin !== to.origin;
  if (isElsewhere && !becomesGet && secrets.holds(before.text ?? ''))
    throw new RequestFailed(`${from.hostname} redirects a request with a secret to another server.`);
  const isKept = ([name, value]: readonly [string, string]) => !SENSITIVE_HEADERS.test(name) && !secrets.holds(value);
  const headers = isElsewhere ? before.headers.filter(isKept) : before.headers;
  const { text: _text, base64: _base64, ...rest } = before;
  return becomesGet
    ? { ...rest, url: to.href, method: before.method === 'HEAD' ? 'HEAD' : 'GET', headers }
    : { ...before, url: to.href, headers };
}
