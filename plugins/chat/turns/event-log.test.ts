import { expect, test } from 'vitest';
import { openChat } from '../testing/chat.ts';
import { EventLog } from './event-log.ts';
import { Notifier } from './notifier.ts';

test('a follower on one node reads what another node wrote in between', async () => {
  await using chat = await openChat();
  const { context } = chat.host;
  const [first, second] = [0, 1].map(() => new EventLog(context.collections.events, new Notifier(context))) as [EventLog, EventLog];
  const turn = { _id: 'turn-1', appId: 'app-1' };
  for (const [after, log] of [first, second, first, first].entries())
    await log.append(turn, after, [{ kind: 'text', partIndex: 0, delta: 'a' }]);
  expect((await first.readOn(turn._id, 0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect((await first.readOn(turn._id, 2)).map(({ seq }) => seq)).toEqual([3, 4]);
});
