import { beforeAll, describe, expect, it } from 'vitest';
import { loadLanguage, translator } from '../../i18n/language.ts';
import { actionLine, actionState } from './actionWords.ts';
import type { ActionOf, Message, Part, Turn } from './liveTurn.ts';
import { blocksOf, hasArrived, spokenText, threadWith } from './thread.ts';

beforeAll(() => loadLanguage('en'));

const message = (id: string, text: string): Message => ({
  __typename: 'ChatMessage',
  id,
  role: 'user',
  createdAt: '2026-01-01T00:00:00Z',
  versionId: null,
  status: 'ready',
  turnId: null,
  isPlan: false,
  feedback: null,
  attachments: [],
  selection: null,
  usage: null,
  quotaCost: null,
  furtherRounds: 0,
  review: null,
  parts: [{ __typename: 'TextPart', text }],
});
const turn = { id: 't2', userMessage: message('u2', 'asked'), assistantMessage: message('a2', 'live') } as Turn;
const action = (fields: Partial<ActionOf> = {}): ActionOf => ({
  __typename: 'Action',
  type: 'add_file',
  title: 'The first page',
  file: 'pages/Home',
  content: '',
  lines: 0,
  status: 'complete',
  isComplete: true,
  isTruncated: false,
  error: null,
  ...fields,
});
const actionPart = (file: string): Part => ({ __typename: 'ActionPart', action: action({ file }) });

describe('the conversation', () => {
  it.each([
    ['without a turn', ['u1', 'a1'], null, ['u1', 'a1']],
    ['adds a turn that is not fetched yet', ['u1', 'a1'], turn, ['u1', 'a1', 'u2', 'a2']],
    ['adds only the answer when the request is fetched', ['u2'], turn, ['u2', 'a2']],
    ['keeps each message once', ['u2', 'a2'], turn, ['u2', 'a2']],
  ] as const)('%s', (_name, ids, live, expected) => {
    expect(
      threadWith(
        ids.map((id) => message(id, 'old')),
        live,
      ).map((each) => each.id),
    ).toEqual(expected);
  });
  it('leaves out what a new message replaces, before and after that is fetched', () => {
    const fetched = ['u1', 'a1', 'u2', 'a2'].map((id) => message(id, 'old'));
    const ids = (live: Turn | null, lastTurnId: string) => threadWith(fetched, live, { from: 'u2', lastTurnId }).map(({ id }) => id);
    expect(ids(turn, 't2')).toEqual(['u1', 'a1']);
    expect(ids({ ...turn, id: 't3', userMessage: message('u3', ''), assistantMessage: message('a3', '') }, 't2')).toEqual([
      'u1',
      'a1',
      'u3',
      'a3',
    ]);
  });
  it('shows the newer state of a message', () => {
    const [shown] = threadWith([message('a2', 'old')], turn);
    expect(shown?.parts[0]).toMatchObject({ text: 'live' });
  });
  it.each([
    ['the first', 'asked', null, true],
    ['a later one', 'asked', 't1', true],
    ['the same text a second time', 'asked', 't2', false],
    ['other text, sent from another tab', 'other', 't1', false],
  ])('knows whether a message has arrived: %s', (_name, content, afterTurnId, arrived) => {
    expect(
      hasArrived(
        { clientId: 'c', content, attachments: [], afterTurnId, replaces: null, mode: 'build' as const, failure: null, isLost: false },
        turn,
      ),
    ).toBe(arrived);
    expect(
      hasArrived(
        { clientId: 'c', content, attachments: [], afterTurnId, replaces: null, mode: 'build' as const, failure: null, isLost: false },
        null,
      ),
    ).toBe(false);
  });
});

it('announces an answer without Markdown characters', () => {
  expect(spokenText(message('a', '# Habit tracker\n\n- **Habits**: `name` and _streak_'))).toBe('Habit tracker - Habits: name and streak');
});

describe('the blocks of a message', () => {
  it('groups consecutive actions and drops empty text', () => {
    const blocks = blocksOf([
      { __typename: 'ReasoningPart', text: 'Hm' },
      actionPart('a'),
      { __typename: 'TextPart', text: ' \n' },
      actionPart('b'),
      { __typename: 'TextPart', text: 'Done' },
    ]);
    expect(
      blocks.map((block) => (block.kind === 'actions' ? block.actions.map((each) => each.file) : 'text' in block && block.text)),
    ).toEqual(['Hm', ['a', 'b'], 'Done']);
  });
});

describe('the text of an action', () => {
  it.each([
    [{}, 'Wrote pages/Home', 'Done'],
    [{ status: 'streaming' }, 'Writing pages/Home', 'Starting'],
    [{ status: 'streaming', lines: 1 }, 'Writing pages/Home', '1 line'],
    [{ lines: 40 }, 'Wrote pages/Home', '40 lines'],
    [{ type: 'add_entity', file: 'entities/Habit.json' }, 'Added Habit table', 'Done'],
    [{ type: 'set_permissions', file: 'entities/Habit' }, 'Changed access to Habit table', 'Done'],
    [{ type: 'insert_records', file: null, title: 'Three habits' }, 'Added rows Three habits', 'Done'],
    [{ status: 'failed', type: 'edit_file' }, 'Editing pages/Home', 'Failed'],
    [{ status: 'truncated' }, 'Writing pages/Home', 'Cut off'],
    [{ type: 'something_new' }, 'Done with pages/Home', 'Done'],
  ] as const)('%j', (fields, words, state) => {
    expect([actionLine(action(fields), translator()), actionState(action(fields), translator())]).toEqual([words, state]);
  });
});
