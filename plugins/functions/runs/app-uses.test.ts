import { expect, test } from 'vitest';
import type { AppUse } from '../collections.ts';
import { appUsesIn, beyond, together } from './app-uses.ts';

const inWords = (uses: readonly AppUse[]) =>
  uses.map(({ table, reads, changes }) => [table, ...(reads ? ['reads'] : []), ...(changes ? ['changes'] : [])].join(' ')).join(', ');

test.each([
  ['await base44.asServiceRole.entities.Order.list()', 'Order reads'],
  ['await client.asServiceRole.entities.Order.bulkCreate([])', 'Order changes'],
  ['const o = base44.asServiceRole.entities.Order; o.delete(1)', 'Order reads changes'],
  ["app.entities['Order'].get(1); app.entities.Order.update(1, {})", 'Order reads changes'],
  ['base44.asServiceRole\n  .entities\n  .B.filter({}); base44.asServiceRole?.entities?.A?.create({})', 'A changes, B reads'],
  ["base44.asServiceRole.entities['shop.Order'].list(); base44.asServiceRole.entities.shop_Order.delete(1)", 'shop_Order reads changes'],
  ['base44.entities.Order.list()', ''],
  ['base44.asServiceRole.functions.invoke("x")', ''],
])('%s', (text, expected) => {
  const { uses, isOpen } = appUsesIn(text);
  expect([inWords(uses), isOpen]).toEqual([expected, false]);
});

test.each([
  ['const all = base44.asServiceRole; all.entities.Order.list()'],
  ['const { entities } = base44.asServiceRole;'],
  ['base44.asServiceRole.entities[input.table].list()'],
  ['for (const name of names) base44.asServiceRole.entities?.[name].list()'],
  ["base44['asServiceRole'].entities.Order.list()"],
])('%s names not all of its tables', (text) => expect(appUsesIn(text).isOpen).toBe(true));

test.each([
  ["import { Order } from '@/entities/Order'; export default () => Order.list();", 'Order reads'],
  ["import { Order as O } from '@/entities/all'; export default () => O.list();", 'Order reads changes'],
  ['export default (_, { entities }) => entities.Client.update(1, {});', 'Client changes'],
  ["const of = { Order }; export default (_, { entities }) => [entities['Client'].get(1), of];", 'Client reads, Order reads changes'],
  ['export default () => 1;', ''],
])('%s of a function whose tables are those of the app', (text, expected) => {
  expect(inWords(appUsesIn(text, ['Order', 'Client', 'User']).uses)).toBe(expected);
});

test('knows what is beyond others, and both together', () => {
  const read = { table: 'A', reads: true, changes: false };
  const change = { table: 'A', reads: false, changes: true };
  const both = { table: 'A', reads: true, changes: true };
  expect(together([read], [change])).toEqual([both]);
  expect(beyond([both, { ...read, table: 'B' }], [read])).toEqual([change, { ...read, table: 'B' }]);
  expect(beyond([read], [both])).toEqual([]);
});
