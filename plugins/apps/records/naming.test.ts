import { expect, it } from 'vitest';
import { parseEntity } from '../versions/entity-schema.ts';
import { fileKind, filePath } from '../versions/paths.ts';
import { chosenSlug, nameFromPrompt, slugFromName } from './naming.ts';

it('a name is cut between characters', () => {
  expect(nameFromPrompt(`${'x'.repeat(39)}😀`)).toBe(`X${'x'.repeat(38)}`);
});

it.each([
  ['pages/Home.tsx', 'pages/Home'],
  ['src/pages/Home.jsx', 'pages/Home'],
  ['./pages/Home.js', 'pages/Home'],
  ['@/components/HabitCard', 'components/HabitCard'],
  ['components/habits/HabitCard.tsx', 'components/habits/HabitCard'],
  ['services/stats.ts', 'services/stats'],
  ['Layout.js', 'layout'],
  ['src/Layout.jsx', 'layout'],
  ['globals.css', 'globals.css'],
  ['src/globals.css', 'globals.css'],
  ['globalsCss', 'globals.css'],
  ['entities/Habit', 'entities/Habit.json'],
  ['Entities/Habit.json', 'entities/Habit.json'],
  ['src/lib/x.ts', 'lib/x'],
  ['Hooks/use-cart.jsx', 'hooks/use-cart'],
  ['src/components/ui/PageHeader.tsx', 'components/ui/PageHeader'],
  ['components/Foo.config.ts', 'components/Foo.config'],
  ['components/Foo.config', 'components/Foo.config'],
  ['pages/admin/Users.tsx', 'pages/admin/Users'],
  ['pages/Home.module.css', 'pages/Home.module.css'],
  ['src/data/plans.json', 'data/plans.json'],
  ['src/assets/logo.svg', 'assets/logo.svg'],
  ['src/App.tsx', 'App'],
  ['src/main.jsx', 'main'],
  ['pages.config.js', 'pages.config'],
  ['components/Menü.tsx', 'components/Menü'],
])('%s is %s', (path, expected) => {
  expect(filePath(path)).toBe(expected);
});

it.each<[path: string, kind: string]>([
  ['pages/Home', 'page'],
  ['pages/Home.config', 'module'],
  ['pages/admin/Users', 'module'],
  ['pages/Home.css', 'asset'],
  ['components/ui/PageHeader', 'component'],
  ['services/stats', 'service'],
  ['hooks/use-cart', 'module'],
  ['App', 'module'],
  ['data/plans.json', 'asset'],
  ['entities/Habit.json', 'entity'],
  ['layout', 'layout'],
  ['globals.css', 'globalsCss'],
])('%s is a %s', (path, kind) => {
  expect(fileKind(path)).toBe(kind);
});

it.each([
  '',
  '../pages/Home',
  'pages/../../etc/passwd',
  '/etc/passwd',
  'pages\\Home',
  'pages/',
  'node_modules/x',
  'lib/notes.md',
  'components/a b',
  'Card',
  'lib/',
  'entities/a/b',
  'entities/Habit.tsx',
  'package.json',
  `pages/${'a'.repeat(65)}`,
  'pages/Home\0',
])('%j is no file of an app', (path) => {
  expect(() => filePath(path)).toThrow('is not a file of an app');
});

it.each([
  ['Habit tracker', 'habit-tracker'],
  ['  Café & Crème!  ', 'cafe-creme'],
  ['a'.repeat(60), 'a'.repeat(32)],
])('%s gets the slug %s', (name, slug) => {
  expect(slugFromName(name)).toBe(slug);
});

it.each([['Admin'], ['日本語'], ['A'], ['www']])('%s gets a valid slug', (name) => {
  expect(chosenSlug(slugFromName(name))).toMatch(/-[a-z0-9]{5}$/);
});

it.each(['www', 'api', 'localhost', 'ab', '-abc', 'abc-', 'Abc', 'a_b', 'a.b', 'xn--abc', 'a'.repeat(41), ''])(
  'rejects the slug %j',
  (slug) => {
    expect(() => chosenSlug(slug)).toThrow('address');
  },
);

it.each([
  ['Build me a habit tracker with streaks and a calendar', 'Habit tracker'],
  ['I want to create an app that helps my team plan lunches', 'New app'],
  ['Please make a simple recipe book.', 'Recipe book'],
  ['todo', 'Todo'],
  ['A CRM for a small gallery', 'CRM'],
  ['   ', 'New app'],
])('%j names %j', (prompt, name) => {
  expect(nameFromPrompt(prompt)).toBe(name);
});

it.each([`pages/${'a'.repeat(65)}`, `entities/${'a'.repeat(65)}.json`, `components/${'b'.repeat(65)}/A`])(
  'limits the length of a name: %s',
  (path) => {
    expect(() => filePath(path)).toThrow('a name has at most 64 characters.');
  },
);

it.each<[property: object, message: string]>([
  [{ type: 'string', enum: ['x'.repeat(201)] }, 'properties.a.enum.0: has at most 200 characters.'],
  [{ type: 'string', title: 'x'.repeat(201) }, 'properties.a.title: has at most 200 characters.'],
  [{ type: 'string', description: 'x'.repeat(5001) }, 'properties.a.description: has at most 5000 characters.'],
  [{ type: 'object', properties: { ['x'.repeat(65)]: {} } }, 'The name of a property has at most 64 characters.'],
])('limits the length of a schema’s texts: %#', (property, message) => {
  expect(() => parseEntity('entities/A.json', JSON.stringify({ properties: { a: property } }))).toThrow(message);
});
