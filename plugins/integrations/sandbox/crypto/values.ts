import type { webcrypto } from 'node:crypto';
import { WebCryptoRefused } from './errors.ts';

// How values of Web Crypto travel between isolated code and the server: bytes as Base64, keys as numbers.

/** A key as the code sees it. */
export interface SentKey {
  readonly $key: number;
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: unknown;
  readonly usages: readonly string[];
}

const MAX_DEPTH = 4;

/** The keys of one run: its code names them by numbers, which mean nothing to other runs. */
export class RunKeys {
  readonly #keys: webcrypto.CryptoKey[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(key: webcrypto.CryptoKey): SentKey {
    if (this.#keys.length >= this.#most)
      throw new WebCryptoRefused('OperationError', `One run of a function has at most ${this.#most} keys.`);
    this.#keys.push(key);
    const { type, extractable, algorithm, usages } = key;
    return { $key: this.#keys.length - 1, type, extractable, algorithm: sent(algorithm, this), usages };
  }

  get(id: unknown): webcrypto.CryptoKey {
    const key = typeof id === 'number' ? this.#keys[id] : undefined;
    if (key === undefined) throw new WebCryptoRefused('TypeError', 'This is no key of this run.');
    return key;
  }
}

/** A value of the code, with its bytes and its keys. */
export function received(value: unknown, keys: RunKeys, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new WebCryptoRefused('TypeError', 'The value is nested too deeply.');
  if (Array.isArray(value)) return value.map((one) => received(one, keys, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  if ('$key' in value) return keys.get(value.$key);
  if ('$bytes' in value) return new Uint8Array(Buffer.from(String(value.$bytes), 'base64'));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, received(one, keys, depth + 1)]));
}

/** An answer for the code. */
export function sent(value: unknown, keys: RunKeys): unknown {
  if (value instanceof CryptoKey) return keys.add(value);
  if (value instanceof ArrayBuffer) return { $bytes: Buffer.from(value).toString('base64') };
  if (ArrayBuffer.isView(value)) return { $bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  if (Array.isArray(value)) return value.map((one) => sent(one, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sent(one, keys)]));
}
