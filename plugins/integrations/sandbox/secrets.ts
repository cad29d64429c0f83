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
/** Of a secret of Standard Webhooks: what decodes it, as such secrets are decoded, gets a plain handle. */
const STANDARD_PREFIX = `whsec_${Buffer.from(PREFIX).toString('base64').slice(0, -3)}`;
const HANDLE = new RegExp(`sayso_secret_[\\da-f]+_\\d+_|${STANDARD_PREFIX}[A-Za-z0-9+/]+=*`, 'g');
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
      if (decoded.some((text) => text.includes(handle))) return secret;
    }
    return null;
  }

  /** Replaces handles that may stand in this place; others stay texts without a meaning. */
  reveal(text: string, place: SecretPlace): string {
    let revealed = text;
    for (const [handle, { value, places }] of this.#secrets) {
      if (!places.includes(place) || !revealed.includes(handle)) continue;
      revealed = revealed.replaceAll(handle, () => (place === 'query' || place === 'path' ? encoded(value, place) : value));
    }
    return revealed;
  }

  /** The secret of a handle, for signatures, or the key in it for a decoded handle; other bytes as they are. */
  keyOf(bytes: Buffer): Buffer {
    const text = bytes.toString();
    const secret = this.#secrets.get(text);
    if (secret !== undefined) return Buffer.from(secret.value);
    const encoded = text.startsWith(PREFIX) ? this.#secrets.get(standardHandle(text)) : undefined;
    return (encoded && standardKeyOf(encoded.value)) ?? bytes;
  }

  /** Replaces secrets in JSON by their handles. */
  conceal(json: string): string {
    let concealed = json;
    for (const [handle, { value }] of this.#secrets) {
      if (value.length >= MIN_CONCEALED) concealed = concealed.replaceAll(JSON.stringify(value).slice(1, -1), handle);
    }
    return concealed;
  }

  /** Whether text holds a handle, also in basic authentication that the code has encoded. */
  holds(text: string): boolean {
    return decodedBasic(text).includes(PREFIX);
  }

  /** Removes all handles, those of other calls too. */
  withoutHandles(text: string): string {
    return text.includes(PREFIX) || text.includes(STANDARD_PREFIX) ? text.replace(HANDLE, REMOVED) : text;
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

const standardHandle = (plain: string): string => `whsec_${Buffer.from(plain).toString('base64')}`;

function handleOf(value: string, plain: string): string {
  return standardKeyOf(value) === null ? plain : standardHandle(plain);
}

/** Basic authentication that the code has encoded itself, when it holds a handle. */
function decodedBasic(text: string): string {
  const [, encodedPair] = /^Basic ([\w+/]+=*)$/i.exec(text) ?? [];
  const pair = encodedPair === undefined ? '' : Buffer.from(encodedPair, 'base64').toString();
  return pair.includes(PREFIX) || pair.includes(STANDARD_PREFIX) ? `Basic ${pair}` : text;
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
  const json = JSON.stringify(value).slice(1, -1);
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
