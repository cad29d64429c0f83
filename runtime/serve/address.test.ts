import { expect, test } from 'vitest';
import { addressOf, originOf } from './address.ts';

test.each([
  ['localhost:4001', { kind: 'base' }],
  ['LOCALHOST:4001', { kind: 'base' }],
  ['localhost', { kind: 'base' }],
  [undefined, { kind: 'base' }],
  ['127.0.0.1:4001', { kind: 'base' }],
  ['[::1]:4001', { kind: 'base' }],
  ['habits.localhost:4001', { kind: 'slug', slug: 'habits' }],
  ['Habits.localhost.', { kind: 'slug', slug: 'habits' }],
  ['a.b.localhost:4001', { kind: 'domain', domain: 'a.b.localhost' }],
  ['www.example.org', { kind: 'domain', domain: 'www.example.org' }],
  ['evillocalhost', { kind: 'domain', domain: 'evillocalhost' }],
])('%s', (host, address) => {
  expect(addressOf(host, 'http://localhost:4001')).toEqual(address);
});

test('an app has its own origin', () => {
  expect(originOf('habits', 'https://apps.example.org')).toBe('https://habits.apps.example.org');
});
