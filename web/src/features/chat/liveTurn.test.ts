import { describe, expect, it } from 'vitest';
import { applyEvent, endOf, isRunning, type LiveState, type Message, noTurn, readTurn, type Turn, type TurnEvent } from './liveTurn.ts';

const message = (id: string, role: Message['role'], parts: Message['parts'] = []): Message => ({
  __typename: 'ChatMessage',
  id,
  role,
  createdAt: '2026-01-01T00:00:00Z',
  versionId: null,
  status: 'streaming',
  turnId: 't1',
  attachments: [],
  selection: null,
  isPlan: false,
  feedback: null,
  usage: null,
  quotaCost: null,
  furtherRounds: 0,
  review: null,
  parts,
});
const turn = (fields: Partial<Turn> = {}): Turn => ({
  __typename: 'Turn',
  id: 't1',
  appId: 'a1',
  status: 'streaming',
  lastSeq: 0,
  error: null,
  errorCode: null,
  author: null,
  errorDetail: null,
  note: null,
  updatedAt: '2026-01-01T00:00:00Z',
  confirmations: [],
  userMessage: message('m1', 'user', [{ __typename: 'TextPart', text: 'A list' }]),
  assistantMessage: message('m2', 'assistant'),
  ...fields,
});
const event = (seq: number, fields: Partial<TurnEvent>): TurnEvent => ({
  __typename: 'TurnEvent',
  turnId: 't1',
  seq,
  kind: 'text',
  partIndex: null,
  delta: null,
  source: null,
  action: null,
  turn: null,
  ...fields,
});
const text = (seq: number, partIndex: number, delta: string) => event(seq, { kind: 'text', partIndex, delta });
const action = (seq: number, partIndex: number, status: 'streaming' | 'complete', lines: number) =>
  event(seq, {
    kind: 'action',
    partIndex,
    action: {
      __typename: 'Action',
      type: 'add_file',
      title: 'Home',
      file: 'pages/Home',
      content: status === 'complete' ? 'x' : '',
      lines,
      status,
      isComplete: status === 'complete',
      isTruncated: false,
      error: null,
    },
  });
const started: LiveState = readTurn(noTurn, turn());
const partsOf = (state: LiveState) =>
  state.turn?.assistantMessage.parts.map((part) =>
    part.__typename === 'ActionPart' ? `${part.action.file} ${part.action.lines}` : 'text' in part ? part.text : part.title,
  );

describe('the events of a turn', () => {
  const cases: { name: string; from?: LiveState; events: TurnEvent[]; parts: string[] | undefined; seq: number; stale: boolean }[] = [
    { name: 'deltas grow a part', events: [text(1, 0, 'Hel'), text(2, 0, 'lo')], parts: ['Hello'], seq: 2, stale: false },
    {
      name: 'parts follow one another, of any kind',
      events: [
        event(1, { kind: 'reasoning', partIndex: 0, delta: 'Hm' }),
        text(2, 1, 'Well'),
        action(3, 2, 'streaming', 4),
        action(4, 2, 'complete', 9),
        event(5, { kind: 'source', partIndex: 3, source: { __typename: 'Source', url: 'https://example.org/', title: 'A page' } }),
      ],
      parts: ['Hm', 'Well', 'pages/Home 9', 'A page'],
      seq: 5,
      stale: false,
    },
    {
      name: 'repeated events change nothing',
      events: [text(1, 0, 'a'), text(1, 0, 'a'), text(2, 0, 'b'), text(1, 0, 'a')],
      parts: ['ab'],
      seq: 2,
      stale: false,
    },
    {
      name: 'a gap marks the state as stale, and later events are ignored',
      events: [text(1, 0, 'a'), text(3, 0, 'c'), text(4, 0, 'd')],
      parts: ['a'],
      seq: 1,
      stale: true,
    },
    { name: 'a part that skips one is a gap', events: [text(1, 1, 'b')], parts: [], seq: 0, stale: true },
    {
      name: 'a part that changes its kind is a gap',
      events: [text(1, 0, 'a'), action(2, 0, 'streaming', 1)],
      parts: ['a'],
      seq: 1,
      stale: true,
    },
    {
      name: 'another turn has to start with a snapshot',
      events: [event(1, { turnId: 't2', partIndex: 0, delta: 'x' })],
      parts: [],
      seq: 0,
      stale: true,
    },
    { name: 'the first turn as well', from: noTurn, events: [text(1, 0, 'a')], parts: undefined, seq: 0, stale: true },
    {
      name: 'a whole state heals a gap',
      events: [
        text(2, 0, 'b'),
        event(3, {
          kind: 'turn',
          turn: turn({ lastSeq: 3, assistantMessage: message('m2', 'assistant', [{ __typename: 'TextPart', text: 'abc' }]) }),
        }),
      ],
      parts: ['abc'],
      seq: 3,
      stale: false,
    },
    {
      name: 'the next turn takes the place of the last one',
      events: [
        text(1, 0, 'a'),
        event(1, { turnId: 't2', kind: 'turn', turn: turn({ id: 't2', lastSeq: 1, status: 'queued' }) }),
        event(2, { turnId: 't2', partIndex: 0, delta: 'new' }),
      ],
      parts: ['new'],
      seq: 2,
      stale: false,
    },
  ];
  it.each(cases)('$name', ({ from = started, events, parts, seq, stale }) => {
    const state = events.reduce(applyEvent, from);
    expect(partsOf(state)).toEqual(parts);
    expect({ seq: state.seq, stale: state.stale }).toEqual({ seq, stale });
  });

  it('does not mutate the previous state', () => {
    const before = structuredClone(started);
    applyEvent(started, text(1, 0, 'a'));
    expect(started).toEqual(before);
  });

  it('shows a queued turn as streaming once it writes', () => {
    expect(applyEvent(readTurn(noTurn, turn({ status: 'queued' })), text(1, 0, 'a')).turn?.status).toBe('streaming');
  });
});

describe('a turn fetched from the server', () => {
  const received = applyEvent(applyEvent(started, text(1, 0, 'a')), text(2, 0, 'b'));
  it('does not undo newer events', () => {
    expect(partsOf(readTurn(received, turn({ lastSeq: 1 })))).toEqual(['ab']);
  });
  it('replaces the state after a gap', () => {
    const gap = applyEvent(received, text(4, 0, 'd'));
    expect(readTurn(gap, turn({ lastSeq: 4 }))).toMatchObject({ seq: 4, stale: false });
  });
  it('clears the state when the app has none', () => {
    expect(readTurn(received, null)).toEqual(noTurn);
  });
});

describe('the status of a turn', () => {
  it.each([
    ['queued', true, false],
    ['streaming', true, false],
    ['applying', true, false],
    ['waiting', false, false],
    ['ready', false, true],
    ['truncated', false, true],
    ['stopped', false, true],
    ['failed', false, true],
  ] as const)('%s', (status, running, over) => {
    expect([isRunning(turn({ status })), endOf(turn({ status, lastSeq: 7 }))]).toEqual([running, over ? 't1:7' : null]);
  });
});
