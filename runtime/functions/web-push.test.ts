import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { publicKeyOf } from './guest/p256.ts';
import { encryptMessage, fromBase64Url, toBase64Url } from './guest/web-push-encryption.ts';

test('a message is that of the example of RFC 8291', async () => {
  // Appendix A.
  const point = fromBase64Url('BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8');
  const jwk = { kty: 'EC', crv: 'P-256', x: toBase64Url(point.slice(1, 33)), y: toBase64Url(point.slice(33)) };
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const keys = {
    publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw' }, curve, false, [
      'deriveBits',
    ]),
  };
  const subscription = {
    p256dh: fromBase64Url('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: fromBase64Url('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const content = new TextEncoder().encode('When I grow up, I want to be a watermelon');
  const { cipherText } = await encryptMessage(subscription, content, 'aes128gcm', { keys, salt: fromBase64Url('DGv6ra1nlYgDCS1FRnbzlw') });
  expect(toBase64Url(cipherText)).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('the public key of a private one is that of Node', () => {
  for (let count = 0; count < 20; count += 1) {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
    expect(Buffer.from(publicKeyOf(secret) ?? []).equals(pair.getPublicKey())).toBe(true);
  }
  expect(publicKeyOf(new Uint8Array(32))).toBeNull();
  expect(publicKeyOf(new Uint8Array(32).fill(255))).toBeNull();
});
