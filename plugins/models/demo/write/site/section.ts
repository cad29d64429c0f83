import { code, Imports } from '../../code.ts';
import { firstOf, type Plan, pageOf, sentenceCase, type Table, titleField } from '../../plan.ts';
import { writeValue } from '../meta.ts';
import { itemName, listName, type OutFile, read } from '../parts.ts';
import { galleryView } from '../views/gallery.ts';
import { otherFields } from '../views/view.ts';

export interface Section {
  readonly name: string;
  readonly files: readonly OutFile[];
}

/** A part of a public page that shows a table's rows. Visitors see it once there are some; the owner is shown where to add them. */
export function writeSection(plan: Plan, table: Table): Section {
  const name = `${table.name}Section`;
  const rows = listName(table);
  const item = itemName(table);
  const imports = new Imports()
    .add('lucide-react', 'Plus', table.icon)
    .add('react-router-dom', 'Link')
    .add('@/auth', 'useUser')
    .add('@/components/ui/button', 'Button')
    .add(`@/entities/${table.name}`, table.name)
    .add('@/services/useRows', 'useRows')
    .add('@/utils', 'createPageUrl');
  const tiles = firstOf(table, 'image') ? galleryView(plan, table, true) : null;
  tiles?.addImports(imports);
  const cards = tiles ? tiles.list : writeCards(plan, table, item, imports);
  const id = rows.toLowerCase();
  const content = code`
    ${imports.toString()}

    export default function ${name}() {
      const { user } = useUser();
      const { rows: ${rows} } = useRows(${table.name}, 'createdAt');
      const visible = ${rows}.slice(0, 6);

      if (visible.length === 0 && !user) return null;
      return (
        <section aria-labelledby="${id}">
          <h2 id="${id}" className="heading text-2xl font-semibold tracking-tight sm:text-3xl">
            ${headingOf(table)}
          </h2>
          <div className="mt-8">
            {visible.length === 0 ? (
              <div className="flex flex-wrap items-center gap-4 rounded-2xl border border-dashed p-6">
                <span className="grid size-11 place-items-center rounded-xl bg-primary/10 text-primary">
                  <${table.icon} className="size-5" aria-hidden />
                </span>
                <p className="min-w-0 flex-1 text-sm text-muted-foreground">Your ${table.plural} appear here. Visitors see this part once you add the first one.</p>
                <Button asChild variant="outline">
                  <Link to={createPageUrl('${pageOf(plan, table)}?new=1')}>
                    <Plus className="size-4" />
                    Add your first ${table.singular}
                  </Link>
                </Button>
              </div>
            ) : (
              ${cards}
            )}
          </div>
        </section>
      );
    }
  `;
  return {
    name,
    files: [...(tiles?.files ?? []), { path: `components/${name}`, title: `${sentenceCase(table.plural)} on the first page`, content }],
  };
}

function headingOf(table: Table): string {
  const known: Readonly<Record<string, string>> = {
    Service: 'What we do',
    Review: 'What people say',
    Profile: 'Who we are',
    Event: 'What is on',
    Dish: 'On the menu',
  };
  return known[table.name] ?? sentenceCase(table.plural);
}

function writeCards(plan: Plan, table: Table, item: string, imports: Imports): string {
  const price = firstOf(table, 'money');
  const text = firstOf(table, 'long-text');
  const lines = otherFields(table, price, text)
    .filter(({ kind }) => kind !== 'enum')
    .map((field) => writeValue(plan, field, read(item, field), imports));
  return code`
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {visible.map((${item}) => (
        <article key={${item}.id} className="flex flex-col rounded-2xl border bg-card p-6">
          <div className="flex items-start justify-between gap-3">
            <h3 className="font-medium">{${read(item, titleField(table))}}</h3>
            ${price && writeValue(plan, price, read(item, price), imports)}
          </div>
          ${text && `{${read(item, text)} && <p className="mt-2 text-sm text-muted-foreground text-pretty">{${read(item, text)}}</p>}`}
          <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1.5 pt-4 text-sm text-muted-foreground empty:hidden">
            ${lines}
          </div>
        </article>
      ))}
    </div>
  `;
}
