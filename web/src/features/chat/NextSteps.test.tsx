import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, gone, text } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { offline, pending } from '../../testing/server.ts';
import { chat, messagesOf, type Parts, turn, words } from './testing/chat.tsx';

type Steps = readonly { readonly kind: 'page' | 'form' | 'rows'; readonly table: string | null }[];
/** A chat whose last answer has these parts. */
const answered = (parts: Parts, { nextSteps = [], ...app }: { nextSteps?: Steps } & object = {}, options: object = {}) => {
  const last = turn('ready', parts);
  const given = { ...draftApp, nextSteps, messages: messagesOf(last), latestTurn: last, ...app };
  return chat(last, { sendMessage: pending, app: given }, options);
};
const steps: Steps = [
  { kind: 'page', table: 'Visits' },
  { kind: 'form', table: 'Customers' },
  { kind: 'rows', table: null },
];
const shown = () => [...screen.getByRole('list', { name: 'Suggestions' }).querySelectorAll('button')].map((one) => one.textContent);

it('suggests what the app lacks when the assistant suggests nothing', async () => {
  const { user, server, ready } = answered([words('Done.')], { nextSteps: steps });
  await ready();
  await button('Add a page for the table Visits');
  expect(shown()).toEqual([
    'Add a page for the table Visits',
    'Add a form for the table Customers',
    'Add sample rows to the empty tables',
    'Publish your app',
  ]);
  await user.click(await button('Add a form for the table Customers'));
  expect(server.calls('sendMessage')).toMatchObject([{ input: { content: 'Add a form for the table Customers' } }]);
});

it('opens the panel to publish, and sends no message for that', async () => {
  const { user, server, workspace, ready } = answered([words('Done.')]);
  await ready();
  await user.click(await button('Publish your app'));
  expect(workspace.show.mock.calls).toEqual([['publish']]);
  expect(server.calls('sendMessage')).toEqual([]);
});

it('does not suggest to publish an app that fails', async () => {
  const { workspace, ready } = answered([words('Done.')], { nextSteps: steps });
  await ready();
  await button('Publish your app');
  const problem = {
    title: 'Streaks cannot be counted',
    details: '',
    componentName: 'Home',
    scope: 'page',
    file: null,
    line: null,
  } as const;
  act(() => workspace.state.problems.set({ list: [problem], hidden: [], suppressed: new Set() }));
  await gone('button', 'Publish your app');
  await button('Add a page for the table Visits');
});

it.each<[string, Parts]>([
  ['suggestions of its own', [words('Done.'), { __typename: 'SuggestionPart', text: 'Make it dark' }]],
  ['a question', [{ __typename: 'QuestionPart', text: 'For whom?' }]],
])('reads nothing after an answer with %s', async (_name, parts) => {
  const { server, ready } = answered(parts, { nextSteps: steps });
  await ready();
  await gone('button', 'Publish your app');
  expect(server.calls('nextSteps')).toEqual([]);
});

it('leaves the suggestions out when they cannot be read', async () => {
  const { ready } = answered([words('Done.')], { nextSteps: offline as never });
  await ready();
  await text('Done.');
  await gone('list', 'Suggestions');
});
