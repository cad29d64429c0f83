import { BSON } from 'mongodb';
import { expect, test } from 'vitest';
import { FlatForm } from './flat-form.ts';

const spec = {
  folder: 'apps',
  key: 'appId',
  table: 'entity',
  fields: 'data',
  columns: ['createdAt', 'creatorId'],
  indexed: ['createdAt'],
  time: 'createdAt',
} as const;
const flatOf = (...documents: object[]): string => {
  const flat = new FlatForm(spec);
  for (const document of documents) flat.add(BSON.serialize(document));
  return flat.finish();
};
const row = (data: object) => ({ _id: 'i', appId: 'a', entity: 'E', createdAt: 't', creatorId: null, data, _shape: 'hidden' });
const columns = { id: 'i', createdAt: 't', creatorId: null };

test.each<readonly [string, object]>([
  ['nothing', {}],
  ['numbers', { int: -7, large: 2 ** 40, fraction: 0.1, zero: -0, tiny: 5e-324, most: Number.MAX_VALUE }],
  ['text', { plain: 'text', quoted: 'a "b" \\ c', control: '\u0000\n\t', foreign: 'äß漢😀\u2028', empty: '' }],
  ['names', { 'a "b"': 1, ä: 2, '': 3, '1': 4 }],
  ['lists and objects', { list: [1, 'two', [null, true], {}], object: { deep: { deeper: [false] } }, none: [], empty: {} }],
])('has the JSON of %s', (_name, data) => {
  expect(JSON.parse(flatOf(row(data)))).toEqual(JSON.parse(JSON.stringify([{ ...data, ...columns }])));
});

test('is a list, also without documents', () => {
  expect(flatOf()).toBe('[]');
  expect(flatOf(row({ n: 1 }), row({ n: 2 }))).toBe(
    '[{"n":1,"id":"i","createdAt":"t","creatorId":null},{"n":2,"id":"i","createdAt":"t","creatorId":null}]',
  );
});

test('writes columns that are there, instead of fields with their names', () => {
  expect(flatOf(row({ id: 'own', creatorId: 'own', n: 1 }))).toBe('[{"n":1,"id":"i","createdAt":"t","creatorId":null}]');
  expect(flatOf({ _id: 'i', data: { id: 'own', creatorId: 'own' } })).toBe('[{"creatorId":"own","id":"i"}]');
  expect(flatOf({ _id: 'i' })).toBe('[{"id":"i"}]');
});

test('writes whole numbers of 64 bits, and values of types that only other programs store', () => {
  const at = new Date(0);
  expect(flatOf(row({ n: BSON.Long.fromNumber(2 ** 50) }))).toContain(`"n":${2 ** 50},`);
  expect(flatOf(row({ n: 1 }), row({ at }), row({ n: 2 }))).toContain(`{"at":${JSON.stringify(at)},"id":"i"`);
});

test('counts the bytes of the list, which may be long', () => {
  const flat = new FlatForm(spec);
  for (let n = 0; n < 50; n++) flat.add(BSON.serialize(row({ text: 'ä'.repeat(10_000) })));
  const { length } = flat;
  const text = flat.finish();
  expect(length).toBe(Buffer.byteLength(text));
  expect(JSON.parse(text)).toHaveLength(50);
});
