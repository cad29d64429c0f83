import { expect, test } from 'vitest';
import { appUsesIn } from './app-uses.ts';

test.each([
  ['await base44.asServiceRole.entities.Order.list()', 'Order reads'],
  ['await client.asServiceRole.entities.Order.bulkCreate([])', 'Order changes'],
  ['const o = base44.asServiceRole.entities.Order; o.delete(1)', 'Order reads changes'],
  ["app.entities['Order'].get(1); app.entities.Order.update(1, {})", 'Order reads changes'],
  ['base44.asServiceRole\n  .entities\n  .B.filter({}); base44.asServiceRole?.entities?.A?.create({})', 'A changes, B reads'],
  ['base44.entities.Order.list()', ''],
  ['base44.asServiceRole.functions.invoke("x")', ''],
])('%s', (text, expected) => {
  const uses = appUsesIn(text).map(({ table, reads, changes }) =>
    [table, ...(reads ? ['reads'] : []), ...(changes ? ['changes'] : [])].join(' '),
  );
  expect(uses.join(', ')).toBe(expected);
});
