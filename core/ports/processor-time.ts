import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** Linux counts in hundredths of a second, on all architectures of Node. */
const MS_PER_TICK = 10;
/** What does not get the processor may take as much longer. */
const PATIENCE = 4;
/** Between two looks, so that work at its limit is not looked at without end. In milliseconds. */
const MIN_PAUSE_MS = 250;

/** Reads the processor time taken so far, in milliseconds; null where it cannot be known. */
export type ReadProcessorMs = () => number | null | Promise<number | null>;

/** The processor time that a process has taken, in milliseconds; null where the system does not say it: elsewhere than on Linux. */
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

/** The processor time that a thread has taken, in milliseconds; null where Node does not say it: before 24.6, and of one that has ended. */
export async function threadMs(thread: Worker): Promise<number | null> {
  if (typeof thread.cpuUsage !== 'function') return null;
  const usage = await thread.cpuUsage().catch(() => null);
  return usage && (usage.user + usage.system) / 1000;
}

/**
 * Calls `end` when work has taken `limitMs` of processor time from now on, and at the latest after four times as long. On a busy machine work
 * takes longer without being more. Where the time cannot be known, after `limitMs`. Returns a function that cancels it.
 */
export function whenSpent(spent: ReadProcessorMs, limitMs: number, end: () => void): () => void {
  const begun = performance.now();
  let isCancelled = false;
  let timer: NodeJS.Timeout;
  // A thread within one long native call does not answer.
  const read = () => Promise.race([spent(), pause(MIN_PAUSE_MS, 'unanswered' as const, { ref: false })]);
  const before = read();
  const left = async (): Promise<number> => {
    const [first, now] = await Promise.all([before, read()]);
    if (first === null || now === null) return 0;
    return first === 'unanswered' || now === 'unanswered' ? MIN_PAUSE_MS : limitMs - (now - first);
  };
  const look = async (): Promise<void> => {
    const rest = await left();
    const patience = begun + limitMs * PATIENCE - performance.now();
    if (isCancelled) return;
    if (rest <= 0 || patience <= 0) end();
    else timer = setTimeout(look, Math.min(Math.max(rest, MIN_PAUSE_MS), patience));
  };
  timer = setTimeout(look, limitMs);
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}
