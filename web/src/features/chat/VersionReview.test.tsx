import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MessageFragment, ReviewFragment } from '../../gen/chat.ts';
import { alert, button, isGone, text } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { createChannel, held, refusal } from '../../testing/server.ts';
import ChatPanel from './ChatPanel.tsx';

type Thing = ReviewFragment['vanished'][number];
const thing = (more: Partial<Thing> = {}): Thing => ({
  __typename: 'VanishedThing',
  thingId: 'delete',
  kind: 'handler',
  name: 'Delete',
  table: null,
  file: 'pages/Home',
  line: 12,
  text: '<Button onClick={remove}>Delete</Button>',
  broughtBack: null,
  ...more,
});
const line = (
  subject: ReviewFragment['lines'][number]['subject'],
  change: 'added' | 'changed' | 'removed',
  names: string[],
  more: object = {},
) => ({
  __typename: 'ChangeLine' as const,
  subject,
  change,
  names,
  count: names.length,
  table: null,
  ...more,
});
const review = (more: Partial<ReviewFragment> = {}): ReviewFragment => ({
  __typename: 'VersionReview',
  lines: [],
  moreLines: 0,
  vanished: [],
  moreVanished: 0,
  ...more,
});
const message = (id: string, role: MessageFragment['role'], shown: ReviewFragment | null): MessageFragment => ({
  __typename: 'ChatMessage',
  id,
  role,
  parts: [{ __typename: 'TextPart', text: role === 'user' ? 'Make it blue' : 'It is blue.' }],
  createdAt: '2026-01-02T08:00:00Z',
  versionId: role === 'user' ? null : 'v2',
  status: 'ready',
  turnId: 't1',
  attachments: [],
  selection: null,
  isPlan: false,
  feedback: null,
  usage: null,
  quotaCost: null,
  furtherRounds: 0,
  review: shown,
});

function chat(shown: ReviewFragment, answers: object = {}, options: object = {}) {
  const [user, assistant] = [message('u1', 'user', null), message('m1', 'assistant', shown)];
  const turn = {
    __typename: 'Turn',
    id: 't1',
    appId: 'a1',
    status: 'ready',
    lastSeq: 1,
    error: null,
    errorCode: null,
    author: null,
    errorDetail: null,
    note: null,
    updatedAt: '2026-01-02T08:00:00Z',
    confirmations: [],
    userMessage: user,
    assistantMessage: assistant,
  };
  const app = { ...draftApp, nextSteps: [], messages: [user, assistant], latestTurn: turn };
  const all = { app, turnEvents: createChannel(), assistant: { examplePrompts: [], takesPictures: true, isDemo: false }, ...answers };
  const rendered = renderPanel(ChatPanel, { answers: all, ...options });
  /** The server has this review from now on. */
  const become = (next: ReviewFragment) => {
    const changed = message('m1', 'assistant', next);
    rendered.server.answer({ app: { ...app, messages: [user, changed], latestTurn: { ...turn, assistantMessage: changed } } });
    return changed;
  };
  return { ...rendered, turn, become };
}

it('says in plain words what changed', async () => {
  const lines = [
    line('page', 'added', ['Stats', 'Team']),
    line('page', 'changed', ['A', 'B', 'C', 'D'], { count: 6 }),
    line('field', 'added', ['due'], { table: 'Task' }),
    line('permission', 'changed', ['Task']),
    line('style', 'changed', []),
  ];
  chat(review({ lines, moreLines: 2 }));
  const list = await screen.findByRole('list', { name: 'What changed' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Added the pages Stats, Team',
    'Changed the pages A, B, C, D and 2 more',
    'Added the field due to the table Task',
    'Changed who may see and change the table Task',
    'Changed colours and styles',
    '2 more changes',
  ]);
  expect(isGone('region', 'Gone, though you did not ask for it')).toBe(true);
});

it.each([
  ['page', 'The page Delete is gone'],
  ['component', 'The component Delete is gone'],
  ['table', 'The table Delete is gone'],
  ['export', 'The function Delete is gone'],
  ['link', 'The link to Delete is gone'],
  ['handler', '“Delete” is gone, or does nothing'],
  ['input', 'The field Delete is gone from the page'],
  ['view', 'A view of the table Delete is gone'],
  ['call', 'This no longer does Delete'],
] as const)('warns of a %s that is gone', async (kind, sentence) => {
  chat(review({ vanished: [thing({ kind })] }));
  await text(sentence);
  await text('pages/Home, line 12');
  await text('<Button onClick={remove}>Delete</Button>');
  await button(`Bring it back: ${sentence}`);
});

it.each([
  ['place', 'Brought back'],
  ['file', 'Brought back, with all of pages/Home as it was before'],
  ['stands', 'It is there again'],
] as const)('brings it back by one click: %s', async (way, sentence) => {
  const { server, user, become } = chat(review({ vanished: [thing()] }));
  const click = await button(/^Bring it back/);
  const answer = held({ way, message: become(review({ vanished: [thing({ broughtBack: way })] })) });
  server.answer({ bringBack: answer });
  await user.click(click);
  expect((await button(/^Bring it back/)).hasAttribute('data-loading')).toBe(true);
  answer.release();
  await text(sentence);
  expect(server.calls('bringBack')).toEqual([{ messageId: 'm1', thingId: 'delete', versionId: 'v2' }]);
  expect(isGone('button', /^Bring it back/)).toBe(true);
});

it('asks the assistant when nothing else can bring it back', async () => {
  const { server, user, turn } = chat(review({ vanished: [thing()] }));
  const next = {
    ...turn,
    id: 't2',
    status: 'queued',
    userMessage: message('u2', 'user', null),
    assistantMessage: message('m2', 'assistant', null),
  };
  server.answer({ bringBack: { way: 'ask', message: message('m1', 'assistant', review({ vanished: [thing()] })) }, sendMessage: next });
  await user.click(await button(/^Bring it back/));
  await text('The assistant was asked to bring it back');
  const [{ input }] = server.calls('sendMessage') as [{ input: { content: string; clientId: string } }];
  expect(input.clientId).toBe('back-m1-0-v2');
  expect(input.content).toContain('“Delete” is gone, or does nothing. Please bring it back, and change nothing else.');
  expect(input.content).toContain('<Button onClick={remove}>Delete</Button>');
});

it('says why it could not, and offers it again', async () => {
  const sentence = 'The app has changed in the meantime. Look at the latest version, then bring it back.';
  const { user } = chat(review({ vanished: [thing()] }), { bringBack: refusal(409, sentence) });
  await user.click(await button(/^Bring it back/));
  await alert(sentence);
  await waitFor(async () => expect((await button(/^Bring it back/)).hasAttribute('data-loading')).toBe(false));
});

it('changes nothing while an older version is shown', async () => {
  const { server, user, workspace } = chat(review({ vanished: [thing()] }), {}, { olderVersion: 'v1' });
  await user.click(await button(/^Bring it back/));
  expect(workspace.mayChange).toHaveBeenCalledOnce();
  expect(server.calls('bringBack')).toEqual([]);
});

it('folds many warnings', async () => {
  const vanished = [1, 2, 3, 4, 5].map((number) => thing({ thingId: `${number}`, name: `Button ${number}` }));
  const { user } = chat(review({ vanished, moreVanished: 7 }));
  await text(/Button 3/);
  expect(screen.queryByText(/Button 4/)).toBeNull();
  await user.click(await button('Show 2 more'));
  await text(/Button 5/);
  await text('7 more things are gone');
});
