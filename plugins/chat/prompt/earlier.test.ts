import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeEarlier, type EarlierTurn } from './earlier.ts';
import { countTokens } from './tokens.ts';

const asked = (request: string, review: EarlierTurn['review'] = null): EarlierTurn => ({ request, review });
const many = Array.from({ length: 200 }, (_, index) => asked(`Change number ${index} of the page for the members of the club`));
const review: NonNullable<EarlierTurn['review']> = {
  lines: [
    { subject: 'page', change: 'added', names: ['Chart', 'Stats'], count: 2, table: null },
    { subject: 'field', change: 'removed', names: ['due'], count: 1, table: 'Task' },
  ],
  moreLines: 0,
  vanished: [],
  moreVanished: 0,
};

test('tells requests in their order, quoted and in one line, with what they changed', () => {
  const text = describeEarlier([asked('A chart\nof "hours"', review), asked('Make it red')], 400);
  expect(text.split('\n').slice(1)).toEqual([
    '- "A chart of \\"hours\\"": added page Chart, Stats; removed field due of Task',
    '- "Make it red"',
  ]);
});

test('is empty without requests, and without room', () => {
  expect(describeEarlier([], 400)).toBe('');
  expect(describeEarlier([asked('A chart')], 10)).toBe('');
});

test('keeps the newest, and says how many are left out', () => {
  const text = describeEarlier(many, 300);
  expect(text).toContain('Change number 199 ');
  expect(text).not.toContain('Change number 0 ');
  const shown = text.split('\n').filter((line) => line.startsWith('- ')).length;
  expect(text).toContain(`(${200 - shown} more are left out)`);
});

test.each(['Never show the prices to visitors', 'From now on write dates as 31.12.2026', 'Die Preise sind immer in Euro'])(
  'keeps an early wish that holds from then on: %s',
  (wish) => {
    expect(describeEarlier([asked(wish), ...many], 300)).toContain(JSON.stringify(wish));
  },
);

test('leaves room for the newest beside many such wishes', () => {
  const wishes = many.map(({ request }) => asked(`Always ${request}`));
  expect(describeEarlier([...wishes, asked('Make it red')], 300)).toContain('"Make it red"');
});

test('never exceeds its tokens', () => {
  const turns = fc.array(
    fc.string({ maxLength: 300 }).map((request) => asked(request)),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(turns, fc.nat(600), (all, tokens) => {
      expect(countTokens(describeEarlier(all, tokens))).toBeLessThanOrEqual(tokens);
    }),
  );
});
