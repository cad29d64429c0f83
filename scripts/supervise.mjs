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
 * Runs `start` until it exits intentionally or `isStopping`, with exponential backoff after early crashes; resolves with the last exit
 * code. Gives up after several early crashes in a row.
 */
export async function supervise(start, { isStopping, say, wait = pause, now = () => performance.now() }) {
  for (let crashes = 0; ; ) {
    const begun = now();
    const code = await start();
    if (INTENDED.has(code) || isStopping()) return code;
    crashes = now() - begun < STARTED_MS ? crashes + 1 : 1;
    const how = code > 128 ? `by signal ${code - 128}` : `with exit code ${code}`;
    if (crashes >= MAX_EARLY_CRASHES) {
      say(`Sayso ended ${crashes} times soon after its start, last ${how}, and is not started again. The lines above say more.`);
      return code;
    }
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (crashes - 1), LONGEST_PAUSE_MS);
    say(`Sayso ended unexpectedly, ${how}. It starts again in ${pauseMs / 1000} s.`);
    await wait(pauseMs);
    if (isStopping()) return code;
  }
}
