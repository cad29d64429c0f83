import { code } from '../../code.ts';
import { type Plan, type Table, titleField } from '../../plan.ts';
import { writeGuards } from '../guards.ts';
import { article, itemName, listName } from '../parts.ts';

/** A ring for now, numbers, and a card for each. */
export function writePage(plan: Plan, table: Table, page: string): string {
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
          toast.success(${item}.${title.key} + ': done', { description: changes.streak > 1 ? changes.streak + ' in a row. Keep going!' : 'Your streak has started.' });
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
                      : ${rows}.length - done + ' to go.'}
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
              <StatTile icon={CalendarCheck} label="Done now" value={done + ' of ' + ${rows}.length} hint="this period" />
              <StatTile icon={Flame} label="Longest streak" value={best} hint="in a row" />
              <StatTile icon={Trophy} label="Last 7 days" value={doneThisWeek(${rows})} hint="ticked off" />
              <StatTile icon={${table.icon}} label="${cap(table.plural)}" value={${rows}.length} hint="in total" />
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
