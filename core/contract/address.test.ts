import { expect, it } from 'vitest';
import { addressGroup } from './address.ts';

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2::3', '2001:db8:1:0:0:0:0:0'],
  ['2001:db8:1:ffff:ffff:ffff:ffff:ffff', '2001:db8:1:0:0:0:0:0'],
  ['2001:db8:2::', '2001:db8:2:0:0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:0'],
  ['unix', 'unix'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
