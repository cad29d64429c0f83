import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PackageTests, type RecordedCall, recordedCall } from './package-tests.ts';

const SECRET = 'live-key/with+signs=99';

function code(run: string, more = ''): string {
  return `export default {
    name: 'orders', title: 'Orders', version: '1.0.0', sentence: 'Orders of a shop.', hosts: ['api.example.com'],
    secrets: { apiKey: { title: 'Key', in: ['header', 'query'] } },
    endpoints: { find: {
      sentence: 'Finds an order.',
      input: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      output: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
      example: { input: { id: 1 }, output: { total: 2 } },
      run: ${run},
    } }, ${more}
  };`;
}
const GET = `async ({ id }, { secrets }) => {
  console.log('asked for', id);
  const response = await fetch('https://api.example.com/orders/' + id, { headers: { authorization: 'Bearer ' + secrets.apiKey } });
  return { total: (await response.json()).total };
}`;
const POST = `async ({ id }) => {
  const response = await fetch('https://api.example.com/orders', { method: 'POST', body: JSON.stringify({ id }) });
  if (!response.ok) throw new Error('The shop answered ' + response.status);
  return response.json();
}`;

const call = (more: object = {}): RecordedCall =>
  recordedCall.parse({
    endpoint: 'find',
    input: { id: 7 },
    requests: [{ request: { url: 'https://api.example.com/orders/7' }, answer: { body: { total: 12.5 } } }],
    output: { total: 12.5 },
    ...more,
  });

async function check(source: string, recorded: RecordedCall) {
  const tests = new PackageTests(source);
  try {
    return await tests.check(await tests.manifest(), recorded);
  } finally {
    await tests.close();
  }
}

describe('a recorded call', () => {
  test('is answered from the recording, and compared', async () => {
    const { problem, logs } = await check(code(GET), call());
    expect(problem).toBe(null);
    expect(logs).toEqual([{ level: 'info', text: 'asked for 7' }]);
  });

  test.each<[string, string, object, string]>([
    ['another answer', GET, { output: { total: 1 } }, 'It answered {"total":12.5}\n  instead of: it answered {"total":1}'],
    ['an input that does not fit', GET, { input: {} }, 'It failed: '],
    ['no such endpoint', GET, { endpoint: 'lose' }, 'There is no endpoint "lose".'],
    ['an unknown setting', GET, { settings: { colour: 'red' } }, 'has no setting "colour"'],
    [
      'another address',
      GET,
      { requests: [{ request: { url: 'https://api.example.com/orders/8' }, answer: {} }] },
      'GET https://api.example.com/orders/7 instead of GET https://api.example.com/orders/8.',
    ],
    [
      'another header',
      GET,
      {
        requests: [
          { request: { url: 'https://api.example.com/orders/7', headers: { Authorization: 'Basic x' } }, answer: { body: { total: 1 } } },
        ],
      },
      'the header Authorization is "Bearer recorded-apiKey" instead of "Basic x".',
    ],
    [
      'another body',
      POST,
      { requests: [{ request: { method: 'POST', url: 'https://api.example.com/orders', body: { id: 8 } }, answer: {} }] },
      'the body is {"id":7} instead of {"id":8}.',
    ],
    [
      'more requests than recorded',
      GET,
      { requests: [] },
      'There is no recorded answer for request 1, GET https://api.example.com/orders/7.',
    ],
    ['fewer requests than recorded', '() => ({ total: 12.5 })', {}, 'Recorded requests: 1; sent: 0.'],
    ['an undeclared host', "() => fetch('https://other.example.org/')", {}, 'other.example.org is not among the hosts'],
    ['an answer that does not fit its schema', '() => ({ total: "much" })', { requests: [] }, 'something else than it declares'],
    ['a file', "() => import('node:fs')", { requests: [] }, 'It failed: '],
  ])('fails with %s', async (_what, run, recorded, problem) => {
    const found = await check(code(run), call(recorded));
    expect(found.problem).toContain(problem);
  });

  test('that fails as recorded is as it should be', async () => {
    const requests = [{ request: { method: 'POST', url: 'https://api.example.com/orders', body: { id: 7 } }, answer: { status: 503 } }];
    expect(await check(code(POST), call({ requests, output: undefined, error: 'The shop answered 503' }))).toMatchObject({ problem: null });
  });

  test('an example that does not fit its schema is a fault of the declaration', async () => {
    const tests = new PackageTests(code(GET).replace('output: { total: 2 }', 'output: { sum: 2 }'));
    await expect(tests.manifest()).rejects.toThrow('endpoints.find.example.output: total');
    await tests.close();
  });
});

describe('recording', () => {
  let server: Server;
  let site: string;
  let seen: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=1', etag: '"1"' });
      response.end(JSON.stringify({ total: 3, echo: request.headers.authorization, address: request.url }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    site = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test('keeps what servers answer without any secret, and is as recorded afterwards', async () => {
    seen = [];
    const source = code(`async ({ id }, { secrets }) => {
      const response = await fetch('${site}/orders/' + id + '?key=' + secrets.apiKey, { headers: { authorization: 'Bearer ' + secrets.apiKey } });
      return { total: (await response.json()).total };
    }`).replace("'api.example.com'", `'${new URL(site).host}'`);
    const tests = new PackageTests(source, { privateHosts: [new URL(site).host] });
    const manifest = await tests.manifest();
    const made = await tests.record(manifest, call(), { secrets: { apiKey: SECRET } });
    const text = JSON.stringify(made);
    expect(seen).toEqual([`/orders/7?key=${encodeURIComponent(SECRET)} Bearer ${SECRET}`]);
    expect(made.output).toEqual({ total: 3 });
    expect(made.requests).toMatchObject([
      {
        request: { url: `${site}/orders/7?key=recorded-apiKey` },
        answer: { headers: { etag: '"1"' }, body: { echo: 'Bearer recorded-apiKey' } },
      },
    ]);
    for (const spelling of [SECRET, encodeURIComponent(SECRET), 'session=1']) expect(text).not.toContain(spelling);
    expect(await tests.check(manifest, recordedCall.parse(JSON.parse(text)))).toMatchObject({ problem: null });
    expect(seen).toHaveLength(1);
    await tests.close();
  });
});
