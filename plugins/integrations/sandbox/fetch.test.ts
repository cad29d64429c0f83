import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { Outbound, type Send } from './fetch.ts';
import { SecretHandles } from './secrets.ts';

const SECRET = 'sk-live-very-secret-1';
const secrets = new SecretHandles([{ name: 'key', value: SECRET, places: ['header', 'body'] }]);
const { key: handle = '' } = secrets.handles();

/** Fetches from a host whose answer leads to another one, and returns what the other one got. */
async function redirect(request: object, status: number): Promise<{ readonly got: string; readonly error: string | null }> {
  let got = '';
  const send: Send = async ({ hostname }, { headers, body }) => {
    const answer = (statusCode: number, location: string) => ({
      statusCode,
      headers: { location },
      body: Object.assign(Readable.from([]), { dump: async () => {} }),
    });
    if (hostname === 'first.example') return answer(status, 'https://second.example/');
    got = JSON.stringify([headers, String(body)]);
    return { ...answer(200, ''), headers: {} };
  };
  const outbound = new Outbound({ privateHosts: [], send });
  const fetch = outbound.forCall({ hosts: ['first.example', 'second.example'], secrets, maxRequests: 5 });
  const { signal } = new AbortController();
  const given = { url: 'https://first.example/', method: 'POST', headers: [], redirect: 'follow', ...request };
  const error = await fetch(given, signal).then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  await outbound.close();
  return { got, error };
}

test.each([
  ['authorization', handle],
  ['password', handle],
  ['notion', `Bearer ${handle}`],
  ['accept', `Basic ${Buffer.from(`user:${handle}`).toString('base64')}`],
])('a redirect to another host takes no secret along in the header %s', async (name, value) => {
  const { got, error } = await redirect(
    {
      headers: [
        [name, value],
        ['x-kept', 'no'],
        ['accept-language', 'de'],
      ],
    },
    302,
  );
  expect(error).toBe(null);
  expect(got).toContain('accept-language');
  expect(got).not.toContain(SECRET);
  expect(got).not.toContain(Buffer.from(`user:${SECRET}`).toString('base64'));
});

test('a redirect to another host with a secret in the body is not followed', async () => {
  expect(await redirect({ text: `{"key":"${handle}"}` }, 307)).toEqual({
    got: '',
    error: 'first.example redirects a request with a secret to another server.',
  });
  expect((await redirect({ text: 'plain' }, 307)).got).toContain('plain');
});

test.each<[Record<string, string>, string[]]>([
  [{}, ['Sayso']],
  [{ 'User-Agent': 'Another' }, ['Another']],
])('a request of the server names one program: %j', async (headers, agents) => {
  let sent: string[] = [];
  const send: Send = async (_url, options) => {
    sent = options.headers;
    return { statusCode: 200, headers: {}, body: Object.assign(Readable.from([]), { dump: async () => {} }) };
  };
  const outbound = new Outbound({ privateHosts: [], send });
  await outbound.direct('https://first.example/', { headers });
  await outbound.close();
  expect(sent.flatMap((name, index) => (index % 2 === 0 && name.toLowerCase() === 'user-agent' ? [sent[index + 1]] : []))).toEqual(agents);
});

test('a request of the server ends with the signal of its caller', async () => {
  const send: Send = (_url, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const outbound = new Outbound({ privateHosts: [], send });
  const controller = new AbortController();
  const request = outbound.direct('https://first.example/', { signal: controller.signal });
  controller.abort();
  await expect(request).rejects.toThrow('first.example did not answer in time.');
  await outbound.close();
});
