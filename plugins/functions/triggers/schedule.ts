import { Cron } from 'croner';

/** The first time (ISO 8601) after `now` that matches five cron fields in a time zone; null for an invalid schedule, or one without a next time. */
export function nextTime(schedule: string, timeZone: string, now: Date): string | null {
  try {
    const next = new Cron(schedule, { mode: '5-part', timezone: timeZone, paused: true }).nextRun(now);
    return next?.toISOString() ?? null;
  } catch {
    return null;
  }
}

/** Whether a planned time (ISO 8601) is later than the second of the next ones: it was planned by a clock that was set back since. */
export function isStale(plannedAt: string, schedule: string, timeZone: string, now: Date): boolean {
  const next = nextTime(schedule, timeZone, now);
  const second = next && nextTime(schedule, timeZone, new Date(next));
  return second !== null && plannedAt > second;
}
