import type { lookup } from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Outbound } from './fetch.ts';
import { Sandbox } from './sandbox.ts';
import { SecretHandles } from './secrets.ts';

const SECRET = 'sk_live_s3cr3t/with+signs=42';
const OTHER = 'another-secret-of-another-package';
const SERVER_SECRET = 'the-environment-holds-this';

/** The server that the packages declare. It reflects what it gets, in every way a server may. */
let declared: Server;
/** A server that no package declares, as of a cloud's metadata. */
let undeclared: Server;
const reached: string[] = [];
let port = 0;
let undeclaredPort = 0;
let sandbox: Sandbox;
let outbound: Outbound;
let publicOnly: Outbound;
let resolutions = 0;

/** Names that an attacker's name server answers. The second answer of `rebind.example` differs from the first. */
const resolve = ((
  hostname: string,
  _options: object,
  callback: (error: null, addresses: { address: string; family: number }[]) => void,
) => {
  resolutions += 1;
  const answers: Record<string, string[]> = {
    'local.example': ['127.0.0.1'],
    'mixed.example': ['93.184.215.14', '127.0.0.1'],
    'metadata.example': ['169.254.169.254'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'six.example': ['::1'],
    'compatible.example': ['::7f00:1'],
    'ten.example': ['10.0.0.1'],
    'rebind.example': [resolutions % 2 === 1 ? '127.0.0.1' : '127.0.0.2'],
  };
  const addresses = answers[hostname] ?? ['127.0.0.1'];
  callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
}) as unknown as typeof lookup;

const listen = (server: Server) =>
  new Promise<number>((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** What the declared server answers with, by path: the key that it got, in every spelling. */
const reflections: Readonly<Record<string, (got: string) => string | Buffer>> = {
  '/base64': (got) => Buffer.from(`user:${got}`).toString('base64'),
  '/hex': (got) => Buffer.from(got).toString('hex'),
  '/url': encodeURIComponent,
  '/reversed': (got) => [...got].reverse().join(''),
  '/json': (got) => JSON.stringify({ got }),
  '/binary': (got) => Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(got)]),
  '/large': () => Buffer.alloc(300_000),
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://declared');
  const got = String(request.headers.authorization ?? request.headers['x-key'] ?? body);
  const to = pathname === '/loop' ? '/loop' : (searchParams.get('to') ?? `http://127.0.0.1:${undeclaredPort}/metadata`);
  if (pathname === '/silent') return;
  if (pathname === '/loop' || pathname === '/redirect') response.writeHead(302, { location: to }).end();
  else response.writeHead(200, { 'x-echo': got }).end(reflections[pathname]?.(got) ?? got);
}

beforeAll(async () => {
  process.env['SAYSO_TEST_SECRET'] = SERVER_SECRET;
  undeclared = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.end('internal data');
  });
  undeclaredPort = await listen(undeclared);
  declared = createServer((request, response) => void answer(request, response));
  port = await listen(declared);
  sandbox = new Sandbox({ processes: 3, limits: { ms: 3000, cpuMs: 1000, memoryBytes: 32 * 1024 * 1024, maxChars: 200_000 } });
  outbound = new Outbound({ privateHosts: [`localhost:${port}`], timeoutMs: 1000, maxBytes: 200_000 });
  publicOnly = new Outbound({ privateHosts: [], timeoutMs: 1000, resolve });
});
afterAll(async () => {
  delete process.env['SAYSO_TEST_SECRET'];
  await Promise.all([sandbox.close(), outbound.close(), publicOnly.close()]);
  for (const server of [declared, undeclared]) {
    server.closeAllConnections();
    server.close();
  }
});

interface Outcome {
  readonly value?: unknown;
  readonly error?: string;
  readonly logs: string;
}

