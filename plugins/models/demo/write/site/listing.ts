import { code, Imports, quote } from '../../code.ts';
import { type Plan, type Site, sentenceCase, type Table } from '../../plan.ts';
import { listName, type OutFile, read } from '../parts.ts';
import { galleryView } from '../views/gallery.ts';

/** A public page that shows what the owner keeps, by the choices that it is kept under. */
export function writeListing(plan: Plan, site: Site, table: Table): readonly OutFile[] {
  const rows = listName(table);
  const view = galleryView(plan, table, true);
  const group = table.fields.find((field) => field.kind === 'enum');
  const imports = new Imports()
    .add('lucide-react', 'ArrowDown', plan.icon, table.icon)
    .add('@/components/ui/button', 'Button')
    .add('@/components/States', 'EmptyState', 'LoadError', 'LoadingRows')
    .add(`@/entities/${table.name}`, table.name)
    .add('@/services/useRows', 'useRows');
  if (group) imports.add('react', 'useState');
  view.addImports(imports);
  const content = code`
    ${imports.toString()}

    ${group && `const groups = [${group.options.map(quote).join(', ')}];`}

    export default function Home() {
      const { rows: ${rows}, status, reload } = useRows(${table.name});
      ${group && `const [group, setGroup] = useState('all');`}
      const visible = ${group ? `${rows}.filter((row) => group === 'all' || ${read('row', group)} === group)` : rows};

      function content() {
        if (status === 'loading') return <LoadingRows className="h-56" />;
        if (status === 'failed' || status === 'denied') return <LoadError onRetry={reload} />;
        if (${rows}.length === 0) return <EmptyState icon={${table.icon}} title="Nothing here yet" text="There are no ${table.plural} to show." />;
        return (
          ${view.list}
        );
      }

      return (
        <div className="pb-12">
          <section className="relative grid justify-items-center py-12 text-center sm:py-20">
            <div className="pointer-events-none absolute -top-24 left-1/2 h-80 w-[44rem] max-w-full -translate-x-1/2 rounded-full bg-primary/10 blur-3xl" aria-hidden />
            <span className="relative grid size-14 place-items-center rounded-2xl bg-primary/10 text-primary">
              <${plan.icon} className="size-7" aria-hidden />
            </span>
            <h1 className="relative mt-6 text-4xl font-semibold tracking-tight text-balance sm:text-6xl">${site.headline}</h1>
            <p className="relative mt-4 max-w-xl text-lg text-muted-foreground text-pretty">${site.text}</p>
            <Button asChild size="lg" className="relative mt-8">
              <a href="#list">
                ${site.button}
                <ArrowDown className="size-4" />
              </a>
            </Button>
          </section>
          <section id="list" className="scroll-mt-20 space-y-5" aria-label="${sentenceCase(table.plural)}">
            ${
              group &&
              code`
              <div className="flex flex-wrap justify-center gap-2" role="group" aria-label=${JSON.stringify(group.label)}>
                {['all', ...groups].map((name) => (
                  <Button key={name} size="sm" variant={name === group ? 'default' : 'outline'} className="rounded-full" aria-pressed={name === group} onClick={() => setGroup(name)}>
                    {name === 'all' ? 'All' : name}
                  </Button>
                ))}
              </div>
            `
            }
            {content()}
          </section>
        </div>
      );
    }
  `;
  return [...view.files, { path: 'pages/Home', title: 'Home page', content }];
}
