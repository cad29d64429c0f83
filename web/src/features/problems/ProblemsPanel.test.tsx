import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Problem } from '../../lib/workspace/problems.ts';
import { button, isGone, text, textGone } from '../../testing/find.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import ProblemsPanel from './ProblemsPanel.tsx';

const problem = (title: string, more: Partial<Problem> = {}): Problem => ({
  title,
  details: '',
  componentName: 'Home',
  scope: 'page',
  file: 'pages/Home',
  line: 3,
  ...more,
});
const streaks = problem('Streaks cannot be counted');
const call = problem('The call failed', { scope: 'api', file: null, line: null, details: 'Error: 500\n at Row' });

const show = (list: readonly Problem[], options: object = {}) => {
  const rendered = renderPanel(ProblemsPanel, options);
  const { state } = rendered.workspace;
  const messages: string[] = [];
  state.messages.receive(({ content }) => messages.push(content));
  act(() => state.problems.set({ list, hidden: [], suppressed: new Set() }));
  return { ...rendered, messages, state };
};

it('is empty without problems, and announces the first', async () => {
  const { state } = show([]);
  await screen.findByRole('status');
  expect(screen.queryByRole('complementary')).toBeNull();
  act(() => state.problems.set({ list: [streaks], hidden: [], suppressed: new Set() }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 problem in your app'));
});

it('lists the problems on demand, by keyboard too', async () => {
  const { user, workspace, state } = show([streaks, call]);
  (await button('2 problems')).focus();
  await user.keyboard('{Enter}');
  await text('Page');
  await text('Call');
  await user.click(await screen.findByText('Details'));
  await text(/^Error: 500/);
  await user.click(await button('pages/Home:3'));
  expect(workspace.show.mock.calls).toEqual([['code']]);
  const opened: unknown[] = [];
  state.files.receive((target) => opened.push(target));
  expect(opened).toEqual([{ file: 'pages/Home', line: 3 }]);
  await user.click(await button('2 problems'));
  expect(isGone('button', 'pages/Home:3')).toBe(true);
});

it('hides one problem for good', async () => {
  const { user, state } = show([streaks, call]);
  await user.click(await button('2 problems'));
  await user.click(await button('Hide: The call failed'));
  await button('1 problem');
  expect([...state.problems.get().suppressed]).toEqual(['The call failed\nHome']);
});

it('shows hidden problems again', async () => {
  const { user, state } = show([streaks, call]);
  await user.click(await button('2 problems'));
  await user.click(await button('Hide: The call failed'));
  await button('1 hidden problem');
  await user.click(await button('Hide: Streaks cannot be counted'));
  await user.click(await button('2 hidden problems'));
  await button('2 problems');
  expect(state.problems.get()).toEqual({ list: [call, streaks], hidden: [], suppressed: new Set() });
  expect(isGone('button', '2 hidden problems')).toBe(true);
});

it.each([
  ['Resolve with AI', 'Please fix the errors in my app', 2],
  ['Fix: The call failed', 'Fix this error: The call failed', 1],
])('%s sends the problems to the assistant, and has them checked at the end', async (name, words, count) => {
  const { user, workspace, messages, state } = show([streaks, call]);
  await user.click(await button('2 problems'));
  await user.click(await button(name));
  expect(workspace.show.mock.calls).toEqual([['chat']]);
  const [sent = ''] = messages;
  expect(sent).toMatch(new RegExp(`^${words}\n\n`));
  expect(sent.match(/"title"/g)?.length).toBe(count);
  let checks = 0;
  state.problemChecks.listen(() => checks++);
  act(() => state.turnEnds.emit({ addsRows: false }));
  await textGone('2 problems');
  act(() => state.turnEnds.emit({ addsRows: false }));
  expect(checks).toBe(1);
});

it('keeps the problems at the end of a turn that was for something else', async () => {
  const { state } = show([streaks]);
  await button('1 problem');
  act(() => state.turnEnds.emit({ addsRows: false }));
  await button('1 problem');
});

it('cannot fix while the assistant is busy', async () => {
  const { state } = show([streaks]);
  await button('Resolve with AI');
  act(() => state.turn.set({ isBusy: true, status: 'streaming', step: null }));
  expect((await button('Resolve with AI')).hasAttribute('disabled')).toBe(true);
});

it('asks to switch to the latest version first', async () => {
  const { user, workspace, messages } = show([streaks], { olderVersion: 'v1' });
  await user.click(await button('Resolve with AI'));
  expect(workspace.mayChange).toHaveBeenCalledOnce();
  expect(messages).toEqual([]);
});
