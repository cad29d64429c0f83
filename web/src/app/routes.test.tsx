import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { MeDocument } from '../gen/session.ts';
import { button, dialog, focused, heading, isGone, link, text } from '../testing/find.ts';
import { admin, builder, draftApp, guest } from '../testing/fixtures.ts';
import { renderRoutes } from '../testing/render.tsx';
import { type Answers, offline, pending, refusal } from '../testing/server.ts';
import { createRoutes } from './router.tsx';
// Loaded before the tests: compiling it may take longer than a test waits.
import './routes/BuilderRoute.tsx';

const preview = { app: draftApp, startPreview: pending };
const signup = { isFirst: false, isGoogleEnabled: false, policy: 'open' };
const assistant = { label: 'small', model: 'small', isDemo: false, hint: null, examplePrompts: [], takesPictures: true, refusal: null };
const product = (at: string, answers: Answers = {}) =>
  renderRoutes(createRoutes, {
    at,
    answers: { signup, assistant, hasMailServer: true, apps: [draftApp], appTemplates: [], ...preview, ...answers },
  });

it.each([
  ['/settings', '/login', '?redirectTo=%2Fsettings'],
  ['/home', '/login', ''],
  ['/build/app/a1?panel=code', '/login', '?redirectTo=%2Fbuild%2Fapp%2Fa1%3Fpanel%3Dcode'],
])('a visitor of %s is redirected to the log-in', async (at, pathname, search) => {
  const { router } = product(at, { me: null });
  await heading('Log in to Sayso');
  expect(router.state.location).toMatchObject({ pathname, search });
});

it('waits for the account, and says when the server cannot be reached', async () => {
  const { server, user } = product('/home', { me: offline });
  await heading('Sayso cannot be reached');
  await text('The server cannot be reached. Check your connection and try again.');
  server.answer({ me: admin });
  await user.click(await button('Try again'));
  await heading('What do you want to build?');
});

it('shows that it loads while the account is pending', async () => {
  product('/home', { me: pending });
  await screen.findByRole('status', { name: 'Loading' });
});

it.each(['/accounts', '/settings/model', '/settings/packages', '/outbox', '/ratings'])(
  '%s is not found for those who are no admins',
  async (at) => {
    product(at, { me: builder });
    await heading('Page not found');
    await link('Go home');
  },
);

it('an account that may not build has its own home, and no builder', async () => {
  const { router } = product('/build/app/a1', { me: guest, appsInUse: [] });
  await heading('Your apps');
  expect(router.state.location.pathname).toBe('/home');
});

it.each([
  ['/', 'What do you want to build?'],
  ['/nothing/here', 'Page not found'],
  ['/error/unauthorized', 'No account'],
  ['/accounts', 'Accounts'],
  ['/settings', 'Settings'],
])('%s has a main landmark and one level-1 heading', async (at, name) => {
  product(at, { accounts: { accounts: [], next: null }, invitations: [] });
  await screen.findByRole('heading', { level: 1, name });
  expect(screen.getAllByRole('heading', { level: 1 }).length).toBe(1);
  expect(screen.getByRole('main').id).toBe('main');
});

it('says that the account could not be created', async () => {
  product('/error/unauthorized');
  await text('Something went wrong in creating account, try again later or contact us.');
});

it('logs out, and can try again when that fails', async () => {
  const { router, server, client, user } = product('/logout', { 'POST /api/auth/sign-out': offline });
  await heading('You are still logged in');
  server.answer({ 'POST /api/auth/sign-out': {}, me: null });
  await user.click(await button('Try again'));
  await heading('Log in to Sayso');
  expect(router.state.location.pathname).toBe('/login');
  expect(client.readQuery({ query: MeDocument })).toMatchObject({ me: null });
});

it('redirects to the log-in when the session has ended', async () => {
  const { router, server, user } = product('/home', { duplicateApp: refusal(401, 'Log in first.') });
  await user.click(await button('More for Habits'));
  server.answer({ me: null });
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});

function Broken(): never {
  throw new Error('stale chunk');
}

it('a screen that fails offers to reload', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  const { user } = renderRoutes((client) =>
    createRoutes(client).map((root) => ({ ...root, children: [{ path: '*', element: <Broken /> }] }) as typeof root),
  );
  await heading('Could not show this page');
  await user.click(await button('Reload'));
  expect(reload).toHaveBeenCalledOnce();
});

it('moves the focus to the screen after navigation', async () => {
  const { user } = product('/settings', { modelConnection: pending });
  const more = await link('Choose: Language model');
  expect((await link('Skip to content')).getAttribute('href')).toBe('#main');
  await user.click(more);
  await waitFor(() => expect(document.activeElement?.id === 'main' || document.activeElement === document.body).toBe(true));
});

it('reminds of an email that is not verified', async () => {
  product('/home', { me: { ...builder, emailVerified: false } });
  await text('Verify your email to keep your account safe.');
});

it.each([
  [admin, ['Settings', 'Language model', 'Packages', 'Accounts', 'Outbox', 'Ratings', 'Log out']],
  [builder, ['Settings', 'Log out']],
])('the account menu offers the screens of a role, by keyboard', async (me, items) => {
  const { user } = product('/settings', { me });
  const opener = await button(`Account: ${me.email}`);
  opener.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  await waitFor(() => expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark'));
  await user.keyboard('{Escape}');
  await focused(opener);
});

it.each([
  [
    'by a shortcut',
    admin,
    ['Home', 'Settings', 'Language model', 'Packages', 'Accounts', 'Outbox', 'Ratings', 'Log out', 'Habits', 'Light theme', 'Dark theme'],
  ],
  ['by a button', builder, ['Home', 'Settings', 'Log out', 'Habits', 'Light theme', 'Dark theme']],
])('the command menu opens %s, and finds screens and apps', async (way, me, commands) => {
  const { router, user } = product('/home', { me });
  const search = await button('Search');
  if (way === 'by a button') await user.click(search);
  else await user.keyboard('{Control>}k{/Control}');
  const menu = within(await dialog('Search'));
  await waitFor(() => expect(menu.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(commands));
  const field = menu.getByLabelText('Search screens and apps');
  await focused(field);
  await user.type(field, 'zzz');
  await menu.findByText('No results.');
  await user.clear(field);
  await user.type(field, 'sett');
  await waitFor(() => expect(menu.getAllByRole('button').length).toBe(1));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
});

it('no visitor has a command menu', async () => {
  const { user } = product('/login', { me: null });
  await heading('Log in to Sayso');
  await user.keyboard('{Control>}k{/Control}');
  expect(isGone('dialog', 'Search')).toBe(true);
});
