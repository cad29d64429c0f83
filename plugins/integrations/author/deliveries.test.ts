import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type RecordedDelivery, recordedDelivery } from './deliveries.ts';
import { PackageTests } from './package-tests.ts';

const SCHEMES = ['standard', 'stripe', 'slack', 'github'] as const;

/** A package with a webhook for each scheme, whose function counts its calls at a server. */
const code = (encoding = ''): string => `
const run = async ({ id, headers, body }) => {
  if (body.includes('fail')) throw new Error('Nothing is known of this event.');
  await fetch('https://api.example.com/count', { method: 'POST' });
  return { note: JSON.parse(body).type + (headers['x-github-event'] ?? ''), hasSignature: Object.keys(headers).some((name) => name.includes('signature')) };
};
export default {
  name: 'hooks', title: 'Hooks', version: '1.0.0', sentence: 'Takes events.', hosts: ['api.example.com'],
  secrets: { signing: { title: 'Signing secret', in: []${encoding} } },
  webhooks: { ${SCHEMES.map((scheme) => `${scheme}: { sentence: 'Events.', scheme: '${scheme}', secret: 'signing', run }`).join(', ')} },
};`;
const COUNTED = [{ request: { method: 'POST', url: 'https://api.example.com/count' }, answer: {} }];
const paid = (webhook: string, more: object = {}): RecordedDelivery =>
  recordedDelivery.parse({
    webhook,
    body: { id: 'evt_1', type: 'paid' },
    requests: COUNTED,
    output: { note: 'paid', hasSignature: false },
    ...more,
  });
const unsent = { requests: [], output: undefined };

async function deliver(recorded: RecordedDelivery, source = code()) {
  const tests = new PackageTests(source);
  try {
    return (await tests.deliver(await tests.manifest(), recorded)).problem;
  } finally {
    await tests.close();
  }
}

describe.each(SCHEMES)('a delivery signed by %s', (scheme) => {
  test.each<[string, object]>([
    ['runs the function', {}],
    ['runs it once for one event', { deliveries: 5 }],
    ['fails as recorded', { body: 'fail', requests: [], output: undefined, error: 'Nothing is known of this event.' }],
    ['with another key is refused', { ...unsent, signature: 'forged', refused: true }],
    ['without a signature is refused', { ...unsent, signature: 'missing', refused: true }],
  ])('%s', async (_what, more) => {
    expect(await deliver(paid(scheme, more))).toBe(null);
  });

  test.each(['base64', 'base64url', 'hex', 'whsec', 'text'])('is signed with a secret of the encoding %s', async (encoding) => {
    expect(await deliver(paid(scheme), code(`, encoding: '${encoding}'`))).toBe(null);
  });

  test.each<[string, object, string]>([
    ['that is refused', { ...unsent, signature: 'forged', output: { note: 'paid' } }, 'It was refused: the signature is not valid'],
    ['that is accepted', { refused: true }, 'It was accepted\n  instead of: it was refused'],
    ['with another answer', { output: { note: 'unpaid' } }, 'instead of: it answered {"note":"unpaid"}'],
    ['with another error', { body: 'fail', error: 'No.' }, 'It failed: Nothing is known of this event.\n  instead of: it failed: No.'],
    ['with requests that are not recorded', { requests: [] }, 'There is no recorded answer for request 1'],
    ['with requests that are not sent', { requests: [...COUNTED, ...COUNTED] }, 'Recorded requests: 2; sent: 1.'],
    ['to no webhook', { webhook: 'constructor' }, 'There is no webhook "constructor".'],
  ])('%s is a failure of the test', async (_what, more, problem) => {
    expect(await deliver(paid(scheme, more))).toContain(problem);
  });
});

test.each(['standard', 'stripe', 'slack'])('an old delivery by %s is refused', async (scheme) => {
  expect(await deliver(paid(scheme, { ...unsent, signature: 'old', refused: true }))).toBe(null);
});

test('Slack gets its challenge back, without a call of the function', async () => {
  const body = { type: 'url_verification', challenge: 'abc' };
  expect(await deliver(paid('slack', { body, requests: [], output: 'abc' }))).toBe(null);
});

test('a real delivery is checked with its own signature, secret and time', async () => {
  const at = Math.floor(Date.parse('2024-02-25T10:00:00Z') / 1000);
  const body = '{"id": "evt_9", "type": "paid"}';
  const real = {
    body,
    headers: { 'Stripe-Signature': `t=${at},v1=${createHmac('sha256', 'whsec_real').update(`${at}.${body}`).digest('hex')}` },
    secret: 'whsec_real',
  };
  expect(await deliver(paid('stripe', { ...real, receivedAt: '2024-02-25T10:00:03Z' }))).toBe(null);
  expect(await deliver(paid('stripe', { ...real, ...unsent, refused: true }))).toBe(null);
});
