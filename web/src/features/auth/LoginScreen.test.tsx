import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { alert, button, field, focused, heading, isGone, link, text, textGone } from '../../testing/find.ts';
import { admin } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, pending, refusal } from '../../testing/server.ts';
import { LoginScreen } from './LoginScreen.tsx';

const open = { isFirst: false, isGoogleEnabled: false, policy: 'open' };
const SIGN_IN = 'POST /api/auth/sign-in/email';
const SIGN_UP = 'POST /api/auth/sign-up/email';

const login = (answers: Answers = {}, search = '') =>
  renderScreen(<LoginScreen />, { path: '/login', at: `/login${search}`, answers: { me: null, signup: open, ...answers } });
type User = ReturnType<typeof login>['user'];

async function fill(user: User, { name = '', email = 'ada@example.org', password = 'a long enough secret' }): Promise<void> {
  if (name !== '') await user.type(await field('Name'), name);
  await user.type(await field('Email'), email);
  await user.type(await field('Password'), `${password}{Enter}`);
}

it.each([
  ['Log in', '', 'Email', ['Enter your email address', 'Enter your password']],
  ['Sign up', '?mode=signup', 'Name', ['Enter your name', 'Enter your email address', 'Enter your password']],
])('%s: focuses the first field, and names missing ones', async (name, search, first, messages) => {
  const { user } = login({}, search);
  await focused(await field(first));
  await user.click(await button(name));
  for (const message of messages) await text(message);
  expect((await field('Email')).getAttribute('aria-invalid')).toBe('true');
});

it('refuses what is no email address', async () => {
  const { user } = login();
  await fill(user, { email: 'ada' });
  await text('This email is invalid');
});

it.each([
  [SIGN_UP, 422, 'This password is too weak'],
  [SIGN_UP, 422, 'This email is already in use, try logging in'],
  [SIGN_UP, 400, 'This email is invalid'],
  [SIGN_IN, 401, 'Invalid email or password'],
  [SIGN_IN, 403, 'User is disabled, contact us for more info'],
  [SIGN_IN, 429, 'Too many login attempts, try again later'],
])('%s answered with %i: %s', async (call, status, message) => {
  const { user } = login({ [call]: refusal(status, message) }, call === SIGN_UP ? '?mode=signup' : '');
  await fill(user, { name: call === SIGN_UP ? 'Ada' : '' });
  await alert(message);
  expect((await field('Email')).value).toBe('ada@example.org');
});

it('forgets a refusal once a field is edited', async () => {
  const { user } = login({ [SIGN_IN]: refusal(401, 'Invalid email or password') });
  await fill(user, {});
  await alert('Invalid email or password');
  await user.type(await field('Email'), 'x');
  await textGone('Invalid email or password');
});

it('says that the server cannot be reached', async () => {
  const { user } = login({ [SIGN_IN]: offline });
  await fill(user, {});
  await alert('The server cannot be reached. Check your connection and try again.');
});

it('waits for the answer, then continues to the wanted page', async () => {
  const answer = held({});
  const { router, server, user } = login({ [SIGN_IN]: answer }, '?redirectTo=%2Fsettings');
  await fill(user, {});
  await waitFor(async () => expect((await button('Log in')).hasAttribute('data-loading')).toBe(true));
  server.answer({ me: admin });
  answer.release();
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  expect(server.calls(SIGN_IN)).toEqual([{ email: 'ada@example.org', password: 'a long enough secret' }]);
});

it.each([
  ['?redirectTo=https%3A%2F%2Felsewhere.example', admin, '/home', ''],
  ['', { ...admin, emailVerified: false }, '/auth/verifyEmail', '?continueUrl=%2Fhome'],
  ['?redirectTo=%2Fsettings', { ...admin, emailVerified: false }, '/auth/verifyEmail', '?continueUrl=%2Fsettings'],
])('redirects a signed-in visitor of /login%s', async (search, me, pathname, query) => {
  const { router } = login({ me }, search);
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname, search: query }));
});

