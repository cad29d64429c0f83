import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listOf, nameLabel } from './text.ts';

test.each([
  ['', []],
  [' , ', []],
  ['a', ['a']],
  [' a, b c ,,d', ['a', 'b c', 'd']],
])('the list %j has the entries %j', (text, entries) => {
  expect(listOf(text)).toEqual(entries);
});

test.each([
  ['Habits', 'Habits'],
  ["Ada's  Bücher-Club & Co", "Ada's Bücher-Club & Co"],
  ['日本語の家計簿', '日本語の家計簿'],
  ['Your account was closed. Visit https://evil.example now', 'Your account was closed Visit…'],
  ['pay@bank.example', 'pay bank example'],
  ['x\r\nBcc: eve@example.org', 'x Bcc eve example org'],
  ['evil。example／login', 'evil example login'],
  ['a\u202Eb\u200Bc', 'abc'],
  ['!!!', ''],
])('the name %j is %j in a mail', (name, label) => expect(nameLabel(name)).toBe(label));

test('no name in a mail is an address, a link, a header or long', () => {
  const hostile = fc.array(
    fc.constantFrom('.', ':', '/', '@', '\n', '．', '：', '．', '․', '。', 'evil', 'com', ' ', '<', '\u202E', '\u0301'),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        hostile.map((parts) => parts.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (name) => {
        expect(nameLabel(name)).not.toMatch(/[.:/@<>"\\,;!?()[\]\p{C}\p{Zl}\p{Zp}]|[．。｡․：／＠]/u);
        expect(nameLabel(name).length).toBeLessThanOrEqual(40);
      },
    ),
  );
});
