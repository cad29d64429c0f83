import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const sources = [
  'web/src/**/*.{ts,tsx}',
  'plugins/**/*.ts',
  'runtime/{browser,kit,sdk,serve}/**/*.{ts,tsx}',
  'core/{contract,http,graph}/**/*.ts',
];
/** Word lists hold the words of builders' requests; German has words of its own. */
const excluded = /node_modules|web\/.*\/de(?:-inserted)?\.ts$|\.(?:test|fixture|suite)\.|\/testing\/|\/gen\/|\/words\//;

/** Words that no screen, mail or message uses, and their replacements. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\be-mails?\b/i, 'email'],
  [/\bwhoever\b/i, 'the person who'],
  [/\b(?:every|some|any|no)body\b/i, 'everyone, someone, anyone, no one'],
];

/** All texts of a file with several words: string literals, templates and JSX text. */
function textsOf(path: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: string; value?: unknown };
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value);
    if (type === 'TemplateElement') texts.push((value as { cooked: string | null }).cooked ?? '');
    Object.values(node).forEach(visit);
  };
  visit(parseSync(path, readFileSync(join(root, path), 'utf8')).program.body);
  return texts.filter((text) => /\S\s+\S/.test(text));
}

test('texts use the standard words', () => {
  const paths = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((path) => !excluded.test(path));
  expect(paths.length).toBeGreaterThan(300);
  const found = paths.flatMap((path) =>
    textsOf(path).flatMap((text) =>
      banned.filter(([word]) => word.test(text)).map(([, instead]) => `${path}: say ${instead} in “${text.trim().slice(0, 120)}”`),
    ),
  );
  expect(found).toEqual([]);
});
