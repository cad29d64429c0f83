import { storeNow } from './time.ts';

const COUNTERS = 4096;
const VERSION_AT = 14;
const copyId = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The newest stamp of this process's clock: milliseconds, and a counter of 12 bits. */
let last = { ms: 0, counter: 0 };
/** The milliseconds of the newest id, as ids have them. */
let time = { ms: -1, text: '' };

/**
 * A new UUIDv7 (RFC 9562): ids sort by creation time, also within one millisecond of a process, and after the id `after`, despite clock
 * skew between nodes.
 */
export function newId(after?: string): string {
  const now = storeNow();
  last = now > last.ms ? { ms: now, counter: 0 } : next(last);
  // An id of the future moves this id only, not those that follow.
  const { ms, counter } = after === undefined ? last : later(last, next(stampOf(after)));
  if (time.ms !== ms) time = { ms, text: timeText(ms) };
  // Variant and random bits of a UUIDv4, which the platform caches.
  return `${time.text}-7${counter.toString(16).padStart(3, '0')}-${crypto.randomUUID().slice(19)}`;
}

/** A new id of a copy, such as of a partition: as `newId`, but a UUIDv8, which `isCopyId` tells from those. */
export function newCopyId(): string {
  const id = newId();
  return `${id.slice(0, VERSION_AT)}8${id.slice(VERSION_AT + 1)}`;
}

export function isCopyId(id: string): boolean {
  return copyId.test(id);
}

type Stamp = typeof last;

function next({ ms, counter }: Stamp): Stamp {
  return counter + 1 < COUNTERS ? { ms, counter: counter + 1 } : { ms: ms + 1, counter: 0 };
}

function later(one: Stamp, other: Stamp): Stamp {
  return other.ms > one.ms || (other.ms === one.ms && other.counter > one.counter) ? other : one;
}

function timeText(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

function stampOf(id: string): Stamp {
  return { ms: Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16), counter: Number.parseInt(id.slice(15, 18), 16) };
}
