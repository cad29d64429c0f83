import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withEncodings } from './guest/text-decoder.ts';

/** The engine of functions: UTF-8 alone. */
class Utf8 extends TextDecoder {
  constructor(label = 'utf-8') {
    if (!/^utf-?8$/.test(label)) throw new RangeError('The encoding label provided is not supported.');
    super(label);
  }
}
const Decoder = withEncodings(Utf8 as typeof TextDecoder);

test.each(['utf-8', 'latin1', 'ISO-8859-1', 'ascii', 'windows-1252', ' latin1 '])('%j decodes as in Node', (label) => {
  expect(new Decoder(label).encoding).toBe(new TextDecoder(label).encoding);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(new Decoder(label).decode(bytes)).toBe(new TextDecoder(label).decode(bytes));
    }),
  );
});

test('UTF-16 decodes what was encoded, with and without a mark, at any place of its buffer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), fc.nat(3), (text, isMarked, offset) => {
      const units = Buffer.from((isMarked ? '\ufeff' : '') + text, 'utf16le');
      const bytes = new Uint8Array(Buffer.concat([Buffer.alloc(offset), units])).subarray(offset);
      expect(new Decoder('utf-16le').decode(bytes)).toBe(new TextDecoder('utf-16le').decode(bytes));
    }),
  );
});

test('UTF-16 decodes any bytes as Node does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(new Decoder('utf-16le').decode(bytes)).toBe(new TextDecoder('utf-16le').decode(bytes));
    }),
  );
});

test('an encoding that is not known is refused as by the engine', () => {
  expect(() => new Decoder('shift_jis')).toThrow(RangeError);
  expect(new Decoder('latin1').decode()).toBe('');
});
