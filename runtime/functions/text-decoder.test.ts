import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withEncodings } from './guest/text-decoder.ts';

/** The engine of functions: UTF-8 alone. */
class Utf8 extends TextDecoder {
  constructor(label = 'utf-8', options?: TextDecoderOptions) {
    if (!/^utf-?8$/.test(label)) throw new RangeError('The encoding label provided is not supported.');
    super(label, options);
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

/** Bytes that are likely to be halves of characters, marks, and what makes them whole. */
const broken = fc
  .array(fc.constantFrom(0xd83d, 0xde00, 0xfeff, 0xfffe, 0x41, 0x20ac, 0xdc00, 0xdbff), { maxLength: 8 })
  .chain((units) => fc.tuple(fc.constant(Uint8Array.from(units.flatMap((unit) => [unit & 255, unit >> 8]))), fc.boolean()))
  .map(([bytes, isCut]) => (isCut ? bytes.subarray(0, -1) : bytes));
const outcome = (run: () => string) => {
  try {
    return run();
  } catch (error) {
    return (error as Error).name;
  }
};

test.each(['utf-8', 'latin1', 'windows-1252', 'utf-16le', 'utf-16be', 'unicode'])(
  '%s decodes parts of any streams, strictly or not, as Node does',
  (label) => {
    const parts = fc.array(fc.tuple(fc.oneof(fc.uint8Array({ maxLength: 5 }), broken), fc.boolean()), { maxLength: 6 });
    fc.assert(
      fc.property(parts, fc.boolean(), fc.boolean(), (given, fatal, ignoreBOM) => {
        const [own, nodes] = [new Decoder(label, { fatal, ignoreBOM }), new TextDecoder(label, { fatal, ignoreBOM })];
        expect([own.encoding, own.fatal, own.ignoreBOM]).toEqual([nodes.encoding, nodes.fatal, nodes.ignoreBOM]);
        for (const [bytes, stream] of given) {
          const [mine, theirs] = [own, nodes].map((decoder) => outcome(() => decoder.decode(bytes, { stream })));
          expect(mine).toBe(theirs);
          // What follows an error is not the same in all engines.
          if (theirs === 'TypeError') return;
        }
      }),
      { numRuns: 500 },
    );
  },
);

test('an encoding that is not known is refused as by the engine', () => {
  expect(() => new Decoder('shift_jis')).toThrow(RangeError);
  expect(new Decoder('latin1').decode()).toBe('');
});
