import { createDecipheriv, createECDH, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Isolation, Sandbox } from '@sayso/integrations/testing';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { call, have, host, preview } from '../testing/world.ts';

vi.setConfig({ testTimeout: 60_000 });

const run = async (code: string, files: Record<string, string> = {}, input: unknown = {}) => {
  have({ work: code, ...files });
  const { status, text } = await call('work', input, preview);
  return status === 200 ? JSON.parse(text) : text;
};

describe('crypto.subtle', () => {
  const roundTrips = `
const bytes = new TextEncoder().encode('a message');
const equal = (a) => new TextDecoder().decode(a) === 'a message';
const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
const signs = [
  [{ name: 'RSASSA-PKCS1-v1_5', ...rsa }, 'RSASSA-PKCS1-v1_5'],
  [{ name: 'RSA-PSS', ...rsa }, { name: 'RSA-PSS', saltLength: 32 }],
  [{ name: 'ECDSA', namedCurve: 'P-256' }, { name: 'ECDSA', hash: 'SHA-256' }],
  [{ name: 'ECDSA', namedCurve: 'P-384' }, { name: 'ECDSA', hash: { name: 'SHA-384' } }],
  ['Ed25519', 'Ed25519'],
];
const iv = crypto.getRandomValues(new Uint8Array(16));
const encrypts = [
  [{ name: 'AES-GCM', length: 256 }, { name: 'AES-GCM', iv, additionalData: bytes }],
  [{ name: 'AES-CBC', length: 128 }, { name: 'AES-CBC', iv }],
  [{ name: 'AES-CTR', length: 256 }, { name: 'AES-CTR', counter: iv, length: 64 }],
];
export default async () => {
  const s = crypto.subtle;
  const found = {};
  for (const [make, use] of signs) {
    const { privateKey, publicKey } = await s.generateKey(make, false, ['sign', 'verify']);
    const signature = await s.sign(use, privateKey, bytes);
    const jwk = await s.exportKey('jwk', publicKey);
    const again = await s.importKey('jwk', jwk, make, true, ['verify']);
    const refused = await s.exportKey('pkcs8', privateKey).then(() => 'exported', (error) => error.name);
    found[make.name ? make.name + (make.namedCurve ?? '') : make] = [await s.verify(use, again, signature, bytes), await s.verify(use, again, signature, iv), refused];
  }
  for (const [make, use] of encrypts) {
    const key = await s.generateKey(make, true, ['encrypt', 'decrypt']);
    const same = await s.importKey('raw', await s.exportKey('raw', key), make.name, false, ['decrypt']);
    found[make.name] = equal(await s.decrypt(use, same, await s.encrypt(use, key, bytes)));
  }
  const oaep = await s.generateKey({ name: 'RSA-OAEP', ...rsa }, false, ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']);
  found.oaep = equal(await s.decrypt('RSA-OAEP', oaep.privateKey, await s.encrypt('RSA-OAEP', oaep.publicKey, bytes)));
  const inner = await s.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']);
  const outer = await s.generateKey({ name: 'AES-KW', length: 128 }, false, ['wrapKey', 'unwrapKey']);
  const wrapped = await s.wrapKey('raw', inner, outer, 'AES-KW');
  const unwrapped = await s.unwrapKey('raw', wrapped, outer, 'AES-KW', 'AES-GCM', true, ['encrypt']);
  found.wrap = [...new Uint8Array(await s.exportKey('raw', unwrapped))].join() === [...new Uint8Array(await s.exportKey('raw', inner))].join();
  const [a, b] = [await s.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveKey', 'deriveBits']), await s.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])];
  const ab = await s.deriveBits({ name: 'ECDH', public: b.publicKey }, a.privateKey, 256);
  const ba = await s.deriveBits({ name: 'ECDH', public: a.publicKey }, b.privateKey, 256);
  found.ecdh = String(new Uint8Array(ab)) === String(new Uint8Array(ba));
  const x = await s.generateKey('X25519', false, ['deriveKey']);
  const y = await s.generateKey('X25519', false, ['deriveKey']);
  const key = await s.deriveKey({ name: 'X25519', public: y.publicKey }, x.privateKey, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  found.x25519 = [key.type, key.algorithm.name, key.algorithm.length, key instanceof CryptoKey, Object.prototype.toString.call(key)];
  const secret = await s.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits']);
  const hex = (of) => [...new Uint8Array(of)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  found.pbkdf2 = hex(await s.deriveBits({ name: 'PBKDF2', salt: bytes, iterations: 1000, hash: 'SHA-256' }, secret, 128));
  found.digest = hex(await s.digest('sha-256', bytes)).slice(0, 8);
  const words = crypto.getRandomValues(new Uint32Array(64));
  found.random = words.some((word) => word > 65535);
  return found;
};`;

  test('signs, encrypts, derives, wraps and keeps keys as in Node', async () => {
    const { pbkdf2Sync, createHash } = await import('node:crypto');
    expect(await run(roundTrips)).toEqual({
      ...Object.fromEntries(
        ['RSASSA-PKCS1-v1_5', 'RSA-PSS', 'ECDSAP-256', 'ECDSAP-384', 'Ed25519'].map((name) => [name, [true, false, 'InvalidAccessError']]),
      ),
      'AES-GCM': true,
      'AES-CBC': true,
      'AES-CTR': true,
      oaep: true,
      wrap: true,
      ecdh: true,
      x25519: ['secret', 'AES-GCM', 256, true, '[object CryptoKey]'],
      pbkdf2: pbkdf2Sync('a message', 'a message', 1000, 16, 'sha256').toString('hex'),
      digest: createHash('sha256').update('a message').digest('hex').slice(0, 8),
      random: true,
    });
  });

  test.each([
    ["s.digest('MD5', data)", 'NotSupportedError'],
    ["s.importKey('raw', data, 'Argon2id', false, ['deriveBits'])", 'NotSupportedError'],
    [
      "s.generateKey({ name: 'RSA-PSS', modulusLength: 16384, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, false, ['sign'])",
      'OperationError',
    ],
    [
      "s.generateKey({ name: 'RSA-PSS', modulusLength: 2048, publicExponent: new Uint8Array([4]), hash: 'SHA-256' }, false, ['sign'])",
      'OperationError',
    ],
    [
      "s.importKey('raw', data, 'PBKDF2', false, ['deriveBits']).then((key) => s.deriveBits({ name: 'PBKDF2', salt: data, iterations: 2 ** 31, hash: 'SHA-256' }, key, 256))",
      'OperationError',
    ],
    [
      "s.importKey('raw', data, 'PBKDF2', false, ['deriveBits']).then((key) => s.deriveBits({ name: 'PBKDF2', salt: data, iterations: 900000, hash: 'SHA-256' }, key, 65536))",
      'OperationError',
    ],
    ["s.importKey('raw', data, 'AES-GCM', false, ['sign'])", 'SyntaxError'],
    ["s.sign('HMAC', {}, data)", 'TypeError'],
    ["s.exportKey('raw', sent(0))", 'TypeError'],
    [
      "Promise.all(Array.from({ length: 15 }, () => s.generateKey({ name: 'RSA-PSS', modulusLength: 4096, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, false, ['sign'])))",
      'OperationError',
    ],
  ])('%s fails with %s', async (expression, name) => {
    const code = `const s = crypto.subtle; const data = new Uint8Array(16); const sent = (id) => ({ $key: id });
export default () => ${expression}.then(() => 'done', (error) => error.name + ' ' + (error instanceof Error));`;
    expect(await run(code)).toBe(`${name} true`);
  });

  test('gives keys of one run to no other', async () => {
    const code = `export default async ({ make }) => {
  if (make) return (await sayso.call('crypto', { operation: 'generateKey', args: [{ name: 'AES-GCM', length: 128 }, true, ['encrypt']] })).value.$key;
  return sayso.call('crypto', { operation: 'exportKey', args: ['raw', { $key: 0 }] });
};`;
    expect(await run(code, {}, { make: true })).toBe(0);
    expect(await run(code)).toEqual({ error: { name: 'TypeError', message: 'This is no key of this run.' } });
  });

  test('uses secrets as keys, as PEM, as Base64 and in a JWK, and never exports them', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = ec.privateKey.export({ format: 'jwk' });
    const set = (name: string, value: string) =>
      host.service().environment.set({ appId: 'app', name, value, isSecret: true, hosts: [], enteredBy: 'owner' });
    await set('PEM', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    await set('D', jwk.d ?? '');
    await set('AES', randomBytes(16).toString('base64url'));
    const code = `export default async (_input, { env }) => {
  const s = crypto.subtle;
  const der = Uint8Array.from(atob(env.PEM.replace(/-----[^-]+-----|\\s/g, '')), (letter) => letter.charCodeAt(0));
  const rsa = await s.importKey('pkcs8', der, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, true, ['sign']);
  const ec = await s.importKey('jwk', { ...${JSON.stringify({ kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y })}, d: env.D }, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const raw = Uint8Array.from(atob(env.AES.replaceAll('_', '/').replaceAll('-', '+')), (letter) => letter.charCodeAt(0));
  const aes = await s.importKey('raw', raw, 'AES-GCM', true, ['encrypt']);
  const leaks = await Promise.all([s.exportKey('pkcs8', rsa), s.exportKey('jwk', ec), s.exportKey('raw', aes)].map((one) => one.then(() => 'leaked', (error) => error.name)));
  const data = new TextEncoder().encode('data');
  const hex = (of) => [...new Uint8Array(of)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [rsa.extractable, leaks, hex(await s.sign('RSASSA-PKCS1-v1_5', rsa, data)), hex(await s.sign({ name: 'ECDSA', hash: 'SHA-256' }, ec, data)), aes.algorithm.length];
};`;
    const [isExtractable, leaks, rsaSignature, ecSignature, bits] = await run(code);
    expect([isExtractable, leaks, bits]).toEqual([false, Array(3).fill('InvalidAccessError'), 128]);
    const { verify } = await import('node:crypto');
    expect(verify('sha256', Buffer.from('data'), publicKey, Buffer.from(rsaSignature, 'hex'))).toBe(true);
    const p1363 = { key: ec.publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from('data'), p1363, Buffer.from(ecSignature, 'hex'))).toBe(true);
  });

  test('computes with no secret in a place from which code could compute it back', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
    const set = (name: string, value: string) =>
      host.service().environment.set({ appId: 'app', name, value, isSecret: true, hosts: [], enteredBy: 'owner' });
    await set('WORD', randomBytes(24).toString('base64url'));
    const members = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'];
    const code = `export default async (_input, { env }) => {
  const s = crypto.subtle;
  const word = new TextEncoder().encode(env.WORD);
  const use = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const tries = [
    // Code that has one private key computes the public key of the other side from the bits that both derive.
    ...['X25519', 'Ed25519', 'X448', 'Ed448'].map((name) => s.importKey('raw', word, name, false, [])),
    ...['ECDH', 'ECDSA'].map((name) => s.importKey('raw', word, { name, namedCurve: 'P-256' }, false, [])),
    ...['raw-public', 'raw-secret', 'raw-seed'].map((format) => s.importKey(format, word, 'X25519', false, [])),
    // A signature is a power of a known number: its exponent is found where the modulus was chosen for that.
    ...${JSON.stringify(members)}.map((name) => s.importKey('jwk', { ...${JSON.stringify(rsa)}, [name]: env.WORD }, use, false, ['sign'])),
    ...['x', 'y'].map((name) => s.importKey('jwk', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', [name]: env.WORD }, { name: 'ECDH', namedCurve: 'P-256' }, false, [])),
    s.importKey('jwk', { kty: 'OKP', crv: 'X25519', x: env.WORD }, 'X25519', false, []),
  ];
  const found = await Promise.all(tries.map((one) => one.then(() => 'imported', (error) => error.name)));
  return [...new Set(found), (await s.importKey('raw', word, 'AES-GCM', true, ['encrypt'])).extractable];
};`;
    expect(await run(code)).toEqual(['DataError', false]);
  });
});

