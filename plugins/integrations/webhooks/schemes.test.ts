import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readManifest } from '../packages/catalogue.ts';
import { readSecrets } from '../packages/settings.ts';
import { keyOf } from './keys.ts';
import { type Delivery, verify } from './schemes.ts';

/** The example of https://github.com/standard-webhooks/standard-webhooks, as its libraries test it. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
} as const;
const now = (offset = 0) => (Number(VECTOR.at) + offset) * 1000;
const delivery = (headers: Readonly<Record<string, string>> = {}, body: string = VECTOR.body): Delivery => ({
  headers: { 'webhook-id': VECTOR.id, 'webhook-timestamp': VECTOR.at, 'webhook-signature': VECTOR.signature, ...headers },
  body: Buffer.from(body),
});

describe('the vector of Standard Webhooks', () => {
  test.each<[string, Delivery, string, number, boolean]>([
    ['is valid', delivery(), VECTOR.secret, 0, true],
    ['is valid without the prefix of the secret', delivery(), VECTOR.secret.slice(6), 0, true],
    [
      'is valid among other signatures',
      delivery({ 'webhook-signature': `v1,AAAA v2,AAAA ${VECTOR.signature} v1a,AAAA` }),
      VECTOR.secret,
      0,
      true,
    ],
    ['is valid five minutes later', delivery(), VECTOR.secret, 300, true],
    ['is not valid after that', delivery(), VECTOR.secret, 301, false],
    ['is not valid before', delivery(), VECTOR.secret, -301, false],
    ['is not valid for another message', delivery({ 'webhook-id': 'msg_other' }), VECTOR.secret, 0, false],
    ['is not valid without an id', delivery({ 'webhook-id': '' }), VECTOR.secret, 0, false],
    ['is not valid for another time', delivery({ 'webhook-timestamp': '1614265331' }), VECTOR.secret, 0, false],
    ['is not valid for a time that is none', delivery({ 'webhook-timestamp': `${VECTOR.at}.0` }), VECTOR.secret, 0, false],
    ['is not valid for another body', delivery({}, '{"test":2432232314}'), VECTOR.secret, 0, false],
    [
      'is not valid for another version',
      delivery({ 'webhook-signature': VECTOR.signature.replace('v1,', 'v2,') }),
      VECTOR.secret,
      0,
      false,
    ],
    ['is not valid for another secret', delivery(), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx', 0, false],
    ['is not valid for a secret that is no Base64', delivery(), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!', 0, false],
    ['is not valid for an empty secret', delivery(), 'whsec_', 0, false],
  ])('%s', (_what, given, value, offset, isValid) => {
    expect(verify('standard', given, { value }, now(offset))).toEqual(isValid ? { eventId: VECTOR.id } : null);
  });
});

test('a secret of a declared encoding signs with its bytes, in every scheme', () => {
  const key = Buffer.from([0, 255, 1, 254, 128, 7]);
  const body = Buffer.from('{}');
  const signature = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
  const given = { headers: { 'x-hub-signature-256': signature, 'x-github-delivery': '1' }, body };
  for (const encoding of ['whsec', 'base64', 'base64url', 'hex'] as const) {
    const text = key.toString(encoding === 'whsec' ? 'base64' : encoding);
    expect([encoding, verify('github', given, { value: text, encoding }, Date.now())]).toEqual([encoding, { eventId: null }]);
    expect(verify('github', given, { value: text }, Date.now())).toBe(null);
  }
});

describe('the key of', () => {
  test.each([
    ['text', 'abc', '616263'],
    ['whsec', 'whsec_AAEC', '000102'],
    ['whsec', 'AAEC', '000102'],
    ['base64', 'AAECAw==', '00010203'],
    ['base64', 'AAECAw', '00010203'],
    ['base64url', '_-8', 'ffef'],
    ['hex', '00Ff', '00ff'],
    ['whsec', 'whsec_whsec_AAEC', null],
    ['base64', 'A', null],
    ['base64', '_-8', null],
    ['base64', '', null],
    ['hex', '0', null],
    ['hex', 'zz', null],
  ] as const)('%s %j is %s', (encoding, text, hex) => {
    expect(keyOf(text, encoding)?.toString('hex') ?? null).toBe(hex);
  });
});

test('a form refuses a secret that is not of its encoding', () => {
  const manifest = readManifest({
    name: 'hooks',
    title: 'Hooks',
    version: '1.0.0',
    sentence: 'Hooks.',
    secrets: { signing: { title: 'Signing secret', in: [], encoding: 'whsec' } },
  });
  expect(readSecrets(manifest, { signing: ` ${VECTOR.secret} ` })).toEqual({ signing: VECTOR.secret });
  expect(() => readSecrets(manifest, { signing: 'whsec_not Base64' })).toThrow(
    'Signing secret is not valid: it has to be Base64, as in whsec_',
  );
});
