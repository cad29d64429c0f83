import { type Bytes, contentOf } from './bodies.ts';
import { publicKeyOf } from './p256.ts';
import { type ContentEncoding, encryptMessage, fromBase64Url, joined, toBase64Url } from './web-push-encryption.ts';

// The package `web-push` in functions, with its public interface, over Web Crypto and `fetch`. What it computes at once and Web Crypto cannot is
// a promise here: `generateRequestDetails`, `getVapidHeaders` and `encrypt`.

export const supportedContentEncodings = { AES_GCM: 'aesgcm', AES_128_GCM: 'aes128gcm' } as const;
export const supportedUrgency = { VERY_LOW: 'very-low', LOW: 'low', NORMAL: 'normal', HIGH: 'high' } as const;

interface VapidDetails {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}
interface Subscription {
  readonly endpoint?: string;
  readonly keys?: { readonly p256dh?: string; readonly auth?: string };
}
interface Options {
  readonly gcmAPIKey?: string | null;
  readonly vapidDetails?: VapidDetails | null;
  readonly timeout?: number;
  readonly TTL?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentEncoding?: string;
  readonly urgency?: string;
  readonly topic?: string;
}
interface RequestDetails {
  readonly method: 'POST';
  readonly headers: Record<string, string | number>;
  readonly body: Bytes | null;
  readonly endpoint: string;
  readonly timeout?: number;
}

const OPTIONS = ['headers', 'gcmAPIKey', 'vapidDetails', 'TTL', 'contentEncoding', 'urgency', 'topic', 'proxy', 'agent', 'timeout'];
const DEFAULT_TTL = 2_419_200;
const VALID_SECONDS = 12 * 3600;
const MAX_VALID_SECONDS = 24 * 3600;
const BASE64_URL = /^[\w-]+$/;
/** A secret of the app, which the server puts in when the key is used. */
const HANDLE = /^sayso_secret_/;

let details: VapidDetails | null = null;
let gcmApiKey: string | null = null;

export class WebPushError extends Error {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly endpoint: string;
  // biome-ignore lint/complexity/useMaxParams: as the package has it
  constructor(message: string, statusCode: number, headers: Readonly<Record<string, string>>, body: string, endpoint: string) {
    super(message);
    this.name = 'WebPushError';
    this.statusCode = statusCode;
    this.headers = headers;
    this.body = body;
    this.endpoint = endpoint;
  }
}

export function generateVAPIDKeys(): { publicKey: string; privateKey: string } {
  for (;;) {
    const secret = crypto.getRandomValues(new Uint8Array(32));
    const point = publicKeyOf(secret);
    if (point !== null) return { publicKey: toBase64Url(joined(point)), privateKey: toBase64Url(secret) };
  }
}

export function setGCMAPIKey(apiKey: string | null): void {
  if (apiKey !== null && (typeof apiKey !== 'string' || apiKey.length === 0))
    throw new Error('The GCM API Key should be a non-empty string or null.');
  gcmApiKey = apiKey;
}

export function setVapidDetails(subject: string | null, publicKey?: string, privateKey?: string): void {
  details = subject === null && publicKey === undefined ? null : checked({ subject, publicKey, privateKey });
}

function checked({ subject, publicKey, privateKey }: { readonly [Name in keyof VapidDetails]?: unknown }): VapidDetails {
  if (typeof subject !== 'string' || subject === '') throw new Error('No subject set in vapidDetails.subject.');
  const isAddress = /^mailto:/i.test(subject) || (URL.canParse(subject) && new URL(subject).protocol === 'https:');
  if (!isAddress) throw new Error(`Vapid subject is not an https: or mailto: URL. ${subject}`);
  if (!isKey(publicKey, 65)) throw new Error('Vapid public key should be 65 bytes long when decoded, as URL-safe Base64 without "=".');
  if (!isKey(privateKey, 32)) throw new Error('Vapid private key should be 32 bytes long when decoded, as URL-safe Base64 without "=".');
  return { subject, publicKey, privateKey };
}

