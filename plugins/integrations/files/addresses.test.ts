import { expect, test } from 'vitest';
import { addressesIn, toAddresses, toCurrent, toPaths, urisIn } from './addresses.ts';

const base = { runtimeUrl: 'https://apps.example.org', appId: 'app' };
const known = (id: string) => id === 'id-1';

/** Where files are named: at any host that the installation had, in its apps and on their own origins. */
const addresses = [
  'http://localhost:4001/api/files/app/id-1/photo.png',
  'https://old.example.org/api/files/gone/id-1/photo.png',
  'https://shop.old.example.org/api/files/gone/id-1/photo.png',
  'http://192.168.0.7:4001/api/files/app/id-1/photo.png',
  'http://[::1]:4001/api/files/app/id-1/photo.png',
  '//localhost:4001/api/files/app/id-1/photo.png',
  'https://apps.example.org/api/files/id-1/photo.png',
  '/api/files/app/id-1/photo.png',
  '/api/files/id-1/photo.png',
];
/** The texts around them. */
const around: readonly (readonly [string, string])[] = [
  ['', ''],
  ['', '?width=320'],
  ['See ', '.'],
  ['![cup](', ') and more'],
  ['<img src="', '" alt="">'],
  ["background: url('", "')"],
  ['line\n', '\nline'],
  ['a, ', ', b'],
];

test.each(addresses)('%s becomes a path, and an address of the app that uses it', (address) => {
  for (const [before, after] of around) {
    const stored = toPaths(before + address + after, known);
    expect(stored).toBe(`${before}/api/files/id-1/photo.png${after}`);
    expect(toPaths(stored, known)).toBe(stored);
    expect(addressesIn(before + address + after)).toEqual(['id-1']);
    const served = `${before}https://apps.example.org/api/files/app/id-1/photo.png${after}`;
    expect(toAddresses(stored, base)).toBe(served);
    expect(toAddresses(served, base)).toBe(served);
    expect(toPaths(served, known)).toBe(stored);
    // A text that is kept as a person wrote it has its addresses at the host of now, and its paths.
    expect(toCurrent(before + address + after, known, base)).toBe(address.startsWith('/api/') ? before + address + after : served);
    expect(JSON.parse(toAddresses(JSON.stringify({ a: [stored] }), base))).toEqual({ a: [served] });
  }
});

test.each([
  'https://example.org/api/files/app/other/photo.png',
  'https://example.org/files/app/id-1/photo.png',
  'https://example.org/v1/api/files/app/id-1/photo.png',
  'https://user@example.org/api/files/app/id-1/photo.png',
  '/v1/api/files/app/id-1/photo.png',
  'x/api/files/app/id-1/photo.png',
  '/api/files/app/id-1/photo',
  '/api/files/a/b/id-1/photo.png',
  '/api/files/app/id-1/photo.png/more/',
  '/api/files/',
])('%s stays as it is', (text) => {
  expect(toPaths(text, known)).toBe(text);
  expect(toCurrent(text, known, base)).toBe(text);
});

test('finds the URIs of private files', () => {
  expect(urisIn('private/app/id-1, and "private/other/id-2"')).toEqual(['id-1', 'id-2']);
  expect(urisIn('a/private/app/id-1 private/app/id-1/more privateapp/id')).toEqual([]);
});

test('reads hostile texts in linear time', () => {
  for (const part of ['/api/files/', '//', 'http://a', '/api/files/a/', 'private/', 'private/a/', `/api/files/${'a'.repeat(100)}`]) {
    const text = part.repeat(200_000 / part.length);
    const since = performance.now();
    addressesIn(text);
    urisIn(`private/${text}`);
    toPaths(text, known);
    toAddresses(text, base);
    expect(performance.now() - since, part).toBeLessThan(5000);
  }
});