describe('jose', () => {
  let jose = '';
  beforeAll(async () => {
    const build = await rolldown({ input: 'jose', cwd: import.meta.dirname, platform: 'browser', logLevel: 'silent' });
    const { output } = await build.generate({ format: 'esm', codeSplitting: false });
    jose = output[0].code;
  });

  test.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])('signs and checks with %s', async (alg) => {
    const code = `import * as jose from '@/lib/jose';
export default async () => {
  const { publicKey, privateKey } = await jose.generateKeyPair('${alg}', { extractable: true });
  const pem = await jose.exportPKCS8(privateKey);
  const token = await new jose.SignJWT({ a: 1 }).setProtectedHeader({ alg: '${alg}' }).setExpirationTime('1h').sign(await jose.importPKCS8(pem, '${alg}'));
  const other = await jose.generateKeyPair('${alg}');
  const refused = await jose.jwtVerify(token, other.publicKey).then(() => 'taken', (error) => error.code);
  return [(await jose.jwtVerify(token, publicKey)).payload.a, refused];
};`;
    expect(await run(code, { 'lib/jose': jose })).toEqual([1, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED']);
  });

  test.each([
    ['RSA-OAEP-256', 'A256GCM'],
    ['ECDH-ES+A128KW', 'A128CBC-HS256'],
    ['ECDH-ES', 'A256GCM'],
  ])('encrypts with %s and %s', async (alg, enc) => {
    const code = `import * as jose from '@/lib/jose';
export default async () => {
  const { publicKey, privateKey } = await jose.generateKeyPair('${alg}');
  const token = await new jose.EncryptJWT({ a: 1 }).setProtectedHeader({ alg: '${alg}', enc: '${enc}' }).encrypt(publicKey);
  return (await jose.jwtDecrypt(token, privateKey)).payload.a;
};`;
    expect(await run(code, { 'lib/jose': jose })).toBe(1);
  });
});

