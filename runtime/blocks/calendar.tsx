import { ChevronLeftIcon, ChevronRightIcon, PlusIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { cn } from '../kit/cn.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { useIsMobile } from '../kit/use-mobile.ts';
import { CollectionFrame, type CollectionProps, useCollection } from './collection.tsx';
import {
  allOf,
  type BaseRow,
  daysFilter,
  type Entity,
  type FieldName,
  fieldOf,
  firstDayOfWeek,
  formatTime,
  type MonthDay,
  nounsOf,
  readValue,
  rowsByDay,
  rowTitle,
  weeksOf,
} from './data.ts';
import { optionColor } from './fields.tsx';

export interface DataCalendarProps<R extends BaseRow> extends CollectionProps<R> {
  /** A date or date-time field: the day of the row. */
  readonly date: FieldName<R>;
  /** The last day, for rows that span several days. */
  readonly end?: FieldName<R> | undefined;
  /** An enum field that colours the rows. */
  readonly colorBy?: FieldName<R> | undefined;
}

/** Rows in a month grid; on a phone, a list of the days with rows. */
export function DataCalendar<R extends BaseRow>(props: DataCalendarProps<R>) {
  const { entity, date, end } = props;
  const [month, setMonth] = useState(() => new Date());
  const weeks = weeksOf(month, firstDayOfWeek());
  const days = weeks.flat().map(({ key }) => key);
  const filter = allOf(props.filter, daysFilter(date, end, days[0] ?? '', days.at(-1) ?? ''));
  const collection = useCollection({ ...props, filter, sort: date }, { limit: 1000 });
  const { rows, editor, canAdd, open } = collection;
  const byDay = rowsByDay(rows.rows, date, end, days);
  const isMobile = useIsMobile();
  const field = fieldOf(entity, date);
  const addOn = canAdd ? (day: MonthDay) => editor.open(undefined, { [date]: field.kind === 'date' ? day.key : atNoon(day.date) }) : null;
  const Days = isMobile ? Agenda : MonthGrid;
  return (
    <CollectionFrame
      props={props}
      collection={{ ...collection, isFiltered: true }}
      isAlwaysFull
      skeleton={<Skeleton className="h-96 rounded-xl" />}
    >
      <div className="overflow-hidden rounded-xl border bg-card text-card-foreground">
        <MonthBar month={month} onChange={setMonth} />
        <Days {...props} weeks={weeks} byDay={byDay} onOpen={open} onAdd={addOn} />
      </div>
    </CollectionFrame>
  );
}

function atNoon(date: Date): string {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12).toISOString();
}

function MonthBar({ month, onChange }: { month: Date; onChange: (month: Date) => void }) {
  const shift = (months: number) => onChange(new Date(month.getFullYear(), month.getMonth() + months, 1));
  return (
    <div className="flex items-center gap-1 border-b px-3 py-2">
      <p aria-live="polite" className="mr-auto px-1 font-medium">
        {month.toLocaleDateString(undefined, { month: 'long', year: 'numeric' })}
      </p>
      <Button variant="ghost" size="sm" onClick={() => onChange(new Date())}>
        Today
      </Button>
      <Button variant="ghost" size="icon-sm" aria-label="Month before" onClick={() => shift(-1)}>
        <ChevronLeftIcon />
      </Button>
      <Button variant="ghost" size="icon-sm" aria-label="Month after" onClick={() => shift(1)}>
        <ChevronRightIcon />
      </Button>
    </div>
  );
}

interface DaysProps<R extends BaseRow> extends DataCalendarProps<R> {
  readonly weeks: readonly (readonly MonthDay[])[];
  readonly byDay: ReadonlyMap<string, readonly R[]>;
  readonly onOpen: (row: R) => void;
  readonly onAdd: ((day: MonthDay) => void) | null;
}

const SHOWN = 3;