/** Runs the body of a function of a package, which has a secret for headers and declares one host. */
async function attack(body: string, { module = '', isPublic = false } = {}): Promise<Outcome> {
  const secrets = new SecretHandles([{ name: 'key', value: SECRET, places: ['header'] }]);
  const hosts = isPublic ? ['*.example'] : [`localhost:${port}`];
  const logs: string[] = [];
  try {
    const value = await sandbox.run({
      tenant: 'hostile',
      file: 'integration.js',
      code: `${module}\nexport const run = async ({ secrets, site, other, undeclaredPort }) => { ${body} };`,
      entry: 'run',
      args: [{ secrets: secrets.handles(), site: `http://localhost:${port}`, other: `127.0.0.1:${undeclaredPort}`, undeclaredPort }],
      host: { fetch: (isPublic ? publicOnly : outbound).forCall({ hosts, secrets, maxRequests: 10 }) },
      onLog: ({ text }) => logs.push(text),
    });
    return { value, logs: logs.join('\n') };
  } catch (error) {
    return { error: (error as Error).message, logs: logs.join('\n') };
  }
}

/** A value, or a part of a sentence. */
type Expected = string | number | object | null;
/** What a package does, and what comes of it. */
const attacks: (readonly [name: string, body: string, expected: Expected, more?: { module?: string; isPublic?: boolean }])[] = [
  ['reads a file with require', "return require('fs').readFileSync('/etc/passwd', 'utf8')", /require is not defined/],
  ['imports a module of Node', 'return 1', /Nothing can be imported/, { module: "import fs from 'node:fs';" }],
  ['imports a module of Node later', "return import('node:fs')", /could not load/],
  ['imports a file', 'return 1', /Nothing can be imported/, { module: "import x from '/etc/passwd';" }],
  ['imports a file by its address', "return import('file:///etc/passwd')", /could not load/],
  ['reads the environment', 'return process.env', /process is not defined/],
  ['uses a binding of Node', "return process.binding('fs')", /process is not defined/],
  ['opens a socket', 'return new WebSocket("ws://127.0.0.1")', /WebSocket is not defined/],
  ['starts a worker', 'return new Worker("x")', /Worker is not defined/],
  [
    'looks for globals of the server',
    'return typeof globalThis.process + typeof global + typeof Deno + typeof std + typeof os',
    'undefinedundefinedundefinedundefinedundefined',
  ],
  ['makes code from text', 'return new Function("return typeof process")()', 'undefined'],
  ['leaves through the constructor of a function', 'return fetch.constructor("return typeof process")()', 'undefined'],
  [
    'leaves through the constructor of an answer',
    'const r = await fetch(site); return r.constructor.constructor("return typeof process")()',
    'undefined',
  ],
  [
    'leaves through an error of the server',
    'try { await sayso.call("nope") } catch (e) { return e.constructor.constructor("return typeof process")() }',
    'undefined',
  ],
  [
    'leaves through the stack of an error',
    'Error.prepareStackTrace = (_error, frames) => frames; return new Error().stack.map((frame) => frame.getFileName()).join()',
    /^(integration|sayso|entry)[^/]*$/,
  ],
  ['compiles WebAssembly', 'return typeof WebAssembly', 'undefined'],
  ['reads its secret', 'return secrets.key', /^sayso_secret_/],
  ['reads the secret by an echo', 'return (await fetch(site, { headers: { authorization: secrets.key } })).text()', '[secret removed]'],
  [
    'reads the secret by an echoed header',
    'return (await fetch(site + "/header", { headers: { authorization: secrets.key } })).headers.get("x-echo")',
    '[secret removed]',
  ],
  [
    'reads the secret as Base64',
    'return (await fetch(site + "/base64", { headers: { authorization: secrets.key } })).text()',
    /secret removed/,
  ],
  [
    'reads the secret as hex',
    'return (await fetch(site + "/hex", { headers: { authorization: secrets.key } })).text()',
    '[secret removed]',
  ],
  [
    'reads the secret as a part of an address',
    'return (await fetch(site + "/url", { headers: { authorization: secrets.key } })).text()',
    '[secret removed]',
  ],
  [
    'reads the secret backwards',
    'return (await fetch(site + "/reversed", { headers: { authorization: secrets.key } })).text()',
    '[secret removed]',
  ],
  [
    'reads the secret as JSON',
    'return (await fetch(site + "/json", { headers: { authorization: secrets.key } })).json()',
    { got: '[secret removed]' },
  ],
  [
    'reads the secret among bytes',
    'return [...await (await fetch(site + "/binary", { headers: { authorization: secrets.key } })).bytes()]',
    /with a secret/,
  ],
  [
    'writes the secret to the log',
    'console.log(secrets.key); console.log(await (await fetch(site, { headers: { authorization: secrets.key } })).text()); return 1',
    1,
  ],
  ['puts the secret where it may not stand', 'return (await fetch(site, { method: "POST", body: secrets.key })).text()', /^sayso_secret_/],
  ['puts the secret into an address', 'return (await fetch(site + "/?k=" + secrets.key)).url', /sayso_secret_/],
  [
    'guesses the handle of another secret',
    'return (await fetch(site, { headers: { authorization: secrets.key.replace("_0_", "_1_") } })).text()',
    /^sayso_secret_/,
  ],
  [
    'splits a header to add another',
    'return (await fetch(site, { headers: { "x-key": "a\\r\\nhost: evil" } })).text()',
    /invalid|header|cannot|Invalid/,
  ],
  ['calls a host that is not declared', 'return (await fetch("http://" + other)).text()', /refused|not among/],
  ['calls a host by HTTPS that is not declared', 'return (await fetch("https://" + other)).text()', /not among the hosts/],
  [
    'calls a host with a similar name',
    'return (await fetch(site.replace("localhost", "localhost.evil.example"))).text()',
    /refused|not among/,
  ],
  ['calls with a user in the address', 'return (await fetch(site.replace("://", "://" + other + "@"))).text()', /user and a password/],
  ['calls another port of the host', 'return (await fetch("http://localhost:" + undeclaredPort)).text()', /refused|not among/],
  ['redirects to a private address', 'return (await fetch(site + "/redirect")).text()', /refused|not among/],
  ['redirects to a file', 'return (await fetch(site + "/redirect?to=file:///etc/passwd")).text()', /refused/],
  ['redirects forever', 'return (await fetch(site + "/loop")).text()', /redirects the request/],
  ['reads a file by fetch', 'return (await fetch("file:///etc/passwd")).text()', /refused/],
  ['reads data by fetch', 'return (await fetch("data:text/plain,x")).text()', /refused/],
  ['sends a Host header', 'return (await fetch(site, { headers: { host: "internal", "x-key": "sent" } })).text()', 'sent'],
  ['resolves a name to this machine', 'return (await fetch("https://local.example")).text()', /private network/, { isPublic: true }],
  [
    'resolves a name to public and private addresses',
    'return (await fetch("https://mixed.example")).text()',
    /private network/,
    { isPublic: true },
  ],
  [
    'resolves a name to the metadata of a cloud',
    'return (await fetch("https://metadata.example")).text()',
    /private network/,
    { isPublic: true },
  ],
  ['resolves a name to a mapped address', 'return (await fetch("https://mapped.example")).text()', /private network/, { isPublic: true }],
  [
    'resolves a name to a compatible address',
    'return (await fetch("https://compatible.example")).text()',
    /private network/,
    { isPublic: true },
  ],
  ['resolves a name to the loopback of IPv6', 'return (await fetch("https://six.example")).text()', /private network/, { isPublic: true }],
  ['resolves a name to a private network', 'return (await fetch("https://ten.example")).text()', /private network/, { isPublic: true }],
  [
    'resolves a name anew for the connection',
    'return (await fetch("https://rebind.example")).text()',
    /private network/,
    { isPublic: true },
  ],
  ['loops endlessly', 'while (true);', /too long/],
  ['loops endlessly in promises', 'const again = () => { Promise.resolve().then(again) }; return again()', /too long/],
  ['chains promises endlessly', 'const again = () => Promise.resolve().then(again); return again()', /memory|too long/],
  ['loops endlessly while it loads', 'return 1', /too long/, { module: 'while (true);' }],
  ['loops endlessly in a regular expression', 'return /(a+)+$/.test("a".repeat(40) + "b")', /too long/],
  ['never answers', 'return new Promise(() => {})', /never answers/],
  ['waits forever for a server', 'return (await fetch(site + "/silent")).text()', /in time/],
  ['waits longer than it may', 'await new Promise((done) => setTimeout(done, 50000))', /3000 ms/],
  ['fills the memory with arrays', 'const all = []; for (;;) all.push(new Array(10000).fill(0))', /memory|too long/],
  ['fills the memory with text', 'let text = "x"; for (;;) text += text', /memory|invalid string length|too long/],
  ['fills the memory with buffers', 'const all = []; for (;;) all.push(new Uint8Array(1e6))', /memory|too long/],
  ['overflows the stack', 'const deeper = () => deeper() + 1; return deeper()', /memory/],
  ['overflows the stack of a parser', 'return JSON.parse("[".repeat(1e6))', /stack|memory/],
  ['answers too much', 'return "x".repeat(1e6)', /answered too much/],
  ['reads too much', 'return (await fetch(site + "/large")).text()', /more than 200000 bytes/],
  ['writes endless logs', 'for (let i = 0; i < 1e5; i++) console.log("x".repeat(1000)); return 1', /.*/],
  ['sends more requests than it may', 'for (let i = 0; i < 50; i++) await fetch(site); return 1', /at most 10 requests/],
  ['sends all requests at once', 'await Promise.all(Array.from({ length: 500 }, () => fetch(site))); return 1', /at most/i],
  [
    'changes the prototype of objects',
    'Object.prototype.status = 999; Object.prototype.toJSON = () => "forged"; return { a: 1 }',
    'forged',
  ],
  ['answers with a changed prototype', 'return JSON.parse("{\\"__proto__\\": {\\"isAdmin\\": true}}")', expect.anything()],
  ['answers with what is no JSON', 'return { toJSON() { return undefined } }', null],
  ['answers a promise that lies', 'return { then(done) { done(7) } }', 7],
  ['answers for another call', '__door.answer("1", "yes", "{}"); return 1', 1],
  [
    'forges an answer of the server',
    'const asked = fetch(site + "/?x"); __door.answer("1", "yes", JSON.stringify({ url: "forged", status: 200, headers: [], text: "forged" })); return (await asked).text()',
    'forged',
  ],
  ['throws what is no error', 'throw { toString() { return "own" } }', /.*/],
  ['throws an error with a getter', 'throw Object.defineProperty(new Error(), "message", { get() { while (true); } })', /too long/],
  ['keeps state for the next call', 'globalThis.kept = (globalThis.kept ?? 0) + 1; return globalThis.kept', 1],
];

