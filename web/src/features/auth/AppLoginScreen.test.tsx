import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { alert, button, field, heading, isGone, link, text } from '../../testing/find.ts';
import { guest } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, pending, refusal } from '../../testing/server.ts';
import { AppLoginScreen } from './AppLoginScreen.tsx';

const club = { name: 'Club', isSignupEnabled: true, url: 'http://club.localhost:4001', logoUrl: '/logo.svg', accent: null };
const signup = { isFirst: false, isGoogleEnabled: false, policy: 'invite' };
const PUBLIC = 'GET /api/apps/club/public';
const CODE = 'POST /api/apps/club/login-code';
const SIGN_IN = 'POST /api/auth/sign-in/email';
const SIGN_UP = 'POST /api/auth/sign-up/email';
const nextUrl = 'http://club.localhost:4001/';
const begun = `?nextUrl=${encodeURIComponent(nextUrl)}&codeChallenge=abc`;

const left = vi.fn<(how: string, url: string) => void>();
beforeEach(() => {
  left.mockReset();
  vi.spyOn(window.location, 'replace').mockImplementation((url) => left('replace', String(url)));
  vi.spyOn(window.location, 'assign').mockImplementation((url) => left('assign', String(url)));
});

const login = (answers: Answers = {}, search = begun) =>
  renderScreen(<AppLoginScreen />, {
    path: '/apps/:appId/login',
    at: `/apps/club/login${search}`,
    answers: { me: null, signup, [PUBLIC]: club, ...answers },
  });

async function enter(user: ReturnType<typeof login>['user']): Promise<void> {
  await user.type(await field('Email'), 'gil@example.org');
  await user.type(await field('Password'), 'a long enough secret{Enter}');
}

it('waits for the app', async () => {
  login({ [PUBLIC]: pending });
  await screen.findByRole('status', { name: 'Loading' });
});

it.each([
  [refusal(404, 'There is no such app.'), 'There is no such app. If someone sent you this link, ask them for a new one.'],
  [offline, 'The server cannot be reached. Check your connection and try again. If someone sent you this link, ask them for a new one.'],
])('an app that is not available can be tried again', async (failure, sentence) => {
  const { server, user } = login({ [PUBLIC]: failure });
  await heading('This app is not available');
  await text(sentence);
  server.answer({ [PUBLIC]: club });
  await user.click(await button('Try again'));
  await heading('Log in to Club');
});

it('redirects to the app to begin there', async () => {
  login({}, '');
  await waitFor(() => expect(left.mock.calls).toEqual([['replace', 'http://club.localhost:4001/#login']]));
});

it.each([
  ['http://club.localhost:4001/Scores?week=3#top', '/Scores?week=3#login'],
  ['/Scores', '/Scores#login'],
  ['http://evil.example/Scores', '/#login'],
  ['//evil.example/', '/#login'],
  ['http://club.localhost:4001.evil.example/', '/#login'],
  ['http://club.localhost:4001@evil.example/', '/#login'],
  ['blob:http://club.localhost:4001/x', '/#login'],
  ['javascript:alert(1)', '/#login'],
  ['http://%', '/#login'],
])('begins at the page of the app that %s names', async (target, page) => {
  login({}, `?nextUrl=${encodeURIComponent(target)}`);
  await waitFor(() => expect(left.mock.calls).toEqual([['replace', `http://club.localhost:4001${page}`]]));
});

it('shows the terms, the privacy policy and the support of the app where people log in and sign up', async () => {
  const links = {
    termsOfServiceLink: 'https://club.example/terms',
    privacyPolicyLink: 'https://club.example/privacy',
    supportEmail: 'a@b.c',
  };
  for (const search of [begun, `${begun}&mode=signup`]) {
    const { unmount } = login({ [PUBLIC]: { ...club, ...links } }, search);
    expect((await link('Terms of service')).getAttribute('href')).toBe(links.termsOfServiceLink);
    expect((await link('Privacy policy')).getAttribute('href')).toBe(links.privacyPolicyLink);
    expect((await link('Support')).getAttribute('href')).toBe('mailto:a@b.c');
    unmount();
  }
});

it('logs in, and returns to the app with a code', async () => {
  const code = held({ redirectTo: `${nextUrl}?code=1` });
  const { server, user } = login({ [SIGN_IN]: {}, [CODE]: code });
  await screen.findByRole('img', { name: 'Club' });
  expect((await link('Forgot your password?')).getAttribute('href')).toBe('/auth/handler?mode=forgotPassword&appId=club');
  await enter(user);
  await waitFor(async () => expect((await button('Log in')).hasAttribute('data-loading')).toBe(true));
  code.release();
  await waitFor(() => expect(left.mock.calls).toEqual([['assign', `${nextUrl}?code=1`]]));
  expect(server.calls(CODE)).toEqual([{ nextUrl, codeChallenge: 'abc' }]);
});

it('signs up for the app', async () => {
  const { server, user } = login({ [SIGN_UP]: {}, [CODE]: { redirectTo: nextUrl } });
  await user.click(await button('Sign up'));
  await heading('Sign up for Club');
  await user.type(await field('Name'), 'Gil');
  await enter(user);
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  const callbackURL = `/apps/club/login?nextUrl=${encodeURIComponent(nextUrl)}`;
  expect(server.calls(SIGN_UP)).toEqual([
    { name: 'Gil', email: 'gil@example.org', password: 'a long enough secret', appId: 'club', callbackURL },
  ]);
});

it('says that sign-up is closed', async () => {
  login({ [PUBLIC]: { ...club, isSignupEnabled: false } }, `${begun}&mode=signup`);
  await heading('Log in to Club');
  await text('Sign-up is closed. Ask the owner of the app for an account.');
  expect(isGone('button', 'Sign up')).toBe(true);
});

it('says that the password is wrong', async () => {
  const { user } = login({ [SIGN_IN]: refusal(401, 'Invalid email or password') });
  await enter(user);
  await alert('Invalid email or password');
  expect(left).not.toHaveBeenCalled();
});

it('lets a known account continue', async () => {
  const { server, user } = login({ me: guest, [CODE]: refusal(403, 'You may not use this app.') });
  await heading('Continue to Club');
  await text('You are logged in as gil@example.org.');
  await user.click(await button('Continue'));
  await alert('You may not use this app.');
  server.answer({ [CODE]: { redirectTo: nextUrl } });
  await user.click(await button('Continue'));
  await waitFor(() => expect(left.mock.calls).toEqual([['assign', nextUrl]]));
});

it('lets a known account be exchanged', async () => {
  const { server, user } = login({ me: guest, 'POST /api/auth/sign-out': {} });
  await button('Use another account');
  server.answer({ me: null });
  await user.click(await button('Use another account'));
  await heading('Log in to Club');
});
