import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AccountRowFragment, InvitationRowFragment } from '../../gen/accounts.ts';
import { alert, button, field, focused, isGone, menuItem, text, textGone } from '../../testing/find.ts';
import { admin } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, held, offline, pending, refusal } from '../../testing/server.ts';
import { AccountsScreen } from './AccountsScreen.tsx';

const ben: AccountRowFragment = {
  __typename: 'ManagedAccount',
  id: 'ben',
  name: 'Ben',
  email: 'ben@example.org',
  emailVerified: true,
  accountType: 'builder',
  isAdmin: false,
  isDisabled: false,
  createdAt: '2026-01-02T08:00:00Z',
};
const gil: AccountRowFragment = { ...ben, id: 'gil', name: 'Gil', email: 'gil@example.org', accountType: 'user', emailVerified: false };
const ada: AccountRowFragment = { ...ben, id: admin.id, name: admin.name, email: admin.email, isAdmin: true };
const invitation: InvitationRowFragment = {
  __typename: 'Invitation',
  id: 'i1',
  createdAt: '2026-01-02T08:00:00Z',
  expiresAt: '2026-02-01T08:00:00Z',
  uses: 5,
  usesLeft: 3,
};
const page = (...accounts: AccountRowFragment[]) => ({ accounts, next: null });

const accounts = (answers: Answers = {}) =>
  renderScreen(<AccountsScreen />, { answers: { accounts: page(ada, ben, gil), invitations: [], ...answers } });
const row = async (name: string) => within((await text(name)).closest('li')!);

it('shows the kind and the state of each account', async () => {
  accounts({ accounts: page(ada, { ...ben, isDisabled: true }, gil) });
  (await row('Ada Lovelace (you)')).getByText('Admin');
  (await row('Ben')).getByText('Disabled');
  (await row('Ben')).getByText('Builder');
  (await row('Gil')).getByText('User');
  (await row('Gil')).getByText('gil@example.org · not verified');
  expect(isGone('button', 'Actions for ada@example.org')).toBe(true);
});

it('shows skeletons while accounts and invitations load', async () => {
  accounts({ accounts: pending, invitations: pending });
  await waitFor(() => expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBe(2));
});

it('offers to load the accounts again', async () => {
  const { server, user } = accounts({ accounts: offline });
  await alert('Could not load the accounts');
  server.answer({ accounts: page(ben) });
  await user.click(await button('Try again'));
  await text('Ben');
});

it('searches by name and kind, and shows all again', async () => {
  const { server, user } = accounts({ accounts: ({ search }: { search: string }) => page(...(search === '' ? [ada, ben] : [])) });
  await text('Ben');
  await user.type(await field('Search by name or email'), 'zed');
  await text('No account matches');
  await user.click(await screen.findByRole('radio', { name: 'Users' }));
  await waitFor(() => expect(server.calls('accounts').at(-1)).toMatchObject({ search: 'zed', accountType: 'user' }));
  await user.click(await button('Show all'));
  await text('Ben');
  expect((await field('Search by name or email')).value).toBe('');
});

it('loads further pages, and says when that fails', async () => {
  const more = ({ after }: { after?: string | null }) => (after == null ? { accounts: [ada], next: 'ada' } : page(ben));
  const { server, user } = accounts({ accounts: { accounts: [ada], next: 'ada' } });
  await button('Show more');
  server.answer({ accounts: offline });
  await user.click(await button('Show more'));
  await alert('The server cannot be reached. Check your connection and try again.');
  server.answer({ accounts: more });
  await user.click(await button('Show more'));
  await text('Ben');
  expect(isGone('button', 'Show more')).toBe(true);
});

it.each([
  [
    ben,
    'Stop letting them build',
    'setAccountType',
    { accountType: 'user' },
    'They can no longer build. They stay admin of the apps that they made.',
  ],
  [gil, 'Let them build', 'setAccountType', { accountType: 'builder' }, 'They can build now'],
  [ben, 'Disable and log out', 'setAccountDisabled', { disabled: true }, 'Disabled and logged out everywhere'],
  [{ ...ben, isDisabled: true }, 'Enable', 'setAccountDisabled', { disabled: false }, 'Enabled'],
])('changes an account by its menu', async (account, action, call, input, done) => {
  const { server, user } = accounts({ accounts: page(account), [call]: { ...account, isDisabled: false } });
  const opener = await button(`Actions for ${account.email}`);
  opener.focus();
  await user.keyboard('{Enter}');
  await user.click(await menuItem(action));
  await text(done);
  expect(server.calls(call)).toEqual([{ id: account.id, ...input }]);
  await focused(opener);
});

it('says why an account was not changed', async () => {
  const { user } = accounts({ setAccountDisabled: refusal(409, 'The last admin cannot be disabled.') });
  await user.click(await button('Actions for ben@example.org'));
  await user.click(await menuItem('Disable and log out'));
  await alert('The last admin cannot be disabled.');
});

it('says that no invitation is open, or how much is left of one', async () => {
  accounts();
  await text('No open invitations. Create a link and send it to the people who should build here.');
});

it('offers to load the invitations again', async () => {
  const { server, user } = accounts({ invitations: refusal(500, 'The store is full.') });
  await alert('Could not load the invitations. The store is full.');
  server.answer({ invitations: [invitation] });
  await user.click(await button('Try again'));
  await text('3 of 5 left');
});

it('creates a link, shown once', async () => {
  const create = held({ link: 'http://localhost:4000/invite#code=c1', invitation });
  const { server, user } = accounts({ createInvitation: refusal(409, 'There are too many open invitations.') });
  await user.click(await button('Create link'));
  await alert('There are too many open invitations.');
  server.answer({ createInvitation: create });
  await user.selectOptions(await field('For'), '5 people');
  await user.selectOptions(await field('Works for'), '30 days');
  await user.click(await button('Create link'));
  expect((await button('Create link')).hasAttribute('data-loading')).toBe(true);
  server.answer({ invitations: [{ ...invitation, uses: 1, usesLeft: 1 }] });
  create.release();
  expect((await field('Invitation link')).value).toBe('http://localhost:4000/invite#code=c1');
  await text('For 1 person');
  expect(server.calls('createInvitation').at(-1)).toEqual({ uses: 5, days: 30 });
  await user.click(await button('Copy link'));
  await button('Link copied!');
  expect(await navigator.clipboard.readText()).toBe('http://localhost:4000/invite#code=c1');
});

it('revokes an invitation, or says why not', async () => {
  const { server, user } = accounts({ invitations: [invitation], revokeInvitation: offline });
  await user.click(await button('Revoke'));
  await alert('The server cannot be reached. Check your connection and try again.');
  server.answer({ revokeInvitation: true, invitations: [] });
  await user.click(await button('Revoke'));
  await text('Revoked');
  await textGone('3 of 5 left');
});