describe('packages that attack', () => {
  test('are at least 50', () => expect(attacks.length).toBeGreaterThanOrEqual(50));

  for (const [name, body, expected, more] of attacks)
    test(name, async () => {
      for (const round of [1, 2]) {
        const { value, error, logs } = await attack(body, more);
        if (expected instanceof RegExp) expect(String(error ?? value), `round ${round}`).toMatch(expected);
        else expect<unknown>(error ?? value, `round ${round}`).toEqual(expected);
        const everything = JSON.stringify([value, error, logs]);
        for (const secret of [SECRET, OTHER, SERVER_SECRET, Buffer.from(SECRET).toString('base64').slice(0, 20)])
          expect(everything).not.toContain(secret);
        expect(reached).toEqual([]);
      }
      expect(({} as { isAdmin?: boolean; status?: number }).isAdmin ?? ({} as { status?: number }).status).toBeUndefined();
      // Other tenants are not affected.
      const innocent = { tenant: 'innocent', file: 'integration.js', code: 'export const run = (a) => a + 1;', entry: 'run', args: [1] };
      expect(await sandbox.run(innocent)).toBe(2);
    });

  test('a declared host gets the secret', async () => {
    const got: string[] = [];
    const listener = (request: IncomingMessage) => got.push(String(request.headers.authorization));
    declared.on('request', listener);
    for (const scheme of ['Bearer ', 'Basic user:'])
      await attack(`await fetch(site, { headers: { authorization: ${JSON.stringify(scheme)} + secrets.key } })`);
    declared.off('request', listener);
    expect(got).toEqual([`Bearer ${SECRET}`, `Basic ${Buffer.from(`user:${SECRET}`).toString('base64')}`]);
  });
});
