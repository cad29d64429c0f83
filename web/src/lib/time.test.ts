import { beforeAll, expect, it } from 'vitest';
import { loadLanguage } from '../i18n/language.ts';
import { timeAgo } from './time.ts';

beforeAll(() => loadLanguage('en'));

it.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [7_200, '2 hours ago'],
  [90_000, 'yesterday'],
  [1_209_600, '2 weeks ago'],
])('%i seconds are %s', (seconds, words) => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  expect(timeAgo(new Date(now - seconds * 1_000).toISOString(), now)).toBe(words);
});
