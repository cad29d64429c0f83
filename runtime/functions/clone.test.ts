import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clone } from './guest/clone.ts';

test('copies what Node copies, to the same', () => {
  const leaf = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true }),
    fc.constant(/a+/gi),
    fc.constant(new Error('broken')),
  );
  fc.assert(
    fc.property(fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf)), (value) => {
      const copy = clone(value);
      expect(copy).toEqual(structuredClone(value));
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
    }),
  );
});

test('keeps cycles, shared parts, and the buffer that views share', () => {
  const part = { text: 'a' };
  const buffer = new ArrayBuffer(4);
  const given = { part, again: part, views: [new Uint8Array(buffer), new Uint16Array(buffer, 2)], itself: null as unknown };
  given.itself = given;
  const copy = clone(given);
  expect(copy.itself).toBe(copy);
  expect(copy.again).toBe(copy.part);
  expect(copy.part).not.toBe(part);
  expect(copy.views[0]?.buffer).toBe(copy.views[1]?.buffer);
});

test.each([[() => 1], [Symbol('a')], [{ deep: [() => 1] }], [Promise.resolve()], [new WeakMap()]])('refuses %o', (value) => {
  expect(() => clone(value)).toThrow(expect.objectContaining({ name: 'DataCloneError' }));
});
