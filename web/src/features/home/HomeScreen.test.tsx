import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AppCardFragment } from '../../gen/home.ts';
import { alert, button, field, focused, gone, isGone, link, list, menuItem, text, textGone, toggle } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, pending, refusal } from '../../testing/server.ts';
import { HomeScreen } from './HomeScreen.tsx';

const app = (name: string, more: Partial<AppCardFragment> = {}): object => ({ ...draftApp, id: name.toLowerCase(), name, ...more });
const habits = app('Habits');
const recipes = app('Recipes', { status: 'active' });
const assistant = { label: 'small', model: 'small', isDemo: false, hint: null, examplePrompts: ['A recipe box'], refusal: null };
const template = { name: 'poll', title: 'Poll', description: 'Ask people.', pictureUrl: '/poll.jpeg', isShared: false, author: null };

const home = (answers: Answers) =>
  renderScreen(<HomeScreen />, {
    path: '/home',
    at: '/home',
    answers: { apps: [habits, recipes], assistant, appTemplates: [], ...answers },
  });

const more = async (name: string, user: ReturnType<typeof home>['user']) => user.click(await button(`More for ${name}`));

it('shows a skeleton while the apps load', async () => {
  home({ apps: pending });
  expect((await screen.findByRole('list', { busy: true })).children.length).toBe(3);
});

it('is the prompt and all templates alone before the first app', async () => {
  home({ apps: [], appTemplates: ['1', '2', '3', '4', '5'].map((name) => ({ ...template, name, title: `Poll ${name}` })) });
  await button('Poll 5');
  expect(screen.queryByText(/^Your apps/)).toBeNull();
  expect(isGone('button', /^Show all/)).toBe(true);
});

it('shows the apps with their state, and the first row of templates', async () => {
  const { user } = home({ appTemplates: ['1', '2', '3', '4', '5'].map((name) => ({ ...template, name, title: `Poll ${name}` })) });
  const [first, second] = await screen.findAllByRole('article');
  within(first!).getByText('Draft');
  within(second!).getByText('Live');
  expect(within(first!).getByRole('link').getAttribute('href')).toBe('/build/app/habits');
  await button('Poll 4');
  expect(isGone('button', 'Poll 5')).toBe(true);
  await user.click(await button('Show all 5'));
  await button('Poll 5');
});

it.each([
  ['no connection', offline, 'The server cannot be reached. Check your connection and try again.'],
  ['an error of the server', refusal(500, 'The store is full.'), 'The store is full.'],
])('offers to load the apps again after %s', async (_name, failure, sentence) => {
  const { server, user } = home({ apps: failure });
  await text('Could not load your apps');
  await alert(sentence);
  server.answer({ apps: [habits] });
  await user.click(await button('Try again'));
  await link('Habits');
});

it.each([
  ['saves on Enter', '{Control>}a{/Control}Better habits{Enter}', ['Better habits']],
  ['cancels on Escape', 'x{Escape}', []],
  ['keeps an empty name open', '{Control>}a{/Control}{Delete}{Enter}{Escape}', []],
])('renaming %s, and returns the focus to the menu', async (_name, keys, names) => {
  const { server, user } = home({ renameApp: ({ name }: { name: string }) => app('Habits', { name }) });
  await more('Habits', user);
  await user.click(await menuItem('Rename'));
  await focused(await field('App name'));
  await user.keyboard(keys);
  await gone('textbox', 'App name');
  expect(server.calls('renameApp').map(({ name }) => name)).toEqual(names);
  await focused(await button(`More for ${names[0] ?? 'Habits'}`));
});

it('shows a new name at once, and the old one again when it is refused', async () => {
  const rename = held(refusal(500, 'The store is full.'));
  const { user } = home({ renameApp: rename });
  await more('Habits', user);
  await user.click(await menuItem('Rename'));
  await user.type(await field('App name'), ' 2{Enter}', { initialSelectionStart: 6, initialSelectionEnd: 6 });
  await link('Habits 2');
  rename.release();
  await alert('The store is full.');
  await link('Habits');
});

it('says that a name was not saved without a connection', async () => {
  const { user } = home({ renameApp: offline });
  await more('Habits', user);
  await user.click(await menuItem('Rename'));
  await user.type(await field('App name'), '2{Enter}');
  await alert('Failed saving app, your changes might be lost. Please try again or contact us.');
});

it('uses the menu by keyboard', async () => {
  const { user } = home({});
  const opener = await button('More for Recipes');
  opener.focus();
  await user.keyboard('{Enter}');
  await focused(await menuItem('Rename'));
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  const live = await menuItem('Open live app');
  await focused(live);
  expect(live.getAttribute('href')).toBe('http://habits.localhost:4001');
  await user.keyboard('{Escape}');
  await gone('menu', '');
  await focused(opener);
});

it('offers no live app for a draft', async () => {
  const { user } = home({});
  await more('Habits', user);
  await menuItem('Duplicate');
  expect(isGone('menuitem', 'Open live app')).toBe(true);
});

