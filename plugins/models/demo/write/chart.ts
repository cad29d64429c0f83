import { code } from '../code.ts';
import { type Field, firstOf, type Plan, type Table } from '../plan.ts';
import { itemName, listName, nameOf, type OutFile, read, targetOf } from './parts.ts';

export interface ChartSpec {
  readonly name: string;
  readonly table: Table;
  /** Added up; null counts rows. */
  readonly measure: Field | null;
  readonly group: Field;
}

/** What of a table is best seen in a chart; null when nothing is. */
export function chartOf(table: Table): Omit<ChartSpec, 'name'> | null {
  const isPricedThing = ['gallery', 'table', 'people', 'shelf'].includes(table.layout);
  const measure =
    (isPricedThing ? undefined : firstOf(table, 'money')) ??
    table.fields.find((field) => field.kind === 'number' && !/year|vintage|age|every|streak/.test(field.key)) ??
    null;
  const date = table.fields.find((field) => field.kind === 'date' && !/birth|due|until|next/.test(field.key)) ?? firstOf(table, 'date');
  const group = table.fields.find((field) => field.kind === 'enum');
  if (date && measure) return { table, measure, group: date };
  return group ? { table, measure: measure?.kind === 'money' ? measure : null, group } : null;
}

/** A chart of one table: columns by month, or a ring by choice with its legend. */
export function writeChart(plan: Plan, spec: ChartSpec): OutFile {
  const isDate = spec.group.kind === 'date' || spec.group.kind === 'date-time';
  return { path: `components/${spec.name}`, title: 'Chart', content: isDate ? writeMonths(spec) : writeRing(plan, spec) };
}

function termOf({ table, measure }: ChartSpec): string {
  return measure ? `Number(${read(itemName(table), measure)}) || 0` : '1';
}

function formatOf({ measure }: ChartSpec): { readonly imports: string; readonly call: (value: string) => string } {
  return measure?.kind === 'money'
    ? { imports: 'money', call: (value) => `money(${value})` }
    : { imports: '', call: (value) => `Math.round(${value} * 10) / 10` };
}

/** The heading: `Amount by month`. */
export function chartTitle(spec: Pick<ChartSpec, 'table' | 'measure' | 'group'>): string {
  const isDate = spec.group.kind === 'date' || spec.group.kind === 'date-time';
  const what = spec.measure?.label ?? spec.table.plural.charAt(0).toUpperCase() + spec.table.plural.slice(1);
  return `${what} by ${isDate ? 'month' : spec.group.label.toLowerCase()}`;
}

function writeMonths(spec: ChartSpec): string {
  const rows = listName(spec.table);
  const item = itemName(spec.table);
  const { imports, call } = formatOf(spec);
  const when = read(item, spec.group);
  return code`
    import { eachMonthOfInterval, format, subMonths } from 'date-fns';
    import { Bar, BarChart, CartesianGrid, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
    ${imports && `import { ${imports} } from '@/services/format';`}

    /** The last six months, the present one in full colour. */
    export default function ${spec.name}({ ${rows} }) {
      const now = new Date();
      const data = eachMonthOfInterval({ start: subMonths(now, 5), end: now }).map((month) => ({
        month: format(month, 'MMM'),
        value: ${rows}
          .filter((${item}) => ${when}?.startsWith(format(month, 'yyyy-MM')))
          .reduce((sum, ${item}) => sum + (${termOf(spec)}), 0),
      }));

      return (
        <section className="rounded-2xl border bg-card p-5">
          <h2 className="text-sm font-medium">${chartTitle(spec)}</h2>
          <div className="mt-4 h-52">
            <ResponsiveContainer width="100%" height="100%">
              <BarChart data={data} margin={{ top: 4, right: 0, bottom: 0, left: 0 }}>
                <CartesianGrid vertical={false} stroke="var(--border)" />
                <XAxis dataKey="month" axisLine={false} tickLine={false} tick={{ fill: 'var(--muted-foreground)', fontSize: 12 }} />
                <YAxis width={44} axisLine={false} tickLine={false} tick={{ fill: 'var(--muted-foreground)', fontSize: 12 }} />
                <Tooltip
                  cursor={{ fill: 'var(--muted)' }}
                  formatter={(value) => [${call('value')}, '${spec.measure?.label ?? 'Number'}']}
                  contentStyle={{ background: 'var(--popover)', border: '1px solid var(--border)', borderRadius: 10, color: 'var(--popover-foreground)' }}
                />
                <Bar dataKey="value" radius={[6, 6, 0, 0]} maxBarSize={48}>
                  {data.map((entry, index) => (
                    <Cell key={entry.month} fill="var(--primary)" fillOpacity={index === data.length - 1 ? 1 : 0.35} />
                  ))}
                </Bar>
              </BarChart>
            </ResponsiveContainer>
          </div>
        </section>
      );
    }
  `;
}

