import { expect, test } from 'vitest';
import { openChat } from '../testing/chat.ts';
import { isInFlight, type TurnEvent, transitions, transitionWrite } from './state-machine.ts';
import { TurnStore } from './turn-store.ts';

const statuses = ['queued', 'streaming', 'applying', 'waiting', 'ready', 'truncated', 'stopped', 'failed'] as const;
const events = Object.keys(transitions) as TurnEvent[];

async function storedTurn() {
  const chat = await openChat(['Hi.']);
  const { turns } = chat.host.context.collections;
  await chat.until(await chat.send('a'));
  const turn = await turns.findOne({});
  if (turn === null) throw new Error('The turn was not stored.');
  return { chat, turns, turn: { ...turn, run: 'job:1' } };
}

test('each transition leaves the states that it names, and no other', async () => {
  const { chat, turns, turn } = await storedTurn();
  await using _ = chat;
  const store = new TurnStore(chat.host.context);
  for (const event of events) {
    for (const status of statuses) {
      const before = { ...turn, status, slot: isInFlight(status) ? turn.appId : turn._id };
      await turns.replaceOne({ _id: turn._id }, before);
      const after = await store.transition(event, before);
      const from: readonly string[] = transitions[event].from;
      expect([event, status, after !== null]).toEqual([event, status, from.includes(status)]);
      const stored = await turns.findOne({ _id: turn._id });
      expect(stored).toEqual(after ?? before);
      // The slot allows one turn in flight per app.
      expect(stored?.slot).toBe(isInFlight(stored?.status ?? 'queued') ? turn.appId : turn._id);
    }
  }
});

test.each(events.flatMap((event) => transitions[event].tokens.map((token) => [event, token] as const)))(
  '%s is rejected for a caller with a stale %s',
  async (event, token) => {
    const { chat, turns, turn } = await storedTurn();
    await using _ = chat;
    const [status] = transitions[event].from;
    await turns.replaceOne({ _id: turn._id }, { ...turn, status });
    expect(await new TurnStore(chat.host.context).transition(event, { ...turn, status, [token]: 'old' })).toBeNull();
    expect(await turns.findOne({ _id: turn._id })).toEqual({ ...turn, status });
  },
);

test('every state is reached, and a ready turn is final', () => {
  const turn = (step: 'generate' | 'apply') => ({ _id: 't', appId: 'a', step }) as Parameters<typeof transitionWrite>[1];
  const reached = events.flatMap((event) =>
    (['generate', 'apply'] as const).map((step) => transitionWrite(event, turn(step)).update.status),
  );
  expect([...new Set(reached)].sort()).toEqual([...statuses].sort());
  expect(events.filter((event) => (transitions[event].from as readonly string[]).includes('ready'))).toEqual([]);
});
