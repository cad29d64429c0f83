import { type Bytes, contentOf, fromBase64, toBase64 } from './bodies.ts';

// `crypto.subtle` of functions: the server computes, and keeps the keys of a run. What travels is JSON: bytes as Base64, keys as numbers.

interface Asked {
  readonly operation: string;
  readonly args: readonly unknown[];
}
type Answer = { readonly value: unknown } | { readonly error: { readonly name: string; readonly message: string } };
type Ask = (asked: Asked) => Promise<Answer>;

interface SentKey {
  readonly $key: number;
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: unknown;
  readonly usages: readonly string[];
}

/** Numbers of keys, which code cannot change. */
const ids = new WeakMap<GuestKey, number>();

/** A key that the server keeps. */
export class GuestKey {
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: unknown;
  readonly usages: readonly string[];
  constructor(sent?: SentKey) {
    if (typeof sent?.$key !== 'number') throw new TypeError('Illegal constructor');
    this.type = sent.type;
    this.extractable = sent.extractable;
    this.algorithm = received(sent.algorithm);
    this.usages = [...sent.usages];
    ids.set(this, sent.$key);
    Object.freeze(this);
  }
  // Libraries look for it.
  get [Symbol.toStringTag](): string {
    return 'CryptoKey';
  }
}

const DATA: Readonly<Record<string, readonly number[]>> = {
  digest: [1],
  sign: [2],
  verify: [2, 3],
  encrypt: [2],
  decrypt: [2],
  importKey: [1],
  unwrapKey: [1],
};
const OPERATIONS = [
  ...['digest', 'generateKey', 'importKey', 'exportKey', 'sign', 'verify', 'encrypt', 'decrypt'],
  ...['deriveBits', 'deriveKey', 'wrapKey', 'unwrapKey'],
];

export function createSubtle(ask: Ask): Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>> {
  const run = async (operation: string, args: unknown[]): Promise<unknown> => {
    for (const at of DATA[operation] ?? []) if (operation !== 'importKey' || args[0] !== 'jwk') args[at] = contentOf(args[at]).bytes;
    const answer = await ask({ operation, args: args.map((arg) => sent(arg)) });
    if ('error' in answer) throw failureOf(answer.error);
    return received(answer.value);
  };
  return Object.fromEntries(OPERATIONS.map((operation) => [operation, (...args: unknown[]) => run(operation, args)]));
}

function sent(value: unknown): unknown {
  if (value instanceof GuestKey) return { $key: ids.get(value) };
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return { $bytes: toBase64(bytesOf(value)) };
  if (Array.isArray(value)) return value.map((one) => sent(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sent(one)]));
}

function bytesOf(value: ArrayBuffer | ArrayBufferView): Bytes {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength);
}

function received(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(received);
  if (typeof value !== 'object' || value === null) return value;
  if ('$key' in value) return new GuestKey(value as SentKey);
  // Alone it is an answer, within an algorithm an exponent.
  if ('$bytes' in value) return fromBase64(String(value.$bytes)).buffer;
  const entries = Object.entries(value).map(([name, one]) => {
    const made = received(one);
    return [name, name === 'publicExponent' && made instanceof ArrayBuffer ? new Uint8Array(made) : made] as const;
  });
  return Object.fromEntries(entries);
}

function failureOf({ name, message }: { readonly name: string; readonly message: string }): Error {
  if (name === 'TypeError') return new TypeError(message);
  return name === 'RangeError' ? new RangeError(message) : new DOMException(message, name);
}
