import { expect, test } from 'vitest';
import { action, addFile, addTable, openChat } from './testing/chat.ts';
import { ada } from './testing/fakes.ts';

const page = 'export default () => null;';
const pages = ['A', 'B', 'C', 'D', 'E'].map((name) => addFile(`pages/${name}`, page)).join('');
const deletePages = ['A', 'B', 'C', 'D', 'E'].map((name) => action('delete_file', `pages/${name}`, '')).join('');

const asked: readonly (readonly [name: string, actions: string, sentences: readonly string[]])[] = [
  [
    'wider permissions',
    action('set_permissions', 'entities/Habit.json', '{"read": "anonymous", "write": "admin"}'),
    ['Everyone who uses the app will see all habits.'],
  ],
  [
    'the same by a new schema',
    action('edit_entity', 'Habit', '{"properties": {}, "x-accessControl": {"permissions": {"read": "all", "write": "all"}}}'),
    ['Everyone who uses the app will see all habits, and everyone who logs in will change all habits.'],
  ],
  [
    'the same by deleting and adding',
    action('delete_file', 'entities/Habit.json', '') + addTable('Habit', { read: 'all', write: 'creator' }),
    ['Everyone who uses the app will see all habits.'],
  ],
  ['a table with rows', action('delete_file', 'entities/Habit.json', ''), ['The table "Habit" will be deleted, with its one row.']],
  ['many files', deletePages, ['5 files will be deleted: pages/A, pages/B, pages/C, pages/D, pages/E.']],
];

async function openApp(actions: string) {
  const chat = await openChat([pages, addTable('Habit'), action('insert_records', 'Habit', '[{"title": "Read"}]')], [actions]);
  await chat.until(await chat.send('a'));
  const before = chat.apps.app.currentVersionId;
  const id = await chat.send('b');
  return { chat, before, id, turn: await chat.until(id) };
}

test.each(asked)('%s: applied once the builder confirms', async (_name, actions, sentences) => {
  const { chat, before, id, turn } = await openApp(actions);
  await using _ = chat;
  expect(turn).toMatchObject({ status: 'waiting', confirmations: sentences, versionId: null });
  expect(chat.apps.app.currentVersionId).toBe(before);
  await chat.chat.answer(ada, id, true);
  const after = await chat.until(id, 'ready');
  expect(after).toMatchObject({ confirmations: [], versionId: chat.apps.app.currentVersionId });
  expect(chat.apps.kept).toHaveLength(2);
  expect(chat.models.requests).toHaveLength(2);
});

test('a declined change is dropped for good', async () => {
  const { chat, before, id } = await openApp(deletePages);
  await using _ = chat;
  await chat.chat.answer(ada, id, false);
  expect(await chat.until(id, 'stopped')).toMatchObject({ versionId: null, confirmations: [] });
  expect(chat.apps.app.currentVersionId).toBe(before);
  await expect(chat.chat.answer(ada, id, true)).rejects.toMatchObject({ code: 'turn-moved-on' });
});

test.each([
  ['declines', false, 'stopped'],
  ['agrees', true, 'ready'],
] as const)('an answer takes effect before the question is stored as an event: the builder %s', async (_what, accept, status) => {
  const { chat, id, turn } = await openApp(deletePages);
  await using _ = chat;
  const { events } = chat.host.context.collections;
  await expect.poll(() => events.deleteMany({ turnId: id, to: turn.lastSeq })).toBe(1);
  await chat.chat.answer(ada, id, accept);
  expect((await chat.until(id, status)).lastSeq).toBeGreaterThan(turn.lastSeq);
  expect(await events.count({ turnId: id, to: turn.lastSeq })).toBe(0);
});

test('another message drops the pending change', async () => {
  const { chat, before, id } = await openApp(deletePages);
  await using _ = chat;
  chat.models.scripts.push(['Fine.']);
  await chat.until(await chat.send('c'), 'ready');
  expect(await chat.chat.turn(ada, id)).toMatchObject({ status: 'stopped' });
  await expect(chat.chat.answer(ada, id, true)).rejects.toMatchObject({ code: 'turn-moved-on' });
  expect(chat.apps.app.currentVersionId).toBe(before);
});

const unasked: readonly (readonly [name: string, actions: string])[] = [
  ['narrower permissions', action('set_permissions', 'Habit', '{"read": "none", "write": "admin"}')],
  ['a new table, however open', addTable('Public', { read: 'anonymous', write: 'anonymous' })],
  ['one deleted file', action('delete_file', 'pages/A', '')],
  ['a schema without permissions', action('edit_entity', 'Habit', '{"properties": {"done": {"type": "boolean"}}}')],
];

test.each(unasked)('%s: applied without confirmation', async (_name, actions) => {
  const { chat, turn } = await openApp(actions);
  await using _ = chat;
  expect(turn).toMatchObject({ status: 'ready', confirmations: [] });
});

test('rows of one answer reference each other; the next request lists them, and deleting them needs confirmation', async () => {
  const rows =
    action('insert_records', 'Habit', '[{"title": "Read"}, {"title": "Run"}]') +
    action('insert_records', 'Entry', '[{"habit": "{Habit 2}"}]');
  const removal = action('delete_records', 'Habit', '["row1", "row2"]');
  await using chat = await openChat([addTable('Habit') + addTable('Entry')], [rows], [removal]);
  await chat.until(await chat.send('a'), 'ready');
  await chat.until(await chat.send('b'), 'ready');
  expect(chat.entities.rows.at(-1)).toEqual({ entity: 'Entry', row: { habit: 'row2' } });
  const id = await chat.send('c');
  expect(await chat.until(id)).toMatchObject({ status: 'waiting', confirmations: ['2 rows of the table "Habit" will be deleted.'] });
  const { workspace } = chat.models.requests.at(-1) ?? {};
  expect(workspace?.addedRows).toEqual([
    { table: 'Habit', ids: ['row1', 'row2'] },
    { table: 'Entry', ids: ['row3'] },
  ]);
  // The rows were not added to the previous version.
  expect(workspace?.previousFiles).toBeNull();
  expect(chat.entities.removed).toEqual([]);
  await chat.chat.answer(ada, id, true);
  await chat.until(id, 'ready');
  expect(chat.entities.removed).toEqual([{ entity: 'Habit', filter: { id: { $in: ['row1', 'row2'] } } }]);
});