function isKey(value: unknown, length: number): value is string {
  if (typeof value !== 'string') return false;
  return HANDLE.test(value) || (BASE64_URL.test(value) && fromBase64Url(value).length === length);
}

// biome-ignore lint/complexity/useMaxParams: as the package has it
export async function getVapidHeaders(
  audience: string,
  subject: string,
  publicKey: string,
  privateKey: string,
  contentEncoding: string = supportedContentEncodings.AES_128_GCM,
  expiration?: number,
): Promise<Record<string, string>> {
  if (!URL.canParse(audience)) throw new Error(`VAPID audience is not a url. ${audience}`);
  checked({ subject, publicKey, privateKey });
  const now = Math.floor(Date.now() / 1000);
  const exp = expiration ?? now + VALID_SECONDS;
  if (!Number.isInteger(exp) || exp < 0) throw new Error('`expiration` must be a positive integer');
  if (exp > now + MAX_VALID_SECONDS) throw new Error('`expiration` value is greater than maximum of 24 hours');
  const token = await signed({ aud: audience, exp, sub: subject }, publicKey, privateKey);
  if (contentEncoding === 'aes128gcm') return { Authorization: `vapid t=${token}, k=${publicKey}` };
  return { Authorization: `WebPush ${token}`, 'Crypto-Key': `p256ecdsa=${publicKey}` };
}

async function signed(claims: object, publicKey: string, privateKey: string): Promise<string> {
  const coded = (value: object) => toBase64Url(contentOf(JSON.stringify(value)).bytes);
  const content = `${coded({ typ: 'JWT', alg: 'ES256' })}.${coded(claims)}`;
  const point = fromBase64Url(publicKey);
  const [x, y] = [toBase64Url(point.slice(1, 33)), toBase64Url(point.slice(33))];
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: privateKey };
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, contentOf(content).bytes);
  return `${content}.${toBase64Url(new Uint8Array(signature))}`;
}

export async function encrypt(userPublicKey: string, userAuth: string, payload: unknown, contentEncoding: string) {
  if (typeof userPublicKey !== 'string' || fromBase64Url(userPublicKey).length !== 65)
    throw new Error('The subscription p256dh value should be 65 bytes long.');
  if (typeof userAuth !== 'string' || fromBase64Url(userAuth).length < 16)
    throw new Error('The subscription auth key should be at least 16 bytes long');
  const subscription = { p256dh: fromBase64Url(userPublicKey), auth: fromBase64Url(userAuth) };
  const { localPublicKey, salt, cipherText } = await encryptMessage(subscription, contentOf(payload).bytes, encodingOf(contentEncoding));
  return { localPublicKey, salt: toBase64Url(salt), cipherText };
}

function encodingOf(value: string): ContentEncoding {
  if (value === 'aes128gcm' || value === 'aesgcm') return value;
  throw new Error('Unsupported content encoding specified.');
}

export async function generateRequestDetails(
  subscription: Subscription,
  payload?: unknown,
  options: Options = {},
): Promise<RequestDetails> {
  const endpoint = endpointOf(subscription);
  checkOptions(options);
  const { TTL = DEFAULT_TTL, urgency = 'normal', topic, contentEncoding = 'aes128gcm', timeout } = options;
  const encoding = encodingOf(contentEncoding);
  const headers: Record<string, string | number> = { TTL: Number(TTL), ...options.headers };
  const { body, cryptoKey } = await contentFor(subscription, payload, encoding, headers);
  headers['Content-Length'] = body?.length ?? 0;
  const vapid = options.vapidDetails === undefined ? details : options.vapidDetails;
  const gcm = options.gcmAPIKey === undefined ? gcmApiKey : options.gcmAPIKey;
  const keys = [cryptoKey];
  if (/^https:\/\/android\.googleapis\.com\/gcm\/send/.test(endpoint)) {
    if (gcm !== null && gcm !== '') headers['Authorization'] = `key=${gcm}`;
  } else if (vapid !== null) {
    const { subject, publicKey, privateKey } = vapid;
    const given = await getVapidHeaders(new URL(endpoint).origin, subject, publicKey, privateKey, encoding);
    headers['Authorization'] = given['Authorization'] ?? '';
    keys.push(given['Crypto-Key'] ?? '');
  } else if (gcm !== null && gcm !== '' && endpoint.startsWith('https://fcm.googleapis.com/fcm/send'))
    headers['Authorization'] = `key=${gcm}`;
  const all = keys.filter((key) => key !== '').join(';');
  if (all !== '') headers['Crypto-Key'] = all;
  headers['Urgency'] = urgency;
  if (topic !== undefined) headers['Topic'] = topic;
  return { method: 'POST', headers, body, endpoint, ...(timeout === undefined ? {} : { timeout }) };
}

