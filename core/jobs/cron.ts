/** The instants (UTC) that five fields name: minute, hour, day of the month, month, day of the week. */
export interface Cron {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** Where both days are narrowed, one of them is enough, as in every cron. */
  isDay(day: number, weekday: number): boolean;
}

const MINUTE = 60_000;
/** A 29th of February that falls on a given weekday comes once in 40 years at the latest. */
const LONGEST_WAIT_DAYS = 41 * 366;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Each field is `*`, a number, a range, a list of these, any of them with a step; months and weekdays also by name. Throws otherwise. */
export function parseCron(text: string): Cron {
  const fields = text.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  if (fields.length !== 5) throw new Error(`"${text}" does not have the five fields minute, hour, day, month, weekday.`);
  const days = valuesOf(day, { from: 1, to: 31 });
  const weekdays = new Set([...valuesOf(weekday, { from: 0, to: 7, names: WEEKDAYS })].map((value) => value % 7));
  const [isAnyDay, isAnyWeekday] = [day, weekday].map((field) => field === '*');
  return {
    minutes: valuesOf(minute, { from: 0, to: 59 }),
    hours: valuesOf(hour, { from: 0, to: 23 }),
    months: valuesOf(month, { from: 1, to: 12, names: MONTHS }),
    isDay: (one, onWeekday) =>
      isAnyDay || isAnyWeekday ? days.has(one) && weekdays.has(onWeekday) : days.has(one) || weekdays.has(onWeekday),
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
  /** Of the values from the first on. */
  readonly names?: readonly string[];
}

function valuesOf(field: string, { from, to, names = [] }: Range): Set<number> {
  const number = (text: string): number => {
    const named = names.indexOf(text.toUpperCase());
    const value = named < 0 ? Number(text) : named + from;
    if (value < from || value > to) throw new Error(`"${text}" is not between ${from} and ${to}.`);
    return value;
  };
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const [, range = '', first = '', last, step = '1'] = /^(\*|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part) ?? [];
    const isKnown = range === '*' || [first, last ?? first].every((one) => /^\d+$/.test(one) || names.includes(one.toUpperCase()));
    if (range === '' || !isKnown || step === '0') throw new Error(`"${part}" is no field of a schedule.`);
    const start = range === '*' ? from : number(first);
    const end = last !== undefined ? number(last) : range === '*' || part.includes('/') ? to : start;
    if (end < start) throw new Error(`"${part}" ends before it begins.`);
    for (let value = start; value <= end; value += Number(step)) values.add(value);
  }
  return values;
}

/** The first time (ms since 1970) after `now`; throws where there is none. */
export function nextOf({ minutes, hours, months, isDay }: Cron, now: number): number {
  const at = new Date(Math.floor(now / MINUTE) * MINUTE + MINUTE);
  for (let days = 0; days < LONGEST_WAIT_DAYS; days++) {
    if (months.has(at.getUTCMonth() + 1) && isDay(at.getUTCDate(), at.getUTCDay())) {
      for (let hour = at.getUTCHours(); hour < 24; hour++) {
        const minute = hours.has(hour) ? firstFrom(minutes, hour === at.getUTCHours() ? at.getUTCMinutes() : 0) : undefined;
        if (minute !== undefined) return at.setUTCHours(hour, minute);
      }
    }
    at.setUTCHours(24, 0);
  }
  throw new Error('No day of any year fits this schedule.');
}

function firstFrom(values: ReadonlySet<number>, least: number): number | undefined {
  const found = [...values].filter((value) => value >= least);
  return found.length === 0 ? undefined : Math.min(...found);
}
