import { code, Imports } from '../../code.ts';
import { firstOf, type Plan, type Table, titleField } from '../../plan.ts';
import { writeValue } from '../meta.ts';
import { article, itemName, listName, read } from '../parts.ts';
import { lookups, otherFields, rowProps, type View } from './view.ts';

/** Things to tick off, by category, with a line to add the next one. */
export function checklistView(plan: Plan, table: Table): View | null {
  const done = firstOf(table, 'boolean');
  if (!done) return null;
  const item = itemName(table);
  const rows = listName(table);
  const name = `${table.name}Checklist`;
  const group = firstOf(table, 'enum');
  const title = titleField(table);
  const imports = new Imports()
    .add('react', 'useState')
    .add('lucide-react', 'Plus')
    .add('@/components/ui/button', 'Button')
    .add('@/components/ui/checkbox', 'Checkbox')
    .add('@/components/ui/input', 'Input')
    .add('@/components/ui/progress', 'Progress')
    .addDefault('@/components/RowMenu', 'RowMenu');
  const lines = otherFields(table, done, group).map((field) => writeValue(plan, field, read(item, field), imports));
  const content = code`
    ${imports.toString()}

    function Line({ ${rowProps(plan, table, item, 'onToggle', 'onEdit', 'onDelete')} }) {
      const isDone = Boolean(${read(item, done)});
      return (
        <li className="flex items-center gap-3 px-4 py-2.5">
          <Checkbox className="size-5 rounded-full" checked={isDone} onCheckedChange={onToggle} aria-label={${read(item, title)}} />
          <button
            type="button"
            className={'min-w-0 flex-1 truncate text-left transition-colors ' + (isDone ? 'text-muted-foreground line-through' : '')}
            onClick={onEdit}
          >
            {${read(item, title)}}
          </button>
          <div className="flex min-w-0 flex-wrap items-center justify-end gap-x-3 text-sm text-muted-foreground">
            ${lines}
          </div>
          <RowMenu name={${read(item, title)}} onEdit={onEdit} onDelete={onDelete} />
        </li>
      );
    }

    export default function ${name}({ ${rows}, onAdd, onToggle, onEdit, onDelete, ...lists }) {
      const [text, setText] = useState('');
      const done = ${rows}.filter((${item}) => ${read(item, done)}).length;
      const groups = ${group ? `[...new Set(${rows}.map((${item}) => ${read(item, group)} ?? ''))].sort()` : `['']`};

      async function add(event) {
        event.preventDefault();
        if (!text.trim()) return;
        // The next one can be typed at once; what could not be saved comes back.
        setText('');
        const isSaved = await onAdd({ ${title.key}: text.trim()${group ? `, ${group.key}: '${group.options.at(-1) ?? ''}'` : ''}, ${done.key}: false });
        if (!isSaved) setText((typed) => typed || text);
      }

      return (
        <div className="space-y-4">
          <form onSubmit={add} className="flex gap-2">
            <Input aria-label="Add ${article(table.singular)} ${table.singular}" className="h-11 bg-card" placeholder="Add ${article(table.singular)} ${table.singular} and press Enter" value={text} onChange={(event) => setText(event.target.value)} />
            <Button type="submit" className="h-11" aria-label="Add">
              <Plus className="size-4" />
            </Button>
          </form>
          <div className="flex items-center gap-3 text-sm text-muted-foreground">
            <Progress aria-label="Done so far" className="flex-1" value={${rows}.length === 0 ? 0 : (done / ${rows}.length) * 100} />
            <span className="tabular-nums">
              {done} of {${rows}.length}
            </span>
          </div>
          {groups.map((group) => (
            <section key={group} className="overflow-hidden rounded-2xl border bg-card">
              {group && <h2 className="border-b bg-muted/40 px-4 py-2 text-sm font-medium">{group}</h2>}
              <ul className="divide-y">
                {${rows}
                  ${group && `.filter((${item}) => (${read(item, group)} ?? '') === group)`}
                  .sort((a, b) => Number(Boolean(a.${done.key})) - Number(Boolean(b.${done.key})))
                  .map((${item}) => (
                    <Line
                      key={${item}.id}
                      ${item}={${item}}
                      onToggle={() => onToggle(${item})}
                      onEdit={() => onEdit(${item})}
                      onDelete={() => onDelete(${item})}
                      {...lists}
                    />
                  ))}
              </ul>
            </section>
          ))}
        </div>
      );
    }
  `;
  return {
    files: [{ path: `components/${name}`, title: 'Checklist', content }],
    addImports: (page) => page.addDefault(`@/components/${name}`, name),
    skeleton: 'h-12',
    list: code`
      <${name}
        ${rows}={visible}
        ${lookups(plan, table).trim()}
        onAdd={(values) => save(values)}
        onToggle={(${item}) => save({ ${done.key}: !${read(item, done)} }, ${item})}
        onEdit={edit}
        onDelete={drop}
      />
    `,
  };
}
