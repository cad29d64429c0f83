// Models still write the API of react-day-picker 8. Maps it to the current one, so that such a calendar works as intended.

/** Class key of version 8 → current key. `cell` and `day` name other elements now and are only mapped together. */
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

/** Class names by current keys, from keys of either version. */
export function currentClassNames(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const present = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
  if (!present.some(([name]) => ONLY_OLD.includes(name))) return Object.fromEntries(present);
  return Object.fromEntries(present.map(([name, classes]) => [CLASSES[name] ?? name, classes]));
}

/** Props that had other names in version 8. */
export interface OlderCalendarProps {
  /** Now `autoFocus`. */
  initialFocus?: boolean | undefined;
  /** Now `startMonth` and `endMonth`. */
  fromDate?: Date | undefined;
  toDate?: Date | undefined;
  fromMonth?: Date | undefined;
  toMonth?: Date | undefined;
  fromYear?: number | undefined;
  toYear?: number | undefined;
}

/** Maps the props to their current names; unset ones stay unset. */
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