/** The encrypted content, and its headers. */
async function contentFor(
  { keys = {} }: Subscription,
  payload: unknown,
  encoding: ContentEncoding,
  headers: Record<string, string | number>,
): Promise<{ readonly body: Bytes | null; readonly cryptoKey: string }> {
  if (payload === undefined || payload === null || payload === '') return { body: null, cryptoKey: '' };
  if (typeof payload === 'object' && !ArrayBuffer.isView(payload) && !(payload instanceof ArrayBuffer))
    throw new Error('Payload must be either a string or a Node Buffer.');
  if (keys.p256dh === undefined || keys.auth === undefined)
    throw new Error("To send a message with a payload, the subscription must have 'auth' and 'p256dh' keys.");
  const { localPublicKey, salt, cipherText } = await encrypt(keys.p256dh, keys.auth, payload, encoding);
  headers['Content-Type'] = 'application/octet-stream';
  headers['Content-Encoding'] = encoding;
  if (encoding === 'aes128gcm') return { body: cipherText, cryptoKey: '' };
  headers['Encryption'] = `salt=${salt}`;
  return { body: cipherText, cryptoKey: `dh=${toBase64Url(localPublicKey)}` };
}

function endpointOf(subscription: Subscription): string {
  const { endpoint } = subscription ?? {};
  if (typeof endpoint !== 'string' || endpoint === '') throw new Error('You must pass in a subscription with at least an endpoint.');
  return endpoint;
}

function checkOptions(options: Options): void {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new Error(`'${unknown}' is an invalid option. The valid options are ['${OPTIONS.join("', '")}'].`);
  const { TTL, urgency, topic } = options;
  if (TTL !== undefined && !(Number(TTL) >= 0)) throw new Error('TTL should be a number and should be at least 0');
  if (urgency !== undefined && !Object.values<string>(supportedUrgency).includes(urgency))
    throw new Error('Unsupported urgency specified.');
  if (topic === undefined) return;
  if (!BASE64_URL.test(topic)) throw new Error('Unsupported characters set use the URL or filename-safe Base64 characters set');
  if (topic.length > 32) throw new Error('use maximum of 32 characters from the URL or filename-safe Base64 characters set');
  if (options.vapidDetails != null) checked(options.vapidDetails);
}

export async function sendNotification(subscription: Subscription, payload?: unknown, options?: Options) {
  const { method, headers, body, endpoint, timeout } = await generateRequestDetails(subscription, payload, options);
  const { 'Content-Length': _length, ...others } = headers;
  const given = Object.entries(others).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await fetch(endpoint, {
    method,
    headers: given,
    ...(body === null ? {} : { body }),
    ...(timeout === undefined || timeout <= 0 ? {} : { signal: AbortSignal.timeout(timeout) }),
  });
  const answer = await response.text();
  const received = Object.fromEntries([...(response.headers as unknown as Iterable<[string, string]>)]);
  if (response.status < 200 || response.status > 299)
    throw new WebPushError('Received unexpected response code', response.status, received, answer, endpoint);
  return { statusCode: response.status, body: answer, headers: received };
}

export default {
  WebPushError,
  supportedContentEncodings,
  encrypt,
  getVapidHeaders,
  generateVAPIDKeys,
  setGCMAPIKey,
  setVapidDetails,
  generateRequestDetails,
  sendNotification,
};
