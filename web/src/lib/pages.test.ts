import { describe, expect, it } from 'vitest';
import { mainPage, pageFor, pageLabel, pagePath } from './pages.ts';

const pages = [
  { name: 'Stats', path: 'stats', isMain: false },
  { name: 'Home', path: 'home', isMain: true },
  { name: 'Habit-Details', path: 'habitdetails', isMain: false },
];

describe('pages and their URLs', () => {
  it.each([
    ['Home', 'home'],
    ['Habit-Details', 'habitdetails'],
  ])('%s is at %s', (name, path) => {
    expect(pagePath(name)).toBe(path);
  });

  it.each([
    ['/', 'Home'],
    ['', 'Home'],
    ['/stats', 'Stats'],
    ['/STATS?week=2#top', 'Stats'],
    ['/app/x/habit-details', 'Habit-Details'],
    ['/nothing', undefined],
    ['/%E0%A4%A', undefined],
  ])('%s shows %s', (address, name) => {
    expect(pageFor(pages, address)?.name).toBe(name);
  });

  it('defaults to the main page, else the first, else none', () => {
    expect([mainPage(pages)?.name, mainPage(pages.slice(0, 1))?.name, mainPage([])]).toEqual(['Home', 'Stats', null]);
  });

  it.each([
    ['HabitDetails', 'Habit details'],
    ['weekly-stats', 'Weekly stats'],
    ['FAQ', 'FAQ'],
    ['Home', 'Home'],
  ])('%s reads as %s', (name, label) => {
    expect(pageLabel(name)).toBe(label);
  });
});
