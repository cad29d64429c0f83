import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OutboxItemFragment } from '../../gen/outbox.ts';
import { alert, button, dialog, focused, gone, isGone, link, text } from '../../testing/find.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, pending, refusal } from '../../testing/server.ts';
import { OutboxScreen } from './OutboxScreen.tsx';

const kept: OutboxItemFragment = {
  __typename: 'OutboxMail',
  id: 'm1',
  to: 'ben@example.org',
  subject: 'Verify your email',
  text: 'Open http://localhost:4000/auth/handler?mode=verifyEmail#token=x within a day.',
  state: 'kept',
  attempts: 0,
  error: null,
  createdAt: '2026-01-02T08:00:00Z',
};
const failed: OutboxItemFragment = {
  ...kept,
  id: 'm2',
  subject: 'Reset',
  text: null,
  state: 'failed',
  attempts: 3,
  error: '550 No such box',
};

const outbox = (answers: Answers = {}) => renderScreen(<OutboxScreen />, { answers: { hasMailServer: false, outbox: [kept], ...answers } });
const withServer = (answers: Answers = {}) => outbox({ hasMailServer: true, outbox: [failed], ...answers });

it('shows a skeleton while the mail loads', async () => {
  outbox({ outbox: pending });
  await screen.findByRole('status', { name: 'Loading' });
});

it('offers to load it again', async () => {
  const { server, user } = outbox({ outbox: offline });
  await alert('Could not load the outbox');
  server.answer({ outbox: [] });
  await user.click(await button('Try again'));
  await text('No email yet');
});

it.each([
  [
    false,
    'No email yet',
    'Verification and password emails appear here.',
    /^No mail server is connected, so email stays here\. Set SMTP_URL/,
  ],
  [true, 'No email is waiting', 'Email that could not be sent appears here.', /^Email that is waiting for the mail server/],
])('empty, with a mail server: %s', async (hasMailServer, title, description, lead) => {
  outbox({ hasMailServer, outbox: [] });
  await text(title);
  await text(description);
  await text(lead);
  expect((await link('Go home')).getAttribute('href')).toBe('/home');
});

it('opens a mail by keyboard, with its link', async () => {
  const { user } = outbox();
  (await button(/^Verify your email/)).focus();
  await user.keyboard('{Enter}');
  expect((await link(/^http/)).getAttribute('href')).toBe('http://localhost:4000/auth/handler?mode=verifyEmail#token=x');
  expect(isGone('button', 'Send now')).toBe(true);
});

it.each([
  [{ state: 'queued', attempts: 0, error: null }, 'Waiting', 'Not tried yet.'],
  [{ state: 'queued', attempts: 1, error: '421 Busy' }, 'Waiting', 'Tried once. The last error: 421 Busy'],
  [{}, 'Failed', 'Tried 3 times. The last error: 550 No such box'],
])('says what became of a mail', async (state, badge, words) => {
  const { user } = withServer({ outbox: [{ ...failed, ...state }] });
  await text(badge);
  await user.click(await button(/^Reset/));
  await text(words);
});

it('sends a mail again', async () => {
  const retry = held(failed);
  const { server, user } = withServer({ retryMail: refusal(409, 'The mail was sent meanwhile.') });
  await user.click(await button(/^Reset/));
  await user.click(await button('Send now'));
  await alert('The mail was sent meanwhile.');
  server.answer({ retryMail: retry });
  await user.click(await button('Send now'));
  expect((await button('Send now')).hasAttribute('data-loading')).toBe(true);
  server.answer({ outbox: [{ ...failed, state: 'queued', attempts: 0, error: null }] });
  retry.release();
  await text('Sending again');
  await text('Waiting');
});

it('asks before it deletes a mail, naming it', async () => {
  const { server, user } = withServer({ deleteMail: true });
  await user.click(await button(/^Reset/));
  await user.click(await button('Delete'));
  const question = within(await dialog('Delete this email?'));
  question.getByText('“Reset” to ben@example.org will not be sent.');
  await user.keyboard('{Escape}');
  await gone('dialog', 'Delete this email?');
  await focused(await button('Delete'));
  expect(server.calls('deleteMail')).toEqual([]);
  await user.click(await button('Delete'));
  server.answer({ outbox: [] });
  await user.click(await button('Delete email'));
  await text('Email deleted');
  await text('No email is waiting');
});
