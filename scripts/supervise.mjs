// Restarts a crashed server; plain JavaScript like run.mjs.
import { setTimeout as pause } from 'node:timers/promises';

/** Exit codes without a restart: regular end, refused start (with a message), SIGINT, SIGTERM. */
const INTENDED = new Set([0, 1, 130, 143]);
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** A run of this length resets the count of crashes. */
const STARTED_MS = 60_000;
const MAX_EARLY_CRASHES = 5;

/**
 * What follows a run of the server: no restart (`pauseMs` null), or one after a pause that doubles with each early crash. `crashes`: how
 * many there were in a row, before and now.
 */
export function afterRun({ code, ranMs, crashes: before }) {
  if (INTENDED.has(code)) return { crashes: 0, pauseMs: null, text: '' };
  const crashes = ranMs < STARTED_MS ? before + 1 : 1;
  const how = code > 128 ? `by signal ${code - 128}` : `with exit code ${code}`;
  if (crashes >= MAX_EARLY_CRASHES) {
    const text = `Sayso ended ${crashes} times soon after its start, last ${how}, and is not started again. The lines above say more.`;
    return { crashes, pauseMs: null, text };
  }
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (crashes - 1), LONGEST_PAUSE_MS);
  return { crashes, pauseMs, text: `Sayso ended unexpectedly, ${how}. It starts again in ${pauseMs / 1000} s.` };
}

/**
 * Runs `start` until it exits intentionally or `isStopping`; resolves with the last exit code. For machines where this process cannot become
 * `supervise.sh`.
 */
export async function supervise(start, { isStopping, say, wait = pause, now = () => performance.now() }) {
  for (let crashes = 0; ; ) {
    const begun = now();
    const code = await start();
    if (isStopping()) return code;
    const next = afterRun({ code, ranMs: now() - begun, crashes });
    if (next.text !== '') say(next.text);
    if (next.pauseMs === null) return code;
    crashes = next.crashes;
    await wait(next.pauseMs);
    if (isStopping()) return code;
  }
}
