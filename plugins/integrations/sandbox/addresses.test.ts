import { describe, expect, test } from 'vitest';
import { hostPatternOf, matchesHost } from './addresses.ts';

/** Addresses of the host that the pattern names, and addresses that only look like it. */
const cases: readonly (readonly [pattern: string, same: readonly string[], others: readonly string[]])[] = [
  [
    'api.example.com',
    [
      'https://api.example.com',
      'https://API.Example.COM/x',
      'https://api.example.com./x',
      'https://api.example.com:443',
      'https://\uff41pi.example.com',
      'https://api\u3002example.com',
      'https://%61pi.example.com',
      'https:\\\\api.example.com',
      'https://api.exam\u00adple.com',
    ],
    [
      'https://api.example.com..',
      'https://api.example.com:8443',
      'https://api.example.com.evil.example',
      'https://xapi.example.com',
      'https://x.api.example.com',
      'https://api-example.com',
      'https://evil.example/api.example.com',
      'https://evil.example#@api.example.com',
      'https://evil.example?@api.example.com',
      'https://evil.example\\@api.example.com',
      'https://api.example.com@evil.example',
      'https://\u0430pi.example.com',
      'https://api.example.co\u0301m',
    ],
  ],
  [
    '*.example.com',
    ['https://a.example.com', 'https://a.b.example.com.', 'https://A.EXAMPLE.com'],
    [
      'https://example.com',
      'https://.example.com.evil.example',
      'https://aexample.com',
      'https://a.example.com:444',
      'https://a.example.com..',
    ],
  ],
  [
    'api.example.com:8443',
    ['https://api.example.com:8443', 'https://api.example.com.:08443'],
    ['https://api.example.com', 'https://api.example.com:843'],
  ],
  [
    'xn--mnchen-3ya.example',
    ['https://m\u00fcnchen.example', 'https://M\u00dcNCHEN.example', 'https://mu\u0308nchen.example'],
    ['https://munchen.example'],
  ],
  [
    '[2606:4700::1]',
    ['https://[2606:4700::1]', 'https://[2606:4700:0:0::1]:443'],
    ['https://[2606:4700::2]', 'https://[2606:4700::1]:8443'],
  ],
  ['[2606:4700::1]:8443', ['https://[2606:4700::0001]:8443'], ['https://[2606:4700::1]']],
  [
    '203.0.114.7',
    ['https://203.0.114.7', 'https://3405804039', 'https://0xcb.0.0x7207', 'https://0313.0.0162.07'],
    ['https://203.0.114.70', 'https://[::ffff:203.0.114.7]'],
  ],
  ['', [], ['https://example.com']],
  [':443', [], ['https://example.com']],
];

const isParsed = (address: string) => URL.canParse(address);

describe.each(cases)('the pattern %j', (pattern, same, others) => {
  test('matches every spelling of its host, and no other host', () => {
    const found = (addresses: readonly string[]) => addresses.filter((one) => isParsed(one) && matchesHost(new URL(one), [pattern]));
    expect(same.filter((one) => !isParsed(one))).toEqual([]);
    expect([found(same), found(others)]).toEqual([same, []]);
  });

  test('is what every address of the host is written as', () => {
    if (pattern.startsWith('*')) return;
    expect(new Set(same.map((one) => hostPatternOf(new URL(one))))).toEqual(new Set(same.length === 0 ? [] : [pattern]));
  });
});
