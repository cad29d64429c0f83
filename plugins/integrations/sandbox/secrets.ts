import { randomBytes } from 'node:crypto';
import { standardKeyOf } from '../webhooks/keys.ts';
import { type HostPattern, matchesHost } from './addresses.ts';

/** Where a secret may stand in a request. */
export type SecretPlace = 'header' | 'query' | 'path' | 'body';

export interface Secret {
  readonly name: string;
  readonly value: string;
  readonly places: readonly SecretPlace[];
  /** The hosts that it was entered for. Default: all that the call may reach. */
  readonly hosts?: readonly HostPattern[];
  /** Whether it is the access token of a connection, which may change during a call. */
  readonly isConnection?: boolean;
}

const REMOVED = '[secret removed]';
const PREFIX = 'sayso_secret_';
/** Handles that the code decodes: of secrets of Standard Webhooks and of keys as PEM, what decodes them gets a plain handle. */
const ENCODED_PREFIX = Buffer.from(PREFIX).toString('base64').slice(0, -3);
const HANDLE = new RegExp(`sayso_secret_[\\da-f]+_\\d+_|(?:whsec_)?${ENCODED_PREFIX}[A-Za-z0-9+/]+=*`, 'g');
const PEM = /^\s*-----BEGIN ([A-Z0-9 ]{3,40})-----([\sA-Za-z0-9+/=]+)-----END \1-----\s*$/;
/** How code decodes keys that are texts. */
const ENCODINGS = ['base64url', 'base64', 'hex'] as const;
/** Shorter values would be found in unrelated text. */
const MIN_SCRUBBED = 4;
/** A guess of a shorter one would show in what the code does. */
const MIN_CONCEALED = 12;

/**
 * The secrets of one call. The code gets a handle for each, a random text that is replaced by the secret in requests to declared hosts only,
 * and there only in the declared places.
 */
export class SecretHandles {
  readonly #secrets: Map<string, Secret>;
  /** Texts that must not come back, the longest first. */
  #forbidden: readonly string[];

  /** `nonce`: unguessable hexadecimal digits. */
  constructor(secrets: readonly Secret[], nonce = randomBytes(16).toString('hex')) {
    this.#secrets = new Map(secrets.map((secret, at) => [handleOf(secret.value, `${PREFIX}${nonce}_${at}_`), secret]));
    this.#forbidden = longestFirst(secrets.flatMap(({ value }) => spellings(value)));
  }