it('duplicates an app', async () => {
  const { server, user } = home({ duplicateApp: app('Habits copy') });
  await more('Habits', user);
  server.answer({ apps: [app('Habits copy'), habits] });
  await user.click(await menuItem('Duplicate'));
  await text('Duplicated Habits');
  await more('Habits', user);
  await user.click(await menuItem('Duplicate with rows'));
  await waitFor(() =>
    expect(server.calls('duplicateApp')).toEqual([
      { id: 'habits', withRows: false },
      { id: 'habits', withRows: true },
    ]),
  );
  await link('Habits copy');
});

it('deletes an app at once and offers to undo it', async () => {
  const { server, user } = home({
    deleteApp: { id: 'habits', deletedAt: '2026-01-02T08:00:00Z' },
    undoDeleteApp: { ...habits, deletedAt: null },
  });
  await more('Habits', user);
  server.answer({ apps: [recipes] });
  await user.click(await menuItem('Delete'));
  await gone('link', 'Habits');
  await text('Deleted Habits');
  // The focused menu button disappeared with its card.
  await focused(await link('Recipes'));
  server.answer({ apps: [habits, recipes] });
  await user.click(await button('Undo'));
  await link('Habits');
  expect(server.calls('undoDeleteApp')).toEqual([{ id: 'habits' }]);
  await gone('button', 'Undo');
});

it('shows an app again whose deletion is refused', async () => {
  const { user } = home({ deleteApp: refusal(409, 'Your app is being published.') });
  await more('Habits', user);
  await user.click(await menuItem('Delete'));
  await alert('Your app is being published.');
  await link('Habits');
  expect(isGone('button', 'Undo')).toBe(true);
});

/** Comes back to the screen, which shows the cached list at once and refetches it. */
async function comeBack({ router, server }: ReturnType<typeof home>, apps: unknown): Promise<void> {
  await act(() => router.navigate('/elsewhere'));
  server.answer({ apps });
  await act(() => router.navigate('/home'));
}

it('an answer to an older request neither undoes a deletion nor hides a copy', async () => {
  const [before, older] = [held([habits, recipes]), held([recipes])];
  const screens = home({ deleteApp: { id: 'habits', deletedAt: '2026-01-02T08:00:00Z' }, duplicateApp: app('Recipes copy') });
  const { server, user } = screens;
  await link('Habits');
  await comeBack(screens, before);
  await more('Habits', user);
  server.answer({ apps: [recipes] });
  await user.click(await menuItem('Delete'));
  await text('Deleted Habits');
  before.release();
  await gone('link', 'Habits');

  await comeBack(screens, older);
  await more('Recipes', user);
  server.answer({ apps: [app('Recipes copy'), recipes] });
  await user.click(await menuItem('Duplicate'));
  await text('Duplicated Recipes');
  older.release();
  await link('Recipes copy');
});

it('starts an app from a template, and says why it cannot', async () => {
  const create = held({ id: 'new' });
  const { router, server, user } = home({ appTemplates: [template], createAppFromTemplate: refusal(429, 'You have too many apps.') });
  await user.click(await button('Poll'));
  await alert('You have too many apps.');
  server.answer({ createAppFromTemplate: create });
  await user.click(await button('Poll'));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Poll' }).disabled).toBe(true));
  create.release();
  await waitFor(() => expect(router.state.location.pathname).toBe('/build/app/new'));
});

it('shares an app as a template, shares it again and takes it back', async () => {
  const own = { name: 'own', title: 'Habits', description: 'Every day.', sharedAt: '2026-01-01T00:00:00.000Z', hasRows: true };
  const { server, user } = home({ sharedTemplate: null, shareTemplate: refusal(400, 'This app has nothing to share yet.') });
  await more('Habits', user);
  await user.click(await menuItem('Share as template…'));
  await user.type(await field('What it is for, in a sentence'), 'Every day.');
  await user.click(await toggle(/^Include rows/));
  await user.click(await button('Share'));
  await alert('This app has nothing to share yet.');
  server.answer({ shareTemplate: own, appTemplates: [{ ...template, name: 'own', title: 'Habits', isShared: true, author: 'Ada' }] });
  await user.click(await button('Share'));
  await text('Shared Habits as a template');
  await text('By Ada');
  expect(server.calls('shareTemplate').at(-1)).toEqual({ appId: 'habits', title: 'Habits', description: 'Every day.', withRows: true });

  server.answer({ sharedTemplate: own, unshareTemplate: true, appTemplates: [] });
  await more('Habits', user);
  await user.click(await menuItem('Share as template…'));
  expect((await field('What it is for, in a sentence')).value).toBe('Every day.');
  await user.click(await button('Take back'));
  await text('It is not a template any more');
  await textGone('By Ada');
});

it('is named in the title, and has one level-1 heading', async () => {
  home({});
  await list('Examples');
  expect(document.title).toBe('Home · Sayso');
  expect(screen.getAllByRole('heading', { level: 1 }).length).toBe(1);
});
