import { code, Imports, quote } from '../code.ts';
import { inputFields, type Plan, type Site, sentenceCase, statusField, type Table } from '../plan.ts';
import { writeControls, writeFormParts } from './form.ts';
import { listName, type OutFile, read } from './parts.ts';
import { galleryView } from './views/gallery.ts';

/** The public first page. What visitors send in, or what the owner shows, has a page of its own for the owner. */
export function writeSite(plan: Plan, site: Site): readonly OutFile[] {
  const [table] = plan.tables;
  if (!table) return [];
  return site.kind === 'sign-up' ? writeSignUp(plan, site, table) : writeListing(plan, site, table);
}

function writeSignUp(plan: Plan, site: Site, table: Table): readonly OutFile[] {
  const name = `${table.name}Box`;
  // How far along something is, is for the owner to say; the schema fills in the first choice.
  const shown = { ...table, fields: table.fields.filter((field) => field !== statusField(table)) };
  const fields = inputFields(shown);
  const isShort = fields.length <= 2;
  const imports = new Imports()
    .add('react', 'useState')
    .add('lucide-react', 'CircleCheckBig')
    .add('@/components/ui/button', 'Button')
    .add(`@/entities/${table.name}`, table.name)
    .add('sonner', 'toast');
  const controls = writeControls(plan, shown, imports, { autoFocus: false, isNarrow: isShort });
  const parts = writeFormParts(shown);
  const box = code`
    ${imports.toString()}

    const empty = {
      ${parts.initial}
    };

    export default function ${name}() {
      const [values, setValues] = useState(empty);
      const [errors, setErrors] = useState({});
      const [step, setStep] = useState('form');

      function set(key, value) {
        setValues((current) => ({ ...current, [key]: value }));
        setErrors((current) => ({ ...current, [key]: undefined }));
      }

      async function submit(event) {
        event.preventDefault();
        ${parts.check}
        setStep('sending');
        const data = {
          ${parts.saved}
        };
        try {
          await ${table.name}.create(Object.fromEntries(Object.entries(data).filter(([, value]) => value !== '' && value !== null)));
          setStep('sent');
        } catch (error) {
          setStep('form');
          toast.error('That did not go through', { description: error?.message });
        }
      }

      if (step === 'sent') {
        return (
          <div className="flex items-start gap-4 rounded-3xl border bg-card p-6 sm:p-8" role="status">
            <CircleCheckBig className="mt-0.5 size-7 shrink-0 text-primary" aria-hidden />
            <div>
              <p className="text-lg font-semibold tracking-tight">${thanksOf(table)}</p>
              <p className="mt-1 text-muted-foreground">${replyOf(table)}</p>
              <Button variant="outline" size="sm" className="mt-4" onClick={() => (setValues(empty), setStep('form'))}>
                Send another
              </Button>
            </div>
          </div>
        );
      }
      return (
        <form onSubmit={submit} noValidate className="rounded-3xl border bg-card p-6 shadow-xl shadow-primary/5 sm:p-8">
          <div className="grid gap-4${isShort ? '' : ' sm:grid-cols-2'}">
            ${controls}
          </div>
          <Button type="submit" size="lg" className="mt-6 w-full" disabled={step === 'sending'}>
            {step === 'sending' ? 'Sending…' : ${quote(site.button)}}
          </Button>
          <p className="mt-3 text-center text-xs text-muted-foreground">Only we see what you send.</p>
        </form>
      );
    }
  `;
  const points = site.points.map(([, , text]) => text);
  const home = code`
    import { ${[...new Set([plan.icon, ...site.points.map(([icon]) => icon)])].sort().join(', ')} } from 'lucide-react';
    import ${name} from '@/components/${name}';

    ${
      points.length > 0 &&
      code`
      const points = [
        ${site.points.map(([icon, title, text]) => `{ icon: ${icon}, title: ${quote(title)}, text: ${quote(text)} },`)}
      ];
    `
    }

    export default function Home() {
      return (
        <div className="pb-12">
          <section className="relative grid items-center gap-10 py-10 sm:py-16 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:py-24">
            <div className="pointer-events-none absolute -top-24 left-1/2 -z-0 h-96 w-[48rem] max-w-full -translate-x-1/2 rounded-full bg-primary/10 blur-3xl" aria-hidden />
            <div className="relative">
              <span className="inline-flex items-center gap-2 rounded-full border bg-card px-3 py-1 text-sm text-muted-foreground">
                <${plan.icon} className="size-4 text-primary" aria-hidden />
                ${plan.name.replace(/[{}<>]/g, '')}
              </span>
              <h1 className="mt-5 text-4xl font-semibold tracking-tight text-balance sm:text-5xl lg:text-6xl">${site.headline}</h1>
              <p className="mt-5 max-w-lg text-lg text-muted-foreground text-pretty">${site.text}</p>
            </div>
            <div className="relative" id="form">
              <${name} />
            </div>
          </section>

          <section className="grid gap-4 sm:grid-cols-3" aria-label="Why">
            {points.map(({ icon: Icon, title, text }) => (
              <div key={title} className="rounded-2xl border bg-card p-6">
                <span className="grid size-10 place-items-center rounded-xl bg-primary/10 text-primary">
                  <Icon className="size-5" aria-hidden />
                </span>
                <h2 className="mt-4 font-medium">{title}</h2>
                <p className="mt-1 text-sm text-muted-foreground">{text}</p>
              </div>
            ))}
          </section>
        </div>
      );
    }
  `;
  return [
    { path: `components/${name}`, title: 'Form for visitors', content: box },
    { path: 'pages/Home', title: 'Home page', content: home },
  ];
}

function thanksOf(table: Table): string {
  return table.name === 'Signup' ? 'You are on the list.' : 'Thank you, it has arrived.';
}

function replyOf(table: Table): string {
  return table.fields.some((field) => field.kind === 'email') ? 'We write to you soon.' : 'Every answer is read.';
}

function writeListing(plan: Plan, site: Site, table: Table): readonly OutFile[] {
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
        if (${rows}.length === 0) return <EmptyState icon={${table.icon}} title="Nothing here yet" text="Come back soon: the first ${table.plural} are on their way." />;
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
