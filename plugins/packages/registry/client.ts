import { createHash } from 'node:crypto';
import { PackageRefused, RegistryUnavailable } from '../errors.ts';

export interface RegistryOptions {
  /** Address of the registry. */
  readonly url: string;
  /** Further hosts for downloads. */
  readonly hosts: readonly string[];
  readonly token: string | null;
}

/** The document of a package that a registry has. Untrusted. */
export interface Packument {
  readonly tags: ReadonlyMap<string, string>;
  /** Version → its manifest, unread. */
  readonly versions: ReadonlyMap<string, unknown>;
}

const MAX_PACKUMENT_BYTES = 30_000_000;
export const MAX_TARBALL_BYTES = 30_000_000;
const PACKUMENT_MS = 20_000;
const TARBALL_MS = 60_000;
const MAX_REDIRECTS = 4;
/** The registry whose addresses mirrors repeat in their documents. */
const WELL_KNOWN = 'registry.npmjs.org';

/** Reads an npm registry over HTTP. It reaches the configured hosts only, whatever a document or a redirect names. */
export class RegistryClient {
  readonly #base: URL;
  readonly #hosts: ReadonlySet<string>;
  readonly #token: string | null;

  constructor({ url, hosts, token }: RegistryOptions) {
    this.#base = new URL(url.endsWith('/') ? url : `${url}/`);
    this.#hosts = new Set([this.#base.host, ...hosts.map((host) => host.toLowerCase())]);
    this.#token = token;
  }

  /** Throws `PackageRefused` when there is no such package. */
  async packument(name: string, signal?: AbortSignal): Promise<Packument> {
    const url = new URL(name.replace('/', '%2f'), this.#base);
    const bytes = await this.#read(url, {
      accept: 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8',
      maxBytes: MAX_PACKUMENT_BYTES,
      milliseconds: PACKUMENT_MS,
      what: `the package "${name}"`,
      signal,
    });
    const document = parsed(bytes, name);
    const tags = Object.entries(objectOf(document['dist-tags'])).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return { tags: new Map(tags), versions: new Map(Object.entries(objectOf(document['versions']))) };
  }

  /** The tarball, whose SHA-512 is that of `integrity`. */
  async tarball(address: string, integrity: string, signal?: AbortSignal): Promise<Uint8Array> {
    const expected = integrity
      .split(/\s+/)
      .find((one) => one.startsWith('sha512-'))
      ?.slice('sha512-'.length);
    if (expected === undefined) throw new PackageRefused('integrity', 'The registry states no SHA-512 for it.');
    const bytes = await this.#read(this.#addressOf(address), {
      accept: '*/*',
      maxBytes: MAX_TARBALL_BYTES,
      milliseconds: TARBALL_MS,
      what: 'its tarball',
      signal,
    });
    const found = createHash('sha512').update(bytes).digest('base64');
    if (found !== expected) throw new PackageRefused('integrity', 'Its tarball has another SHA-512 than the registry states.');
    return bytes;
  }

  /** Mirrors pass on documents of the well-known registry, and have the files at the same paths. */
  #addressOf(address: string): URL {
    if (!URL.canParse(address)) throw new PackageRefused('invalid', 'The registry states no address for its tarball.');
    const url = new URL(address);
    if (url.host !== WELL_KNOWN || this.#hosts.has(WELL_KNOWN)) return url;
    return new URL(url.pathname.slice(1), this.#base);
  }

  async #read(
    start: URL,
    given: {
      readonly accept: string;
      readonly maxBytes: number;
      readonly milliseconds: number;
      readonly what: string;
      readonly signal: AbortSignal | undefined;
    },
  ): Promise<Uint8Array> {
    const timeout = AbortSignal.timeout(given.milliseconds);
    const signal = given.signal === undefined ? timeout : AbortSignal.any([given.signal, timeout]);
    try {
      const response = await this.#follow(start, given.accept, signal);
      if (response.status === 404 || response.status === 405)
        throw new PackageRefused('not-found', `The registry does not have ${given.what}.`);
      if (response.status === 401 || response.status === 403)
        throw new PackageRefused('forbidden', `The registry refuses access to ${given.what}.`);
      if (!response.ok) throw new RegistryUnavailable(`Status ${response.status} for ${start.pathname}`);
      return await bodyOf(response, given);
    } catch (error) {
      if (error instanceof PackageRefused || error instanceof RegistryUnavailable) throw error;
      given.signal?.throwIfAborted();
      throw new RegistryUnavailable(`${start.pathname}: ${messageOf(error)}`);
    }
  }

  async #follow(start: URL, accept: string, signal: AbortSignal): Promise<Response> {
    let url = start;
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      this.#check(url);
      const isRegistry = url.origin === this.#base.origin;
      const headers = { accept, ...(isRegistry && this.#token !== null ? { authorization: `Bearer ${this.#token}` } : {}) };
      const response = await fetch(url, { headers, redirect: 'manual', signal });
      const target = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || target === null) return response;
      await response.body?.cancel();
      if (!URL.canParse(target, url)) break;
      url = new URL(target, url);
    }
    throw new PackageRefused('redirect', 'The registry redirects without end.');
  }

  /** Never the network that this server is in, unless the registry itself is. */
  #check(url: URL): void {
    const isAllowed = this.#hosts.has(url.host) && url.username === '' && url.password === '';
    if (!isAllowed)
      throw new PackageRefused(
        'redirect',
        `The registry leads to the host "${url.host.slice(0, 100)}", which is not allowed. NPM_REGISTRY_HOSTS names further hosts.`,
      );
    if (url.protocol !== 'https:' && url.protocol !== this.#base.protocol)
      throw new PackageRefused('redirect', 'The registry leads to an address without HTTPS.');
  }
}

async function bodyOf(response: Response, { maxBytes, what }: { readonly maxBytes: number; readonly what: string }): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes)
      throw new PackageRefused('too-large', `Of the registry, ${what} has more than ${Math.round(maxBytes / 1_000_000)} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(bytes: Uint8Array, name: string): Readonly<Record<string, unknown>> {
  try {
    const document: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return objectOf(document);
  } catch {
    throw new PackageRefused('invalid', `The registry's document of "${name}" cannot be read.`);
  }
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
