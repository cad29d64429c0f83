import { Cron } from 'croner';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Delay after a failed attempt (1 is the first): exponential backoff with jitter. It is stored with the job, since another node may retry it. */
export function retryDelay(attempt: number): number {
  const full = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
  return full * (0.5 + Math.random() / 2);
}

/** The first time (ms since 1970) after `now` that matches five cron fields, in UTC. Throws when the text does not parse or never matches. */
export function nextTime(cron: string, now: number): number {
  const next = new Cron(cron, { mode: '5-part', utcOffset: 0, paused: true }).nextRun(new Date(now));
  if (next === null) throw new Error(`No day of any year fits the schedule "${cron}".`);
  return next.getTime();
}