function MonthGrid<R extends BaseRow>({ weeks, byDay, onAdd, ...props }: DaysProps<R>) {
  const [openDay, setOpenDay] = useState('');
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <thead>
        <tr>
          {weeks[0]?.map(({ key, date }) => (
            <th key={key} scope="col" className="border-b px-2 py-1.5 text-left font-medium text-muted-foreground text-xs">
              {date.toLocaleDateString(undefined, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.key}>
            {week.map((day) => {
              const rows = byDay.get(day.key) ?? [];
              const shown = openDay === day.key ? rows : rows.slice(0, rows.length > SHOWN ? SHOWN - 1 : SHOWN);
              return (
                <td
                  key={day.key}
                  className={cn('group h-28 border-r border-b p-1 align-top last:border-r-0', !day.isInMonth && 'bg-muted/40')}
                >
                  <div className="flex h-7 items-center justify-between">
                    <DayNumber day={day} />
                    {onAdd ? (
                      <Button
                        variant="ghost"
                        size="icon-xs"
                        className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100"
                        aria-label={`Add on ${longDay(day.date)}`}
                        onClick={() => onAdd(day)}
                      >
                        <PlusIcon />
                      </Button>
                    ) : null}
                  </div>
                  <ul className="grid gap-0.5">
                    {shown.map((row) => (
                      <li key={row.id}>
                        <Chip {...props} row={row} />
                      </li>
                    ))}
                    {shown.length < rows.length ? (
                      <li>
                        <button
                          type="button"
                          className="rounded-sm px-1.5 text-muted-foreground text-xs hover:text-foreground"
                          onClick={() => setOpenDay(day.key)}
                        >
                          {rows.length - shown.length} more
                        </button>
                      </li>
                    ) : null}
                  </ul>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayNumber({ day: { key, date, isToday, isInMonth } }: { day: MonthDay }) {
  return (
    <time
      dateTime={key}
      aria-current={isToday ? 'date' : undefined}
      className={cn(
        'grid size-6 place-content-center rounded-full text-xs tabular-nums',
        isToday ? 'bg-primary font-medium text-primary-foreground' : !isInMonth && 'text-muted-foreground',
      )}
    >
      {date.getDate()}
    </time>
  );
}

function Agenda<R extends BaseRow>({ weeks, byDay, onAdd, ...props }: DaysProps<R>) {
  const days = weeks.flat().filter((day) => day.isInMonth && byDay.has(day.key));
  if (days.length === 0)
    return <p className="px-4 py-10 text-center text-muted-foreground text-sm">No {nounsOf(props.entity).many} in this month.</p>;
  return (
    <ol className="divide-y">
      {days.map((day) => (
        <li key={day.key} className="flex gap-3 px-3 py-2.5">
          <div className="grid w-9 shrink-0 justify-items-center gap-0.5 pt-1">
            <span className="text-muted-foreground text-xs">{day.date.toLocaleDateString(undefined, { weekday: 'short' })}</span>
            <DayNumber day={day} />
          </div>
          <ul className="grid min-w-0 flex-1 gap-1">
            {byDay.get(day.key)?.map((row) => (
              <li key={row.id}>
                <Chip {...props} row={row} isLarge />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

type ChipProps<R extends BaseRow> = Pick<DaysProps<R>, 'date' | 'colorBy' | 'onOpen'> & {
  readonly entity: Entity<R>;
  readonly row: R;
  readonly isLarge?: boolean;
};

function Chip<R extends BaseRow>({ entity, row, date, colorBy, onOpen, isLarge = false }: ChipProps<R>) {
  const value = readValue(row, date);
  const time = fieldOf(entity, date).kind === 'date-time' && String(value).length > 10 ? formatTime(value) : '';
  const color = colorBy ? optionColor(fieldOf(entity, colorBy), readValue(row, colorBy)) : 'var(--primary)';
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      style={{ borderColor: color }}
      className={cn(
        'flex w-full min-w-0 items-baseline gap-1.5 rounded-sm border-l-3 bg-accent/60 px-1.5 text-left text-xs outline-none transition-colors hover:bg-accent focus-visible:ring-[3px] focus-visible:ring-ring/40',
        isLarge ? 'py-2 text-sm' : 'py-0.5',
      )}
    >
      <span className="truncate">{rowTitle(entity, row)}</span>
      {time ? <span className="ml-auto shrink-0 text-muted-foreground tabular-nums">{time}</span> : null}
    </button>
  );
}

const longDay = (date: Date): string => date.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
