import { code } from '../code.ts';
import { inputFields, type Plan, type Table, titleField } from '../plan.ts';
import { writeGuards } from './guards.ts';
import { writeMeta } from './meta.ts';
import { article, itemName, listName, type OutFile } from './parts.ts';

/** Trackers of things done again and again: a ring for today, a streak and the last seven days of each. */
export function writeHabits(plan: Plan, table: Table, page: string): readonly OutFile[] {
  return [
    { path: 'services/streaks', title: 'Streaks', content: streaksFile(table) },
    { path: 'components/ProgressRing', title: 'Progress ring', content: ringFile },
    { path: `components/${table.name}Card`, title: 'Card with streak and last 7 days', content: writeCard(plan, table) },
    { path: `pages/${page}`, title: `${page} page`, content: writePage(plan, table, page) },
  ];
}

function streaksFile(table: Table): string {
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

const ringFile = code`
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

function writeCard(plan: Plan, table: Table): string {
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
              aria-label={(done ? 'Not done after all: ' : 'Mark as done: ') + ${item}.${title.key}}
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

function writePage(plan: Plan, table: Table, page: string): string {
  const rows = listName(table);
  const item = itemName(table);
  const title = titleField(table);
  const frequency = table.fields.find((field) => field.kind === 'enum');
  const guards = writeGuards(table);
  return code`
    import { useState } from 'react';
    import { format } from 'date-fns';
    import { CalendarCheck, Flame, ${table.icon === 'Flame' ? '' : `${table.icon}, `}Plus, Sparkles, Trophy } from 'lucide-react';
    import { toast } from 'sonner';
    import { useUser } from '@/auth';
    import { Button } from '@/components/ui/button';
    import ${table.name}Card from '@/components/${table.name}Card';
    import ${table.name}Form from '@/components/${table.name}Form';
    import ProgressRing from '@/components/ProgressRing';
    import StatTile from '@/components/StatTile';
    import Toolbar from '@/components/Toolbar';
    import { EmptyState, LoadError, LoadingRows, ${guards.usesLogin ? 'LoginPrompt, ' : ''}NoMatches } from '@/components/States';
    import { ${table.name} } from '@/entities/${table.name}';
    import { useRows } from '@/services/useRows';
    import { doneThisWeek, isDone, streakOf, toggled } from '@/services/streaks';
    
    const sorts = {
      newest: (a, b) => (a.createdAt < b.createdAt ? 1 : -1),
      name: (a, b) => a.${title.key}.localeCompare(b.${title.key}),
      streak: (a, b) => streakOf(b) - streakOf(a),
    };

    export default function ${page}() {
      const { rows: ${rows}, status, reload, save, remove } = useRows(${table.name}, '${table.sort}');
      ${guards.visitor}
      const [editing, edit] = useState(null);
      const [search, setSearch] = useState('');
      ${frequency && `const [${frequency.key}, set${cap(frequency.key)}] = useState('all');`}
      const [sort, setSort] = useState('newest');

      const done = ${rows}.filter(isDone).length;
      const best = Math.max(0, ...${rows}.map(streakOf));
      const visible = ${rows}
        .filter((${item}) => ${item}.${title.key}.toLowerCase().includes(search.trim().toLowerCase()))
        ${frequency && `.filter((${item}) => ${frequency.key} === 'all' || ${item}.${frequency.key} === ${frequency.key})`}
        .sort(sorts[sort]);

      async function toggle(${item}) {
        const changes = toggled(${item});
        const isSaved = await save(changes, ${item});
        if (isSaved && changes.streak > streakOf(${item})) {
          toast.success(${item}.${title.key} + ': done', { description: changes.streak > 1 ? changes.streak + ' in a row. Keep going!' : 'A streak begins.' });
        }
      }

      function clear() {
        setSearch('');
        ${frequency && `set${cap(frequency.key)}('all');`}
      }

      function content() {
        if (status === 'loading') return <LoadingRows className="h-32" />;
        if (status === 'failed') return <LoadError onRetry={reload} />;
        ${guards.login}
        if (${rows}.length === 0) {
          return (
            <EmptyState icon={Sparkles} title="Start with one small ${table.singular}" text="Something you can do in two minutes. Tick it off here each time and watch the streak grow.">
              <Button onClick={() => edit({})}>
                <Plus className="size-4" />
                Add your first ${table.singular}
              </Button>
            </EmptyState>
          );
        }
        if (visible.length === 0) return <NoMatches onClear={clear} />;
        return (
          <div className="grid gap-3 lg:grid-cols-2">
            {visible.map((${item}) => (
              <${table.name}Card
                key={${item}.id}
                ${item}={${item}}
                onToggle={() => toggle(${item})}
                onEdit={() => edit(${item})}
                onDelete={() => remove(${item}, ${item}.${title.key})}
              />
            ))}
          </div>
        );
      }

      return (
        <div className="space-y-6">
          <section className="relative overflow-hidden rounded-3xl border bg-gradient-to-br from-primary/15 via-primary/5 to-transparent p-6 sm:p-8">
            <div className="flex flex-col-reverse items-start justify-between gap-6 sm:flex-row sm:items-center">
              <div>
                <p className="text-sm font-medium text-primary">{format(new Date(), 'EEEE, d MMMM')}</p>
                <h1 className="mt-1 text-2xl font-semibold tracking-tight text-balance sm:text-3xl">${plan.tagline}</h1>
                <p className="mt-2 text-muted-foreground">
                  {${rows}.length === 0
                    ? 'Nothing to tick off yet.'
                    : done === ${rows}.length
                      ? 'All done for now. Enjoy the rest of your day.'
                      : ${rows}.length - done + ' to go. You have got this.'}
                </p>
                ${guards.button(`Add ${article(table.singular)} ${table.singular}`, 'mt-5')}
              </div>
              <ProgressRing value={${rows}.length === 0 ? 0 : done / ${rows}.length}>
                <p className="text-2xl font-semibold tabular-nums">
                  {done}/{${rows}.length}
                </p>
                <p className="text-xs text-muted-foreground">done</p>
              </ProgressRing>
            </div>
          </section>

          {${rows}.length > 0 && (
            <section className="grid grid-cols-2 gap-3 lg:grid-cols-4" aria-label="Summary">
              <StatTile icon={CalendarCheck} label="Done now" value={done + ' of ' + ${rows}.length} hint="in the current period" />
              <StatTile icon={Flame} label="Longest streak" value={best} hint="in a row" />
              <StatTile icon={Trophy} label="Last 7 days" value={doneThisWeek(${rows})} hint="ticked off" />
              <StatTile icon={${table.icon}} label="${cap(table.plural)}" value={${rows}.length} hint="you are keeping" />
            </section>
          )}

          {${rows}.length > 0 && (
            <Toolbar
              search={search}
              onSearch={setSearch}
              placeholder="Search ${table.plural}"
              ${
                frequency &&
                `filters={[{ label: '${frequency.label}', plural: '${frequency.label.toLowerCase().replace(/y$/, 'ie')}s', value: ${frequency.key}, onChange: set${cap(frequency.key)}, options: ${listOf(frequency.options)} }]}`
              }
              sort={sort}
              onSort={setSort}
              sorts={[
                ['newest', 'Newest first'],
                ['name', 'By name'],
                ['streak', 'By streak'],
              ]}
            />
          )}

          {content()}

          <${table.name}Form row={editing} isOpen={editing !== null} onClose={() => edit(null)} onSave={save} />
        </div>
      );
    }
  `;
}

function cap(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listOf(values: readonly string[]): string {
  return `[${values.map((value) => `'${value.replace(/'/g, "\\'")}'`).join(', ')}]`;
}
