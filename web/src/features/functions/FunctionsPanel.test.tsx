import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, text, textGone } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { offline, pending, refusal } from '../../testing/server.ts';
import FunctionsPanel from './FunctionsPanel.tsx';

const run = (more: object = {}) => ({
  id: 'run-1',
  name: 'report',
  trigger: 'schedule',
  isDraft: false,
  startedAt: '2026-01-05T08:00:00.000Z',
  milliseconds: 42,
  outcome: 'done',
  error: null,
  errorFile: null,
  errorLine: null,
  logs: [],
  refusedHosts: [],
  ...more,
});
const report = (more: object = {}) => ({
  name: 'report',
  schedule: '0 9 * * 1-5',
  timeZone: 'Europe/Berlin',
  isScheduleValid: true,
  on: [],
  wantsApp: true,
  appUses: [],
  wantsMore: false,
  moreUses: [],
  shown: 'digest-1',
  wantsHosts: [],
  wantsVariables: [],
  asApp: false,
  visitors: false,
  isPaused: false,
  hosts: [],
  nextAt: null,
  lastRun: null,
  ...more,
});
const show = (appFunctions: unknown, answers: object = {}) =>
  renderPanel(FunctionsPanel, { answers: { appFunctions, functionVariables: [], functionRan: pending, ...answers } });

it('says what functions are when there are none, and leads to the chat', async () => {
  const { user, workspace } = show([]);
  await text('No functions yet');
  await user.click(await button('Describe one in the chat'));
  expect(workspace.show.mock.calls).toEqual([['chat']]);
});

it('offers to load the functions again', async () => {
  const { server, user } = show(offline);
  await alert('The functions could not be loaded.');
  server.answer({ appFunctions: [report()] });
  await user.click(await button('Try again'));
  await text('report');
});

it('says when a function runs, what it wants, and allows it by a click', async () => {
  const { user, server } = show([report()], { allowFunction: report({ asApp: true, nextAt: '2026-01-06T08:00:00.000Z' }) });
  await text(/At 09:00 AM, Monday through Friday/);
  await text('Wants to use all rows, as the app. It does not before you allow it.');
  server.answer({ appFunctions: [report({ asApp: true, nextAt: '2026-01-06T08:00:00.000Z' })] });
  await user.click(await button('Allow'));
  await textGone('Wants to use all rows, as the app. It does not before you allow it.');
  await text(/^Next:/);
});

it('says what a function would do as the app, as far as its code says', async () => {
  show([report({ appUses: [{ table: 'Order', reads: true, changes: true }] })]);
  await text('Wants this, as the app: Reads all rows of Order. Changes all rows of Order. It does not before you allow it.');
});

it('asks again for what changed code uses more, and allows the code that was shown', async () => {
  const more = { wantsMore: true, moreUses: [{ table: 'Payment', reads: true, changes: false }], shown: 'digest-2' };
  const { user, server } = show([report({ asApp: true, ...more })], { allowFunction: report({ asApp: true, shown: 'digest-2' }) });
  const sentence = 'Wants more, as the app, than you allowed. Reads all rows of Payment. It does not before you allow it.';
  await text(sentence);
  server.answer({ appFunctions: [report({ asApp: true, shown: 'digest-2' })] });
  await user.click(await button('Allow'));
  await textGone(sentence);
  expect(server.calls('allowFunction')).toEqual([{ appId: 'a1', name: 'report', asApp: true, shown: 'digest-2' }]);
});

it('shows what a function wants by now when its code was changed before the click', async () => {
  const { user, server } = show([report({ asApp: true, wantsMore: true })], { allowFunction: refusal(409, 'It has changed.') });
  await text(/no longer names the tables/);
  server.answer({
    appFunctions: [report({ asApp: true, wantsMore: true, moreUses: [{ table: 'Payment', reads: false, changes: true }] })],
  });
  await user.click(await button('Allow'));
  await text('It has changed.');
  await text(/Changes all rows of Payment/);
});

it('takes back what a function may do whatever its code is', async () => {
  const { user, server } = show([report({ asApp: true })], { allowFunction: report() });
  await user.click(await button('What it may do'));
  await user.click(await screen.findByRole('switch', { name: /May use all rows/ }));
  await user.click(await button('Save'));
  expect(server.calls('allowFunction')).toEqual([{ appId: 'a1', name: 'report', asApp: false, hosts: [] }]);
});

