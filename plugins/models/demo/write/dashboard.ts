import { code, Imports } from '../code.ts';
import { firstOf, type Plan, pageOf, sentenceCase, statusField, type Table } from '../plan.ts';
import { chartOf, writeChart } from './chart.ts';
import { writeGuards } from './guards.ts';
import { writeValue } from './meta.ts';
import { itemName, listName, nameOf, type OutFile, read } from './parts.ts';
import { dueField, openFilter, type Stat, statsOf } from './stats.ts';
import { tilesClass, writeTile } from './tiles.ts';

/** Home of an app with several tables: what matters today across all of them. */
export function writeDashboard(plan: Plan): readonly OutFile[] {
  const stats = headlines(plan);
  const first = plan.tables[0];
  if (!first) return [];
  const coming = plan.tables.filter(looksAhead).slice(0, 2);
  const latest = plan.tables
    .filter((table) => !coming.includes(table) && ['ledger', 'notes', 'board'].includes(table.layout))
    .slice(0, 2 - coming.length);
  const chartTable =
    plan.tables.find((table) => table.layout === 'ledger' && chartOf(table)?.measure?.kind === 'money') ??
    plan.tables.find((table) => chartOf(table)?.measure?.kind === 'money') ??
    plan.tables.find((table) => chartOf(table) !== null);
  const chart = chartTable ? chartOf(chartTable) : null;
  const spec = chart ? { ...chart, name: `${chart.table.name}Overview` } : null;
  const guards = writeGuards(first);
  const imports = new Imports()
    .add('date-fns', 'format')
    .add('lucide-react', 'ArrowRight', plan.icon, 'Plus', ...plan.tables.map((table) => table.icon), ...stats.map(({ stat }) => stat.icon))
    .add('react-router-dom', 'Link')
    .add('@/auth', 'useUser')
    .add('@/components/ui/button', 'Button')
    .addDefault('@/components/Hero', 'Hero')
    .addDefault('@/components/StatTile', 'StatTile')
    .add('@/components/States', 'LoadError', 'LoadingRows', ...(guards.usesLogin ? ['LoginPrompt'] : []))
    .add('@/services/useRows', 'useRows')
    .add('@/utils', 'createPageUrl');
  for (const table of plan.tables) imports.add(`@/entities/${table.name}`, table.name);
  for (const { stat } of stats) imports.add('@/services/format', ...stat.uses);
  if (spec) imports.addDefault(`@/components/${spec.name}`, spec.name);
  const panels = [...coming.map((table) => writeComing(plan, table, imports)), ...latest.map((table) => writeLatest(plan, table, imports))];

  const content = code`
    ${imports.toString()}

    ${
      panels.length > 0 &&
      code`
      function Panel({ title, page, isEmpty, hint, children }) {
        return (
          <section className="rounded-2xl border bg-card">
            <header className="flex items-center justify-between border-b px-5 py-3.5">
              <h2 className="text-sm font-medium">{title}</h2>
              <Button asChild variant="ghost" size="sm" className="-mr-2 text-muted-foreground">
                <Link to={createPageUrl(page)}>
                  All
                  <ArrowRight className="size-4" />
                </Link>
              </Button>
            </header>
            {isEmpty ? <p className="px-5 py-8 text-center text-sm text-muted-foreground">{hint}</p> : <ul className="divide-y">{children}</ul>}
          </section>
        );
      }
    `
    }

    export default function Home() {
      const { user, isLoading } = useUser();
      const { rows: ${listName(first)}, status, reload } = useRows(${first.name});
      ${plan.tables.slice(1).map((table) => `const { rows: ${listName(table)} } = useRows(${table.name});`)}

      function content() {
        if (isLoading || status === 'loading') return <LoadingRows count={2} className="h-40" />;
        ${guards.login}
        if (status === 'failed') return <LoadError onRetry={reload} />;
        if (${plan.tables.map((table) => `${listName(table)}.length`).join(' + ')} === 0) {
          return (
            ${writeFirstSteps(plan)}
          );
        }
        return (
          <>
            <section className="${tilesClass(stats.length)}" aria-label="Summary">
              ${stats.map(({ stat }) => writeTile(stat))}
            </section>
            <div className="grid items-start gap-4 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
              ${panels}
              ${spec && `{${listName(spec.table)}.length > 0 && <${spec.name} ${listName(spec.table)}={${listName(spec.table)}} />}`}
            </div>
            <nav className="grid gap-3 sm:grid-cols-2 ${plan.tables.length === 4 || plan.tables.length === 2 ? '' : 'lg:grid-cols-3'}" aria-label="Pages">
              ${plan.tables.map((table) => writeShortcut(plan, table))}
            </nav>
          </>
        );
      }

      return (
        <div className="space-y-6">
          <Hero icon={${plan.icon}} kicker={format(new Date(), 'EEEE, d MMMM')} title=${JSON.stringify(plan.tagline)} text={user?.name ? 'Welcome, ' + user.name + '.' : 'Everything at a glance.'}>
            <Button asChild>
              <Link to={createPageUrl('${pageOf(plan, coming[0] ?? first)}?new=1')}>
                <Plus className="size-4" />
                New ${(coming[0] ?? first).singular}
              </Link>
            </Button>
          </Hero>
          {content()}
        </div>
      );
    }
  `;
  return [...(spec ? [writeChart(plan, spec)] : []), { path: 'pages/Home', title: 'Home page', content }];
}

