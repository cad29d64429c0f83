import { expect, it, test } from 'vitest';
import { fieldTypesIn } from './field-types.ts';

const number = { type: 'number' };
const array = { type: 'array' };
const text = { type: 'string' };
const date = { type: 'string', format: 'date-time' };

test.each<[code: string, type: object | undefined]>([
  ['order.it.map((one) => one)', array],
  ['order?.it?.forEach(go)', array],
  ['(order.it || []).length', undefined],
  ['order.it.toFixed(2)', number],
  ['total += order.it;', number],
  ['orders.reduce((sum, order) => sum + (order.it || 0), 0)', number],
  ['price * order.it', number],
  ['Number(order.it)', number],
  ['parseFloat(order?.it) || 0', number],
  ['order.it.toLowerCase().includes(search)', text],
  ['format(new Date(order.it), "PP")', date],
  ['new Date(order.it); order.it.split("T")', date],
  ['order.it.split("T"); new Date(order.it)', date],
  ['order.it.map(go); order.it.trim()', undefined],
  ['order.it', undefined],
  ['it.map(go)', undefined],
])('%s shows %j', (code, type) => {
  expect(fieldTypesIn([code]).get('it')).toEqual(type);
});

it('reads long texts in linear time', () => {
  const start = performance.now();
  fieldTypesIn([
    'a.'.repeat(500_000),
    `(${'a'.repeat(1_000_000)}`,
    '* '.repeat(500_000),
    ' '.repeat(1_000_000),
    'Number( '.repeat(100_000),
  ]);
  expect(performance.now() - start).toBeLessThan(3_000);
});
