import { describe, expect, test } from 'vitest';
import { buildStyles } from './styles.ts';

const build = async (globals: string, classes: string[] = []): Promise<{ css?: string; fault?: string; place?: object }> =>
  buildStyles({ owner: 'app', globals, words: [classes], onWork() {} });

describe('globals.css', () => {
  test.each([
    ['', ['p-4'], '.p-4'],
    ['@import "tailwindcss";\n.mine { color: red }', [], '.mine'],
    ["@import 'tailwindcss';\n@import 'tw-animate-css';", ['animate-in'], '.animate-in'],
    ['@tailwind base;\n@tailwind components;\n@tailwind utilities;\n.mine { @apply p-2 }', [], '.mine'],
    ['@theme { --color-brand: #123456 }', ['bg-brand'], '#123456'],
    ['', ['bg-primary'], 'var(--primary)'],
    [':root { --primary: 222 47% 11%; }', ['bg-primary'], '--primary: hsl(222 47% 11%)'],
    ['.mine { color: hsl(var(--primary)); background: hsl(var(--muted) / 0.5) }', [], 'hsl(from var(--muted) h s l / 0.5)'],
    ['/* @plugin "x"; */', ['p-4'], '.p-4'],
    ['.mine::after { content: "@import url(x) /* " }', [], '@import url(x) /* '],
    ['.mine::after { content: "--a: 1 2% 3%; @tailwind base;" }', [], '"--a: 1 2% 3%; @tailwind base;"'],
    [".mine::after { content: '\\'@plugin' }", [], "\\'@plugin"],
    ['.mine { background: url(@import) }', [], 'url(@import)'],
    ['.mine { background: url("data:image/svg+xml,/*") } /* @config "x" */', [], 'svg+xml,/*'],
    ['/* @import "tailwindcss"; @import "sayso-theme"; */', ['bg-primary'], 'var(--primary)'],
    ['@import/* the kit */"tailwindcss";\n.mine { color: red }', [], '.mine'],
  ])('%j with %j', async (globals, classes, expected) => {
    const { css, fault } = await build(globals, classes);
    expect(fault).toBeUndefined();
    expect(css).toContain(expected);
  });
});

describe('rejected in globals.css', () => {
  test.each([
    ['@import url("https://example.org/x.css");', 1, /cannot import/],
    ['@import "https://example.org/x.css";', 1, /cannot import "https:\/\/example.org\/x.css"/],
    ['\n@import "./other.css";', 2, /cannot import ".\/other.css"/],
    ['@import "../../../etc/passwd";', 1, /cannot import/],
    ['@import "constructor";', 1, /cannot import/],
    ['@plugin "@tailwindcss/typography";', 1, /@plugin cannot be used/],
    ['@config "./tailwind.config.js";', 1, /@config cannot be used/],
    ['@source "../**/*.ts";', 1, /@source cannot be used/],
    ['/*\n*/ @PLUGIN "x";', 2, /@PLUGIN cannot be used/],
    ['.a::after { content: "/*" }\n@import url(https://example.org/x.css); /* */', 2, /cannot import/],
    [".a::after { content: '/*' }\n@import 'https://example.org/x.css'; .b::after { content: '*/' }", 2, /cannot import/],
    ['.a { background: url(/*) }\n@plugin "x"; .b { background: url(*/) }', 2, /@plugin cannot be used/],
    ['@\\69mport "https://example.org/x.css";', 1, /cannot import "https/],
    ['@\\000049 mport "https://example.org/x.css";', 1, /cannot import "https/],
    ['@import/**/"https://example.org/x.css";', 1, /cannot import "https/],
    ['@import "\\68ttps://example.org/x.css";', 1, /cannot import "https/],
    ['@media print {\n@import "https://example.org/x.css"; }', 2, /cannot import "https/],
    ['\ufeff@import "https://example.org/x.css";', 1, /cannot import "https/],
    ['.😀 { color: red }\n\n.b { x: "\n} @import "https://example.org/x.css";', 3, /in quotes is not closed/],
    ['.a {}\n/* @import "x";', 2, /comment is not closed/],
    ['.a {}\n/*/', 2, /comment is not closed/],
    ['.a { background: url(a b) }', 1, /url\(…\) is not closed, or needs quotes/],
  ])('%j', async (globals, line, message) => {
    const { css, fault, place } = await build(globals);
    expect(css).toBeUndefined();
    expect(fault).toMatch(message);
    expect(place).toMatchObject({ line });
  });

  test('removing a directive does not join the surrounding text', async () => {
    expect((await build('@im@tailwind base;port url(https://example.org/x.css);')).css).not.toMatch(/@import/);
  });

  test.each(['/*', '"\n', 'url(a b', '@import "tailwindcss'])('rejects 200,000 times %j', async (piece) => {
    expect((await build(piece.repeat(200_000))).fault).toBeTypeOf('string');
  });

  test.each(['.a { @apply nothing-of-this }', '}}}', '.a{'.repeat(50_000)])(
    'reports a syntax error instead of throwing: %#',
    async (globals) => {
      expect((await build(globals)).fault).toBeTypeOf('string');
    },
  );
});

test('the same classes give the same style sheet, independent of earlier builds', async () => {
  const first = await build('.x { color: red }', ['p-1', 'p-2', 'no-class-at-all']);
  await build('.x { color: red }', ['p-1', 'p-2', 'p-3', 'md:flex']);
  const again = await build('.x { color: red }', ['p-2', 'other-words', 'p-1']);
  expect(again).toEqual(first);
  expect((await build('.x { color: red }', ['p-2'])).css).not.toContain('.p-1');
});

test('classes of one app do not leak into another', async () => {
  await buildStyles({ owner: 'one', globals: '', words: [["content-['secret']"]], onWork() {} });
  const other = await buildStyles({ owner: 'two', globals: '', words: [['p-1']], onWork() {} });
  expect('css' in other && other.css).not.toContain('secret');
});
