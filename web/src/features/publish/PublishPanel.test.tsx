import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translator } from '../../i18n/language.ts';
import { alert, button, dialog, field, focused, gone, isGone, link, text, toggle } from '../../testing/find.ts';
import { draftApp, liveApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { held, offline, pending, refusal } from '../../testing/server.ts';
import PublishPanel from './PublishPanel.tsx';
import { panel } from './panel.ts';

const table = (name: string, read: string, write: string) => ({ name, schema: { 'x-accessControl': { permissions: { read, write } } } });
const version = { ...draftApp.currentVersion, tables: [table('Habit', 'creator', 'creator'), table('Notice', 'anonymous', 'admin')] };
const settings = {
  isSignupEnabled: false,
  mainPage: null,
  privacyPolicyLink: null,
  supportEmail: null,
  termsOfServiceLink: null,
  visitorsMayUpload: false,
};
const draft = { ...draftApp, currentVersion: version, settings };
const live = { ...liveApp, currentVersion: version, settings };
const PREVIEW = 'GET /live_api/apps/a1/rows/copies?from=draft&to=live';
const START = 'POST /live_api/apps/a1/rows/copy';
const noRows = { [PREVIEW]: { tables: [], copy: null } };
const show = (app: object, answers: object = {}) =>
  renderPanel(PublishPanel, { answers: { app, ...noRows, stoodInPackages: [], ...answers } });

const signup = () => toggle(/^Let people sign up/);

it.each([
  [draftApp, 'Publish', true, false],
  [{ ...draftApp, currentVersion: null }, 'Publish', true, true],
  [liveApp, 'Share', false, false],
  [{ ...liveApp, hasUnpublishedChanges: true }, 'Update', true, false],
])('its button names the next step', (app, label, isProminent, isDisabled) => {
  const button = panel.button?.(app);
  expect(button && { ...button, label: translator()(button.label) }).toEqual({ label, isProminent, isDisabled });
});

it('says who can do what, and offers sign-up where a table needs it', async () => {
  show(draft);
  await text('Anyone with the link can open it.');
  await text('Habit: people who sign up add rows, and each sees and changes only their own.');
  await text('Notice: anyone with the link can see it; only you can add rows.');
  expect((await signup()).matches(':checked')).toBe(true);
});

it('does not publish the latest version while an older one is shown', async () => {
  const { server, user, workspace } = renderPanel(PublishPanel, { answers: { app: draft, ...noRows }, olderVersion: 'v1' });
  await user.click(await button('Publish'));
  expect(workspace.mayChange).toHaveBeenCalledOnce();
  expect(server.calls('publishApp')).toEqual([]);
});

it('waits for the tables before it can be published', async () => {
  show({ ...draft, currentVersion: { ...version, tables: pending } });
  expect((await button('Publish')).hasAttribute('disabled')).toBe(true);
});

it('offers to load the tables again', async () => {
  let isBroken = true;
  const tables = () => {
    if (isBroken) throw offline;
    return [];
  };
  const { user } = show({ ...draft, currentVersion: { ...version, tables } });
  await alert('Could not load who can do what.');
  isBroken = false;
  await user.click(await button('Try again'));
  await signup();
});

it('publishes with the choice of sign-up, and then links to the app', async () => {
  const publish = held(live);
  const { server, user } = show(draft, { publishApp: refusal(422, 'App compilation failed: a bracket is missing') });
  await user.click(await signup());
  await text('New people cannot make an account, so they cannot use what needs one. Existing users stay.');
  await user.click(await button('Publish'));
  await alert('App compilation failed: a bracket is missing');
  server.answer({ publishApp: publish });
  await user.click(await button('Publish'));
  expect((await button('Publish')).hasAttribute('data-loading')).toBe(true);
  publish.release();
  await text('Your app is live');
  const open = await link('Open');
  expect(open.getAttribute('href')).toBe('http://habits.localhost:4001');
  await focused(open);
  expect(server.calls('publishApp')).toEqual([
    { id: 'a1', isSignupEnabled: false },
    { id: 'a1', isSignupEnabled: false },
  ]);
});

it.each([
  [live, /^Up to date, published /, false],
  [{ ...live, hasUnpublishedChanges: true }, 'People do not see your latest changes yet.', true],
])('a live app says whether it is up to date', async (app, words, mayUpdate) => {
  const { server, user } = show(app, { publishApp: live });
  await text(words);
  expect(isGone('button', 'Update')).toBe(!mayUpdate);
  if (!mayUpdate) return;
  await user.click(await button('Update'));
  await text(/^Up to date/);
  expect(server.calls('publishApp')).toEqual([{ id: 'a1' }]);
});

it('copies the link', async () => {
  const { user } = show(live);
  await user.click(await button('Copy link'));
  await button('Link copied!');
  expect(await navigator.clipboard.readText()).toBe('http://habits.localhost:4001');
});

it('changes sign-up of a live app at once, and back when that is refused', async () => {
  const update = held(refusal(500, 'The store is full.'));
  const { user } = show(live, { updateAppSettings: update });
  await user.click(await signup());
  await text(/^Anyone with the link can make an account in your app\./);
  update.release();
  await alert('The store is full.');
  await text(/^New people cannot make an account/);
});

it('lets visitors upload files at once, and takes it back when that is refused', async () => {
  const update = held(refusal(500, 'The store is full.'));
  const { user, server } = show(live, { updateAppSettings: update });
  await text('Only people who are signed in can upload files in your app.');
  await user.click(await toggle(/^Let visitors upload files/));
  await text(/^Anyone with the link can upload files in your app/);
  expect(server.calls('updateAppSettings')).toEqual([{ id: 'a1', settings: { visitorsMayUpload: true } }]);
  update.release();
  await alert('The store is full.');
  await text('Only people who are signed in can upload files in your app.');
});

it('asks before it unpublishes', async () => {
  const { server, user } = show(live, { unpublishApp: draft });
  await user.click(await button('Unpublish'));
  within(await dialog('Unpublish this app?')).getByText(/no longer find your app at http:\/\/habits\.localhost:4001\./);
  await user.click(await button('Keep it live'));
  await gone('dialog', 'Unpublish this app?');
  expect(server.calls('unpublishApp')).toEqual([]);
  await user.click(await button('Unpublish'));
  await user.click(within(await dialog('Unpublish this app?')).getByRole('button', { name: 'Unpublish' }));
  await text('Unpublished');
  await text('Publish your app');
});

it('says why it was not unpublished', async () => {
  const { user } = show(live, { unpublishApp: offline });
  await user.click(await button('Unpublish'));
  await user.click(within(await dialog('Unpublish this app?')).getByRole('button', { name: 'Unpublish' }));
  await alert('The server cannot be reached. Check your connection and try again.');
});

const address = async (answers: object = {}) => {
  const rendered = show(draft, answers);
  await rendered.user.click(await button('Change address'));
  await rendered.user.clear(await field('Address'));
  return rendered;
};

it.each([
  ['ab', 'Use 3 to 40 characters.'],
  ['tür', 'Use lower-case letters, numbers and dashes only.'],
  ['habits-', 'Start and end with a letter or a number.'],
])('refuses the address %s', async (typed, message) => {
  const { server, user } = await address();
  await user.type(await field('Address'), `${typed}{Enter}`);
  await text(message);
  expect(server.calls('updateAppSlug')).toEqual([]);
});

it('saves an address, as it is shown while typed', async () => {
  const { server, user } = await address({ updateAppSlug: refusal(409, 'This address is taken.') });
  await user.type(await field('Address'), 'My Habits');
  await text('my-habits.localhost:4001');
  await user.click(await button('Save address'));
  await text('This address is taken.');
  server.answer({ updateAppSlug: { ...draft, slug: 'my-habits', url: 'http://my-habits.localhost:4001' } });
  await user.click(await button('Save address'));
  await gone('textbox', 'Address');
  await text('my-habits.localhost:4001');
  expect(server.calls('updateAppSlug').at(-1)).toEqual({ id: 'a1', slug: 'my-habits' });
});

it('keeps an address that is unchanged or cancelled', async () => {
  const { server, user } = await address();
  await user.type(await field('Address'), 'habits{Enter}');
  await gone('textbox', 'Address');
  await user.click(await button('Change address'));
  await user.type(await field('Address'), 'x');
  await user.click(await button('Cancel'));
  await waitFor(() => expect(screen.queryByLabelText('Address')).toBeNull());
  await focused(await button('Change address'));
  expect(server.calls('updateAppSlug')).toEqual([]);
});

const rows = (habits: number, live: number) => ({
  [PREVIEW]: {
    tables: [
      { name: 'Habit', from: habits, to: live },
      { name: 'Notice', from: 0, to: 0 },
    ],
    copy: null,
  },
});
const copying = { id: 'c1', state: 'running', done: 1, total: 4, error: null };
const copied = { 'GET /live_api/apps/a1/rows/copy/c1': { ...copying, state: 'done', done: 4 } };

it('publishes with the rows of the preview when that is chosen', async () => {
  const { server, user } = show(draft, { ...rows(3, 0), ...copied, publishApp: live, [START]: copying });
  await text('Habit: 3 rows');
  const choice = await toggle(/^Start with the rows of the preview/);
  expect([choice.matches(':checked'), screen.queryByText(/^Notice: /)?.textContent]).toEqual([
    false,
    'Notice: anyone with the link can see it; only you can add rows.',
  ]);
  await user.click(choice);
  await user.click(await button('Publish'));
  await text('Copying rows: 25%');
  await text('The rows of the preview are live.');
  expect(server.calls(START)).toEqual([{ from: 'draft', to: 'live' }]);
});

it('publishes without the rows of the preview by default, and offers them afterwards', async () => {
  const { server, user } = show(draft, {
    ...rows(1, 0),
    ...copied,
    publishApp: live,
    [START]: refusal(409, 'Rows are being copied already.'),
  });
  await text('Habit: 1 row');
  await user.click(await button('Publish'));
  await text('The published app has no rows yet');
  expect(server.calls(START)).toEqual([]);
  await user.click(await button('Copy rows from the preview'));
  await alert('Rows are being copied already.');
  server.answer({ [START]: copying });
  await user.click(await button('Try again'));
  await text('The rows of the preview are live.');
});

it.each([
  ['the published app has rows', rows(3, 1)],
  ['the preview has none', rows(0, 0)],
  ['they cannot be read', { [PREVIEW]: offline }],
])('offers no rows when %s', async (_why, answers) => {
  const { server } = show(live, answers);
  await text('Your app is live');
  await waitFor(() => expect(server.calls(PREVIEW)).toHaveLength(1));
  expect(isGone('button', 'Copy rows from the preview')).toBe(true);
});

it('says that the live app lacks a package, and offers to publish again once it is here', async () => {
  const lacks = (isHere: boolean) => ({ stoodInPackages: [{ __typename: 'StoodInPackage', name: 'antd', isHere }] });
  const { unmount } = show(live, lacks(false));
  await text(/^Published without antd: what needs it does not work/);
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
  unmount();
  show(live, lacks(true));
  await text(/^Published without antd, which is here by now/);
  await button('Update');
});

it('says which package is being fetched while it publishes', async () => {
  const { user, workspace } = show(draft, { publishApp: pending });
  await user.click(await button('Publish'));
  await waitFor(() => expect(workspace.state.compiling.get().size).toBe(1));
  act(() => workspace.state.fetching.set(['antd']));
  await text('Fetching antd…');
});
