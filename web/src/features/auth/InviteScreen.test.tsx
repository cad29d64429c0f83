import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, field, heading, link, text } from '../../testing/find.ts';
import { builder, guest } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, pending, refusal } from '../../testing/server.ts';
import { InviteScreen } from './InviteScreen.tsx';

const signup = { isFirst: false, isGoogleEnabled: false, policy: 'invite' };
const SIGN_UP = 'POST /api/auth/sign-up/email';
const SIGN_IN = 'POST /api/auth/sign-in/email';

const invite = (answers: Answers = {}) =>
  renderScreen(<InviteScreen />, {
    path: '/invite',
    at: '/invite#code=c1',
    answers: { me: null, signup, isInvitationOpen: true, ...answers },
  });

it.each([
  ['account', { me: pending }],
  ['invitation', { isInvitationOpen: pending }],
])('waits for the %s', async (_name, answers) => {
  invite(answers);
  await screen.findByRole('status', { name: 'Loading' });
});

it('offers to load the invitation again', async () => {
  const { server, user } = invite({ isInvitationOpen: offline });
  await heading('Could not load the invitation');
  server.answer({ isInvitationOpen: true });
  await user.click(await button('Try again'));
  await heading('You are invited to build');
  expect(server.calls('isInvitationOpen').at(-1)).toEqual({ code: 'c1' });
});

it('says that the invitation no longer works', async () => {
  invite({ isInvitationOpen: false });
  await heading('This invitation no longer works');
  await text('It has expired or was used. Ask the person who sent it for a new one.');
  expect((await link('Log in')).getAttribute('href')).toBe('/login');
});

it('needs nothing of a builder', async () => {
  invite({ me: builder });
  await heading('You can build here');
  expect((await link('Go to your apps')).getAttribute('href')).toBe('/home');
});

it('lets a signed-in user build', async () => {
  const start = held({ ...builder, accountType: 'builder' });
  const { router, server, user } = invite({ me: guest, startBuilding: refusal(410, 'This invitation no longer works.') });
  await text('You are logged in as gil@example.org.');
  await user.click(await button('Start building'));
  await alert('This invitation no longer works.');
  server.answer({ startBuilding: start });
  await user.click(await button('Start building'));
  await waitFor(async () => expect((await button('Start building')).hasAttribute('data-loading')).toBe(true));
  server.answer({ me: { ...guest, mayBuild: true } });
  start.release();
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect(server.calls('startBuilding')).toEqual([{ invitation: 'c1' }, { invitation: 'c1' }]);
});

it('signs up with the code', async () => {
  const { router, server, user } = invite();
  server.answer({ [SIGN_UP]: () => server.answer({ me: builder }) });
  await user.type(await field('Name'), 'Ben');
  await user.type(await field('Email'), 'ben@example.org');
  await user.type(await field('Password'), 'a long enough secret{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  expect(server.calls(SIGN_UP)).toMatchObject([{ email: 'ben@example.org', invitation: 'c1' }]);
});

it('a user who logs in here redeems it by a button', async () => {
  const { server, user } = invite();
  server.answer({ [SIGN_IN]: () => server.answer({ me: guest }) });
  await user.click(await button('Log in'));
  await user.type(await field('Email'), 'gil@example.org');
  await user.type(await field('Password'), 'a long enough secret{Enter}');
  await button('Start building');
});
