// Models still write the words of react-day-picker 8. They are translated here, so that such a calendar works as it was meant.

/** A class of version 8 → the one of today. `cell` and `day` name other elements now and change only together. */
const CLASSES: Readonly<Record<string, string>> = {
  caption: 'month_caption',
  caption_dropdowns: 'dropdowns',
  nav_button_previous: 'button_previous',
  nav_button_next: 'button_next',
  table: 'month_grid',
  head_row: 'weekdays',
  head_cell: 'weekday',
  row: 'week',
  cell: 'day',
  day: 'day_button',
  day_selected: 'selected',
  day_today: 'today',
  day_outside: 'outside',
  day_disabled: 'disabled',
  day_hidden: 'hidden',
  day_range_start: 'range_start',
  day_range_middle: 'range_middle',
  day_range_end: 'range_end',
};
const ONLY_OLD = Object.keys(CLASSES).filter((name) => name !== 'day');

/** Class names by today's keys, whichever version's they were. */
export function currentClassNames(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const present = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
  if (!present.some(([name]) => ONLY_OLD.includes(name))) return Object.fromEntries(present);
  return Object.fromEntries(present.map(([name, classes]) => [CLASSES[name] ?? name, classes]));
}

/** Props that had other names in version 8. */
export interface OlderCalendarProps {
  /** Today `autoFocus`. */
  initialFocus?: boolean | undefined;
  /** Today `startMonth` and `endMonth`. */
  fromDate?: Date | undefined;
  toDate?: Date | undefined;
  fromMonth?: Date | undefined;
  toMonth?: Date | undefined;
  fromYear?: number | undefined;
  toYear?: number | undefined;
}

/** The same wishes by today's names; only those that were made. */
export function currentLimits({ initialFocus, fromDate, toDate, fromMonth, toMonth, fromYear, toYear }: OlderCalendarProps) {
  const start = fromDate ?? fromMonth ?? (fromYear === undefined ? undefined : new Date(fromYear, 0, 1));
  const end = toDate ?? toMonth ?? (toYear === undefined ? undefined : new Date(toYear, 11, 31));
  const hidden = [...(fromDate ? [{ before: fromDate }] : []), ...(toDate ? [{ after: toDate }] : [])];
  return {
    ...(initialFocus === undefined ? {} : { autoFocus: initialFocus }),
    ...(start ? { startMonth: start } : {}),
    ...(end ? { endMonth: end } : {}),
    ...(hidden.length > 0 ? { hidden } : {}),
  };
}
