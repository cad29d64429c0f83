import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, isGone, text } from '../../testing/find.ts';
import { admin, builder } from '../../testing/fixtures.ts';
import { chat, message, turn, words } from './testing/chat.tsx';

const usage = {
  __typename: 'Usage',
  promptTokens: 9000,
  completionTokens: 600,
  totalTokens: 9600,
  totalCost: 0.03,
  cacheReadTokens: 4000,
  cacheWriteTokens: null,
  promptCost: 0.0125,
  completionCost: 0.0165,
  cacheReadCost: 0.001,
  cacheWriteCost: 0,
  rates: { __typename: 'TokenRates', prompt: 2.5, completion: 10, cacheRead: 0.25, cacheWrite: 2.5 },
  model: 'small',
  finishReason: 'stop',
} as const;
const answer = (more: object) =>
  turn('ready', [], { assistantMessage: message('m1', 'assistant', [words('Done.')], { versionId: 'v2', ...more }) });
const costOf = (dayLimit: number | null, monthLimit: number | null) => ({
  __typename: 'QuotaCost' as const,
  messages: 1,
  dayLimit,
  monthLimit,
});

it.each([
  [admin, true],
  [builder, false],
])('shows the tokens of a message, and copies it, for admins only', async (me, isShown) => {
  const { ready } = chat(answer({ usage }), { me });
  await ready();
  await text('· Current version');
  expect(screen.queryByText(/9\.6K tokens, \$0\.03/) !== null).toBe(isShown);
  expect(isGone('button', 'Copy message')).toBe(!isShown);
  expect(isGone('button', 'Copy version id')).toBe(!isShown);
});

it('copies the id of the version of a message for admins', async () => {
  const { ready, user } = chat(answer({ usage }), { me: admin });
  await ready();
  await user.click(await button('Copy version id'));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('v2'));
});

it('shows admins the record of the usage on a click', async () => {
  const { ready, user } = chat(answer({ usage, furtherRounds: 1 }), { me: admin });
  await ready();
  await user.click(await button('9.6K tokens, $0.03: show the usage'));
  const dialog = await screen.findByRole('dialog');
  const rows = within(dialog)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['', 'Tokens', 'Per 1M', 'Cost'],
    ['Prompt', '5K', '$2.50', '$0.0125'],
    ['Cache, read', '4K', '$0.25', '$0.001'],
    ['Cache, written', '–', '$2.50', '–'],
    ['Answer', '600', '$10.00', '$0.0165'],
    ['Total', '9.6K', '', '$0.03'],
  ]);
  const facts = within(dialog)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  expect(facts).toEqual(['small', '2', 'stop', expect.stringContaining('2026'), 'v2']);
});

it.each([
  ['of the day', costOf(50, 500), 0, '· 1 of 50 daily messages'],
  ['of the month', costOf(null, 500), 0, '· 1 of 500 monthly messages'],
  ['with rounds that count nothing', costOf(50, null), 2, '· 2 further rounds, not counted'],
])('says what a message cost of the quota %s', async (_name, quotaCost, furtherRounds, shown) => {
  const { ready } = chat(answer({ quotaCost, furtherRounds, usage }), { me: builder });
  await ready();
  await text(shown);
  expect(screen.queryByText(/tokens/)).toBeNull();
});

it('shows no quota to an account without a limit', async () => {
  const { ready } = chat(answer({ furtherRounds: 2 }), { me: builder });
  await ready();
  await text('· Current version');
  expect(screen.queryByText(/messages|further/)).toBeNull();
});
