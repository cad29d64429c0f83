import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { signatureSchemes } from '../packages/manifest.ts';
import { type KeyEncoding, keyOf } from './keys.ts';

type Scheme = (typeof signatureSchemes)[number];

/** A request as it arrived. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The exact bytes that were signed. */
  readonly body: Buffer;
}

/** The result of a valid signature; null for an invalid one. */
interface Verified {
  /** Of the event: the same for each delivery of it. Null when the scheme signs none: then it is the digest of the body. */
  readonly eventId: string | null;
}

const KEPT_HEADERS = /^(?:content-type|user-agent|webhook-id|x-github-event|x-github-delivery)$/;
/** How old a signed time may be, in seconds: a captured delivery cannot be sent again later. */
const TOLERANCE_SECONDS = 300;

const verifiers: Readonly<Record<Scheme, (delivery: Delivery, key: Buffer, now: number) => Verified | null>> = {
  /** https://www.standardwebhooks.com */
  standard({ headers, body }, key, now) {
    const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': given = '' } = headers;
    const expected = hmac(key, [`${id}.${at}.`, body], 'base64');
    const signatures = given.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
    return id !== '' && isRecent(at, now) && signatures.some((one) => isSame(one, expected)) ? { eventId: id } : null;
  },
  stripe({ headers, body }, key, now) {
    const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('='));
    const at = parts.find(([name]) => name === 't')?.[1] ?? '';
    const expected = hmac(key, [`${at}.`, body], 'hex');
    const isSigned = parts.some(([name, value = '']) => name === 'v1' && isSame(value, expected));
    return isRecent(at, now) && isSigned ? { eventId: memberOf(body, 'id') } : null;
  },
  slack({ headers, body }, key, now) {
    const { 'x-slack-request-timestamp': at = '', 'x-slack-signature': given = '' } = headers;
    const expected = `v0=${hmac(key, [`v0:${at}:`, body], 'hex')}`;
    return isRecent(at, now) && isSame(given, expected) ? { eventId: memberOf(body, 'event_id') } : null;
  },
  github({ headers, body }, key) {
    const expected = `sha256=${hmac(key, [body], 'hex')}`;
    // The id of a delivery is not signed: a captured one could be sent again under another id. Its time is not either.
    return isSame(headers['x-hub-signature-256'] ?? '', expected) ? { eventId: null } : null;
  },
};

/** A signing secret as it is stored, and how it is decoded. Default: as its scheme says. */
export interface SigningSecret {
  readonly value: string;
  readonly encoding?: KeyEncoding | undefined;
}

/** Checks a delivery at a time in ms since 1970. Null unless it is signed with the secret, and recently where the scheme signs the time. */
export function verify(scheme: Scheme, delivery: Delivery, { value, encoding }: SigningSecret, now: number): Verified | null {
  const key = keyOf(value, encoding ?? (scheme === 'standard' ? 'whsec' : 'text'));
  return key === null ? null : verifiers[scheme](delivery, key, now);
}

/** The id of an event, by which repeated deliveries of it are known; the body is its own id where the scheme has none. */
export function eventIdOf({ eventId }: Verified, { body }: Delivery): string {
  return eventId ?? createHash('sha256').update(body).digest('hex');
}

/** The headers that a package gets: none that signs. */
export function keptHeaders({ headers }: Delivery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value !== undefined && KEPT_HEADERS.test(name) ? [[name, value]] : [])),
  );
}

/** What a scheme has to be answered with at once; null for an event. */
export function handshakeOf(scheme: Scheme, { body }: Delivery): string | null {
  if (scheme !== 'slack' || memberOf(body, 'type') !== 'url_verification') return null;
  return memberOf(body, 'challenge');
}

function hmac(key: Buffer, parts: readonly (string | Buffer)[], encoding: 'hex' | 'base64'): string {
  const signing = createHmac('sha256', key);
  for (const part of parts) signing.update(part);
  return signing.digest(encoding);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function isRecent(seconds: string, now: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now / 1000 - Number(seconds)) <= TOLERANCE_SECONDS;
}

function memberOf(body: Buffer, name: string): string | null {
  try {
    const value: unknown = JSON.parse(body.toString())[name];
    return typeof value === 'string' && value.length <= 300 ? value : null;
  } catch {
    return null;
  }
}