describe('web-push', () => {
  test('sends what a browser decrypts, signed by the key of the app', async () => {
    const browser = createECDH('prime256v1');
    browser.generateKeys();
    const auth = randomBytes(16);
    const got: { headers: Record<string, unknown>; body: Buffer }[] = [];
    const service = createServer(async (request, response) => {
      got.push({ headers: request.headers, body: await buffer(request) });
      response.writeHead(request.url === '/gone' ? 410 : 201, { location: '/message/1' }).end('answer');
    });
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
    const place = `127.0.0.1:${(service.address() as AddressInfo).port}`;
    const sandbox = new Sandbox({ processes: 1 });
    const isolation = new Isolation(sandbox, [place]);
    const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') };
    const app = createECDH('prime256v1');
    app.generateKeys();
    const code = `import webpush, { WebPushError } from 'web-push';
export default async ({ endpoint, contentEncoding, keys }, { env }) => {
  webpush.setVapidDetails('mailto:a@example.org', '${app.getPublicKey('base64url')}', env.VAPID);
  const made = webpush.generateVAPIDKeys();
  const sent = await webpush.sendNotification({ endpoint, keys }, JSON.stringify({ title: 'Grüße' }), { TTL: 60, urgency: 'high', topic: 'news', contentEncoding });
  const gone = await webpush.sendNotification({ endpoint: endpoint.replace('/push', '/gone'), keys }, 'x').catch((error) => [error instanceof WebPushError, error.name, error.statusCode, error.body]);
  return [sent.statusCode, sent.body, sent.headers.location, gone, made.publicKey.length, made.privateKey.length];
};`;
    have({ work: code });
    const { functionTools } = await import('@sayso/runtime/testing');
    const bundle = await functionTools().bundleFunction({ appId: 'app', files: { 'functions/work': code } }, 'work');
    if (!bundle.ok) throw new Error(JSON.stringify(bundle.problems));
    try {
      for (const contentEncoding of ['aes128gcm', 'aesgcm']) {
        const answer = await isolation.run({
          tenant: 'push',
          code: bundle.code,
          file: 'work.js',
          entry: 'run',
          args: [{ input: { endpoint: `http://${place}/push`, contentEncoding, keys }, request: null, user: null, asApp: false }],
          hosts: [place],
          environment: [{ name: 'VAPID', value: app.getPrivateKey('base64url'), isSecret: true, hosts: [] }],
          limits: { ms: 30_000, cpuMs: 10_000, memoryBytes: 64e6, maxChars: 1e6 },
        });
        expect(answer).toEqual({ kind: 'value', value: [201, 'answer', '/message/1', [true, 'WebPushError', 410, 'answer'], 87, 43] });
        const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = got.splice(0);
        expect(decrypted(body, headers, { browser, auth, contentEncoding })).toBe('{"title":"Grüße"}');
        expect(headers).toMatchObject({ ttl: '60', urgency: 'high', topic: 'news', 'content-encoding': contentEncoding });
        const token = /^(?:vapid t=|WebPush )([\w.-]+)/.exec(String(headers['authorization']))?.[1] ?? '';
        const { createLocalJWKSet, jwtVerify } = await import('jose');
        const point = app.getPublicKey();
        const jwk = {
          kty: 'EC',
          crv: 'P-256',
          x: point.subarray(1, 33).toString('base64url'),
          y: point.subarray(33).toString('base64url'),
        };
        const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [jwk] }));
        expect(payload).toMatchObject({ aud: `http://${place}`, sub: 'mailto:a@example.org' });
      }
    } finally {
      await isolation.close();
      await sandbox.close();
      service.close();
    }
  });
});

