import type { lookup } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { afterAll, describe, expect, it, test } from 'vitest';
import { Outbound } from './fetch.ts';
import { isPublicAddress, SPECIAL_RANGES } from './special-ranges.ts';

const outbound = new Outbound({ privateHosts: [] });
afterAll(() => outbound.close());

/** The registries, written apart from the code; of IPv6 also what is outside of 2000::/3. */
const RANGES = [
  ...'0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.0/29 192.0.0.8/32'.split(' '),
  ...'192.0.0.9/32 192.0.0.10/32 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24'.split(' '),
  ...'192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'.split(' '),
  ...'255.255.255.255/32 168.63.129.16/32 161.26.0.0/16 166.8.0.0/14 192.80.8.124/32'.split(' '),
  ...'::1/128 ::/128 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:1::1/128 2001:1::2/128 2001:1::3/128'.split(' '),
  ...'2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48'.split(' '),
  ...'3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8 ::/96 ::ffff:0:0:0/96'.split(' '),
];

const big = (address: string) => BigInt(`0x${Buffer.from(ipaddr.parse(address).toByteArray()).toString('hex')}`);
const text = (value: bigint, isSix: boolean) =>
  ipaddr.fromByteArray([...Buffer.from(value.toString(16).padStart(isSix ? 32 : 8, '0'), 'hex')]).toString();

function edges(range: string): { readonly inside: string[]; readonly outside: string[] } {
  const [base = '', bits = ''] = range.split('/');
  const isSix = base.includes(':');
  const size = 1n << BigInt((isSix ? 128 : 32) - Number(bits));
  const first = big(base);
  const max = (1n << (isSix ? 128n : 32n)) - 1n;
  const valid = (value: bigint) => value >= 0n && value <= max;
  return {
    inside: [...new Set([first, first + size - 1n, first + size / 2n])].map((value) => text(value, isSix)),
    outside: [first - 1n, first + size].filter(valid).map((value) => text(value, isSix)),
  };
}

/** Spellings of an IPv4 address that `inet_aton` and URLs read. */
function spellings(address: string): string[] {
  const bytes = address.split('.').map(Number) as [number, number, number, number];
  const [a, b, c, d] = bytes;
  const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  return [
    address,
    `${whole}`,
    `0x${whole.toString(16)}`,
    `0${whole.toString(8)}`,
    `${a}.${b * 2 ** 16 + c * 2 ** 8 + d}`,
    `${a}.${b}.${c * 2 ** 8 + d}`,
    bytes.map((byte) => `0x${byte.toString(16).toUpperCase()}`).join('.'),
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    bytes.map((byte) => `0000${byte.toString(8)}`).join('.'),
    `${address}.`,
    address.replaceAll('.', '。'),
    address.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    address.replace(/\d/g, (digit) => `%3${digit}`),
  ];
}

/** IPv6 addresses that lead to an IPv4 address. */
function embeddings(address: string): string[] {
  const hex = Buffer.from(ipaddr.parse(address).toByteArray()).toString('hex');
  const [high, low] = [hex.slice(0, 4), hex.slice(4)];
  const flipped = Buffer.from(
    ipaddr
      .parse(address)
      .toByteArray()
      .map((byte) => byte ^ 0xff),
  ).toString('hex');
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:FFFF:${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `::${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b::${address}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001:0:5ef5:79fd:0:0:${flipped.slice(0, 4)}:${flipped.slice(4)}`,
  ];
}

const isRefused = (host: string): boolean => {
  try {
    outbound.allowed(`https://${host.includes(':') ? `[${host}]` : host}/`);
    return false;
  } catch {
    return true;
  }
};

describe.each(RANGES)('%s', (range) => {
  const { inside, outside } = edges(range);

  it('is refused at its first, middle and last address, in every spelling', () => {
    const hosts = inside.flatMap((address) =>
      address.includes(':')
        ? [address, address.toUpperCase(), ipaddr.parse(address).toNormalizedString()]
        : [...spellings(address), ...embeddings(address)],
    );
    expect(hosts.filter((host) => !isRefused(host))).toEqual([]);
    expect(inside.filter(isPublicAddress)).toEqual([]);
  });

  it('ends where the registry says', () => {
    const isSpecial = (address: string) =>
      RANGES.some((other) => {
        const [base = '', bits = '0'] = other.split('/');
        const [one, another] = [ipaddr.parse(address), ipaddr.parse(base)];
        return one.kind() === another.kind() && one.match(another as never, Number(bits));
      });
    const isAssigned = (address: string) => !address.includes(':') || /^[23][0-9a-f]{3}:/.test(address);
    const open = outside.filter((address) => isAssigned(address) && !isSpecial(address));
    expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
    const spelled = open.flatMap((address) =>
      address.includes(':') ? [address] : [...spellings(address), `::ffff:${address}`, `64:ff9b::${address}`],
    );
    expect(spelled.filter(isRefused)).toEqual([]);
  });
});

test.each([
  ['AWS, GCP, Azure, Oracle, DigitalOcean, Hetzner', '169.254.169.254'],
  ['containers of AWS', '169.254.170.2'],
  ['AWS by IPv6', 'fd00:ec2::254'],
  ['GCP by IPv6', 'fd20:ce::254'],
  ['Oracle by IPv6', 'fd00:c1::a9fe:a9fe'],
  ['OpenStack by IPv6', 'fe80::a9fe:a9fe'],
  ['Oracle Classic', '192.0.0.192'],
  ['Alibaba', '100.100.100.200'],
  ['Tencent', '169.254.0.23'],
  ['Scaleway', '169.254.42.42'],
  ['Azure', '168.63.129.16'],
  ['IBM', '161.26.0.10'],
])('refuses the metadata of %s', (_cloud, address) => {
  expect([isPublicAddress(address), isRefused(address)]).toEqual([false, true]);
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '93.184.215.14',
  '168.63.129.15',
  '168.63.129.17',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('allows %s', (address) => expect([isPublicAddress(address), isRefused(address)]).toEqual([true, false]));

test.each(['', 'localhost', '1.2.3.4.5', '999.1.1.1', 'fe80::1%eth0', '::1%25lo', '1.2.3.4/8'])(
  'takes %j for no public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

it('refuses a name that resolves to a special address after a public one', async () => {
  for (const range of SPECIAL_RANGES) {
    const [address = ''] = edges(range).inside;
    const resolve = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(
        null,
        ['8.8.8.8', address].map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
      )) as unknown as typeof lookup;
    const guarded = new Outbound({ privateHosts: [], resolve });
    await expect(guarded.direct('https://name.example/', {})).rejects.toThrow('private network');
    await guarded.close();
  }
});
