import type { Logger } from '../contract/index.ts';
import { joinMain, openEvents } from '../events/index.ts';
import { eventWire } from './event-wire.ts';

const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const events = await openEvents({ log, upstream: joinMain(eventWire(process)) });

events.on('main.asked', (payload) => events.emit('member.answered', payload));
events.on('main.killed', async (count) => {
  for (let n = 0; n < Number(count); n++) await events.emit('member.counted', n);
  process.kill(process.pid, 'SIGKILL');
});
events.on('main.stopped', async (count) => {
  for (let n = 0; n < Number(count); n++) void events.emit('member.counted', n);
  await events.close();
  process.exit(0);
});
await events.emit('member.ready', null);
