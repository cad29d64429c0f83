import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Instance } from '../packages/instances.ts';
import { owner, stranger } from '../testing/apps.ts';
import { openIntegrations } from '../testing/host.ts';

const KEY = Buffer.from('a-key-of-the-sender').toString('base64');
const SECRET = `whsec_${KEY}`;
const SCHEMES = ['standard', 'stripe', 'slack', 'github'] as const;
type Scheme = (typeof SCHEMES)[number];

/** One webhook for each scheme. A body that asks for it fails. */
const CODE = `const run = ({ id, body, headers }) => {
  if (body.includes('fail')) throw new Error('The package cannot do this');
  return { note: id + ' ' + headers['content-type'] };
};
export default {
  name: 'hooks', title: 'Hooks', version: '1.0.0', sentence: 'Takes events.',
  secrets: { signing: { title: 'Signing secret', in: [] } },
  webhooks: { ${SCHEMES.map((scheme) => `${scheme}: { sentence: 'Events.', scheme: '${scheme}', secret: 'signing', run }`).join(', ')} },
};`;

let folder: string;
let opened: Awaited<ReturnType<typeof openIntegrations>>;
let id: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sayso-hooks-'));
  writeFileSync(join(folder, 'hooks.js'), CODE);
  opened = await openIntegrations({ config: { INTEGRATIONS_DIR: folder } });
  id = (await install())._id;
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
async function install(name?: string): Promise<Instance> {
  const { packages } = opened.host.service();
  const digest = (await packages.catalogue.find('hooks'))?.digest ?? '';
  return packages.install(owner, 'app', { packageName: 'hooks', digest, name, secrets: { signing: SECRET } });
}

beforeEach(() => opened.host.context.collections.webhookEvents.deleteMany({}));

const hex = (text: string, key = SECRET) => createHmac('sha256', key).update(text).digest('hex');
const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset);

/** The headers of a sender that signs by the scheme. */
const signed: Readonly<Record<Scheme, (body: string, at?: string, eventId?: string) => Record<string, string>>> = {
  standard: (body, at = seconds(), eventId = 'evt_1') => ({
    'webhook-id': eventId,
    'webhook-timestamp': at,
    'webhook-signature': `v1,${createHmac('sha256', Buffer.from(KEY, 'base64')).update(`${eventId}.${at}.${body}`).digest('base64')}`,
  }),
  stripe: (body, at = seconds()) => ({ 'stripe-signature': `t=${at},v1=${hex(`${at}.${body}`)}` }),
  slack: (body, at = seconds()) => ({ 'x-slack-request-timestamp': at, 'x-slack-signature': `v0=${hex(`v0:${at}:${body}`)}` }),
  github: (body) => ({ 'x-hub-signature-256': `sha256=${hex(body)}`, 'x-github-delivery': 'evt_1' }),
};
const BODY = '{"id":"evt_1","event_id":"evt_1","type":"paid"}';

async function deliver(scheme: string, body: string, headers: Record<string, string>, at = `/integrations/installable/hooks/${id}`) {
  const init = { method: 'POST', host: 'runtime', body, headers: { 'content-type': 'application/json', ...headers } } as const;
  const response = await opened.host.fetch(`${at}/webhooks/${scheme}`, init);
  return { status: response.status, text: await response.text() };
}
const events = () => opened.host.context.collections.webhookEvents.find({}, { sort: { _id: 1 } });
const work = async () => {
  for (const { _id } of await events()) await opened.host.runJob('webhook', { id: _id });
};

