import { code, Imports } from '../../code.ts';
import { type Plan, statusField, type Table, titleField } from '../../plan.ts';
import { writeValue } from '../meta.ts';
import { itemName, listName, read } from '../parts.ts';
import { lookups, otherFields, rowProps, type View } from './view.ts';

/** Days in order: what comes, and what was. */
export function agendaView(plan: Plan, table: Table): View | null {
  const dates = table.fields.filter((field) => field.kind === 'date' || field.kind === 'date-time');
  const date = dates.find((field) => field.required) ?? dates[0];
  if (!date) return null;
  const item = itemName(table);
  const rows = listName(table);
  const name = `${table.name}Agenda`;
  const status = statusField(table);
  const time = table.fields.find((field) => field.kind === 'time');
  const imports = new Imports()
    .add('react', 'useState')
    .add('date-fns', 'format', 'parseISO')
    .add('@/components/ui/tabs', 'Tabs', 'TabsContent', 'TabsList', 'TabsTrigger')
    .addDefault('@/components/RowMenu', 'RowMenu')
    .add('@/services/format', 'day', 'today');
  const title = read(item, titleField(table));
  const when = read(item, date);
  const badge = status && writeValue(plan, status, read(item, status), imports);
  const others = otherFields(table, status, date);
  const lines = others.map((field) => writeValue(plan, field, read(item, field), imports));
  const key = time ? `(${when} ?? '') + (${read(item, time)} ?? '')` : `(${when} ?? '')`;
  const content = code`
    ${imports.toString()}

    function Entry({ ${rowProps(plan, table, item, 'onEdit', 'onDelete')} }) {
      const date = ${when} ? parseISO(${when}) : null;
      return (
        <li className="flex gap-4 rounded-2xl border bg-card p-4 transition-colors hover:border-primary/30">
          <div className="grid w-14 shrink-0 self-start content-center justify-items-center rounded-xl bg-primary/10 py-2 text-primary">
            <span className="text-xs font-medium uppercase">{date ? format(date, 'MMM') : 'no'}</span>
            <span className="text-xl leading-6 font-semibold tabular-nums">{date ? format(date, 'd') : 'date'}</span>
            <span className="text-[11px]">{date && format(date, 'EEE')}</span>
          </div>
          <div className="min-w-0 flex-1 self-center">
            <div className="flex flex-wrap items-center gap-2">
              <button type="button" className="text-left font-medium hover:underline" onClick={onEdit}>
                {${title}}
              </button>
              ${badge}
            </div>
            <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted-foreground">
              <span className="font-medium text-foreground">{day(${when})}${date.kind === 'date-time' ? `{date && ', ' + format(date, 'HH:mm')}` : ''}</span>
              ${lines}
            </div>
          </div>
          <RowMenu name={${title}} onEdit={onEdit} onDelete={onDelete} />
        </li>
      );
    }

    const order = (${item}) => ${key};

    export default function ${name}({ ${rows}, onEdit, onDelete, ...lists }) {
      const [chosen, choose] = useState(null);
      const coming = ${rows}.filter((${item}) => !${when} || ${when} >= today()).sort((a, b) => order(a).localeCompare(order(b)));
      const past = ${rows}.filter((${item}) => ${when} && ${when} < today()).sort((a, b) => order(b).localeCompare(order(a)));
      // What a search finds shows, wherever it is.
      const tab = chosen ?? (coming.length > 0 || past.length === 0 ? 'coming' : 'past');
      const shown = tab === 'coming' ? coming : past;

      return (
        <Tabs value={tab} onValueChange={choose} className="gap-4">
          <TabsList>
            <TabsTrigger value="coming">Coming up ({coming.length})</TabsTrigger>
            <TabsTrigger value="past">Past ({past.length})</TabsTrigger>
          </TabsList>
          <TabsContent value={tab}>
            <ul className="grid gap-3">
              {shown.map((${item}) => (
                <Entry key={${item}.id} ${item}={${item}} onEdit={() => onEdit(${item})} onDelete={() => onDelete(${item})} {...lists} />
              ))}
            </ul>
            {shown.length === 0 && (
              <p className="rounded-2xl border border-dashed py-10 text-center text-sm text-muted-foreground">
                {tab === 'coming' ? 'Nothing coming up.' : 'Nothing here yet.'}
              </p>
            )}
          </TabsContent>
        </Tabs>
      );
    }
  `;
  return {
    files: [{ path: `components/${name}`, title: `${table.plural} by date`, content }],
    addImports: (page) => page.addDefault(`@/components/${name}`, name),
    skeleton: 'h-24',
    list: `<${name} ${rows}={visible}${lookups(plan, table)} onEdit={edit} onDelete={drop} />`,
  };
}
