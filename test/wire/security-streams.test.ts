import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../security/world.ts';

const MANY = 1000;
/** `STREAMS_PER_ADDRESS` and `STREAMS_PER_ACCOUNT` by default. */
const PER_ADDRESS = 200;
const PER_ACCOUNT = 100;

let world: World;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

interface Stream {
  readonly status: number;
  received(): string;
  close(): void;
}

function open(headers: Readonly<Record<string, string>>): Promise<Stream> {
  const url = `${world.server.runtimeUrl}/live_api/apps/${world.app.id}/entities/Sign/events`;
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(url, { headers, agent: false }, (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      // The test closes the connection.
      response.on('error', () => undefined);
      resolve({ status: response.statusCode ?? 0, received: () => text, close: () => sent.destroy() });
    });
    sent.on('error', reject).end();
  });
}
const openMany = (headers: Readonly<Record<string, string>>) => Promise.all(Array.from({ length: MANY }, () => open(headers)));
const accepted = (streams: readonly Stream[]) => streams.filter(({ status }) => status === 200);

test('1,000 streams of one address: accepts up to the limit, serves them and others, and each closed one frees a place', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const all = await openMany(headers);
  const streams = accepted(all);
  expect(streams).toHaveLength(PER_ADDRESS);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const other = await open({ 'x-forwarded-for': '198.51.100.8' });
  expect(other.status).toBe(200);
  const path = `/live_api/apps/${world.app.id}/entities/Sign`;
  const made = await world.request('owner', { host: 'runtime', path, body: { text: 'to all' } });
  expect(made.status).toBe(200);
  for (const stream of [...streams, other]) await expect.poll(stream.received).toContain('to all');
  expect((await fetch(`${world.server.runtimeUrl}/healthz`)).status).toBe(200);
  for (const stream of [...all, other]) stream.close();
  const again = async () => {
    const stream = await open(headers);
    stream.close();
    return stream.status;
  };
  await expect.poll(again).toBe(200);
}, 60_000);

test('1,000 streams of one account, from as many addresses: accepts up to the limit', async () => {
  const streams = await Promise.all(
    Array.from({ length: MANY }, (_, n) => open({ ...world.headers.appUser, 'x-forwarded-for': `203.0.${n >> 8}.${n & 255}` })),
  );
  expect(accepted(streams)).toHaveLength(PER_ACCOUNT);
  for (const stream of streams) stream.close();
}, 60_000);
