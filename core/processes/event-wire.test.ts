import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Logger } from '../contract/index.ts';
import { type Delivery, type EventHub, openEvents } from '../events/index.ts';
import { eventWire } from './event-wire.ts';

const CHILD = fileURLToPath(new URL('./event-wire.child.ts', import.meta.url));
const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const never = new AbortController().signal;

let events: EventHub;
let children: ChildProcess[];
beforeEach(async () => {
  events = await openEvents({ log });
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await events.close();
});

async function startMember(): Promise<ChildProcess> {
  const ready = take(1, events.subscribe('member.ready', never));
  const child = fork(CHILD, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  children.push(child);
  events.join(eventWire(child));
  await ready;
  return child;
}

async function take(count: number, deliveries: AsyncIterable<Delivery>): Promise<Delivery[]> {
  const taken: Delivery[] = [];
  for await (const delivery of deliveries) if (taken.push(delivery) === count) break;
  return taken;
}

const counted = (count: number): Delivery[] => Array.from({ length: count }, (_, payload) => ({ payload }));

test('events reach a process and come back unchanged, in order', async () => {
  await startMember();
  const payloads = [{ text: 'ü 😀 "\\' }, null, 'x'.repeat(900_000), ['€'.repeat(400_000)], ...Array.from({ length: 1000 }, (_, n) => n)];
  const answers = take(payloads.length, events.subscribe('member.answered', never));
  await Promise.all(payloads.map((payload) => events.emit('main.asked', payload)));
  expect(await answers).toEqual(payloads.map((payload) => ({ payload })));
});

test.each(['main.killed', 'main.stopped'])('what a process emitted is delivered before its end (%s)', async (order) => {
  const child = await startMember();
  const received: unknown[] = [];
  events.on('member.counted', async (payload) => void received.push({ payload }));
  const closed = once(child, 'close');
  await events.emit(order, 300);
  await closed;
  await events.drain();
  expect(received).toEqual(counted(300));
});

test('a process that ended is sent nothing', async () => {
  const child = await startMember();
  child.kill('SIGKILL');
  await once(child, 'close');
  await events.emit('main.asked', 1);
  const next = await startMember();
  const answers = take(1, events.subscribe('member.answered', never));
  await events.emit('main.asked', 2);
  expect(await answers).toEqual([{ payload: 2 }]);
  expect(next.connected).toBe(true);
});
