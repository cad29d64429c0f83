import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, heading, isGone, link, text } from '../../testing/find.ts';
import { admin, builder } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, pending, refusal } from '../../testing/server.ts';
import { AuthHandlerScreen } from './AuthHandlerScreen.tsx';
import { VerifyBanner } from './VerifyBanner.tsx';
import { VerifyEmailScreen } from './VerifyEmailScreen.tsx';

const newAdmin = { ...admin, emailVerified: false };
const newBuilder = { ...builder, emailVerified: false };
const SEND = 'POST /api/auth/send-verification-email';
const CONFIRM = 'POST /api/live_api/account/confirmEmail';

const verify = (answers: Answers, search = '?continueUrl=%2Fsettings') =>
  renderScreen(<VerifyEmailScreen />, {
    path: '/auth/verifyEmail',
    at: `/auth/verifyEmail${search}`,
    answers: { me: newBuilder, hasMailServer: true, ...answers },
  });

it.each([
  ['the account', { me: pending }],
  ['the mail server', { hasMailServer: pending }],
])('waits for %s', async (_name, answers) => {
  verify(answers);
  await screen.findByRole('status', { name: 'Loading' });
});

it.each([
  [null, '/login', '?redirectTo=%2Fsettings'],
  [admin, '/settings', ''],
])('redirects who has nothing to verify', async (me, pathname, search) => {
  const { router } = verify({ me });
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname, search }));
});

it('names the app for which the email is verified, and may be skipped', async () => {
  verify({}, '?continueUrl=%2Fsettings&appName=Club');
  await heading('Check your inbox');
  await text(/Open it to verify your email for Club\./);
  expect((await link('Continue')).getAttribute('href')).toBe('/settings');
  expect((await link('Log out')).getAttribute('href')).toBe('/logout');
});

it('sends the link again, once', async () => {
  const send = held({});
  const { server, user } = verify({ [SEND]: send });
  await user.click(await button('Send again'));
  expect((await button('I have verified my email')).hasAttribute('data-loading')).toBe(true);
  send.release();
  expect((await button('On its way')).hasAttribute('disabled')).toBe(true);
  expect(server.calls(SEND)).toEqual([{ email: 'ben@example.org', callbackURL: '/settings' }]);
});

it('says why the link was not sent', async () => {
  const { user } = verify({ [SEND]: refusal(429, 'Wait a minute, then try again.') });
  await user.click(await button('Send again'));
  await alert('Wait a minute, then try again.');
});

it('continues once the email is verified', async () => {
  const { router, server, user } = verify({});
  await user.click(await button('I have verified my email'));
  await alert('Your email is not verified yet. Open the link in the email first.');
  server.answer({ me: builder });
  await user.click(await button('I have verified my email'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
});

it.each([
  [newAdmin, /The link to verify it is in the/, '/outbox'],
  [newBuilder, 'Ask the admin of this site for the link to verify it.', null],
])('without a mail server, says where the link is', async (me, where, outbox) => {
  verify({ me, hasMailServer: false });
  await heading('Your account is ready');
  await text(where);
  if (outbox === null) expect(isGone('link', 'outbox')).toBe(true);
  else expect((await link('outbox')).getAttribute('href')).toBe(outbox);
});

const follow = (mode: string, answers: Answers, more = '') =>
  renderScreen(<AuthHandlerScreen />, {
    path: '/auth/handler',
    at: `/auth/handler?mode=${mode}${more}`,
    answers: { me: builder, ...answers },
  });

it.each([
  ['verifyEmail', builder, 'Your email is verified', '/settings/model'],
  ['verifyEmail', null, 'Your email is verified', '/login'],
  ['changeEmail', builder, 'Your email is changed', '/settings'],
])('a link of %s confirms, and leads on', async (mode, me, done, pathname) => {
  const { router, server } = follow(mode, { me, [CONFIRM]: {} }, '&continueUrl=%2Fsettings%2Fmodel#token=one');
  await waitFor(() => expect(router.state.location.pathname).toBe(pathname));
  await text(done);
  expect(server.calls(CONFIRM)).toEqual([{ token: 'one' }]);
});

it.each([
  ['verifyEmail', 'Verifying your email…'],
  ['changeEmail', 'Changing your email…'],
])('says that a link of %s takes a moment', async (mode, title) => {
  follow(mode, { [CONFIRM]: pending }, '#token=one');
  await heading(title);
});

it.each([
  [
    'verifyEmail',
    refusal(400, 'x', 'auth/link-invalid'),
    'This link is no longer valid',
    'It was used before or has expired. Ask for a new one.',
    'Get a new link',
  ],
  [
    'verifyEmail',
    offline,
    'Your email is not verified yet',
    'The server cannot be reached. Check your connection and try again.',
    'Get a new link',
  ],
  [
    'changeEmail',
    refusal(409, 'This email is already in use', 'auth/email-already-exists'),
    'Your email is unchanged',
    'This email is already in use',
    'Open settings',
  ],
])('a link of %s that fails', async (mode, failure, title, description, next) => {
  follow(mode, { [CONFIRM]: failure }, '#token=one');
  await heading(title);
  await text(description);
  await link(next);
});

it('a link of a change without a token leaves the email unchanged', async () => {
  follow('changeEmail', {});
  await text('Something went wrong when confirming email change. Please try again later or contact support.');
});

const banner = (answers: Answers, isAdmin = false) =>
  renderScreen(<VerifyBanner email="ada@example.org" isAdmin={isAdmin} />, { at: '/home', answers: { hasMailServer: true, ...answers } });

it('the banner sends the link again', async () => {
  const { server, user } = banner({ [SEND]: {} });
  await user.click(await button('Send the link again'));
  await text('The link is on its way. Check your inbox.');
  expect(server.calls(SEND)).toMatchObject([{ email: 'ada@example.org' }]);
});

it('the banner says why the link was not sent', async () => {
  const { user } = banner({ [SEND]: offline });
  await user.click(await button('Send the link again'));
  await alert('The server cannot be reached. Check your connection and try again.');
  await button('Send the link again');
});

it.each([
  [true, /The link is in the outbox, because no mail server is connected\.$/],
  [false, /Ask the admin of this site for the link: no mail server is connected\.$/],
])('the banner without a mail server, for an admin: %s', async (isAdmin, words) => {
  banner({ hasMailServer: false }, isAdmin);
  await text(words);
  expect(isGone('link', 'Open the outbox')).toBe(!isAdmin);
});