describe.each(SCHEMES)('an event signed by %s', (scheme) => {
  test('is stored once, whatever the number of deliveries, and worked off once', async () => {
    for (let count = 0; count < 3; count += 1) expect((await deliver(scheme, BODY, signed[scheme](BODY))).status).toBe(200);
    const eventId = scheme === 'github' ? createHash('sha256').update(BODY).digest('hex') : 'evt_1';
    expect(await events()).toMatchObject([{ state: 'pending', webhook: scheme, eventId, body: BODY }]);
    const before = opened.host.emitted('integrations.webhookHandled').length;
    await work();
    await work();
    expect(await events()).toMatchObject([{ state: 'done', attempts: 1, note: `${eventId} application/json` }]);
    expect(opened.host.emitted('integrations.webhookHandled')).toHaveLength(before + 1);
  });

  test('is taken at the name of the instance on the origin of the app', async () => {
    const at = 'http://app.localhost:4001/integrations/installable/hooks/main';
    expect((await deliver(scheme, BODY, signed[scheme](BODY), at)).status).toBe(200);
    const elsewhere = 'http://other.localhost:4001/integrations/installable/hooks/main';
    expect((await deliver(scheme, BODY, signed[scheme](BODY), elsewhere)).status).toBe(404);
  });

  test.each([
    ['without a signature', {}],
    ['with the signature of another body', signed[scheme]('{}')],
    ['with an empty signature', { 'webhook-signature': '', 'stripe-signature': '', 'x-slack-signature': '', 'x-hub-signature-256': '' }],
    [
      'with a signature of the wrong length',
      { 'webhook-signature': 'v1,AA', 'stripe-signature': 't=1,v1=aa', 'x-slack-signature': 'v0=aa', 'x-hub-signature-256': 'sha256=aa' },
    ],
  ])('is refused %s', async (_what, headers) => {
    expect(await deliver(scheme, BODY, headers)).toMatchObject({
      status: 401,
      text: expect.stringContaining('The signature is not valid.'),
    });
    expect(await events()).toEqual([]);
  });
});

test.each(['standard', 'stripe', 'slack'] as const)('a captured delivery by %s cannot be sent again later', async (scheme) => {
  for (const offset of [-400, 400]) expect((await deliver(scheme, BODY, signed[scheme](BODY, seconds(offset)))).status).toBe(401);
  expect(await events()).toEqual([]);
});

test('a captured delivery of GitHub is no further event under another id, which nobody signs', async () => {
  const headers = signed.github(BODY);
  for (const guid of ['evt_1', 'evt_2', 'evt_3'])
    expect((await deliver('github', BODY, { ...headers, 'x-github-delivery': guid })).status).toBe(200);
  expect(await events()).toHaveLength(1);
});

test('an event of a removed instance is not worked off by the next one of its name', async () => {
  const { packages } = opened.host.service();
  const first = await install('again');
  await deliver('stripe', BODY, signed.stripe(BODY), `/integrations/installable/hooks/${first._id}`);
  await packages.remove(owner, 'app', first._id);
  await install('again');
  await work();
  expect(await events()).toMatchObject([{ state: 'failed', error: 'The integration was removed.', note: null }]);
});

test('Slack gets its challenge back at once, if it is signed', async () => {
  const body = '{"type":"url_verification","challenge":"abc"}';
  expect(await deliver('slack', body, signed.slack(body))).toEqual({ status: 200, text: 'abc' });
  expect((await deliver('slack', body, {})).status).toBe(401);
  expect(await events()).toEqual([]);
});

test('unknown webhooks, instances and bodies above the limit are refused', async () => {
  expect((await deliver('nope', BODY, signed.stripe(BODY))).status).toBe(404);
  expect((await deliver('constructor', BODY, signed.stripe(BODY))).status).toBe(404);
  expect((await deliver('stripe', BODY, signed.stripe(BODY), '/integrations/installable/hooks/0')).status).toBe(404);
  expect((await deliver('stripe', BODY, signed.stripe(BODY), `/integrations/installable/slack/${id}`)).status).toBe(404);
  expect((await deliver('stripe', 'x'.repeat(1_000_001), {})).status).toBe(413);
});

test('an event that the package cannot handle fails after the last attempt, and the builder can have it worked off again', async () => {
  const body = '{"id":"evt_2","type":"fail"}';
  await deliver('stripe', body, signed.stripe(body));
  const [event] = await events();
  const { webhooks } = opened.host.service();
  const eventId = event?._id ?? '';
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { signal } = new AbortController();
    await expect(webhooks.work(eventId, { isLast: attempt === 2, signal })).rejects.toThrow('cannot do this');
  }
  expect(await events()).toMatchObject([{ state: 'failed', attempts: 2, error: 'The package cannot do this' }]);
  const replay = 'mutation ($id: ID!) { replayWebhook(appId: "app", id: $id) { events { id state } } }';
  expect((await opened.host.graphql(replay, { id: eventId }, stranger)).errors).toHaveLength(1);
  expect((await opened.host.graphql(replay, { id: eventId }, owner)).data).toMatchObject({
    replayWebhook: { events: [{ id: eventId, state: 'pending' }] },
  });
  expect((await opened.host.graphql(replay, { id: eventId }, owner)).errors?.[0]?.message).toBe('The event is being worked off.');
});
