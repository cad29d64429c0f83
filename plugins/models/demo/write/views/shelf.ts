import { code, Imports } from '../../code.ts';
import { firstOf, type Plan, statusField, type Table, titleField } from '../../plan.ts';
import { writeValue } from '../meta.ts';
import { itemName, listName, read } from '../parts.ts';
import { lookups, otherFields, rowProps, type View } from './view.ts';

/** Books, films, games: a cover, stars, and where one is with it, to change in place. */
export function shelfView(plan: Plan, table: Table): View {
  const item = itemName(table);
  const rows = listName(table);
  const name = `${table.name}Card`;
  const shelf = `${table.name}Shelf`;
  const image = firstOf(table, 'image');
  const status = statusField(table);
  const rating = firstOf(table, 'rating');
  const maker = table.fields.find((field) => /author|artist|host|director|platform/.test(field.key));
  const title = read(item, titleField(table));
  const imports = new Imports().add('lucide-react', table.icon).addDefault('@/components/RowMenu', 'RowMenu');
  if (status) imports.add('@/components/ui/select', 'Select', 'SelectContent', 'SelectItem', 'SelectTrigger', 'SelectValue');
  if (rating) imports.addDefault('@/components/RatingField', 'RatingField');
  const by = maker && writeValue(plan, maker, read(item, maker), imports);
  const lines = otherFields(table, image, status, rating, maker).map((field) => writeValue(plan, field, read(item, field), imports));
  const cover = code`
    <div className="grid aspect-[2/3] w-20 shrink-0 self-start place-items-center overflow-hidden rounded-lg bg-gradient-to-br from-primary/30 to-primary/5">
      ${image ? `{${read(item, image)} ? <img src={${read(item, image)}} alt="" loading="lazy" className="size-full object-cover" /> : <${table.icon} className="size-7 text-primary/60" aria-hidden />}` : `<${table.icon} className="size-7 text-primary/60" aria-hidden />`}
    </div>
  `;
  const content = code`
    ${imports.toString()}

    export default function ${name}({ ${rowProps(plan, table, item, 'onChange', 'onEdit', 'onDelete')} }) {
      return (
        <article className="flex gap-4 rounded-2xl border bg-card p-4 transition-colors hover:border-primary/30">
          ${cover}
          <div className="flex min-w-0 flex-1 flex-col">
            <div className="flex items-start justify-between gap-2">
              <div className="min-w-0">
                <button type="button" className="line-clamp-2 text-left leading-snug font-medium hover:underline" onClick={onEdit}>
                  {${title}}
                </button>
                <div className="mt-0.5 text-sm text-muted-foreground empty:hidden">${by}</div>
              </div>
              <RowMenu name={${title}} onEdit={onEdit} onDelete={onDelete} />
            </div>
            <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground empty:hidden">
              ${lines}
            </div>
            <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-3">
              ${rating && `<RatingField value={${read(item, rating)}} />`}
              ${
                status &&
                code`
                <Select value={${read(item, status)} || '${status.options[0]}'} onValueChange={(${status.key}) => onChange({ ${status.key} })}>
                  <SelectTrigger size="sm" className="h-8 w-auto text-xs" aria-label="${status.label}">
                    <SelectValue />
                  </SelectTrigger>
                  <SelectContent>
                    ${status.options.map((option) => `<SelectItem value=${JSON.stringify(option)}>${option}</SelectItem>`)}
                  </SelectContent>
                </Select>
              `
              }
            </div>
          </div>
        </article>
      );
    }
  `;
  const cardOf = `<${name} key={${item}.id} ${item}={${item}} {...lists} onChange={(changes) => onChange(changes, ${item})} onEdit={() => onEdit(${item})} onDelete={() => onDelete(${item})} />`;
  const shelfContent = code`
    import { useState } from 'react';
    import ${name} from '@/components/${name}';
    import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';

    const shelves = [${(status?.options ?? []).map((option) => JSON.stringify(option)).join(', ')}];

    export default function ${shelf}({ ${rows}, onChange, onEdit, onDelete, ...lists }) {
      const [shelf, setShelf] = useState('all');
      const shown = ${rows}.filter((${item}) => shelf === 'all' || ${status ? read(item, status) : "''"} === shelf);

      return (
        <Tabs value={shelf} onValueChange={setShelf} className="gap-4">
          <TabsList className="max-w-full justify-start overflow-x-auto">
            <TabsTrigger value="all">All ({${rows}.length})</TabsTrigger>
            {shelves.map((name) => (
              <TabsTrigger key={name} value={name}>
                {name} ({${rows}.filter((${item}) => ${status ? read(item, status) : "''"} === name).length})
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value={shelf}>
            <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {shown.map((${item}) => (
                ${cardOf}
              ))}
            </div>
            {shown.length === 0 && <p className="rounded-2xl border border-dashed py-10 text-center text-sm text-muted-foreground">Nothing here yet.</p>}
          </TabsContent>
        </Tabs>
      );
    }
  `;
  const files = [{ path: `components/${name}`, title: 'Card with cover and stars', content }];
  if (!status) {
    return {
      files,
      addImports: (page) => page.addDefault(`@/components/${name}`, name),
      skeleton: 'h-36',
      list: code`
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {visible.map((${item}) => (
            <${name} key={${item}.id} ${item}={${item}}${lookups(plan, table)} onEdit={() => edit(${item})} onDelete={() => drop(${item})} />
          ))}
        </div>
      `,
    };
  }
  return {
    files: [...files, { path: `components/${shelf}`, title: `Shelves by ${status.label.toLowerCase()}`, content: shelfContent }],
    addImports: (page) => page.addDefault(`@/components/${shelf}`, shelf),
    skeleton: 'h-36',
    list: `<${shelf} ${rows}={visible}${lookups(plan, table)} onChange={save} onEdit={edit} onDelete={drop} />`,
  };
}
