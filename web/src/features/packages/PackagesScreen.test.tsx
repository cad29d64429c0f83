import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NpmPackageFragment } from '../../gen/npmPackages.ts';
import { alert, button, dialog, field, menuItem, text } from '../../testing/find.ts';
import { renderScreen } from '../../testing/render.tsx';
import { type Answers, offline, pending, refusal } from '../../testing/server.ts';
import { PackagesScreen } from './PackagesScreen.tsx';

const confetti: NpmPackageFragment = {
  __typename: 'AllowedPackage',
  id: 'party',
  requested: 'latest',
  status: 'ready',
  step: null,
  reason: null,
  version: '1.2.3',
  licence: 'MIT',
  bytes: 12_400,
  gzipBytes: 4_300,
  dependencies: 1,
  warnings: [],
  specifiers: ['party', 'party/style.css'],
  bundledAt: '2026-01-02T08:00:00Z',
  isConfigured: false,
  apps: [],
};
const server: NpmPackageFragment = {
  ...confetti,
  id: 'express',
  status: 'refused',
  reason: 'It needs Node: "fs" is imported by "send".',
  version: null,
  licence: null,
  bytes: null,
  gzipBytes: null,
  dependencies: null,
  specifiers: [],
  bundledAt: null,
};
const app = { __typename: 'PackageUse' as const, id: 'a1', name: 'Wedding', isPublished: true };

const open = (answers: Answers = {}, at = '/settings/packages') =>
  renderScreen(<PackagesScreen />, { at, answers: { allowedPackages: [], ...answers } });
const item = async (name: string) => within((await text(name)).closest('li')!);

it('shows what each package is, and why one was refused', async () => {
  open({ allowedPackages: [{ ...confetti, warnings: ['The licence of x is unknown.'], apps: [app] }, server] });
  const party = await item('1.2.3');
  party.getByText('Ready');
  party.getByText(/^MIT · 12 kB in a page, 4\.3 kB compressed · 1 dependency · /);
  party.getByText('Also party/style.css');
  party.getByText('The licence of x is unknown.');
  expect(party.getByRole('link', { name: 'Wedding' }).getAttribute('href')).toBe('/build/app/a1');
  const express = await item('It needs Node: "fs" is imported by "send".');
  express.getByText('Refused');
});

it('keeps an earlier version in view when another one was refused', async () => {
  open({ allowedPackages: [{ ...confetti, status: 'refused', requested: '2', reason: 'It needs Node.' }] });
  (await item('1.2.3')).getByText('Update refused');
  await text('Version 2 was refused: It needs Node.');
});

it('allows a package with a suggested version, and follows it until it is there', async () => {
  const { server: answers, user } = open({
    packageVersions: [
      { version: '1.2.3', tags: ['latest'] },
      { version: '1.0.0', tags: [] },
    ],
    allowPackage: { ...server, id: 'party', status: 'pending', step: 'downloading', reason: null },
  });
  await text('No further packages yet');
  await user.type(await field('Package'), 'party');
  await user.click(await screen.findByRole('combobox', { name: 'Version' }));
  await user.click(await screen.findByRole('option', { name: '1.0.0' }));
  answers.answer({ allowedPackages: [{ ...server, id: 'party', status: 'pending', step: 'downloading', reason: null }] });
  await user.click(await button('Allow'));
  await text('Downloading…');
  expect(answers.calls('allowPackage')).toEqual([{ name: 'party', version: '1.0.0' }]);
  expect((await field('Package')).value).toBe('');
  answers.answer({ allowedPackages: [confetti] });
  await text('Ready');
});

it('takes the name from the address, and shows why the request was refused', async () => {
  const { user, server: answers } = open(
    { allowPackage: refusal(409, '"react" is built in (19.0.0): apps can import it already.') },
    '/settings/packages?name=react',
  );
  expect((await field('Package')).value).toBe('react');
  await user.click(await button('Allow'));
  await alert('"react" is built in (19.0.0): apps can import it already.');
  expect(answers.calls('allowPackage')).toEqual([{ name: 'react', version: 'latest' }]);
  expect((await field('Package')).value).toBe('react');
});

it('names the apps that import a package before it is removed', async () => {
  const { user, server: answers } = open({ allowedPackages: [{ ...confetti, apps: [app] }], removePackage: 'party' });
  await user.click(await button('Actions for party'));
  await user.click(await menuItem('Remove'));
  const asked = within(await dialog('Remove party?'));
  await text(/This app imports it and needs a change/);
  await text('Wedding (published)');
  answers.answer({ allowedPackages: [] });
  await user.click(asked.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(answers.calls('removePackage')).toEqual([{ name: 'party' }]));
  await text('No further packages yet');
});

it('what the configuration allows cannot be changed here', async () => {
  open({ allowedPackages: [{ ...confetti, isConfigured: true }] });
  await text(/Set by ALLOWED_PACKAGES/);
  expect(screen.queryByRole('button', { name: 'Actions for party' })).toBeNull();
});

it('shows skeletons while it loads, and offers to try again', async () => {
  const { server: answers, user } = open({ allowedPackages: pending });
  await screen.findByRole('status', { name: 'Loading' });
  answers.answer({ allowedPackages: offline });
  const { server: second } = open({ allowedPackages: offline });
  await alert('Could not load the packages');
  second.answer({ allowedPackages: [confetti] });
  await user.click(await button('Try again'));
  await text('Ready');
});