  /** Handles by the names of the secrets, or of the connections. */
  handles(of: 'secrets' | 'connections' = 'secrets'): Record<string, string> {
    const kind = [...this.#secrets].filter(([, { isConnection = false }]) => isConnection === (of === 'connections'));
    return Object.fromEntries(kind.map(([handle, { name }]) => [name, handle]));
  }

  /** The connections whose handles stand in texts of a request. */
  connectionsIn(texts: readonly string[]): string[] {
    const decoded = texts.map(decodedBasic);
    return Object.entries(this.handles('connections')).flatMap(([name, handle]) =>
      decoded.some((text) => text.includes(handle)) ? [name] : [],
    );
  }

  /** Gives the handle of a connection another token. The one before stays a text that must not come back. */
  renew(connection: string, value: string): void {
    for (const [handle, secret] of this.#secrets)
      if (secret.isConnection === true && secret.name === connection) this.#secrets.set(handle, { ...secret, value });
    this.#forbidden = longestFirst([...this.#forbidden, ...spellings(value)]);
  }

  /** A secret whose handle stands in texts of a request to a host that it was not entered for; null when there is none. */
  strayIn(texts: readonly string[], to: URL): Secret | null {
    const decoded = texts.map(decodedBasic);
    for (const [handle, secret] of this.#secrets) {
      if (secret.hosts === undefined || matchesHost(to, secret.hosts)) continue;
      if (decoded.some((text) => text.includes(handle) || text.includes(inJson(handle)))) return secret;
    }
    return null;
  }

  /** Replaces handles that may stand in this place; others stay texts without a meaning. */
  reveal(text: string, place: SecretPlace): string {
    let revealed = text;
    for (const [handle, { value, places }] of this.#secrets) {
      if (!places.includes(place)) continue;
      revealed = revealed.replaceAll(handle, () => (place === 'query' || place === 'path' ? encoded(value, place) : value));
      // A handle of several lines, in a body of JSON.
      if (place === 'body' && inJson(handle) !== handle) revealed = revealed.replaceAll(inJson(handle), () => inJson(value));
    }
    return revealed;
  }

  /** The secret of a handle, for signatures, or the key in it for a decoded handle; other bytes as they are. */
  keyOf(bytes: Buffer): Buffer {
    const text = bytes.toString();
    const secret = this.#secrets.get(text);
    if (secret !== undefined) return Buffer.from(secret.value);
    if (text.startsWith(PREFIX)) return this.#decoded(text) ?? bytes;
    for (const [handle, { value }] of this.#secrets)
      for (const encoding of ENCODINGS)
        if (bytes.length > 0 && bytes.equals(Buffer.from(handle, encoding))) return Buffer.from(value, encoding);
    return bytes;
  }

  /** The key of the secret whose decoded handle this is; null for other texts. */
  #decoded(plain: string): Buffer | null {
    for (const [handle, { value }] of this.#secrets) {
      if (handle === standardHandle(plain)) return standardKeyOf(value);
      if (handle.startsWith('-----') && handle === handleOf(value, plain)) return derOf(value);
    }
    return null;
  }

  /** The secret of a handle; other texts as they are. */
  textOf(text: string): string {
    return this.#secrets.get(text)?.value ?? text;
  }

  /** Replaces secrets in JSON by their handles. */
  conceal(json: string): string {
    let concealed = json;
    for (const [handle, { value }] of this.#secrets) {
      if (value.length >= MIN_CONCEALED) concealed = concealed.replaceAll(inJson(value), inJson(handle));
    }
    return concealed;
  }

  /** Whether text holds a handle, also in basic authentication that the code has encoded. */
  holds(text: string): boolean {
    return [PREFIX, ENCODED_PREFIX].some((start) => decodedBasic(text).includes(start));
  }

  /** Removes all handles, those of other calls too. */
  withoutHandles(text: string): string {
    return text.includes(PREFIX) || text.includes(ENCODED_PREFIX) ? text.replace(HANDLE, REMOVED) : text;
  }

  /** A header: as `reveal`, and encodes the user and the password of basic authentication. */
  revealHeader(text: string): string {
    const revealed = this.reveal(decodedBasic(text), 'header');
    const [, basic] = /^Basic (.*:.*)$/.exec(revealed) ?? [];
    return basic === undefined ? revealed : `Basic ${Buffer.from(basic).toString('base64')}`;
  }

  /** Removes secrets from text that goes back to the code: as they are, and in the usual encodings. */
  scrub(text: string): string {
    let scrubbed = text;
    for (const forbidden of this.#forbidden) if (scrubbed.includes(forbidden)) scrubbed = scrubbed.replaceAll(forbidden, REMOVED);
    return scrubbed;
  }

  /** Whether bytes that are no text hold a secret. */
  isIn(bytes: Buffer): boolean {
    return this.#forbidden.some((forbidden) => bytes.includes(forbidden));
  }
}

function longestFirst(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort((a, b) => b.length - a.length);
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const standardHandle = (plain: string): string => `whsec_${Buffer.from(plain).toString('base64')}`;

/** A text that is read as the secret is: code that decodes a key finds a plain handle in it. */
function handleOf(value: string, plain: string): string {
  const [, kind] = PEM.exec(withLines(value)) ?? [];
  if (kind !== undefined) return `-----BEGIN ${kind}-----\n${Buffer.from(plain).toString('base64')}\n-----END ${kind}-----`;
  return standardKeyOf(value) === null ? plain : standardHandle(plain);
}

/** Keys are often stored with the ends of their lines as in JSON. */
const withLines = (value: string): string => value.replaceAll('\\n', '\n');

function derOf(value: string): Buffer {
  return Buffer.from(PEM.exec(withLines(value))?.[2] ?? '', 'base64');
}

/** Basic authentication that the code has encoded itself, when it holds a handle. */
function decodedBasic(text: string): string {
  const [, encodedPair] = /^Basic ([\w+/]+=*)$/i.exec(text) ?? [];
  const pair = encodedPair === undefined ? '' : Buffer.from(encodedPair, 'base64').toString();
  return pair.includes(PREFIX) || pair.includes(ENCODED_PREFIX) ? `Basic ${pair}` : text;
}

/** A path keeps its slashes: addresses of webhooks are secrets with several segments. */
function encoded(value: string, place: 'query' | 'path'): string {
  return place === 'query' ? encodeURIComponent(value) : value.split('/').map(encodeURIComponent).join('/');
}

function spellings(value: string): string[] {
  if (value.length < MIN_SCRUBBED) return [];
  // Code that checks signatures drops the prefix.
  if (standardKeyOf(value) !== null) return [...spellingsOf(value), ...spellingsOf(value.slice('whsec_'.length))];
  return spellingsOf(value);
}

function spellingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const json = inJson(value);
  const reversed = [...value].reverse().join('');
  const urls = [encodeURIComponent(value), encodeURIComponent(value).replaceAll('%20', '+')];
  return [value, reversed, json, json.replaceAll('/', '\\/'), ...urls, hex, hex.toUpperCase(), ...base64s(bytes)].filter(
    (text) => text.length >= MIN_SCRUBBED,
  );
}

/** The characters of Base64 that depend on the value alone, at each of the three positions it may have in a longer text. */
function base64s(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = shift === 0 ? 0 : shift + 1;
    const until = text.length - ((shift + bytes.length) % 3 === 0 ? 0 : 1);
    const middle = text.slice(from, until);
    return middle.length < 6 ? [] : [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
