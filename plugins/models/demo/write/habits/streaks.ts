import { code } from '../../code.ts';
import type { Table } from '../../plan.ts';

/** `services/streaks`: what counts as done, and for how many periods in a row. */
export function streaksFile(table: Table): string {
  const frequency = table.fields.find((field) => field.kind === 'enum' && field.key === 'frequency');
  return code`
    import { format, startOfMonth, startOfWeek, subDays } from 'date-fns';

    const key = (date) => format(date, 'yyyy-MM-dd');

    /** First day of the period that counts: the day, the week or the month. */
    function startOf(habit, date) {
      ${
        frequency &&
        code`
        if (habit.${frequency.key} === 'Weekly') return startOfWeek(date, { weekStartsOn: 1 });
        if (habit.${frequency.key} === 'Monthly') return startOfMonth(date);
      `
      }
      return date;
    }

    function isDoneIn(habit, date) {
      const start = key(startOf(habit, date));
      const end = key(date);
      return (habit.completed_days ?? []).some((done) => done >= start && done <= end);
    }

    export function isDone(habit) {
      return isDoneIn(habit, new Date());
    }

    /** How many periods in a row; none once a whole one was missed. */
    export function streakOf(habit) {
      const now = new Date();
      const lastPeriod = subDays(startOf(habit, now), 1);
      const isFresh = (habit.completed_days ?? []).length === 0;
      return isFresh || isDone(habit) || isDoneIn(habit, lastPeriod) ? (habit.streak ?? 0) : 0;
    }

    /** What changes in a habit when it is done now, or not done after all. */
    export function toggled(habit) {
      const now = new Date();
      const days = habit.completed_days ?? [];
      if (isDone(habit)) {
        const start = key(startOf(habit, now));
        return { streak: Math.max(0, streakOf(habit) - 1), completed_days: days.filter((done) => done < start) };
      }
      return { streak: streakOf(habit) + 1, completed_days: [...days, key(now)].slice(-400) };
    }

    /** The last seven days, oldest first. */
    export function lastWeek(habit) {
      const done = new Set(habit.completed_days ?? []);
      return Array.from({ length: 7 }, (_, index) => {
        const date = subDays(new Date(), 6 - index);
        return { date, isDone: done.has(key(date)), isToday: index === 6 };
      });
    }

    /** Done in the last seven days, all habits together. */
    export function doneThisWeek(habits) {
      return habits.reduce((sum, habit) => sum + lastWeek(habit).filter((day) => day.isDone).length, 0);
    }
  `;
}
