import { expect, it, test } from 'vitest';
import { functionAt, functionInAddress, functionPath } from './ref.ts';

const files = {
  'functions/ping': '',
  'functions/commerce/orders/entry': '',
  'functions/commerce/orders/prices': '',
  'functions/commerce/orders/late/entry': '',
  'functions/ping/entry': '',
  'lib/orders': '',
};

test.each([
  ['ping', 'functions/ping'],
  ['commerce/orders', 'functions/commerce/orders/entry'],
  ['commerce/orders/late', 'functions/commerce/orders/late/entry'],
  ['commerce/orders/prices', null],
  ['commerce', null],
  ['../lib/orders', null],
  ['commerce/../commerce/orders', null],
  ['', null],
  ['/', null],
])('the function "%s" is the file %s', (name, path) => {
  expect(functionPath(name, files)).toBe(path);
});

it('names each function by its file, and no other file', () => {
  const named = Object.keys(files).flatMap((path) => functionAt(path) ?? []);
  expect(named).toEqual(['ping', 'commerce/orders', 'commerce/orders/late']);
  for (const name of named) expect(functionAt(functionPath(name, files) ?? '')).toBe(name);
});

test.each([
  ['ping', '', 'ping', ''],
  ['ping', 'a/b', 'ping', 'a/b'],
  ['commerce', 'orders', 'commerce/orders', ''],
  ['commerce', 'orders/', 'commerce/orders', ''],
  ['commerce', 'orders/late/2', 'commerce/orders/late', '2'],
  ['commerce', 'orders/early/2', 'commerce/orders', 'early/2'],
  ['commerce', 'none', 'commerce', 'none'],
])('the address %s and "%s" call %s with "%s"', (first, rest, name, path) => {
  expect(functionInAddress(first, rest, files)).toEqual({ name, rest: path });
});