interface Receiver {
  readonly browser: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
  readonly contentEncoding: string;
}

/** As a browser reads a message: RFC 8291, and the draft before it. */
function decrypted(body: Buffer, headers: Record<string, unknown>, { browser, auth, contentEncoding }: Receiver): string {
  const isLatest = contentEncoding === 'aes128gcm';
  const from = (name: string, field: string) =>
    Buffer.from(new RegExp(`${field}=([\\w-]+)`).exec(String(headers[name]))?.[1] ?? '', 'base64url');
  const salt = isLatest ? body.subarray(0, 16) : from('encryption', 'salt');
  const theirs = isLatest ? body.subarray(21, 21 + (body[20] ?? 0)) : from('crypto-key', 'dh');
  const own = browser.getPublicKey();
  const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const text = (value: string) => Buffer.from(value);
  const authInfo = isLatest ? Buffer.concat([text('WebPush: info\0'), own, theirs]) : text('Content-Encoding: auth\0');
  const secret = derive(browser.computeSecret(theirs), auth, authInfo, 32);
  const context = isLatest ? Buffer.alloc(0) : Buffer.concat([text('P-256\0'), Buffer.from([0, 65]), own, Buffer.from([0, 65]), theirs]);
  const part = (name: string, length: number) =>
    derive(secret, salt, Buffer.concat([text(`Content-Encoding: ${name}\0`), context]), length);
  const sealed = isLatest ? body.subarray(86) : body;
  const decipher = createDecipheriv('aes-128-gcm', part(contentEncoding, 16), part('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return (isLatest ? record.subarray(0, record.lastIndexOf(2)) : record.subarray(2)).toString();
}
