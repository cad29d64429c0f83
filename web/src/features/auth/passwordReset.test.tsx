import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, field, heading, link, text } from '../../testing/find.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, offline, pending, refusal } from '../../testing/server.ts';
import { AuthHandlerScreen } from './AuthHandlerScreen.tsx';

const REQUEST = 'POST /api/auth/request-password-reset';
const RESET = 'POST /api/auth/reset-password';
const club = { name: 'Club', isSignupEnabled: true, url: 'http://club.localhost:4001', logoUrl: '/logo.svg', accent: null };

const open = (at: string, answers: Answers = {}) =>
  renderScreen(<AuthHandlerScreen />, {
    path: '/auth/handler',
    at: `/auth/handler${at}`,
    answers: { me: null, hasMailServer: true, ...answers },
  });
const forgot = (answers: Answers = {}, app = '') => open(`?mode=forgotPassword${app}`, answers);

it.each([
  [true, 'We email you a link to choose a new one.', 'Send link', /has an account, a link is on its way\. It works for one hour\.$/],
  [
    false,
    'No mail server is connected. The admin of this site can find the link in the outbox and give it to you.',
    'Ask for a link',
    /has an account, a link is in the outbox\. Ask the admin of this site for it\. It works for one hour\.$/,
  ],
])('asks for a link, with a mail server: %s', async (hasMailServer, description, send, sent) => {
  const { server, user } = forgot({ hasMailServer, [REQUEST]: {} });
  await text(description);
  await user.type(await field('Email'), ' ada@example.org ');
  await user.click(await button(send));
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(sent));
  expect(server.calls(REQUEST)).toEqual([{ email: 'ada@example.org' }]);
  expect((await link('Back to log in')).getAttribute('href')).toBe('/login');
});

it('names a missing address', async () => {
  const { user } = forgot();
  await user.click(await button('Send link'));
  await text('Enter your email address');
});

it.each([refusal(502, 'whatever'), offline])('says that the mail could not be sent', async (failure) => {
  const { user } = forgot({ [REQUEST]: failure });
  await user.type(await field('Email'), 'ada@example.org{Enter}');
  await alert('Something went wrong sending password reset email. Please try again later or contact support.');
});

it('is the page of the app that asks for it, and leads back there', async () => {
  const { server, user } = forgot({ 'GET /api/apps/club/public': club, [REQUEST]: {} }, '&appId=club');
  await screen.findByRole('img', { name: 'Club' });
  expect((await link('Back to Club')).getAttribute('href')).toBe('/apps/club/login');
  await user.type(await field('Email'), 'nell@example.org{Enter}');
  await text('nell@example.org');
  expect(server.calls(REQUEST)).toEqual([{ email: 'nell@example.org', redirectTo: '/apps/club/login' }]);
});

it.each(['no-such-app', '../../login', 'https://elsewhere.example'])('is a page of the product for the app id %s', async (id) => {
  forgot({ [`GET /api/apps/${encodeURIComponent(id)}/public`]: refusal(404, 'No such app.') }, `&appId=${encodeURIComponent(id)}`);
  expect((await link('Back to log in')).getAttribute('href')).toBe('/login');
});

it('waits for the app before it shows the form', async () => {
  forgot({ 'GET /api/apps/club/public': pending }, '&appId=club');
  await screen.findByRole('status', { name: 'Loading' });
});

it('removes the token from the address', async () => {
  const { router } = open('?continueUrl=%2Fhome#token=any');
  await field('New password');
  await waitFor(() => expect(router.state.location).toMatchObject({ search: '?continueUrl=%2Fhome', hash: '' }));
});

it.each([
  ['INVALID_TOKEN', 'Link invalid, try to reset your password again.', '/login'],
  ['PASSWORD_TOO_SHORT', 'Password is too weak, please try again.', '/auth/handler'],
  ['USER_NOT_FOUND', 'User not found or disabled.', '/auth/handler'],
  ['ANYTHING', 'Error resetting password!', '/auth/handler'],
])('refused with %s: %s', async (code, message, pathname) => {
  const { router, user } = open('#token=any', { [RESET]: refusal(400, 'x', code) });
  await user.type(await field('New password'), 'a long enough secret{Enter}');
  await alert(message);
  await waitFor(() => expect(router.state.location.pathname).toBe(pathname));
});

it('saves the password and leads to the log-in', async () => {
  const { router, server, user } = open('#token=one', { [RESET]: {} });
  await user.type(await field('New password'), 'a long enough secret{Enter}');
  await text('Password reset successfully');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(server.calls(RESET)).toEqual([{ newPassword: 'a long enough secret', token: 'one' }]);
});

it('refuses a link without a token', async () => {
  const { router } = open('');
  await alert('Link invalid, try to reset your password again.');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});

it.each([
  [refusal(400, 'x', 'INVALID_TOKEN'), 'Link invalid, try to reset your password again.', 'Ask for a new link'],
  [{}, 'Password reset successfully', 'Log in to Club'],
])('stays on a page of the app that the link is for', async (answer, outcome, next) => {
  const { user } = open('?continueUrl=%2Fapps%2Fclub%2Flogin#token=any', { 'GET /api/apps/club/public': club, [RESET]: answer });
  await user.type(await field('New password'), 'a long enough secret{Enter}');
  await heading(outcome);
  await button(next);
  await screen.findByRole('img', { name: 'Club' });
});
