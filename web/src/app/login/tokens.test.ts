import { readFileSync } from 'node:fs';
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { createAppTheme, cssVariables } from '../theme.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const theme = mergeMantineTheme(DEFAULT_THEME, createAppTheme({ close: '' }));
const { light, dark } = cssVariables(theme);
/** The declarations of a rule. */
const declared = (selector: string) =>
  new Map(
    [...(css.split(`${selector} {`)[1]?.split('}')[0] ?? '').matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

test.each([
  ['light', ':root', light],
  ['dark', ':root[data-mantine-color-scheme="dark"]', dark],
])('has the tokens of the theme in %s', (_scheme, selector, tokens) => {
  const own = declared(selector);
  for (const [name, value] of Object.entries(tokens)) if (own.has(name)) expect([name, own.get(name)]).toEqual([name, value]);
  expect(own.get('--mantine-color-text')).toBe(selector === ':root' ? theme.black : theme.colors['dark']?.[0]);
  expect(own.size).toBeGreaterThan(12);
});
