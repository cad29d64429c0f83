import { expect, test } from 'vitest';
import { openChat } from '../testing/chat.ts';
import { EventLog } from './event-log.ts';
import { Wire } from './wire.ts';

test('who follows on one node reads what another one wrote in between', async () => {
  await using chat = await openChat();
  const { context } = chat.host;
  const [here, there] = [0, 1].map(() => new EventLog(context.collections.events, new Wire(context))) as [EventLog, EventLog];
  const turn = { _id: 'turn-1', appId: 'app-1' };
  for (const [after, log] of [here, there, here, here].entries())
    await log.append(turn, after, [{ kind: 'text', partIndex: 0, delta: 'a' }]);
  expect((await here.readOn(turn._id, 0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect((await here.readOn(turn._id, 2)).map(({ seq }) => seq)).toEqual([3, 4]);
});
