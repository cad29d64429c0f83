// Starts a server again that has died, in plain JavaScript as run.mjs is.
import { setTimeout as pause } from 'node:timers/promises';

/** It ended as it was asked to; it cannot start as it is set up, and has said why; it was interrupted or terminated. */
const INTENDED = new Set([0, 1, 130, 143]);
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Who lived as long has started well: its end is the first of a new row. */
const STARTED_MS = 60_000;
const MOST_DEATHS = 5;

/**
 * Runs `start` until it ends on purpose or `isStopping`, with a longer pause after each early death; its last exit code.
 * Gives up after several deaths in a row soon after the start.
 */
export async function supervise(start, { isStopping, say, wait = pause, now = () => performance.now() }) {
  for (let deaths = 0; ; ) {
    const begun = now();
    const code = await start();
    if (INTENDED.has(code) || isStopping()) return code;
    deaths = now() - begun < STARTED_MS ? deaths + 1 : 1;
    const how = code > 128 ? `by signal ${code - 128}` : `with exit code ${code}`;
    if (deaths >= MOST_DEATHS) {
      say(`Sayso ended ${deaths} times soon after its start, last ${how}, and is not started again. The lines above say more.`);
      return code;
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 1), LONGEST_PAUSE_MS);
    say(`Sayso ended unexpectedly, ${how}. It starts again in ${pauseMs / 1000} s.`);
    await wait(pauseMs);
    if (isStopping()) return code;
  }
}
