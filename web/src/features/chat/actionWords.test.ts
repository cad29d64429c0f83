import { beforeAll, expect, test } from 'vitest';
import { loadLanguage, translator } from '../../i18n/language.ts';
import { actionLine, actionNote, actionState, outcomeOf } from './actionWords.ts';
import type { ActionOf } from './liveTurn.ts';

beforeAll(() => loadLanguage('en'));

test.each([
  ['add_file', 'streaming', 0, '', 'Starting'],
  ['add_file', 'streaming', 1, '', '1 line'],
  ['add_file', 'complete', 12, '…', '12 lines'],
  ['delete_file', 'complete', 0, '', 'Done'],
  ['set_permissions', 'complete', 1, '{"read": "all"}', 'Done'],
  ['insert_records', 'streaming', 9, '[{"name"', '9 lines'],
  ['insert_records', 'complete', 9, '[{"name": "Ada"}, {"name": "Bo"}]', '2 rows'],
  ['insert_records', 'complete', 9, 'three of them', '9 lines'],
  ['add_file', 'truncated', 12, '…', 'Cut off'],
  ['add_file', 'failed', 12, '…', 'Failed'],
] as const)('%s, %s, %i lines of %j: %s', (type, status, lines, content, said) => {
  expect(actionState({ type, status, lines, content }, translator())).toBe(said);
});

test.each([
  ['ready', 'applied', 'Wrote', '2 lines'],
  ['streaming', 'writing', 'Wrote', '2 lines'],
  ['waiting', 'pending', 'Write', 'Not yet applied'],
  ['truncated', 'pending', 'Write', 'Not yet applied'],
  ['truncated before a later message', 'dropped', 'Write', 'Not applied'],
  ['failed', 'dropped', 'Write', 'Not applied'],
  ['stopped', 'dropped', 'Write', 'Not applied'],
  ['a plan', 'dropped', 'Write', 'Not applied'],
])('a whole action of a message that is %s is %s', (kind, outcome, verb, state) => {
  const isPlan = kind === 'a plan';
  const [status = '', ...later] = kind.split(' ');
  const message = { status: isPlan ? 'ready' : status, isPlan };
  const seen = outcomeOf(message, isPlan || later.length === 0);
  const action = { type: 'add_file', file: 'pages/Home', title: '', content: 'a\nb', lines: 2, status: 'complete' } as ActionOf;
  expect(seen).toBe(outcome);
  expect(actionLine(action, translator(), seen)).toBe(`${verb} pages/Home`);
  expect(actionState(action, translator(), seen)).toBe(state);
});

test.each([
  [{ status: 'truncated', error: null }, 'pending', 'Too long output, ask the chat to continue'],
  [{ status: 'truncated', error: null }, 'dropped', null],
  [{ status: 'failed', error: 'No such file' }, 'dropped', 'No such file'],
  [{ status: 'complete', error: null }, 'applied', null],
] as const)('beside an action %o that is %s stands %s', (action, outcome, note) => {
  expect(actionNote(action, translator(), outcome)).toBe(note);
});
