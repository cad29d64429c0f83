import type { webcrypto } from 'node:crypto';
import { WebCryptoRefused } from './errors.ts';

/** What an algorithm states, after its bytes and keys were read. */
export type Algorithm = Readonly<Record<string, unknown>> & { readonly name: string };

/** Those of Web Crypto whose work these limits bound. Others of Node, such as Argon2, may take any memory. */
const NAMES = new Map(
  [
    ...['RSASSA-PKCS1-v1_5', 'RSA-PSS', 'RSA-OAEP', 'ECDSA', 'ECDH', 'Ed25519', 'Ed448', 'X25519', 'X448'],
    ...['AES-GCM', 'AES-CBC', 'AES-CTR', 'AES-KW', 'HMAC', 'HKDF', 'PBKDF2', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'],
  ].map((name) => [name.toUpperCase(), name]),
);
/** A larger key signs for a second. */
const MAX_MODULUS = 8192;
/** A larger key is found in minutes. */
const MAX_NEW_MODULUS = 4096;
/** Checks with a longer exponent take as long as signatures. */
const MAX_EXPONENT_BYTES = 8;
const NEW_EXPONENTS = ['010001', '03'];
const MAX_ITERATIONS = 1_000_000;
const MAX_DERIVED_BITS = 65_536;
const MAX_HMAC_BITS = 65_536;
/** The shortest digest: a longer derived key takes the iterations again for each of these. */
const DIGEST_BITS = 160;

/** The name as Web Crypto writes it. */
export function canonicalName(given: string): string {
  const name = NAMES.get(given.toUpperCase());
  if (name === undefined)
    throw new WebCryptoRefused('NotSupportedError', `"${given.slice(0, 40)}" is none of ${[...NAMES.values()].join(', ')}.`);
  return name;
}

/** About how many milliseconds of a processor an operation takes; refuses what takes too long. 0: hardly any. */
export function costOf(
  operation: string,
  algorithm: Algorithm,
  { bits, modulus }: { readonly bits: number; readonly modulus: number },
): number {
  if (operation === 'generateKey') return generated(algorithm);
  if (algorithm.name === 'PBKDF2' && operation !== 'importKey') return derived(algorithm, bits);
  const isPrivate = ['sign', 'decrypt', 'unwrapKey'].includes(operation);
  return modulus > 0 && isPrivate ? Math.ceil((modulus / 2048) ** 3) : 0;
}

function generated({ name, ...given }: Algorithm): number {
  if (name === 'HMAC') refuseAbove(given['length'], MAX_HMAC_BITS, 'bits of a key');
  if (!name.startsWith('RSA')) return 0;
  const { modulusLength, publicExponent } = given;
  refuseAbove(modulusLength, MAX_NEW_MODULUS, 'bits of a new RSA key');
  const exponent =
    publicExponent instanceof Uint8Array
      ? Buffer.from(publicExponent)
          .toString('hex')
          .replace(/^(?:00)+/, '')
      : '';
  if (!NEW_EXPONENTS.includes(exponent))
    throw new WebCryptoRefused('OperationError', 'The public exponent of a new RSA key is 3 or 65537.');
  return Math.ceil(300 * (Number(modulusLength) / 2048) ** 3);
}

function derived({ iterations }: Algorithm, bits: number): number {
  refuseAbove(bits, MAX_DERIVED_BITS, 'derived bits');
  const all = Number(iterations) * Math.max(1, Math.ceil(bits / DIGEST_BITS));
  refuseAbove(all, MAX_ITERATIONS, 'iterations');
  return Math.ceil(all / 2000);
}

function refuseAbove(value: unknown, most: number, what: string): void {
  if (typeof value === 'number' && value > most) throw new WebCryptoRefused('OperationError', `At most ${most} ${what} are possible here.`);
}

/** Refuses imported keys whose use takes too long. */
export function checkImported({ algorithm }: webcrypto.CryptoKey): void {
  const { modulusLength, publicExponent } = algorithm as Partial<webcrypto.RsaKeyAlgorithm>;
  if (modulusLength === undefined) return;
  refuseAbove(modulusLength, MAX_MODULUS, 'bits of an RSA key');
  refuseAbove(publicExponent?.length, MAX_EXPONENT_BYTES, 'bytes of a public exponent');
}