it('signs up', async () => {
  const { router, server, user } = login({ [SIGN_UP]: {} }, '?mode=signup');
  server.answer({ [SIGN_UP]: () => server.answer({ me: { ...admin, emailVerified: false } }) });
  await fill(user, { name: ' Ada ' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/verifyEmail'));
  expect(server.calls(SIGN_UP)).toEqual([{ name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' }]);
});

it('says when no account could be created', async () => {
  const { router, user } = login({ [SIGN_UP]: {} }, '?mode=signup');
  await fill(user, { name: 'Ada' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/error/unauthorized'));
});

it('switches between log-in and sign-up, and keeps the target', async () => {
  const { router, user } = login({}, '?redirectTo=%2Fsettings');
  await heading('Log in to Sayso');
  await user.click(await button('Sign up'));
  await heading('Create your account');
  expect(router.state.location.search).toBe('?redirectTo=%2Fsettings&mode=signup');
  expect(isGone('link', 'Forgot your password?')).toBe(true);
  await user.click(await button('Log in'));
  await heading('Log in to Sayso');
  expect((await link('Forgot your password?')).getAttribute('href')).toBe('/auth/handler?mode=forgotPassword');
});

it.each([
  ['invite', false, false],
  ['closed', false, false],
  ['invite', true, true],
])('where sign-up is %s and the visitor is the first: %s, signing up is possible: %s', async (policy, isFirst, isPossible) => {
  login({ signup: { ...open, policy, isFirst } }, '?mode=signup');
  if (isPossible) await heading('Create your account');
  else {
    await text('You need an invitation to build here. If you have one, open its link.');
    await heading('Log in to Sayso');
  }
});

it('offers the first visitor an account before a log-in', async () => {
  const { router, user } = login({ signup: { ...open, policy: 'invite', isFirst: true } });
  await heading('Create your account');
  await user.click(await button('Log in'));
  await heading('Log in to Sayso');
  expect(router.state.location.search).toBe('?mode=login');
  await user.click(await button('Sign up'));
  await heading('Create your account');
});

it('marks a short password where an account is made, and sends nothing', async () => {
  const { server, user } = login({ [SIGN_UP]: {} }, '?mode=signup');
  await fill(user, { name: 'Ada', password: '1234567' });
  await text('This password is too weak');
  expect((await field('Password')).getAttribute('aria-invalid')).toBe('true');
  expect(server.calls(SIGN_UP)).toEqual([]);
  await user.type(await field('Password'), '8');
  await textGone('This password is too weak');
});

it('can be used before the first session query is answered, whose answer is then outdated', async () => {
  const nobody = held(null);
  const { router, server, user } = login({ me: nobody, [SIGN_IN]: {} });
  await fill(user, {});
  await waitFor(() => expect(server.calls(SIGN_IN).length).toBe(1));
  server.answer({ me: admin });
  nobody.release();
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
});

it('shows the password on demand', async () => {
  const { user } = login({ me: pending });
  await user.type(await field('Password'), 'secret');
  await user.click(await button('Toggle password visibility'));
  expect((await field('Password')).type).toBe('text');
});

const club = { name: 'Club', isSignupEnabled: true, url: 'http://club.localhost:4001', logoUrl: null, accent: null };
const ofClient = `?app_id=club&from_url=${encodeURIComponent('http://elsewhere.example/list')}`;

it.each([null, admin])('leads clients of another product to the app that they ask for', async (me) => {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  const answer = held(club);
  login({ me, 'GET /api/apps/club/public': answer }, ofClient);
  await screen.findByRole('status', { name: 'Loading' });
  answer.release();
  const address = `${club.url}/login?from_url=${encodeURIComponent('http://elsewhere.example/list')}`;
  await waitFor(() => expect(replace.mock.calls).toEqual([[address]]));
  replace.mockRestore();
});

it.each([
  [{ 'GET /api/apps/club/public': refusal(404, 'The app was not found.') }, ofClient],
  [{}, '?app_id=club'],
  [{}, '?from_url=http://elsewhere.example'],
])('logs builders in without such an app', async (answers, search) => {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  login(answers, search);
  await button('Log in');
  expect(replace.mock.calls).toEqual([]);
  replace.mockRestore();
});
