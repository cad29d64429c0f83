import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, field, focused, gone, isGone, link, text } from '../../testing/find.ts';
import { admin, builder, guest } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, refusal } from '../../testing/server.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

const CHANGE = 'POST /api/live_api/account/completeEmailChange';
const settings = (answers: Answers = {}) => renderScreen(<SettingsScreen />, { answers: { hasMailServer: true, ...answers } });

it.each([
  [admin, 'Admin', true],
  [builder, 'Builder', false],
  [guest, 'User', false],
])('shows the account of a role, and the installation to admins only', async (me, role, isShown) => {
  settings({ me });
  await text(role);
  await text(me.email);
  await text('Verified');
  expect(screen.queryByRole('heading', { name: 'Installation' }) !== null).toBe(isShown);
  expect((await link('Log out')).getAttribute('href')).toBe('/logout');
});

it('says that the email is not verified', async () => {
  settings({ me: { ...builder, emailVerified: false } });
  await text('Not verified');
});

it('changes the theme', async () => {
  const { user } = settings();
  await user.click(await screen.findByRole('radio', { name: 'Dark' }));
  await waitFor(() => expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark'));
  await user.click(await screen.findByRole('radio', { name: 'System' }));
  await waitFor(() => expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light'));
});

const change = async (answers: Answers = {}) => {
  const rendered = settings(answers);
  await rendered.user.click(await button('Change email'));
  await screen.findByRole('form', { name: 'Change email' });
  await focused(await field('New email'));
  return rendered;
};

it('names missing fields', async () => {
  const { user } = await change();
  await user.type(await field('New email'), '{Enter}');
  await text('Enter your new email address');
  await user.type(await field('New email'), 'nobody{Enter}');
  await text('This email is invalid');
  await text('Enter your password');
});

it.each([
  [refusal(409, 'This email is already in use', 'auth/email-already-exists'), 'This email is already in use'],
  [refusal(401, 'Invalid email or password'), 'Invalid email or password'],
  [offline, 'The server cannot be reached. Check your connection and try again.'],
])('says why the email was not changed', async (failure, sentence) => {
  const { user } = await change({ [CHANGE]: failure });
  await user.type(await field('New email'), 'moved@example.org');
  await user.type(await field('Password'), 'a secret{Enter}');
  await alert(sentence);
  expect((await field('New email')).value).toBe('moved@example.org');
});

it.each([
  [builder, true, /^We sent a link to moved@example\.org\. Your email changes when you open it\.$/],
  [builder, false, /nothing was sent to moved@example\.org\. Ask the admin of this site for the link\./],
  [admin, false, /nothing was sent to moved@example\.org\. The link is in the outbox\./],
])('says where the link is', async (me, hasMailServer, words) => {
  const answer = held({});
  const { server, user } = await change({ me, hasMailServer, [CHANGE]: answer });
  await user.type(await field('New email'), ' moved@example.org ');
  await user.type(await field('Password'), 'a secret{Enter}');
  await waitFor(async () => expect((await button('Cancel')).hasAttribute('disabled')).toBe(true));
  answer.release();
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(expect.stringMatching(words)),
  );
  expect(server.calls(CHANGE)).toEqual([{ newEmail: 'moved@example.org', password: 'a secret' }]);
});

it('can be cancelled', async () => {
  const { user } = await change();
  await user.click(await button('Cancel'));
  await gone('form', 'Change email');
  expect(isGone('textbox', 'New email')).toBe(true);
});
