import { expect, test } from 'vitest';
import type { PublishedApp } from '../ref.ts';
import { aboutTags } from './about.ts';

const app: PublishedApp = { appId: 'a', slug: 'habits', name: 'Habits', description: '', buildId: 'b', isSignupEnabled: false };
const tags = (given: Partial<PublishedApp>, path = '/') =>
  aboutTags({ ...app, ...given }, new URL(path, 'https://habits.apps.example.org'));
const icon = (given: Partial<PublishedApp>) => decodeURIComponent(/rel="icon" href="([^"]+)"/.exec(tags(given))?.[1] ?? '');

test('an app without a description gets a generic one', () => {
  expect(tags({})).toContain('<meta name="description" content="Open Habits in your browser. There is nothing to install.">');
});

test('truncates a long description at a word, never within a character', () => {
  const [, text = ''] = /name="description" content="([^"]*)"/.exec(tags({ description: `${'😀😀😀 word '.repeat(60)}` })) ?? [];
  expect(text).toMatch(/ (?:word|😀😀😀)…$/);
  expect(text.length).toBeLessThanOrEqual(200);
  expect(text.isWellFormed()).toBe(true);
});

test.each([
  ['https://cdn.example.org/logo.png', 'https://cdn.example.org/logo.png'],
  ['/files/logo.png', 'https://habits.apps.example.org/files/logo.png'],
])('the logo %s is the icon, and the image of shared links', (logoUrl, address) => {
  expect(icon({ logoUrl })).toBe(address);
  expect(tags({ logoUrl })).toContain(`<meta property="og:image" content="${address}">`);
});

test.each([
  ['habits', 'H'],
  ['  ★ élan', 'É'],
  ['👩‍🚀 Space', '👩‍🚀'],
  ['<svg onload=1>', 'S'],
  ['...', ''],
])('the icon of %j without a logo holds %j', (name, letter) => {
  expect(icon({ name })).toContain(`>${letter}</text></svg>`);
});

test('escapes texts of the builder in elements and attributes', () => {
  const hostile = `"'></title><script>alert(1)</script>`;
  const html = tags({ name: hostile, description: hostile, logoUrl: `https://x.example/${hostile}` }, `/${hostile}?token=secret`);
  expect(html).not.toMatch(/<script|<\/title><|secret/);
  expect(html.match(/<title>/g)).toHaveLength(1);
});
