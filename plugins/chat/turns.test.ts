import { expect, test } from 'vitest';
import { action, addFile, addTable, openChat } from './testing/chat.ts';

const SETTLED = ['ready', 'failed', 'stopped', 'truncated', 'waiting'] as const;

test('a message becomes one version, with its rows, and names the new app', async () => {
  const text = [
    'I will build it.\n',
    addFile('pages/Home', 'export default () => null;', ' app="Habits"'),
    addTable('Habit'),
    action('insert_records', 'entities/Habit.json', '[{"title": "Read"}]'),
    'Done.',
  ];
  await using chat = await openChat(text);
  const turn = await chat.until(await chat.send('A habit tracker'), ...SETTLED);
  expect(turn).toMatchObject({ status: 'ready', error: null, confirmations: [], versionId: chat.apps.app.currentVersionId });
  expect(turn.userMessage).toMatchObject({ role: 'user', content: 'A habit tracker', status: 'ready' });
  expect(turn.assistantMessage.content).toBe(text.join(''));
  expect(turn.assistantMessage.parts.map((part) => part.kind)).toEqual(['text', 'action', 'action', 'action', 'text']);
  expect(turn.usage).toMatchObject({ totalTokens: 15, model: 'scripted' });
  expect(chat.apps.kept).toHaveLength(1);
  expect(chat.apps.app.name).toBe('Habits');
  expect(chat.apps.kept[0]).toMatchObject({ title: 'A habit tracker', messageId: turn.assistantMessage.id });
  expect(Object.keys(chat.apps.kept[0]?.files ?? {})).toEqual(['pages/Home', 'entities/Habit.json']);
  expect(chat.entities.rows).toEqual([{ entity: 'Habit', row: { title: 'Read' } }]);
});