/** Four numbers, at least one of each table where there is room: what needs doing comes before what is merely counted. */
function headlines(plan: Plan): readonly { readonly table: Table; readonly stat: Stat }[] {
  const all = plan.tables.map((table) => ({ table, stats: statsOf(plan, table) }));
  const picked = all.flatMap(({ table, stats }) => {
    const telling = stats.find((stat) => /Outstanding|Overdue|In play|This month|Coming up|Running low/.test(stat.label)) ?? stats[0];
    return telling ? [{ table, stat: telling === stats[0] ? telling : { ...telling, hint: `${table.plural}: ${telling.hint}` } }] : [];
  });
  const more = all.flatMap(({ table, stats }) =>
    stats
      .slice(0, 2)
      .filter((stat) => !picked.some((one) => one.stat.value === stat.value))
      .map((stat) => ({ table, stat })),
  );
  return [...picked, ...more].slice(0, 4);
}

/** A table whose dates are for the time to come, rather than for what is over. */
function looksAhead(table: Table): boolean {
  const due = dueField(table);
  return due !== undefined && (table.layout === 'agenda' || /due|deadline|next|close|until|end|expected|renewal/.test(due.key));
}

/** The last rows of a table that is written rather than planned: payments, notes. */
function writeLatest(plan: Plan, table: Table, imports: Imports): string {
  const rows = listName(table);
  const item = itemName(table);
  const status = statusField(table);
  const amount = firstOf(table, 'money');
  const date = firstOf(table, 'date');
  imports.add('@/services/format', 'day');
  const badge = status && writeValue(plan, status, read(item, status), imports);
  const cost = amount && writeValue(plan, amount, read(item, amount), imports);
  const when = date ? read(item, date) : `${item}.createdAt`;
  return code`
    <Panel title="Latest ${table.plural}" page="${pageOf(plan, table)}" isEmpty={${rows}.length === 0} hint="Nothing here yet.">
      {[...${rows}]
        .sort((a, b) => (${when.replace(item, 'b')} ?? '').localeCompare(${when.replace(item, 'a')} ?? ''))
        .slice(0, 5)
        .map((${item}) => (
          <li key={${item}.id} className="flex items-center gap-3 px-5 py-3 text-sm">
            <span className="min-w-0 flex-1 truncate font-medium">{${nameOf(table, item)}}</span>
            ${badge}
            ${cost}
            <span className="shrink-0 text-muted-foreground">{day(${when})}</span>
          </li>
        ))}
    </Panel>
  `;
}

function writeComing(plan: Plan, table: Table, imports: Imports): string {
  const due = dueField(table);
  if (!due) return '';
  const rows = listName(table);
  const item = itemName(table);
  const open = openFilter(table);
  const status = statusField(table);
  imports.add('@/services/format', 'day', 'today');
  const badge = status && writeValue(plan, status, read(item, status), imports);
  const isDeadline = /due|deadline|until|close/.test(due.key);
  const when = read(item, due);
  const filter = isDeadline ? `.filter((${item}) => ${when})` : `.filter((${item}) => (${when} ?? '') >= today())`;
  const title = isDeadline ? `${sentenceCase(table.plural)} due next` : `Next ${table.plural}`;
  return code`
    <Panel title="${title}" page="${pageOf(plan, table)}" isEmpty={!${rows}${open ? `.filter(${open})` : ''}.some((${item}) => ${isDeadline ? when : `(${when} ?? '') >= today()`})} hint="Nothing coming up.">
      {${rows}
        ${open && `.filter(${open})`}
        ${filter}
        .sort((a, b) => a.${due.key}.localeCompare(b.${due.key}))
        .slice(0, 5)
        .map((${item}) => (
          <li key={${item}.id} className="flex items-center gap-3 px-5 py-3 text-sm">
            <span className="min-w-0 flex-1 truncate font-medium">{${nameOf(table, item)}}</span>
            ${badge}
            <span className={'shrink-0 ' + (${when} < today() ? 'font-medium text-destructive' : 'text-muted-foreground')}>{day(${when})}</span>
          </li>
        ))}
    </Panel>
  `;
}

/** What a new app shows instead of zeros: the first thing to do for each table. */
function writeFirstSteps(plan: Plan): string {
  return code`
    <section className="overflow-hidden rounded-2xl border bg-card">
      <header className="border-b px-5 py-4 sm:px-6">
        <h2 className="font-medium">First steps</h2>
        <p className="mt-0.5 text-sm text-muted-foreground">Add one of each to see what is coming up.</p>
      </header>
      <ol className="divide-y">
        ${plan.tables.map(
          (table, index) => code`
          <li>
            <Link to={createPageUrl('${pageOf(plan, table)}?new=1')} className="group flex items-center gap-4 px-5 py-4 transition-colors hover:bg-accent/50 sm:px-6">
              <span className="grid size-9 shrink-0 place-items-center rounded-full bg-primary/10 text-sm font-semibold text-primary tabular-nums">${index + 1}</span>
              <${table.icon} className="size-5 shrink-0 text-muted-foreground" aria-hidden />
              <span className="font-medium">Add your first ${table.singular}</span>
              <ArrowRight className="ml-auto size-4 text-muted-foreground transition-transform group-hover:translate-x-0.5" aria-hidden />
            </Link>
          </li>
        `,
        )}
      </ol>
    </section>
  `;
}

function writeShortcut(plan: Plan, table: Table): string {
  return code`
    <Link to={createPageUrl('${pageOf(plan, table)}')} className="group flex items-center gap-3 rounded-2xl border bg-card p-4 transition-colors hover:border-primary/40">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-primary/10 text-primary">
        <${table.icon} className="size-5" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium">${sentenceCase(table.plural)}</span>
        <span className="block text-xs text-muted-foreground">{${listName(table)}.length} in total</span>
      </span>
      <ArrowRight className="ml-auto size-4 text-muted-foreground transition-transform group-hover:translate-x-0.5" aria-hidden />
    </Link>
  `;
}
