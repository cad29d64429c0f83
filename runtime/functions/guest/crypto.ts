import { type Bytes, contentOf, fromBase64, toBase64 } from './bodies.ts';

/** Asks the server, which knows the secret behind a handle. Data is Base64. */
type Compute = (asked: { readonly hash: string; readonly data: string; readonly key: string | null }) => Promise<string>;
type KeyOptions = [extractable?: boolean, usages?: readonly string[]];
type Algorithm = string | { readonly name?: string; readonly hash?: Algorithm };

class HmacKey {
  readonly type = 'secret';
  readonly extractable = false;
  readonly usages: readonly string[];
  // Libraries look for it.
  readonly [Symbol.toStringTag] = 'CryptoKey';
  readonly algorithm: { readonly name: 'HMAC'; readonly hash: { readonly name: string } };
  readonly bytes: Bytes;
  constructor(hash: string, bytes: Bytes, usages: readonly string[]) {
    this.algorithm = { name: 'HMAC', hash: { name: hash } };
    this.bytes = bytes;
    this.usages = usages;
  }
}

/** `crypto.subtle` for what functions sign and check: digests and HMAC. */
export function createSubtle(compute: Compute): Readonly<Record<string, unknown>> {
  const sign = async (_algorithm: Algorithm, { algorithm, bytes }: HmacKey, data: unknown): Promise<Bytes> =>
    fromBase64(await compute({ hash: algorithm.hash.name, data: toBase64(contentOf(data).bytes), key: toBase64(bytes) }));
  return {
    digest: async (algorithm: Algorithm, data: unknown): Promise<ArrayBuffer> =>
      fromBase64(await compute({ hash: nameOf(algorithm), data: toBase64(contentOf(data).bytes), key: null })).buffer,
    importKey: async (format: string, key: unknown, algorithm: Algorithm, ...[, usages = []]: KeyOptions): Promise<HmacKey> => {
      if (format !== 'raw' || nameOf(algorithm) !== 'HMAC') throw new Error('Only raw keys for HMAC can be imported here.');
      return new HmacKey(nameOf(typeof algorithm === 'string' ? undefined : algorithm.hash), contentOf(key).bytes, usages);
    },
    sign: async (algorithm: Algorithm, key: HmacKey, data: unknown): Promise<ArrayBuffer> => (await sign(algorithm, key, data)).buffer,
    verify: async (algorithm: Algorithm, key: HmacKey, signature: unknown, data: unknown): Promise<boolean> => {
      const given = contentOf(signature).bytes;
      const right = await sign(algorithm, key, data);
      // Looks at every byte: the time says nothing about the first that differs.
      return given.length === right.length && right.reduce((differs, byte, at) => differs | (byte ^ (given[at] ?? 0)), 0) === 0;
    },
  };
}

function nameOf(algorithm: Algorithm | undefined): string {
  const name = typeof algorithm === 'string' ? algorithm : algorithm?.name;
  if (name === undefined) throw new Error('An algorithm has a name, such as SHA-256.');
  return name.toUpperCase();
}