it('keeps the wish when the permission is refused', async () => {
  const { user } = show([report()], { allowFunction: refusal(409, 'Not now.') });
  await user.click(await button('Allow'));
  await text('Not now.');
  await text('Wants to use all rows, as the app. It does not before you allow it.');
});

it('tries a function, and shows its answer, its log and its error', async () => {
  const answer = { answer: '{"sent":2}', run: run({ trigger: 'test', isDraft: true, logs: [{ level: 'warn', text: 'two are late' }] }) };
  const { user, server, workspace } = show([report()], { testFunction: answer });
  await user.click(await button('Try it'));
  const input = await screen.findByRole('textbox');
  await user.clear(input);
  await user.type(input, '{{');
  await user.click(await button('Run'));
  await text(/^This is no JSON/);
  await user.clear(input);
  await user.click(await button('Run'));
  await text(/"sent": 2/);
  await text('warn: two are late');
  server.answer({
    testFunction: {
      answer: null,
      run: run({ id: 'run-2', outcome: 'failed', error: 'x is not defined', errorFile: 'functions/report', errorLine: 4 }),
    },
  });
  await user.click(await button('Run'));
  await text('x is not defined');
  await user.click(await button('functions/report, line 4'));
  const opened: unknown[] = [];
  workspace.state.files.receive((target) => opened.push(target));
  expect(opened).toEqual([{ file: 'functions/report', line: 4 }]);
});

it('shows the runs of a function', async () => {
  const { user, server } = show([report({ lastRun: run() })], { functionRuns: [] });
  await user.click(await button('Runs'));
  await text('No runs yet');
  server.answer({ functionRuns: [run({ id: 'run-2', outcome: 'stopped', error: 'It took too long.' })] });
  await user.click(await button('Runs'));
  await user.click(await button('Runs'));
  await text('It took too long.');
});

it('changes nothing for people who only view the app', async () => {
  show([report()], { app: { ...draftApp, role: 'view' } });
  await text('report');
  for (const name of ['Try it', 'What it may do', 'Allow', 'Pause']) expect(screen.queryByRole('button', { name })).toBeNull();
});

const variable = (more: object = {}) => ({
  id: 'a1 PAY_KEY',
  name: 'PAY_KEY',
  isSecret: true,
  value: null,
  hosts: [],
  updatedAt: new Date().toISOString(),
  ...more,
});

it('asks for a secret that a function reads, and keeps it', async () => {
  const { user, server } = show([report({ wantsVariables: ['PAY_KEY', 'SHOP'] })], {
    functionVariables: [variable({ id: 'a1 SHOP', name: 'SHOP', isSecret: false, value: 'Tea', hosts: null })],
    setFunctionVariable: variable(),
  });
  await text('Reads PAY_KEY, which is not set.');
  await text('Tea');
  expect(screen.queryByText('Reads SHOP, which is not set.')).toBeNull();
  await user.click(await button('Set PAY_KEY'));
  await user.type(await screen.findByLabelText(/^Value/), 'sk_1');
  server.answer({ functionVariables: [variable()] });
  await user.click(await button('Save'));
  await text(/^Secret, set /);
  await textGone('Reads PAY_KEY, which is not set.');
  expect(server.calls('setFunctionVariable')).toEqual([{ appId: 'a1', name: 'PAY_KEY', value: 'sk_1', isSecret: true, hosts: [] }]);
});

it('says which server asks for a secret again, and enters it for the servers in the form', async () => {
  const known = variable({ hosts: ['api.example.com'] });
  const { user, server } = show([report({ wantsVariables: ['PAY_KEY'], hosts: ['api.example.com', 'new.example'] })], {
    functionVariables: [known],
    setFunctionVariable: known,
  });
  await text(/^Secret for api\.example\.com, set /);
  await text('Enter it again to send it to new.example.');
  await user.click(await button('Change PAY_KEY'));
  const hosts = await screen.findByLabelText(/^Servers it is sent to/);
  expect(hosts).toHaveProperty('value', 'api.example.com\nnew.example');
  await user.clear(hosts);
  await user.type(hosts, 'api.example.com');
  await user.type(await screen.findByLabelText(/^Value/), 'sk_2');
  await user.click(await button('Save'));
  const entered = { appId: 'a1', name: 'PAY_KEY', value: 'sk_2', isSecret: true, hosts: ['api.example.com'] };
  await expect.poll(() => server.calls('setFunctionVariable')).toEqual([entered]);
});

