import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definePlugin, type Http, type SocketUpgrade } from '../contract/index.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';

const echo = definePlugin({
  name: 'echo',
  contract: 1,
  start: () => undefined,
  graph: (builder) => {
    builder.queryFields((t) => ({ hello: t.string({ does: 'look', authScopes: { public: true }, resolve: () => 'hello' }) }));
  },
  routes: declare,
  runtimeRoutes: declare,
});
function declare(http: Http): void {
  const config = { access: 'public', does: 'look' } as const;
  http.get('/echo', { config }, async () => ({ echo: 'nothing' }));
  http.post('/echo', { config }, async ({ body }) => ({ echo: body }));
  const open = ({ socket, address, identify }: SocketUpgrade): void => {
    void Promise.resolve(identify('Bearer none')).then(({ kind }) => {
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nx-caller: ${kind} ${address}\r\n\r\n`);
    });
  };
  http.get('/live/', { config: { ...config, open } }, async () => ({ echo: 'no socket' }));
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer([echo]);
});
afterAll(() => server.close());

/** Sends a raw request; resolves with the response when the server closes the connection. */
async function talk(url: string, lines: readonly string[], body = ''): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += String(data);
    // After an upgrade the server keeps the connection open.
    if (answer.startsWith('HTTP/1.1 101')) socket.destroy();
  });
  const closed = once(socket, 'close');
  socket.write([...lines, `content-length: ${body.length}`, 'host: localhost', '', body].join('\r\n'));
  await closed;
  return answer;
}

const H2C = ['connection: close, Upgrade, HTTP2-Settings', 'upgrade: h2c', 'http2-settings: AAMAAABkAARAAAAAAAIAAAAA'];
const WEBSOCKET = [
  'connection: close, Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol: graphql-transport-ws',
];

describe.each(['builder', 'runtime'] as const)('the %s host', (host) => {
  const url = () => (host === 'builder' ? server.builderUrl : server.runtimeUrl);

  test('responds over HTTP/1.1 to a request for h2c', async () => {
    expect(await talk(url(), ['GET /echo HTTP/1.1', ...H2C])).toMatch(/^HTTP\/1\.1 200 .*"nothing"/s);
    const body = '{"text":"hello"}';
    const posted = await talk(url(), ['POST /echo HTTP/1.1', 'content-type: application/json', ...H2C], body);
    expect(posted).toMatch(/^HTTP\/1\.1 200 .*\{"echo":\{"text":"hello"\}\}/s);
  });

  test.each([
    ['a path without one', ['GET /echo HTTP/1.1', ...WEBSOCKET], 200],
    ['an unknown path', ['GET /nowhere HTTP/1.1', 'accept: application/json', ...WEBSOCKET], 404],
  ])('answers an upgrade to a WebSocket on %s as any other request', async (_case, lines, status) => {
    expect(await talk(url(), lines)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test.each(['/live', '/live/', '/live/?a=b'])('opens a WebSocket at the route %s', async (path) => {
    expect(await talk(url(), [`GET ${path} HTTP/1.1`, ...WEBSOCKET])).toMatch(/^HTTP\/1\.1 101 .*x-caller: anonymous 127\.0\.0\.1/s);
    expect(await talk(url(), [`GET ${path} HTTP/1.1`, 'connection: close'])).toMatch(/^HTTP\/1\.1 200 .*"no socket"/s);
    expect(await talk(url(), [`GET ${path} HTTP/1.1`, ...H2C])).toMatch(/^HTTP\/1\.1 200 .*"no socket"/s);
  });

  test.each([
    ['GET', '/graphql?query=%7Bhello%7D', ''],
    ['POST', '/graphql', '{"query":"{ hello }"}'],
  ])('does not upgrade %s %s to h2c', async (method, target, body) => {
    const answer = await talk(url(), [`${method} ${target} HTTP/1.1`, 'content-type: application/json', ...H2C], body);
    expect(answer).toMatch(host === 'builder' ? /^HTTP\/1\.1 200 .*"hello":"hello"/s : /^HTTP\/1\.1 404 /);
  });
});

test('the builder host opens a WebSocket on /graphql, the runtime host does not', async () => {
  const lines = ['GET /graphql HTTP/1.1', ...WEBSOCKET];
  expect(await talk(server.builderUrl, lines)).toMatch(/^HTTP\/1\.1 101 /);
  expect(await talk(server.runtimeUrl, lines)).toMatch(/^HTTP\/1\.1 404 /);
  expect(await talk(server.builderUrl, ['POST /graphql HTTP/1.1', ...WEBSOCKET])).toMatch(/^HTTP\/1\.1 4/);
});
