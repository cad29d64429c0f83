// Loaded into a process under test before its own code: its clock is ahead of the machine's by the milliseconds in the file CLOCK_FILE, which
// tests change while it runs. The monotonic clock and timers go on as they are, as when a system clock is set.
import { readFileSync } from 'node:fs';

const READ_EVERY_MS = 20;
const Real = globalThis.Date;
let aheadMs = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now() {
  if (performance.now() - readAt > READ_EVERY_MS) {
    readAt = performance.now();
    aheadMs = Number(readFileSync(process.env['CLOCK_FILE'], 'utf8'));
  }
  return Real.now() + aheadMs;
}

globalThis.Date = new Proxy(Real, {
  apply: () => new Real(now()).toString(),
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