it('adds a setting, and says why a name is refused', async () => {
  const { user, server } = show([report()], { setFunctionVariable: refusal(400, '"a b" is no name.') });
  await user.click(await button('Add a value'));
  await user.type(await screen.findByLabelText(/^Name/), 'a b');
  await user.click(await screen.findByRole('switch', { name: /^Keep it secret/ }));
  await user.type(await screen.findByLabelText(/^Value/), 'Tea');
  await user.click(await button('Save'));
  await text('"a b" is no name.');
  expect(server.calls('setFunctionVariable')).toEqual([{ appId: 'a1', name: 'a b', value: 'Tea', isSecret: false }]);
});

it('asks before it removes a secret', async () => {
  const { user, server } = show([], { functionVariables: [variable()], removeFunctionVariable: [] });
  await user.click(await button('Remove PAY_KEY'));
  await text(/^Functions that read PAY_KEY will find nothing there/);
  server.answer({ functionVariables: [] });
  await user.click(await button('Remove'));
  await text('No functions yet');
  expect(server.calls('removeFunctionVariable')).toEqual([{ appId: 'a1', name: 'PAY_KEY' }]);
});

it('allows all functions that want to run as the app in one dialog, which says what each would do', async () => {
  const clean = report({
    name: 'clean-up',
    schedule: null,
    visitors: true,
    appUses: [
      { table: 'Order', reads: true, changes: true },
      { table: 'Person', reads: true, changes: false },
    ],
  });
  const { user, server } = show([report(), clean, report({ name: 'allowed', asApp: true })], {
    allowFunction: ({ name }: { name: string }) => (name === 'report' ? report({ asApp: true }) : { ...clean, asApp: true }),
  });
  await text('2 functions want to use rows as the app, for every caller.');
  await user.click(await button('See and allow'));
  await text('Reads all rows of Order, Person');
  await text('Changes all rows of Order');
  await text('Can be called without logging in');
  await text(/Runs by itself: At 09:00 AM/);
  await text(/may read and change all/);
  server.answer({ appFunctions: [report({ asApp: true }), { ...clean, asApp: true }] });
  await user.click(await button('Allow 2 functions'));
  await textGone('2 functions want to use rows as the app, for every caller.');
  expect(server.calls('allowFunction')).toEqual([
    { appId: 'a1', name: 'report', asApp: true, shown: 'digest-1' },
    { appId: 'a1', name: 'clean-up', asApp: true, shown: 'digest-1' },
  ]);
});

it('allows only those that stay chosen, and says why one was refused', async () => {
  const other = report({ name: 'other' });
  const { user, server } = show([report(), other], { allowFunction: refusal(403, 'You may not change this app.') });
  await user.click(await button('See and allow'));
  await user.click(await screen.findByRole('checkbox', { name: 'report' }));
  await user.click(await button('Allow 1 function'));
  await alert('You may not change this app.');
  expect(server.calls('allowFunction')).toEqual([{ appId: 'a1', name: 'other', asApp: true, shown: 'digest-1' }]);
});

it('names the servers that a run may not call, and offers to allow them', async () => {
  const failed = run({ outcome: 'failed', error: 'Connection error.', refusedHosts: ['api.example.com', 'known.example.com'] });
  const { user, server } = show([report({ hosts: ['known.example.com'], lastRun: failed })], {
    functionRuns: [failed],
    allowFunction: report({ hosts: ['known.example.com', 'api.example.com'] }),
  });
  await user.click(await button('Runs'));
  await text(/^It called api\.example\.com, which it may not/);
  expect(screen.queryByText(/It called known/)).toBeNull();
  await user.click(await button('Allow api.example.com'));
  expect(server.calls('allowFunction')).toMatchObject([{ hosts: ['known.example.com', 'api.example.com'], shown: 'digest-1' }]);
});
