import { expect, it } from 'vitest';
import { owner, ruledTable, user } from '../testing/apps.ts';
import { startLive } from '../testing/live.ts';
import type { StreamEvent } from '../testing/stream.ts';

const properties = { name: { type: 'string' }, team: { type: 'string' }, text: { type: 'string' } } as const;
const tables = { Note: ruledTable({ read: { 'data.team': '{{user.data.team}}' } }, properties) };
const [ann, ben] = [user('app', 'ann'), user('app', 'ben')];
const note = { appId: 'app', entity: 'Note' };
const brief = (events: readonly StreamEvent[]) => events.map(({ event, data }) => `${event} ${data.name ?? data.id ?? ''}`.trim());

async function startTeams() {
  const live = await startLive(tables);
  await live.changePerson('ann', { fields: { team: 'a' } });
  await live.changePerson('ben', { fields: { team: 'b' } });
  return live;
}

it('tells each person of the rows within their reach, of those that come into it, and of those that leave it', async () => {
  await using live = await startTeams();
  const [ofAnn, ofBen] = [await live.follow(ann, 'Note'), await live.follow(ben, 'Note')];
  const row = await live.rows.create(owner, note, { name: 'one', team: 'a' });
  await live.rows.create(owner, note, { name: 'two', team: 'b' });
  await live.rows.create(owner, note, { name: 'nobody' });
  await live.rows.update(owner, note, row.id, { name: 'moved', team: 'b' });
  await live.rows.update(owner, note, row.id, { name: 'again' });
  await live.rows.remove(owner, note, row.id);
  await live.rows.create(owner, note, { name: 'end a', team: 'a' });
  await live.rows.create(owner, note, { name: 'end b', team: 'b' });
  expect(brief(await ofAnn.until(4))).toEqual(['ready', 'created one', `deleted ${row.id}`, 'created end a']);
  expect(brief(await ofBen.until(6))).toEqual([
    'ready',
    'created two',
    'created moved',
    'updated again',
    `deleted ${row.id}`,
    'created end b',
  ]);
});

it('asks to read again where an event does not say what a row was', async () => {
  await using live = await startTeams();
  const stream = await live.follow(ann, 'Note');
  const long = 'x'.repeat(3000);
  const row = await live.rows.create(owner, note, { name: 'one', team: long });
  await live.rows.update(owner, note, row.id, { name: 'two', team: 'b' });
  expect(brief(await stream.until(2))).toEqual(['ready', 'reset']);
});

it.each([
  ['with the event', false],
  ['also when the event is missed', true],
])('ends a stream when what the rule reads of its person changes, %s, and no other', async (_name, isMissed) => {
  await using live = await startTeams();
  const [ofAnn, ofBen] = [await live.follow(ann, 'Note'), await live.follow(ben, 'Note')];
  const began = performance.now();
  await live.changePerson('ann', { fields: { team: 'c' } }, isMissed);
  await ofAnn.ended;
  expect(performance.now() - began).toBeLessThan(5000);
  const again = await live.follow(ann, 'Note');
  await live.rows.create(owner, note, { name: 'of a', team: 'a' });
  await live.rows.create(owner, note, { name: 'of c', team: 'c' });
  await live.rows.create(owner, note, { name: 'of b', team: 'b' });
  expect(brief(await again.until(2))).toEqual(['ready', 'created of c']);
  expect(brief(await ofBen.until(2))).toEqual(['ready', 'created of b']);
});

it.each([
  ['of whom nothing is known', 'cat'],
  ['who has another team', 'ben'],
])('tells a person nothing of changes of rows that they do not see: one %s', async (_name, id) => {
  await using live = await startTeams();
  const stream = await live.follow(user('app', id), 'Note');
  const hidden = await live.rows.create(owner, note, { name: 'one', team: 'a' });
  await live.rows.update(owner, note, hidden.id, { name: 'two' });
  await live.rows.remove(owner, note, hidden.id);
  await live.changePerson(id, { fields: { team: 'c' } });
  await stream.ended;
  expect(brief(await stream.until(1))).toEqual(['ready']);
});

it('leaves out of changes what each person does not read of the row', async () => {
  const hr = { user_condition: { role: 'hr' } };
  const fields = {
    ...properties,
    pay: { type: 'number', rls: { read: hr } },
    note: { type: 'string', rls: { read: { $or: [{ 'data.team': '{{user.data.team}}' }, hr] } } },
  };
  await using live = await startLive({ Note: ruledTable({ read: true }, fields as never) });
  await live.changePerson('ann', { fields: { team: 'a' } });
  await live.changePerson('ben', { role: 'hr' });
  const streams = [await live.follow(ann, 'Note'), await live.follow(ben, 'Note'), await live.follow(owner, 'Note')];
  const row = await live.rows.create(owner, note, { name: 'one', team: 'a', pay: 5, note: 'n' });
  await live.rows.update(owner, note, row.id, { name: 'two', team: 'b' });
  const seen = await Promise.all(streams.map((stream) => stream.until(3)));
  expect(seen.map((events) => events.slice(1).map(({ event, data }) => [event, data.pay, data.note]))).toEqual([
    [
      ['created', undefined, 'n'],
      ['updated', undefined, undefined],
    ],
    ...[1, 2].map(() => [
      ['created', 5, 'n'],
      ['updated', 5, 'n'],
    ]),
  ]);
});
