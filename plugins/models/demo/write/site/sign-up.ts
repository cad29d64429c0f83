import { code, Imports, quote } from '../../code.ts';
import { inputFields, type Plan, type Site, statusField, type Table } from '../../plan.ts';
import { writeControls, writeFormParts } from '../form.ts';
import type { OutFile } from '../parts.ts';
import { writeSection } from './section.ts';

/** A public page on which visitors leave something: what it is for, the form, what the owner shows beside it, and how it goes on. */
export function writeSignUp(plan: Plan, site: Site, table: Table): readonly OutFile[] {
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
  // Who may add decides whether visitors see the form at once.
  const isOpen = ['anonymous', 'all'].includes(table.permissions.write);
  if (!isOpen) imports.add('@/auth', 'useUser').add('@/components/States', 'LoginPrompt');
  const controls = writeControls(plan, shown, imports, { autoFocus: false, isNarrow: isShort });
  const parts = writeFormParts(shown);
  const box = code`
    ${imports.toString()}

    const empty = {
      ${parts.initial}
    };

    export default function ${name}() {
      ${!isOpen && 'const { user, isLoading } = useUser();'}
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
          toast.error('Could not send', { description: error?.message });
        }
      }

      ${!isOpen && `if (!isLoading && !user) return <LoginPrompt title="Log in to continue" text="Then you come back to this page." />;`}
      if (step === 'sent') {
        return (
          <div className="flex items-start gap-4 rounded-3xl border bg-card p-6 sm:p-8" role="status">
            <CircleCheckBig className="mt-0.5 size-7 shrink-0 text-primary" aria-hidden />
            <div>
              <p className="text-lg font-semibold tracking-tight">${thanksOf(table)}</p>
              <p className="mt-1 text-muted-foreground">What you sent is saved.</p>
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
          ${table.permissions.read === 'admin' && '<p className="mt-3 text-center text-xs text-muted-foreground">Only we can see what you send.</p>'}
        </form>
      );
    }
  `;
  const sections = plan.tables.slice(1).map((other) => writeSection(plan, other));
  const home = code`
    import { ${[...new Set(['ArrowRight', plan.icon, ...site.points.map(([icon]) => icon)])].sort().join(', ')} } from 'lucide-react';
    import ${name} from '@/components/${name}';
    import { Button } from '@/components/ui/button';
    ${sections.map((section) => `import ${section.name} from '@/components/${section.name}';`)}

    const points = [
      ${site.points.map(([icon, title, text]) => `{ icon: ${icon}, title: ${quote(title)}, text: ${quote(text)} },`)}
    ];
    ${
      site.steps.length > 0 &&
      code`

      const steps = [
        ${site.steps.map(([title, text]) => `{ title: ${quote(title)}, text: ${quote(text)} },`)}
      ];
    `
    }

    export default function Home() {
      return (
        <div className="space-y-20 pb-16 sm:space-y-28 sm:pb-24">
          <section className="relative grid items-center gap-10 pt-8 sm:pt-14 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:pt-20">
            <div className="pointer-events-none absolute -top-24 left-1/2 -z-0 h-96 w-[48rem] max-w-full -translate-x-1/2 rounded-full bg-primary/10 blur-3xl" aria-hidden />
            <div className="relative">
              <span className="inline-flex items-center gap-2 rounded-full border bg-card px-3 py-1 text-sm text-muted-foreground">
                <${plan.icon} className="size-4 text-primary" aria-hidden />
                ${plan.name.replace(/[{}<>]/g, '')}
              </span>
              <h1 className="mt-5 text-4xl font-semibold tracking-tight text-balance sm:text-5xl lg:text-6xl">${site.headline}</h1>
              <p className="mt-5 max-w-lg text-lg text-muted-foreground text-pretty">${site.text}</p>
              <ul className="mt-8 grid gap-3 text-sm font-medium">
                {points.map(({ icon: Icon, title }) => (
                  <li key={title} className="flex items-center gap-3">
                    <span className="grid size-8 place-items-center rounded-lg bg-primary/10 text-primary">
                      <Icon className="size-4" aria-hidden />
                    </span>
                    {title}
                  </li>
                ))}
              </ul>
            </div>
            <div className="relative scroll-mt-24" id="form">
              <${name} />
            </div>
          </section>
          ${sections.map((section) => `<${section.name} />`)}
          ${
            site.steps.length > 0 &&
            code`
            <section aria-labelledby="steps">
              <h2 id="steps" className="heading text-2xl font-semibold tracking-tight sm:text-3xl">
                How it works
              </h2>
              <ol className="mt-8 grid gap-8 sm:grid-cols-${Math.min(3, site.steps.length)}">
                {steps.map(({ title, text }, index) => (
                  <li key={title} className="border-t-2 border-primary/30 pt-5">
                    <span className="text-sm font-semibold text-primary tabular-nums">{index + 1}</span>
                    <h3 className="mt-1 text-lg font-medium">{title}</h3>
                    <p className="mt-1 text-muted-foreground text-pretty">{text}</p>
                  </li>
                ))}
              </ol>
            </section>
          `
          }

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

          <section className="relative overflow-hidden rounded-3xl bg-primary px-6 py-12 text-center text-primary-foreground sm:py-16">
            <${plan.icon} className="absolute -bottom-10 -left-8 size-56 opacity-10" strokeWidth={1.25} aria-hidden />
            <h2 className="relative heading text-2xl font-semibold tracking-tight text-balance sm:text-4xl">${site.headline}</h2>
            <Button asChild size="lg" variant="secondary" className="relative mt-6">
              <a href="#form">
                ${site.button}
                <ArrowRight className="size-4" />
              </a>
            </Button>
          </section>
        </div>
      );
    }
  `;
  return [
    ...sections.flatMap(({ files }) => files),
    { path: `components/${name}`, title: 'Form for visitors', content: box },
    { path: 'pages/Home', title: 'Home page', content: home },
  ];
}

function thanksOf(table: Table): string {
  return table.name === 'Signup' ? 'You are on the list.' : 'Thank you! We have it.';
}
