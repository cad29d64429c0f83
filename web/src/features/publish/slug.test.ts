import { beforeAll, expect, it } from 'vitest';
import { loadLanguage } from '../../i18n/language.ts';
import { addressParts, asSlug, slugProblem } from './slug.ts';

beforeAll(() => loadLanguage('en'));

it.each([
  ['my-app', null],
  ['a1b', null],
  ['ab', 'Use 3 to 40 characters.'],
  ['a'.repeat(41), 'Use 3 to 40 characters.'],
  ['My-app', 'Use lower-case letters, numbers and dashes only.'],
  ['mÿ-app', 'Use lower-case letters, numbers and dashes only.'],
  ['-app', 'Start and end with a letter or a number.'],
])('the slug %s: %s', (slug, problem) => {
  expect(slugProblem(slug)).toBe(problem);
});

it('turns typed text into a slug', () => {
  expect(asSlug('My  new_App')).toBe('my-new-app');
});

it.each([
  ['http://habits.localhost:4001', 'habits', { before: '', after: '.localhost:4001' }],
  ['https://apps.example.org/habits', 'habits', { before: 'apps.example.org/', after: '' }],
  ['http://http.localhost:4001', 'http', { before: '', after: '.localhost:4001' }],
  ['https://apps.example.org/app', 'app', { before: 'apps.example.org/', after: '' }],
  ['https://own.example.org', 'habits', { before: '', after: '' }],
])('splits %s', (url, slug, parts) => {
  expect(addressParts(url, slug)).toEqual(parts);
});
