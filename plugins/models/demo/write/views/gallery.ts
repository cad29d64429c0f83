import { code, Imports } from '../../code.ts';
import { type Field, firstOf, type Plan, type Table, titleField } from '../../plan.ts';
import { writeValue } from '../meta.ts';
import { itemName, read } from '../parts.ts';
import { lookups, otherFields, rowProps, type View } from './view.ts';

/** Cards with a picture; without one, a coloured stand-in with the thing's icon. */
export function galleryView(plan: Plan, table: Table, isReadOnly = false): View {
  const item = itemName(table);
  const name = isReadOnly ? `${table.name}Tile` : `${table.name}Card`;
  const image = firstOf(table, 'image');
  const price = firstOf(table, 'money');
  const group = firstOf(table, 'enum');
  const imports = new Imports().add('lucide-react', table.icon);
  if (!isReadOnly) imports.addDefault('@/components/RowMenu', 'RowMenu');
  const title = read(item, titleField(table));
  const value = (field: Field) => writeValue(plan, field, read(item, field), imports);
  const others = otherFields(table, image, price, group);
  const badge = group && value(group);
  const cost = price && value(price);
  const texts = others.filter((field) => field.kind === 'long-text').map(value);
  const lines = others.filter((field) => field.kind !== 'long-text').map(value);
  const menu = isReadOnly
    ? false
    : code`
      <RowMenu name={${title}} onEdit={onEdit} onDelete={onDelete} />
    `;
  const heading = isReadOnly
    ? `<h2 className="font-medium">{${title}}</h2>`
    : code`
      <button type="button" className="min-w-0 text-left font-medium hover:underline" onClick={onEdit}>
        {${title}}
      </button>
    `;
  const actions = isReadOnly ? [] : ['onEdit', 'onDelete'];
  const content = code`
    ${imports.toString()}

    const shades = ['from-chart-1/25', 'from-chart-2/25', 'from-chart-3/25', 'from-chart-4/25', 'from-chart-5/25'];

    export default function ${name}({ ${rowProps(plan, table, item, ...actions)} }) {
      const shade = shades[${title}.length % shades.length];
      return (
        <article className="group flex flex-col overflow-hidden rounded-2xl border bg-card transition-colors hover:border-primary/30">
          <div className={'relative grid aspect-[4/3] place-items-center overflow-hidden bg-gradient-to-br to-muted ' + shade}>
            ${
              image
                ? code`
                {${read(item, image)} ? (
                  <img src={${read(item, image)}} alt="" loading="lazy" className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.03]" />
                ) : (
                  <${table.icon} className="size-12 text-foreground/25" strokeWidth={1.5} aria-hidden />
                )}
              `
                : `<${table.icon} className="size-12 text-foreground/25" strokeWidth={1.5} aria-hidden />`
            }
            ${badge && `<div className="absolute top-3 left-3 flex rounded-full bg-background empty:hidden">${badge.trim()}</div>`}
          </div>
          <div className="flex flex-1 flex-col gap-2 p-4">
            <div className="flex items-start justify-between gap-2">
              ${heading}
              <div className="flex shrink-0 items-center gap-1">
                ${cost}
                ${menu}
              </div>
            </div>
            <div className="text-sm text-muted-foreground empty:hidden">
              ${texts}
            </div>
            <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-muted-foreground empty:hidden">
              ${lines}
            </div>
          </div>
        </article>
      );
    }
  `;
  const handlers = isReadOnly ? '' : ` onEdit={() => edit(${item})} onDelete={() => drop(${item})}`;
  return {
    files: [{ path: `components/${name}`, title: `Card of ${/^[aeiou]/.test(table.singular) ? 'an' : 'a'} ${table.singular}`, content }],
    addImports: (page) => page.addDefault(`@/components/${name}`, name),
    skeleton: 'h-56',
    list: code`
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {visible.map((${item}) => (
          <${name} key={${item}.id} ${item}={${item}}${lookups(plan, table)}${handlers} />
        ))}
      </div>
    `,
  };
}
