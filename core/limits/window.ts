import type { LimitWindow } from '../contract/index.ts';

/** Beyond the end of a window, for nodes whose clocks differ. */
const KEPT_MS = 24 * 3600_000;
/** The characters of an ISO time that name its window. */
const LENGTHS = { minute: 16, hour: 13, day: 10, month: 7 } as const;
const LONGEST_MS = { minute: 60_000, hour: 3600_000, day: 24 * 3600_000, month: 31 * 24 * 3600_000 } as const;

export interface WindowAt {
  /** Names the window: the beginning of its ISO times; `-` for a standing count. */
  readonly name: string;
  /** When its count may be removed; null for a standing count. */
  readonly until: string | null;
}

/** The window of a time in milliseconds, by UTC. */
export function windowAt(window: LimitWindow, now: number): WindowAt {
  if (window === 'none') return { name: '-', until: null };
  const name = new Date(now).toISOString().slice(0, LENGTHS[window]);
  return { name, until: new Date(now + LONGEST_MS[window] + KEPT_MS).toISOString() };
}
