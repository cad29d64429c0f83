import type { webcrypto } from 'node:crypto';
import { InvalidInput } from '@sayso/core';
import { z } from 'zod';
import type { SecretHandles } from '../secrets.ts';
import { WebCryptoRefused } from './errors.ts';
import { type Algorithm, canonicalName, checkImported, costOf } from './limits.ts';
import { Budget, Turns } from './turns.ts';
import { RunKeys, received, sent } from './values.ts';

const OPERATIONS = [
  ...['digest', 'generateKey', 'importKey', 'exportKey', 'sign', 'verify', 'encrypt', 'decrypt'],
  ...['deriveBits', 'deriveKey', 'wrapKey', 'unwrapKey'],
] as const;
const asked = z.object({ operation: z.enum(OPERATIONS as readonly [string, ...string[]]), args: z.array(z.unknown()).max(7) });
/** Places of the arguments that name an algorithm. */
const ALGORITHMS: Readonly<Record<string, readonly number[]>> = {
  importKey: [2],
  exportKey: [],
  deriveKey: [0, 2],
  wrapKey: [3],
  unwrapKey: [3, 4],
};
const MAX_KEYS = 200;
/** Of one imported key. */
const MAX_KEY_CHARACTERS = 40_000;
/** Algorithms whose raw keys are secret. */
const SYMMETRIC = /^(?:AES-|HMAC$|HKDF$|PBKDF2$)/;
/** The member of a JSON Web Key that may be a secret of the app, by the kind of key. */
const SECRET_MEMBERS = new Map([
  ['oct', 'k'],
  ['EC', 'd'],
  ['OKP', 'd'],
]);
const turns = new Turns();

type Subtle = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

/**
 * The host function `crypto` of one run: `crypto.subtle` of Node, whose keys stay here. Nothing of it runs on the event loop, and what takes
 * long takes turns. An answer is `{ value }`, or `{ error }` as Web Crypto names it.
 */
export function webCryptoOf(secrets: SecretHandles, tenant: string): (value: unknown, signal: AbortSignal) => Promise<unknown> {
  const keys = new RunKeys(MAX_KEYS);
  const budget = new Budget();
  return async (value, signal) => {
    const { success, data } = asked.safeParse(value);
    if (!success) throw new InvalidInput('Web Crypto has no such operation.');
    try {
      const call = callOf(data.operation, received(data.args, keys) as unknown[], secrets);
      budget.take(call.cost);
      const run = () => (crypto.subtle as unknown as Subtle)[data.operation]?.(...call.args) ?? Promise.resolve();
      const made = await (call.cost > 0 ? turns.run(tenant, signal, run) : run());
      if (made instanceof CryptoKey) checkImported(made);
      return { value: sent(made, keys) };
    } catch (error) {
      signal.throwIfAborted();
      return { error: failureOf(error) };
    }
  };
}

interface Call {
  readonly args: readonly unknown[];
  readonly cost: number;
}

function callOf(operation: string, given: readonly unknown[], secrets: SecretHandles): Call {
  const args = [...given];
  for (const at of ALGORITHMS[operation] ?? [0]) args[at] = algorithmOf(args[at]);
  if (operation === 'importKey') openSecret(args, secrets);
  const algorithm = args[(ALGORITHMS[operation] ?? [0])[0] ?? -1] as Algorithm | undefined;
  const cost = algorithm === undefined ? 0 : costOf(operation, algorithm, { bits: bitsOf(operation, args), modulus: modulusOf(args) });
  return { args, cost };
}

function algorithmOf(given: unknown): Algorithm {
  const algorithm = typeof given === 'string' ? { name: given } : given;
  if (typeof algorithm !== 'object' || algorithm === null || !('name' in algorithm) || typeof algorithm.name !== 'string')
    throw new WebCryptoRefused('TypeError', 'An algorithm has a name, such as SHA-256.');
  return { ...algorithm, name: canonicalName(algorithm.name) };
}

/** The derived bits of an operation. */
function bitsOf(operation: string, args: readonly unknown[]): number {
  if (operation === 'deriveBits') return Number(args[2] ?? 0);
  if (operation !== 'deriveKey') return 0;
  const { length, hash } = args[2] as { readonly length?: unknown; readonly hash?: unknown };
  return typeof length === 'number' ? length : hash === undefined ? 256 : 1024;
}

function modulusOf(args: readonly unknown[]): number {
  const sizes = args.map((arg) =>
    arg instanceof CryptoKey ? (arg.algorithm as Partial<webcrypto.RsaKeyAlgorithm>).modulusLength : undefined,
  );
  return Math.max(0, ...sizes.map((size) => size ?? 0));
}

/**
 * Puts a secret in place of its handle: as the bytes of a key, or as the secret member of a JSON Web Key. The key of a secret is never exported.
 * Refuses uses by which code could compute a secret back: as a public key, and as one number of an RSA key whose others the code chooses.
 */
function openSecret(args: unknown[], secrets: SecretHandles): void {
  const [format, given, algorithm] = args;
  const length = given instanceof Uint8Array ? given.length : (JSON.stringify(given)?.length ?? 0);
  if (length > MAX_KEY_CHARACTERS) throw new WebCryptoRefused('DataError', 'The key is too long.');
  const opened =
    given instanceof Uint8Array
      ? openedBytes(given, { format, algorithm: algorithm as Algorithm }, secrets)
      : openedMembers(given as Readonly<Record<string, unknown>> | null, secrets);
  if (opened === null) return;
  args[1] = opened;
  args[3] = false;
}

/** The secret of a handle; null for other bytes. */
function openedBytes(
  given: Uint8Array,
  { format, algorithm }: { readonly format: unknown; readonly algorithm: Algorithm },
  secrets: SecretHandles,
): Uint8Array | null {
  const key = secrets.keyOf(Buffer.from(given));
  if (key.equals(given)) return null;
  const isWhole = format === 'pkcs8' || format === 'spki';
  if (isWhole || (format === 'raw' && SYMMETRIC.test(algorithm.name))) return new Uint8Array(key);
  throw new WebCryptoRefused('DataError', 'A secret is a key of AES, HMAC, HKDF or PBKDF2, or a whole key as PEM, and no raw public key.');
}

/** A JSON Web Key with its secret; null for one without a handle, and for what is none. */
function openedMembers(given: Readonly<Record<string, unknown>> | null, secrets: SecretHandles): object | null {
  if (typeof given !== 'object' || given === null) return null;
  const opened = Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? secrets.textOf(value) : value] as const);
  const changed = opened.filter(([name, value]) => value !== given[name]).map(([name]) => name);
  if (changed.length === 0) return null;
  const allowed = SECRET_MEMBERS.get(String(given['kty']));
  if (changed.some((name) => name !== allowed))
    throw new WebCryptoRefused('DataError', 'A secret is the member "k", or "d" of a key on a curve. Keep an RSA key as PEM.');
  return { ...Object.fromEntries(opened), ext: undefined };
}

function failureOf(error: unknown): { readonly name: string; readonly message: string } {
  if (error instanceof WebCryptoRefused || error instanceof DOMException || error instanceof TypeError || error instanceof RangeError)
    return { name: error.name, message: error.message };
  return { name: 'OperationError', message: 'The operation failed.' };
}
