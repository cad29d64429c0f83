import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { alert, button, heading, text } from '../../testing/find.ts';
import { builder } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, refusal } from '../../testing/server.ts';
import { AuthHandlerScreen } from './AuthHandlerScreen.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { reportSignIn } from './googleSignIn.ts';

const START = 'POST /api/auth/sign-in/social';
const signup = { isFirst: false, isGoogleEnabled: true, policy: 'open' };
const popup = { location: { replace: vi.fn() }, close: vi.fn() };
const onSignedIn = vi.fn(async () => undefined);

beforeEach(() => {
  vi.clearAllMocks();
  onSignedIn.mockResolvedValue(undefined);
  vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
});

const google = (answers: Answers = {}) =>
  renderScreen(<GoogleButton brings={{ appId: 'club' }} onSignedIn={onSignedIn} />, {
    answers: { signup, [START]: { url: 'https://accounts.google.com/o' }, ...answers },
  });

it('is absent where the installation has no Google sign-in', async () => {
  const { server } = google({ signup: { ...signup, isGoogleEnabled: false } });
  await waitFor(() => expect(server.calls('signup').length).toBe(1));
  expect(screen.queryByRole('button')).toBeNull();
});

it('opens Google in a pop-up, with what entitles the account', async () => {
  const address = held({ url: 'https://accounts.google.com/o' });
  const { server, user } = google({ [START]: address });
  await user.click(await button('Continue with Google'));
  expect((await button('Continue with Google')).hasAttribute('data-loading')).toBe(true);
  address.release();
  await waitFor(() => expect(popup.location.replace.mock.calls).toEqual([['https://accounts.google.com/o']]));
  expect(server.calls(START)).toMatchObject([{ provider: 'google', additionalData: { appId: 'club' } }]);
  reportSignIn(null);
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});

it('says when the browser blocks the pop-up', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = google();
  await user.click(await button('Continue with Google'));
  await alert('Your browser blocked the Google window. Allow pop-ups for this page, then try again.');
});

it('says why the sign-in cannot start, and closes the pop-up', async () => {
  const { user } = google({ [START]: offline });
  await user.click(await button('Continue with Google'));
  await alert('The server cannot be reached. Check your connection and try again.');
  expect(popup.close).toHaveBeenCalledOnce();
});

it.each([
  ['invitation-needed', 'You need an invitation to sign up here.'],
  ['unheard-of', 'Google did not log you in. Try again, or use your password.'],
])('refused with %s: %s', async (code, sentence) => {
  const { user } = google();
  await user.click(await button('Continue with Google'));
  await waitFor(() => expect(popup.location.replace).toHaveBeenCalledOnce());
  reportSignIn(code);
  await alert(sentence);
  expect(onSignedIn).not.toHaveBeenCalled();
});

it('is silent when the person cancels at Google, and can start again', async () => {
  const { user } = google();
  await user.click(await button('Continue with Google'));
  await waitFor(() => expect(popup.location.replace).toHaveBeenCalledOnce());
  reportSignIn('access_denied');
  await user.click(await button('Continue with Google'));
  await waitFor(() => expect(popup.location.replace).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows what fails after the sign-in', async () => {
  onSignedIn.mockRejectedValue(refusal(403, 'x'));
  const { user } = google();
  await user.click(await button('Continue with Google'));
  await waitFor(() => expect(popup.location.replace).toHaveBeenCalledOnce());
  reportSignIn(null);
  await alert('An error occurred while processing your request please try again later.');
});

it.each([
  [builder, '', 'You are logged in', 'You can close this window.'],
  [null, '', 'You are not logged in', 'You can close this window.'],
  [null, '&error=access_denied', 'You are not logged in', 'You did not continue with Google. You can close this window.'],
  [null, '&error=odd&error_description=Call+this+number', 'You are not logged in', /^Google did not log you in\./],
])('the pop-up closes, and says how it went where a browser keeps it open', async (me, query, title, words) => {
  const close = vi.spyOn(window, 'close').mockReturnValue();
  renderScreen(<AuthHandlerScreen />, { path: '/auth/handler', at: `/auth/handler?mode=signedIn${query}`, answers: { me } });
  await heading(title);
  await text(words);
  expect(close).toHaveBeenCalledOnce();
});
