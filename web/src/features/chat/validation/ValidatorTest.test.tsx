import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alert, button, dialog, focused, gone, isGone, text } from '../../../testing/find.ts';
import { admin, builder } from '../../../testing/fixtures.ts';
import { held, offline, refusal } from '../../../testing/server.ts';
import { chat, message, turn, words } from '../testing/chat.tsx';
import type { Issue, ValidationResult } from './validate.ts';

const CALL = 'POST /api/apps/a1/versions/v2/validate-repair';
const issue = (message: string, more: Partial<Issue> = {}): Issue => ({
  message,
  componentName: 'pages/Home',
  detectorId: 'page-rendering',
  severity: 'error',
  line: 2,
  ...more,
});
const result = (more: Partial<ValidationResult> = {}): ValidationResult => ({
  initialIssues: [],
  unresolvedIssues: [],
  detectors: ['compile', 'undefined-name', 'page-rendering'],
  repairedFiles: [],
  timingBreakdown: { applyingActionsMs: 3, validatingMs: 1412, renderingMs: 210 },
  rendering: { status: 'done', pages: ['Home', 'Tasks'] },
  ...more,
});

async function test(answer: unknown, me = admin) {
  const last = turn('ready', [], { assistantMessage: message('m1', 'assistant', [words('Done.')], { versionId: 'v2' }) });
  const rendered = chat(last, { me, [CALL]: answer });
  await rendered.ready();
  await text('· Current version');
  return rendered;
}

async function open(answer: unknown) {
  const rendered = await test(answer);
  await rendered.user.click(await button('Validator test'));
  return { ...rendered, shown: within(await dialog('Validator test results')) };
}

it('is offered to admins only', async () => {
  await test(null, builder);
  expect(isGone('button', 'Validator test')).toBe(true);
});

it('shows issues by file, repairs, detectors and timings', async () => {
  const unnamed = issue('"Card" is used, but not imported or defined.', { detectorId: 'undefined-name', componentName: 'components/List' });
  const fails = issue('The page "Home" fails: Error: no');
  const open1 = issue('Anyone can change all rows.', { severity: 'warning', componentName: '', line: null, detectorId: 'open-permission' });
  const { server, shown } = await open(
    result({
      initialIssues: [unnamed, fails, open1],
      unresolvedIssues: [fails, open1],
      repairedFiles: [{ fileId: 'components/List', issuesFixed: 1 }],
    }),
  );
  await shown.findByText('1 error, 1 warning, 1 repaired');
  await shown.findByText('2 pages rendered, without rows and with sample rows.');
  const items = (name: string) =>
    within(shown.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(items('components/List')).toEqual(['"Card" is used, but not imported or defined.Repaired · undefined-name · line 2']);
  expect(items('pages/Home')).toEqual(['The page "Home" fails: Error: noError · page-rendering · line 2']);
  expect(items('The whole app')).toEqual(['Anyone can change all rows.Warning · open-permission']);
  expect(shown.getByRole('region', { name: 'Repaired files' }).textContent).toContain('components/List1 fix');
  expect(shown.getByRole('region', { name: 'Detectors' }).textContent).toContain('compile0undefined-name1page-rendering1');
  expect(shown.getByRole('region', { name: 'Timings' }).textContent).toBe(
    'TimingsReading the files3 msValidating1,412 msOf that, rendering pages210 ms',
  );
  expect(server.calls(CALL)).toEqual([{ messageId: 'm1' }]);
});

it('says when there is nothing to report, and validates again', async () => {
  const { server, shown, user } = await open(result());
  await shown.findByText('No issues found');
  await shown.findByText('No errors, no warnings, nothing repaired');
  server.answer({ [CALL]: result({ rendering: { status: 'unavailable', pages: [] } }) });
  await user.click(shown.getByRole('button', { name: 'Validate again' }));
  await shown.findByText('The pages could not be rendered this time. That says nothing about the app.');
  expect(server.calls(CALL).length).toBe(2);
});

it('shows that it is running, and closes by Escape with the focus back', async () => {
  const answer = held(result());
  const { user, shown } = await open(answer);
  await shown.findByRole('status', { name: 'Validating…' });
  await user.keyboard('{Escape}');
  await gone('dialog', 'Validator test results');
  await focused(screen.getByRole('button', { name: 'Validator test' }));
});

it.each([
  ['a refusal', refusal(404, 'The version was not found.'), 'The version was not found.'],
  ['a lost connection', offline, null],
])('offers to try again after %s', async (_what, failure, reason) => {
  const { server, user, shown } = await open(failure);
  await alert('Error: Failed to validate');
  if (reason !== null) await shown.findByText(reason);
  server.answer({ [CALL]: result() });
  await user.click(shown.getByRole('button', { name: 'Try again' }));
  await shown.findByText('No issues found');
});
