import { code, Imports } from '../../code.ts';
import { firstOf, type Plan, type Table, titleField } from '../../plan.ts';
import { writeValue } from '../meta.ts';
import { itemName, read } from '../parts.ts';
import { lookups, otherFields, rowProps, type View } from './view.ts';

/** Cards as tall as their text, side by side like paper on a desk. */
export function notesView(plan: Plan, table: Table): View {
  const item = itemName(table);
  const name = `${table.name}Card`;
  const text = firstOf(table, 'long-text');
  const imports = new Imports().addDefault('@/components/RowMenu', 'RowMenu').add('@/services/format', 'day');
  const title = read(item, titleField(table));
  const lines = otherFields(table, text).map((field) => writeValue(plan, field, read(item, field), imports));
  const content = code`
    ${imports.toString()}

    export default function ${name}({ ${rowProps(plan, table, item, 'onEdit', 'onDelete')} }) {
      return (
        <article className="mb-3 break-inside-avoid rounded-2xl border bg-card p-5 transition-colors hover:border-primary/30">
          <div className="flex items-start justify-between gap-2">
            <button type="button" className="pt-1 text-left leading-snug font-medium hover:underline" onClick={onEdit}>
              {${title}}
            </button>
            <RowMenu name={${title}} onEdit={onEdit} onDelete={onDelete} />
          </div>
          ${text && `{${read(item, text)} && <p className="mt-2 text-sm whitespace-pre-wrap text-muted-foreground">{${read(item, text)}}</p>}`}
          <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted-foreground">
            ${lines}
            <time className="ml-auto text-xs" dateTime={${item}.createdAt}>
              {day(${item}.createdAt)}
            </time>
          </div>
        </article>
      );
    }
  `;
  return {
    files: [{ path: `components/${name}`, title: `Card of a ${table.singular}`, content }],
    addImports: (page) => page.addDefault(`@/components/${name}`, name),
    skeleton: 'h-32',
    list: code`
      <div className="gap-3 sm:columns-2 xl:columns-3">
        {visible.map((${item}) => (
          <${name} key={${item}.id} ${item}={${item}}${lookups(plan, table)} onEdit={() => edit(${item})} onDelete={() => drop(${item})} />
        ))}
      </div>
    `,
  };
}
