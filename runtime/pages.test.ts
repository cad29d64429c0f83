import { describe, expect, test } from 'vitest';
import { isCall, isReserved, listPages, mainPageOf, pagePath, resolvePage } from './pages.ts';

const files = { 'pages/Home': '', 'pages/Habit-Details': '', 'pages/Stats': '', 'components/Card': '', layout: '' };

test('files without a default export are no pages of an app with a router of its own', () => {
  const pages = { 'pages/Home': 'export default () => null;', 'pages/Empty': '', 'pages/Parts': 'export const Part = () => null;' };
  const named = (more: Readonly<Record<string, string>>) => listPages({ ...pages, ...more }, null).map(({ name }) => name);
  expect(named({ App: 'export default () => null;' })).toEqual(['Home']);
  expect(named({})).toEqual(['Home', 'Empty', 'Parts']);
  expect(named({ App: '', 'pages/Empty': "export { Page as default } from '../Page';" })).toEqual(['Home', 'Empty']);
});

test.each(['api', 'live_api', 'integrations', 'runtime'])('/%s is no call, and what is below it is one', (folder) => {
  expect([`/${folder}`, `/${folder}/`, `/${folder}?a=b`, `/${folder}s/x`].map(isReserved)).toEqual([false, false, false, false]);
  expect([`/${folder}/x`, `/${folder}/x/y?a=b`].map(isReserved)).toEqual([true, true]);
});

test.each(['graphql', 'healthz', 'readyz', 'metrics'])('/%s may be a page of an app, and is a call for what calls it', (name) => {
  expect([isReserved(`/${name}`), isCall(`/${name}`), isCall(`/${name}?a=b`)]).toEqual([false, true, true]);
});

describe('resolvePage', () => {
  const address = { pages: listPages(files, null), id: 'a1', slug: 'habits' };
  test.each([
    ['/', 'Home'],
    ['', 'Home'],
    ['/home', 'Home'],
    ['/stats', 'Stats'],
    ['/Stats', 'Stats'],
    ['/habitdetails', 'Habit-Details'],
    ['/habit-details', 'Habit-Details'],
    ['/app/habits/stats', 'Stats'],
    ['/stats/', 'Stats'],
    ['/habits', 'Home'],
    ['/app/habits', 'Home'],
    ['/a1', 'Home'],
    ['/nope', null],
    ['/stats/nope', null],
    ['/%E0%A4%A', null],
    ['/pages%2FStats', null],
  ])('%s opens %s', (path, name) => {
    expect(resolvePage(address, path)?.name ?? null).toBe(name);
  });

  test('resolves no page in an app without pages', () => {
    expect(resolvePage({ pages: [], id: 'a1' }, '/')).toBeNull();
  });

  test('needs an id or a slug', () => {
    expect(() => resolvePage({ pages: address.pages }, '/')).toThrow('Either an id or a slug must be given.');
  });
});

describe('the main page', () => {
  test.each([
    { names: ['About', 'Home'], chosen: 'About', main: 'Home' },
    { names: ['About', 'Dashboard'], chosen: 'About', main: 'About' },
    { names: ['About', 'Dashboard'], chosen: 'Gone', main: 'Dashboard' },
    { names: ['About', 'Dashboard', 'Index'], chosen: null, main: 'Index' },
    { names: ['Beta', 'Alpha'], chosen: null, main: 'Beta' },
    { names: [], chosen: null, main: null },
  ])('of $names with $chosen chosen is $main', ({ names, chosen, main }) => {
    expect(mainPageOf(names, chosen)).toBe(main);
  });

  test('comes first in the list, the others by name', () => {
    expect(listPages({ 'pages/Zoo': '', 'pages/Ant': '', 'pages/Main': '' }, null)).toEqual([
      { name: 'Main', path: 'main', isMain: true },
      { name: 'Ant', path: 'ant', isMain: false },
      { name: 'Zoo', path: 'zoo', isMain: false },
    ]);
  });
});

test('a page name in a URL is lower-case without dashes', () => {
  expect(pagePath('Habit-Details-2')).toBe('habitdetails2');
});
