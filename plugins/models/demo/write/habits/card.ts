import { code } from '../../code.ts';
import { inputFields, type Plan, type Table, titleField } from '../../plan.ts';
import { writeMeta } from '../meta.ts';
import { itemName } from '../parts.ts';

/** `components/ProgressRing`. */
export const ringFile = code`
  /** A circle that fills up; what stands in its middle is up to the page. */
  export default function ProgressRing({ value, size = 132, children }) {
    const stroke = 11;
    const radius = (size - stroke) / 2;
    const length = 2 * Math.PI * radius;
    return (
      <div className="relative grid shrink-0 place-items-center" style={{ width: size, height: size }}>
        <svg width={size} height={size} className="-rotate-90" aria-hidden>
          <circle cx={size / 2} cy={size / 2} r={radius} fill="none" strokeWidth={stroke} className="stroke-primary/15" />
          <circle
            cx={size / 2}
            cy={size / 2}
            r={radius}
            fill="none"
            strokeWidth={stroke}
            strokeLinecap="round"
            strokeDasharray={length}
            strokeDashoffset={length * (1 - Math.min(1, value))}
            className={'stroke-primary transition-[stroke-dashoffset] duration-500 ' + (value > 0 ? '' : 'opacity-0')}
          />
        </svg>
        <div className="absolute text-center">{children}</div>
      </div>
    );
  }
`;

/** A thing done again and again: its streak, and the last seven days. */
export function writeCard(plan: Plan, table: Table): string {
  const item = itemName(table);
  const title = titleField(table);
  const shown = inputFields(table).filter((field) => field !== title && field.key !== 'streak');
  const meta = writeMeta(plan, table, item, shown);
  return code`
    import { format } from 'date-fns';
    import { Check, Flame } from 'lucide-react';
    ${meta.imports}
    import RowMenu from '@/components/RowMenu';
    import { isDone, lastWeek, streakOf } from '@/services/streaks';

    export default function ${table.name}Card({ ${[item, ...meta.props].join(', ')}, onToggle, onEdit, onDelete }) {
      const done = isDone(${item});
      const streak = streakOf(${item});

      return (
        <article
          className={
            'rounded-2xl border p-4 transition-colors sm:p-5 ' + (done ? 'border-primary/30 bg-primary/5' : 'bg-card hover:border-primary/30')
          }
        >
          <div className="flex items-center gap-3 sm:gap-4">
            <button
              type="button"
              aria-pressed={done}
              aria-label={(done ? 'Mark as not done: ' : 'Mark as done: ') + ${item}.${title.key}}
              onClick={onToggle}
              className={
                'grid size-11 shrink-0 place-items-center rounded-full border-2 transition-all focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-offset-2 focus-visible:outline-none active:scale-90 ' +
                (done ? 'border-primary bg-primary text-primary-foreground' : 'border-muted-foreground/30 text-transparent hover:border-primary hover:text-primary')
              }
            >
              <Check className="size-5" strokeWidth={3} />
            </button>
            <div className="min-w-0 flex-1">
              <h2 className="truncate font-medium">{${item}.${title.key}}</h2>
              <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
                ${meta.lines}
                <span className={'inline-flex items-center gap-1 ' + (streak > 0 ? 'font-medium text-orange-700 dark:text-orange-400' : '')}>
                  <Flame className={'size-4 ' + (streak > 0 ? 'fill-orange-500/20' : '')} aria-hidden />
                  {streak === 0 ? 'No streak yet' : streak + ' in a row'}
                </span>
              </div>
            </div>
            <RowMenu name={${item}.${title.key}} onEdit={onEdit} onDelete={onDelete} />
          </div>
          <ol className="mt-4 grid grid-cols-7 gap-1.5" aria-label="Last seven days">
            {lastWeek(${item}).map((day) => (
              <li key={day.date.getTime()} className="text-center text-[11px] text-muted-foreground">
                <div
                  title={format(day.date, 'EEEE d MMMM') + (day.isDone ? ': done' : '')}
                  className={'h-6 rounded-md ' + (day.isDone ? 'bg-primary' : 'bg-foreground/10') + (day.isToday ? ' ring-2 ring-primary/30' : '')}
                />
                <span className={'mt-1 block ' + (day.isToday ? 'font-semibold text-foreground' : '')}>{format(day.date, 'EEEEE')}</span>
              </li>
            ))}
          </ol>
        </article>
      );
    }
  `;
}
