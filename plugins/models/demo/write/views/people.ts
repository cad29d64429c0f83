import { code, Imports } from '../../code.ts';
import { firstOf, type Plan, statusField, type Table, titleField } from '../../plan.ts';
import { writeValue } from '../meta.ts';
import { itemName, read } from '../parts.ts';
import { lookups, otherFields, rowProps, type View } from './view.ts';

/** Cards of people: initials, how to reach them, and where they stand. */
export function peopleView(plan: Plan, table: Table): View {
  const item = itemName(table);
  const name = `${table.name}Card`;
  const status = statusField(table);
  const company = table.fields.find((field) => /company|role|specialty|subject|department/.test(field.key) && field.kind !== 'reference');
  const image = firstOf(table, 'image');
  const imports = new Imports()
    .add('@/components/ui/avatar', 'Avatar', 'AvatarFallback', ...(image ? ['AvatarImage'] : []))
    .addDefault('@/components/RowMenu', 'RowMenu')
    .add('@/services/format', 'initials');
  const title = read(item, titleField(table));
  const badge = status && writeValue(plan, status, read(item, status), imports);
  const under = company && writeValue(plan, company, read(item, company), imports);
  const lines = otherFields(table, status, company, image).map((field) => writeValue(plan, field, read(item, field), imports));
  const content = code`
    ${imports.toString()}

    export default function ${name}({ ${rowProps(plan, table, item, 'onEdit', 'onDelete')} }) {
      return (
        <article className="flex flex-col rounded-2xl border bg-card p-5 transition-colors hover:border-primary/30">
          <div className="flex items-start gap-3.5">
            <Avatar className="size-11">
              ${image && `{${read(item, image)} && <AvatarImage src={${read(item, image)}} alt="" className="object-cover" />}`}
              <AvatarFallback className="bg-primary/10 font-medium text-primary">{initials(${title})}</AvatarFallback>
            </Avatar>
            <div className="min-w-0 flex-1">
              <button type="button" className="block max-w-full truncate text-left font-medium hover:underline" onClick={onEdit}>
                {${title}}
              </button>
              <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted-foreground">
                ${under}
                ${badge}
              </div>
            </div>
            <RowMenu name={${title}} onEdit={onEdit} onDelete={onDelete} />
          </div>
          <div className="mt-4 flex flex-col gap-1.5 border-t pt-4 text-sm text-muted-foreground empty:hidden">
            ${lines}
          </div>
        </article>
      );
    }
  `;
  return {
    files: [{ path: `components/${name}`, title: `${name.replace('Card', ' card')}`, content }],
    addImports: (page) => page.addDefault(`@/components/${name}`, name),
    skeleton: 'h-44',
    list: code`
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {visible.map((${item}) => (
          <${name} key={${item}.id} ${item}={${item}}${lookups(plan, table)} onEdit={() => edit(${item})} onDelete={() => drop(${item})} />
        ))}
      </div>
    `,
  };
}
