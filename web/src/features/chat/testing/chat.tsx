import { act, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { ActionFieldsFragment, MessageFragment, TurnFieldsFragment } from '../../../gen/chat.ts';
import { field } from '../../../testing/find.ts';
import { draftApp } from '../../../testing/fixtures.ts';
import { renderPanel } from '../../../testing/renderPanel.tsx';
import { createChannel } from '../../../testing/server.ts';
import ChatPanel from '../ChatPanel.tsx';

export type Parts = MessageFragment['parts'];
export const words = (text: string): Parts[number] => ({ __typename: 'TextPart', text });
export const action: ActionFieldsFragment = {
  __typename: 'Action',
  type: 'add_file',
  title: 'Draw the home page',
  file: 'pages/Home',
  content: 'export default 1;',
  lines: 12,
  status: 'complete',
  isComplete: true,
  isTruncated: false,
  error: null,
};
export const message = (id: string, role: MessageFragment['role'], parts: Parts, more: Partial<MessageFragment> = {}): MessageFragment => ({
  __typename: 'ChatMessage',
  id,
  role,
  parts,
  createdAt: '2026-01-02T08:00:00Z',
  versionId: null,
  status: 'ready',
  turnId: 't1',
  attachments: [],
  selection: null,
  isPlan: false,
  feedback: null,
  usage: null,
  quotaCost: null,
  furtherRounds: 0,
  review: null,
  ...more,
});
export const turn = (
  status: TurnFieldsFragment['status'],
  parts: Parts = [],
  more: Partial<TurnFieldsFragment> = {},
): TurnFieldsFragment => ({
  __typename: 'Turn',
  id: 't1',
  appId: 'a1',
  status,
  lastSeq: 1,
  error: null,
  errorCode: null,
  author: null,
  errorDetail: null,
  note: null,
  updatedAt: '2026-01-02T08:00:00Z',
  confirmations: [],
  userMessage: message('u1', 'user', [words('A habit tracker')]),
  assistantMessage: message('m1', 'assistant', parts, { status }),
  ...more,
});
export const messagesOf = ({ userMessage, assistantMessage }: TurnFieldsFragment) => [userMessage, assistantMessage];

/** The chat whose last turn is `last`, on a scripted server. */
export function chat(last: TurnFieldsFragment | null, answers: object = {}, options: object = {}) {
  const events = createChannel();
  const app = { ...draftApp, nextSteps: [], messages: last === null ? [] : messagesOf(last), latestTurn: last };
  const rendered = renderPanel(ChatPanel, {
    answers: {
      app,
      turnEvents: events,
      assistant: { examplePrompts: ['A poll', 'Add a page for…'], takesPictures: true, isDemo: false },
      ...answers,
    },
    ...options,
  });
  let seq = last?.lastSeq ?? 0;
  /** An event of the last turn. */
  const send = (event: object) => {
    seq += 1;
    act(() =>
      events.send({ turnId: 't1', seq, kind: 'text', partIndex: null, delta: null, action: null, source: null, turn: null, ...event }),
    );
  };
  const settle = (next: TurnFieldsFragment) => {
    rendered.server.answer({ app: { ...app, messages: messagesOf(next), latestTurn: { ...next, lastSeq: seq + 1 } } });
    send({ kind: 'turn', turn: { ...next, lastSeq: seq + 1 } });
  };
  const ready = () => waitFor(() => expect(events.subscribers.size).toBe(1));
  return { ...rendered, app, events, send, settle, ready };
}
export const box = () => field('Message');
export const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent ?? '');
