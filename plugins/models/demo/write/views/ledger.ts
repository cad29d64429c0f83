import { code, Imports } from '../../code.ts';
import { firstOf, type Plan, type Table, titleField } from '../../plan.ts';
import { chartOf, writeChart } from '../chart.ts';
import { writeValue } from '../meta.ts';
import { itemName, listName, read } from '../parts.ts';
import { lookups, otherFields, rowProps, type View } from './view.ts';

/** A book of entries: a chart, then the entries month by month with their sums. */
export function ledgerView(plan: Plan, table: Table): View {
  const item = itemName(table);
  const rows = listName(table);
  const name = `${table.name}List`;
  const amount = firstOf(table, 'money');
  const date = firstOf(table, 'date', 'date-time');
  const image = firstOf(table, 'image');
  const title = titleField(table);
  const imports = new Imports().add('lucide-react', table.icon).addDefault('@/components/RowMenu', 'RowMenu');
  const lines = otherFields(table, amount).map((field) => writeValue(plan, field, read(item, field), imports));
  if (amount) imports.add('@/services/format', 'money');
  if (date) imports.add('@/services/format', 'month');
  const sum = amount ? `money(inMonth.reduce((sum, ${item}) => sum + (${read(item, amount)} ?? 0), 0))` : `inMonth.length`;
  const content = code`
    ${imports.toString()}

    function Entry({ ${rowProps(plan, table, item, 'onEdit', 'onDelete')} }) {
      return (
        <li className="flex items-center gap-3.5 px-4 py-3.5 sm:px-5">
          <span className="hidden size-10 shrink-0 place-items-center rounded-xl bg-primary/10 text-primary sm:grid">
            <${table.icon} className="size-5" aria-hidden />
          </span>
          <div className="min-w-0 flex-1">
            <button type="button" className="max-w-full truncate text-left font-medium hover:underline" onClick={onEdit}>
              {${read(item, title)}}
            </button>
            <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground empty:hidden">
              ${lines}
            </div>
          </div>
          ${amount && `<span className="shrink-0 text-right font-semibold tabular-nums">{money(${read(item, amount)})}</span>`}
          <RowMenu name={${read(item, title)}} onEdit={onEdit} onDelete={onDelete} />
        </li>
      );
    }

    export default function ${name}({ ${rows}, onEdit, onDelete, ...lists }) {
      ${
        date
          ? code`
          const sorted = [...${rows}].sort((a, b) => (b.${date.key} ?? '').localeCompare(a.${date.key} ?? ''));
          const months = [...new Set(sorted.map((${item}) => month(${read(item, date)})))];
        `
          : code`
          const sorted = ${rows};
          const months = [''];
        `
      }

      return (
        <div className="space-y-5">
          {months.map((name) => {
            const inMonth = ${date ? `sorted.filter((${item}) => month(${read(item, date)}) === name)` : 'sorted'};
            return (
              <section key={name} className="overflow-hidden rounded-2xl border bg-card">
                <h2 className="flex items-center justify-between border-b bg-muted/40 px-4 py-2.5 text-sm font-medium sm:px-5">
                  {name || 'All'}
                  <span className="text-muted-foreground tabular-nums">{${sum}}</span>
                </h2>
                <ul className="divide-y">
                  {inMonth.map((${item}) => (
                    <Entry key={${item}.id} ${item}={${item}} onEdit={() => onEdit(${item})} onDelete={() => onDelete(${item})} {...lists} />
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
      );
    }
  `;
  const charts = ledgerCharts(table);
  return {
    files: [{ path: `components/${name}`, title: `List of ${table.plural}`, content }, ...charts.map((spec) => writeChart(plan, spec))],
    addImports: (page) => {
      page.addDefault(`@/components/${name}`, name);
      for (const chart of charts) page.addDefault(`@/components/${chart.name}`, chart.name);
    },
    skeleton: image ? 'h-20' : 'h-16',
    above:
      charts.length === 0
        ? ''
        : code`
        {${rows}.length > 0 && (
          <div className="grid gap-3 ${charts.length > 1 ? 'lg:grid-cols-2' : ''}">
            ${charts.map((chart) => `<${chart.name} ${rows}={${rows}} />`)}
          </div>
        )}
      `,
    list: `<${name} ${rows}={visible}${lookups(plan, table)} onEdit={edit} onDelete={drop} />`,
  };
}

/** By month, and by category when there is one. */
function ledgerCharts(table: Table) {
  const main = chartOf(table);
  if (!main) return [];
  const group = table.fields.find((field) => field.kind === 'enum' && field !== main.group);
  const byMonth = { ...main, name: `${table.name}Chart` };
  return group && main.group.kind !== 'enum' ? [byMonth, { table, measure: main.measure, group, name: `${table.name}Shares` }] : [byMonth];
}
