import { createServer, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Outbound, type OutboundOptions, type Send } from './fetch.ts';
import { SecretHandles } from './secrets.ts';

/** Listens at both loopback addresses: whatever connects was let through. */
let server: Server;
let port = 0;
let connections = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '::', done));
  port = (server.address() as { port: number }).port;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  connections = 0;
});

/** Every spelling of an IPv4 address that URL parsers and resolvers understand. */
function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const [hex, octal] = [(n: number) => `0x${n.toString(16)}`, (n: number) => `0${n.toString(8)}`];
  const wide = [...address].map((sign) => (sign === '.' ? '\u3002' : String.fromCodePoint(0xff10 + Number(sign)))).join('');
  const [high, low] = [a * 256 + b, c * 256 + d].map((n) => n.toString(16));
  const numbers = [
    ...[address, String(whole), hex(whole), hex(whole).toUpperCase().replace('0X', '0x'), octal(whole), `${a}.${(b * 256 + c) * 256 + d}`],
    ...[`${a}.${b}.${c * 256 + d}`, [a, b, c, d].map(hex).join('.'), [a, b, c, d].map(octal).join('.'), `${hex(a)}.${octal(b)}.${c}.${d}`],
    ...[`000${octal(a)}.${b}.${c}.${d}`, wide, `%3${address[0]}${address.slice(1)}`],
  ];
  const mapped = [`::ffff:${address}`, `::ffff:${high}:${low}`, `0:0:0:0:0:FFFF:${high}:${low}`, `::${address}`, `64:ff9b::${address}`];
  return [...numbers, ...numbers.map((one) => `${one}.`), ...mapped.map((one) => `[${one}]`)];
}
const PRIVATE = [
  ...['127.0.0.1', '127.1.2.3', '0.0.0.0', '10.0.0.1', '192.168.0.1', '172.16.0.1', '169.254.169.254', '100.100.100.200'].flatMap(
    spellings,
  ),
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[fd00::1]', '[fe80::1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[::ffff:0:127.0.0.1]'],
];
const urlsOf = (hosts: readonly string[]) =>
  hosts.flatMap((host) => [`https://${host}:${port}/`, `https:\\\\${host}:${port}\\`, `https://user:secret@${host}:${port}/`]);

const none = new SecretHandles([]);
const { signal } = new AbortController();
const asked = { method: 'GET', headers: [], redirect: 'follow' } as const;
/** As code of functions and packages, which may call these hosts, and as the server itself: providers of log-ins, fonts. */
async function tried(url: string, options: Partial<OutboundOptions> = {}, hosts: readonly string[] = []): Promise<string[]> {
  const outbound = new Outbound({ privateHosts: [], timeoutMs: 3000, ...options });
  const named = URL.canParse(url) ? [new URL(url).host, new URL(url).host.replace(/\.(?=:|$)/, '')] : [];
  const ways = [
    () => outbound.forCall({ hosts: [...named, ...hosts], secrets: none, maxRequests: 5 })({ ...asked, url }, signal),
    () => outbound.direct(url, {}),
  ];
  const outcomes = await Promise.all(
    ways.map((way) =>
      way().then(
        () => 'answered',
        (error: Error) => error.constructor.name,
      ),
    ),
  );
  await outbound.close();
  return outcomes;
}

describe('an address of a private network', () => {
  test('is refused in every spelling, and no connection is made', async () => {
    const found = await Promise.all(urlsOf(PRIVATE).map(async (url) => [url, ...(await tried(url))]));
    expect(found.filter(([, ...outcomes]) => outcomes.some((one) => one !== 'AddressRefused'))).toEqual([]);
    expect(connections).toBe(0);
  });

  test('is refused where another one leads to it', async () => {
    const wrong: unknown[] = [];
    for (const location of [
      ...urlsOf(PRIVATE),
      ...PRIVATE.map((host) => `//${host}:${port}/`),
      ...PRIVATE.map((host) => `http://${host}/`),
    ]) {
      const reached: string[] = [];
      const send: Send = async (url) => {
        reached.push(url.hostname);
        return { statusCode: 302, headers: { location }, body: Object.assign(Readable.from([]), { dump: async () => {} }) };
      };
      const hosts = URL.canParse(location, 'https://first.example') ? [new URL(location, 'https://first.example').host] : [];
      await tried('https://first.example/', { send }, hosts);
      if (reached.some((host) => host !== 'first.example')) wrong.push([location, reached]);
    }
    expect(wrong).toEqual([]);
    expect(connections).toBe(0);
  });
});

describe('a name', () => {
  type Address = readonly [address: string, family: number];
  const answering = (...answers: readonly (readonly Address[])[]): NonNullable<OutboundOptions['resolve']> =>
    ((_name: string, _options: unknown, callback: (error: null, found: unknown) => void) => {
      const next = answers[Math.min(asks, answers.length - 1)] ?? [];
      asks += 1;
      callback(
        null,
        next.map(([address, family]) => ({ address, family })),
      );
    }) as never;
  let asks = 0;
  beforeEach(() => {
    asks = 0;
  });
  const LOOPBACK: Address = ['127.0.0.1', 4];

  test.each<[string, readonly Address[]]>([
    ['of this machine', [LOOPBACK]],
    ['of this machine by IPv6', [['::1', 6]]],
    ['of this machine within IPv6', [['::ffff:127.0.0.1', 6]]],
    ['of this machine in hexadecimal digits within IPv6', [['::ffff:7f00:1', 6]]],
    ['of no machine', [['0.0.0.0', 4]]],
    ['of the interface of this machine', [['::1%lo', 6]]],
    ['of the metadata of a cloud', [['169.254.169.254', 4]]],
    ['of a public machine, and of this one', [['203.0.114.7', 4], LOOPBACK]],
    ['of this machine, and of a public one', [LOOPBACK, ['2606:4700::1', 6]]],
    ['that is none', []],
  ])('is refused that has the address %s', async (_what, addresses) => {
    const outcomes = await tried(`https://rebound.example:${port}/`, { resolve: answering(addresses) });
    expect(outcomes).toEqual(['AddressRefused', 'AddressRefused']);
    expect(connections).toBe(0);
  });

  test('is looked up once for a connection, which uses what was checked', async () => {
    const resolve = answering([['203.0.114.7', 4]], [LOOPBACK]);
    const used: unknown[] = [];
    const { publicLookup } = await import('./addresses.ts');
    const lookUp = publicLookup(resolve);
    for (let round = 0; round < 2; round += 1)
      lookUp('rebound.example', { all: true }, (error, found) => used.push(error === null ? found : error.constructor.name));
    expect(used).toEqual([[{ address: '203.0.114.7', family: 4 }], 'AddressRefused']);
  });

  test.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ip6-localhost'])('%s is refused', async (host) => {
    const outcomes = await tried(`https://${host}:${port}/`, { resolve: answering([LOOPBACK]) });
    expect(outcomes).toEqual(['AddressRefused', 'AddressRefused']);
    expect(connections).toBe(0);
  });
});

describe('a host of a private network that the operator allows', () => {
  test.each([
    ['another port', (at: number) => `http://localhost:${at === 65_535 ? 1 : at + 1}/`],
    ['another name of the machine', (at: number) => `https://127.0.0.1:${at}/`],
    ['the machine by IPv6', (at: number) => `https://[::1]:${at}/`],
    ['a name below it', (at: number) => `http://x.localhost:${at}/`],
  ])('opens not %s', async (_what, urlOf) => {
    const outcomes = await tried(urlOf(port), { privateHosts: [`localhost:${port}`] });
    expect(outcomes).toEqual(['AddressRefused', 'AddressRefused']);
    expect(connections).toBe(0);
  });

  test.each(['[::1]', 'localhost'])('is called: %s', async (host) => {
    const outcomes = await tried(`http://${host}:${port}/`, { privateHosts: [`${host}:${port}`] });
    expect(outcomes).toEqual(['RequestFailed', 'RequestFailed']);
    expect(connections).toBe(2);
  });
});
