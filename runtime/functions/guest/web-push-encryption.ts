import type { Bytes } from './bodies.ts';
import { fromBase64, toBase64 } from './bodies.ts';

// Encrypts messages for browsers: RFC 8291 over RFC 8188 (`aes128gcm`), and the draft before it (`aesgcm`).

export type ContentEncoding = 'aes128gcm' | 'aesgcm';

export interface Encrypted {
  /** Of this message alone; uncompressed. */
  readonly localPublicKey: Bytes;
  readonly salt: Bytes;
  readonly cipherText: Bytes;
}

/** What is random in a message; given by tests with vectors. */
export interface Randomness {
  readonly keys: CryptoKeyPair;
  readonly salt: Bytes;
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const RECORD_SIZE = 4096;
const text = (value: string): Bytes => new TextEncoder().encode(value) as Bytes;

export function fromBase64Url(value: string): Bytes {
  return fromBase64(value.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
}

export const toBase64Url = (bytes: Bytes): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

export function joined(...parts: readonly (Uint8Array | readonly number[])[]): Bytes {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function derived(secret: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8));
}

/** `p256dh` and `auth` of a subscription, and the content. */
export async function encryptMessage(
  { p256dh, auth }: { readonly p256dh: Bytes; readonly auth: Bytes },
  content: Bytes,
  encoding: ContentEncoding,
  random?: Randomness,
): Promise<Encrypted> {
  const keys = random?.keys ?? ((await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])) as CryptoKeyPair);
  const salt = random?.salt ?? crypto.getRandomValues(new Uint8Array(16));
  const localPublicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
  const theirs = await crypto.subtle.importKey('raw', p256dh, CURVE, false, []);
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, keys.privateKey, 256));
  const isLatest = encoding === 'aes128gcm';
  const authInfo = isLatest ? joined(text('WebPush: info\0'), p256dh, localPublicKey) : text('Content-Encoding: auth\0');
  const secret = await derived(shared, auth, authInfo, 32);
  // The draft binds the keys of both sides to each part, the RFC to the secret.
  const context = isLatest ? [] : joined(text('P-256\0'), [0, p256dh.length], p256dh, [0, localPublicKey.length], localPublicKey);
  const part = (name: string, length: number) => derived(secret, salt, joined(text(`Content-Encoding: ${name}\0`), context), length);
  const key = await crypto.subtle.importKey('raw', await part(encoding, 16), 'AES-GCM', false, ['encrypt']);
  const nonce = await part('nonce', 12);
  // One record: the padding of the RFC follows the content, that of the draft precedes it.
  const record = isLatest ? joined(content, [2]) : joined([0, 0], content);
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, record));
  if (!isLatest) return { localPublicKey, salt, cipherText: sealed };
  const size = Math.max(RECORD_SIZE, sealed.length);
  const header = joined(salt, [size >>> 24, (size >>> 16) & 255, (size >>> 8) & 255, size & 255, localPublicKey.length], localPublicKey);
  return { localPublicKey, salt, cipherText: joined(header, sealed) };
}
