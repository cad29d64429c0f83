import { expect, test } from 'vitest';
import { accentOf } from './accent.ts';

const kit = accentOf('', null);
const both = (colour: string) => ({ light: colour, dark: colour });

test.each([
  ['a hex colour of three digits', ':root { --primary: #abc; }', both('#aabbcc')],
  ['oklch', ':root { --primary: oklch(0.5 0.19 258) }', both('#005dca')],
  ['the bare numbers of older kit versions', '@layer base { :root { --primary: 222 47% 11%; } }', both('#0f1729')],
  ['a variable of its own', ':root { --brand: rgb(1 2 3); --primary: var(--brand); }', both('#010203')],
  ['a token of Tailwind', '@theme { --color-primary: red; }', both('#ff0000')],
  [
    'a token that refers to an older one',
    ':root { --primary: 0 100% 50% } @theme inline { --color-primary: hsl(var(--primary)); }',
    both('#ff0000'),
  ],
  ['two schemes', ':root { --primary: red } .dark { --primary: blue }', { light: '#ff0000', dark: '#0000ff' }],
  [
    'the colour scheme of the system',
    ':root { --primary: red } @media (prefers-color-scheme: dark) { :root { --primary: blue } }',
    { light: '#ff0000', dark: '#0000ff' },
  ],
  [
    'comments and blanks',
    '/* :root { --primary: blue } */ :root /* x */ , .light { /* y */ --primary /* z */ : red /* end */ }',
    both('#ff0000'),
  ],
  ['the last of several', ':root { --primary: blue } :root { --primary: red !important; }', both('#ff0000')],
  ['a semicolon within a function', ':root { --a: url(x;y); --primary: red }', both('#ff0000')],
])('reads %s', (_what, globals, expected) => {
  expect(accentOf(globals, null)).toEqual(expected);
});

test('falls back to the accent of the kit', () => {
  expect(kit?.light).toMatch(/^#[0-9a-f]{6}$/);
  expect(kit?.dark).not.toBe(kit?.light);
  for (const globals of ['.card { --primary: red }', '@media print { :root { --primary: red } }', ':root .card { --primary: red }', '}'])
    expect(accentOf(globals, null)).toEqual(kit);
  expect(accentOf('.dark { --primary: red }', null)).toEqual({ light: kit?.light, dark: '#ff0000' });
});

test.each([
  ['no colour', ':root { --primary: url(https://elsewhere.example/x) }'],
  ['a transparent colour', ':root { --primary: rgb(1 2 3 / 50%) }'],
  ['a circular reference', ':root { --primary: var(--a); --a: var(--primary) }'],
  ['a value that breaks out of its declaration', ':root { --primary: red; } body{background:url(x)}'.replace('red', 'red) blue')],
  ['more than a colour', ':root { --primary: red url(x) }'],
])('finds no accent in %s', (_what, globals) => {
  expect(accentOf(globals, null)).toBeNull();
});

test('prefers the button colour chosen by the builder when it is valid', () => {
  expect(accentOf(':root { --primary: red }', 'RGB(0 0 255)')).toEqual(both('#0000ff'));
  expect(accentOf(':root { --primary: red }', 'linear-gradient(red, blue)')).toEqual(both('#ff0000'));
});

test.each([
  ['blanks', `:root{--primary:${' '.repeat(49_000)}`],
  ['blocks', '{'.repeat(49_000)],
  ['parentheses', `:root{--primary:${'('.repeat(49_000)}`],
  ['comments', `:root{${'/**/'.repeat(12_000)}`],
  ['variables', `:root{${'--a:var(--a);'.repeat(3_700)}}`],
  ['selectors', `${':root,'.repeat(8_000)}{}`],
  ['quotes', '"\\'.repeat(24_000)],
])('finds the accent of the kit in a style sheet of %s', (_what, globals) => {
  expect(accentOf(globals, null)).toEqual(kit);
});

test('ignores style sheets of more than 50,000 characters', () => {
  const globals = ':root { --primary: red }';
  expect(accentOf(globals.padEnd(50_000), null)).toEqual(both('#ff0000'));
  expect(accentOf(globals.padEnd(50_001), null)).toEqual(kit);
});