function writeRing(plan: Plan, spec: ChartSpec): string {
  const rows = listName(spec.table);
  const item = itemName(spec.table);
  const { imports, call } = formatOf(spec);
  const target = targetOf(plan, spec.group);
  const key = read(item, spec.group);
  const label = target
    ? `${nameOf(target, `${listName(target)}.find((other) => other.id === ${key})`).replace(').', ')?.')} ?? 'None'`
    : `${key} ?? 'None'`;
  const props = target ? `${rows}, ${listName(target)}` : rows;
  return code`
    import { Cell, Pie, PieChart, ResponsiveContainer, Tooltip } from 'recharts';
    ${imports && `import { ${imports} } from '@/services/format';`}

    export default function ${spec.name}({ ${props} }) {
      const sums = new Map();
      for (const ${item} of ${rows}) {
        const label = ${label};
        sums.set(label, (sums.get(label) ?? 0) + (${termOf(spec)}));
      }
      const data = [...sums].map(([name, value]) => ({ name, value })).sort((a, b) => b.value - a.value);
      const all = data.reduce((sum, entry) => sum + entry.value, 0);
      const colour = (index) => {
        const token = 'var(--chart-' + ((index % 5) + 1) + ')';
        return index < 5 ? token : 'color-mix(in oklab, ' + token + ' 45%, var(--card))';
      };

      return (
        <section className="rounded-2xl border bg-card p-5">
          <h2 className="text-sm font-medium">${chartTitle(spec)}</h2>
          <div className="mt-4 grid items-center gap-6 sm:grid-cols-2">
            <div className="relative h-48">
              <ResponsiveContainer width="100%" height="100%">
                <PieChart>
                  <Pie data={data} dataKey="value" nameKey="name" innerRadius="68%" outerRadius="100%" paddingAngle={2} stroke="none">
                    {data.map((entry, index) => (
                      <Cell key={entry.name} fill={colour(index)} />
                    ))}
                  </Pie>
                  <Tooltip
                    formatter={(value) => ${call('value')}}
                    contentStyle={{ background: 'var(--popover)', border: '1px solid var(--border)', borderRadius: 10, color: 'var(--popover-foreground)' }}
                  />
                </PieChart>
              </ResponsiveContainer>
              <p className="pointer-events-none absolute inset-0 grid place-items-center text-base font-semibold tabular-nums">{${call('all')}}</p>
            </div>
            <ul className="grid gap-2 text-sm">
              {data.slice(0, 6).map((entry, index) => (
                <li key={entry.name} className="flex items-center gap-2">
                  <span className="size-2.5 shrink-0 rounded-full" style={{ background: colour(index) }} aria-hidden />
                  <span className="truncate text-muted-foreground">{entry.name}</span>
                  <span className="ml-auto font-medium tabular-nums">{${call('entry.value')}}</span>
                </li>
              ))}
            </ul>
          </div>
        </section>
      );
    }
  `;
}
