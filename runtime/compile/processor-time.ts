import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, on all architectures of Node. */
const MS_PER_TICK = 10;
/** A process that does not get the processor may take as much longer. */
const PATIENCE = 4;
/** Between two looks, so that a process at its limit is not looked at without end. In milliseconds. */
const MIN_PAUSE_MS = 250;

/** The processor time that a process has taken, in milliseconds; null where the system does not say it. */
export function processorMs(pid: number): number | null {
  try {
    // The name of the process, in parentheses, may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * MS_PER_TICK : null;
  } catch {
    return null;
  }
}

/**
 * Calls `end` when a process has taken `limitMs` of processor time from now on, and at the latest after four times as long. On a busy machine work
 * takes longer without being more. Elsewhere than on Linux after `limitMs`. Returns a function that cancels it.
 */
export function whenSpent(pid: number, limitMs: number, end: () => void): () => void {
  const begun = performance.now();
  const before = processorMs(pid);
  let timer: NodeJS.Timeout;
  const look = () => {
    const now = processorMs(pid);
    const left = before === null || now === null ? 0 : limitMs - (now - before);
    const patience = begun + limitMs * PATIENCE - performance.now();
    if (left <= 0 || patience <= 0) end();
    else timer = setTimeout(look, Math.min(Math.max(left, MIN_PAUSE_MS), patience));
  };
  timer = setTimeout(look, limitMs);
  return () => clearTimeout(timer);
}
