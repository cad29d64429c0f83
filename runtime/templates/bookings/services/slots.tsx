import { dayKey } from '@/components/blocks/data';
import type { BusyTime } from '@/entities/BusyTime';
import type { OpeningHours } from '@/entities/OpeningHours';
import type { Staff } from '@/entities/Staff';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** Appointments begin on the hour or half hour. */
const STEP_MINUTES = 30;
const DAYS_AHEAD = 14;
const MINUTE = 60_000;

export interface Slot {
  start: Date;
  staff: Staff;
}

interface Plan {
  hours: readonly OpeningHours[];
  busy: readonly BusyTime[];
  /** The persons to book: the chosen one, or all without a preference. */
  staff: readonly Staff[];
  minutes: number;
}

export function overlaps(a: { start: string; minutes: number }, b: { start: string; minutes: number }): boolean {
  const [from, to] = [Date.parse(a.start), Date.parse(b.start)];
  return from < to + b.minutes * MINUTE && to < from + a.minutes * MINUTE;
}

/** The free times of a day, each with the first person who is free. In the visitor's time zone. */
export function slotsOf(day: Date, { hours, busy, staff, minutes }: Plan): Slot[] {
  const weekday = WEEKDAYS[day.getDay()];
  const slots: Slot[] = [];
  for (const { opens, closes } of hours.filter((one) => one.day === weekday)) {
    const [first, last] = [at(day, opens), at(day, closes) - minutes * MINUTE];
    for (let time = first; time <= last; time += STEP_MINUTES * MINUTE) {
      const start = new Date(time);
      const wanted = { start: start.toISOString(), minutes };
      const free = staff.find(
        (one) => one.days.some((worked) => worked === weekday) && !busy.some((taken) => taken.staff === one.id && overlaps(taken, wanted)),
      );
      if (free && time > Date.now()) slots.push({ start, staff: free });
    }
  }
  return slots;
}

function at(day: Date, time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute).getTime();
}

/** The next two weeks, from today. */
export function daysAhead(): Date[] {
  const now = new Date();
  return Array.from({ length: DAYS_AHEAD }, (_, index) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + index));
}

export const isSameDay = (a: Date, b: Date): boolean => dayKey(a) === dayKey(b);
