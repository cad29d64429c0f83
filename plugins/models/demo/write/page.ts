import { code, Imports, quote } from '../code.ts';
import { type Field, firstOf, inputFields, type Plan, sentenceCase, statusField, type Table, titleField } from '../plan.ts';
import { plural } from '../words.ts';
import { writeGuards } from './guards.ts';
import { article, itemName, listName, nameOf, type OutFile, read, sourcesOf, targetsOf } from './parts.ts';
import { statsOf } from './stats.ts';
import { tilesClass, writeTile } from './tiles.ts';
import { viewOf } from './views/index.ts';

/** The page that lists a table: numbers, search, filter, sorting, the rows and the form. */
export function writePage(plan: Plan, table: Table, page: string): readonly OutFile[] {
  const view = viewOf(plan, table);
  const rows = listName(table);
  const item = itemName(table);
  const isHome = page === 'Home';
  const guards = writeGuards(table);
  const targets = targetsOf(plan, table);
  const sources = sourcesOf(plan, table);
  const stats = statsOf(plan, table);
  const filter = filterField(table);
  const sorts = sortsOf(table);
  const isWritable = table.permissions.write !== 'none';
  const imports = new Imports()
    .add('react', 'useMemo', 'useState')
    .add('lucide-react', table.icon, 'Plus')
    .add('@/auth', 'useUser')
    .add('@/components/ui/button', 'Button')
    .addDefault('@/components/StatTile', 'StatTile')
    .addDefault('@/components/Toolbar', 'Toolbar')
    .addDefault(`@/components/${table.name}Form`, `${table.name}Form`)
    .add('@/components/States', 'EmptyState', 'LoadError', 'LoadingRows', 'NoMatches', ...(guards.usesLogin ? ['LoginPrompt'] : []))
    .add(`@/entities/${table.name}`, table.name)
    .add('@/services/useRows', 'useRows');
  for (const target of targets) imports.add(`@/entities/${target.name}`, target.name);
  for (const stat of stats) imports.add('lucide-react', stat.icon).add('@/services/format', ...stat.uses);
  if (sources.length > 0) imports.addDefault('@/components/ConfirmDelete', 'ConfirmDelete');
  if (isHome) imports.addDefault('@/components/Hero', 'Hero').add('date-fns', 'format').add('lucide-react', plan.icon);
  else imports.addDefault('@/components/PageHeader', 'PageHeader').add('react-router-dom', 'useSearchParams');
  view.addImports(imports);
  const lists = targets.map((target) => ` ${listName(target)}={${listName(target)}}`).join('');
  const addLabel = `Add ${article(table.singular)} ${table.singular}`;

  const content = code`
    ${imports.toString()}

    const sorts = {
      ${sorts.map(({ key, compare }) => `${key}: ${compare},`)}
    };

    export default function ${page}() {
      const { user, isLoading } = useUser();
      const { rows: ${rows}, status, reload, save, remove } = useRows(${table.name});
      ${targets.map((target) => `const { rows: ${listName(target)} } = useRows(${target.name});`)}
      ${!isHome && 'const [params] = useSearchParams();'}
      const [editing, edit] = useState(${isHome ? 'null' : "params.has('new') ? {} : null"});
      ${sources.length > 0 && 'const [leaving, setLeaving] = useState(null);'}
      const [search, setSearch] = useState('');
      ${filter && `const [choice, setChoice] = useState('all');`}
      const [sort, setSort] = useState('${sorts[0]?.key ?? 'newest'}');

      const visible = useMemo(() => {
        const wanted = search.trim().toLowerCase();
        return ${rows}
          .filter((${item}) => [${searchFields(table)
            .map((field) => read(item, field))
            .join(', ')}].join(' ').toLowerCase().includes(wanted))
          ${filter && `.filter((${item}) => choice === 'all' || ${read(item, filter)} === choice)`}
          .sort(sorts[sort]);
      }, [${[rows, 'search', ...(filter ? ['choice'] : []), 'sort'].join(', ')}]);

      ${
        sources.length > 0
          ? code`
          const drop = setLeaving;
        `
          : code`
          function drop(${item}) {
            remove(${item}, ${nameOf(table, item)});
          }
        `
      }

      function clear() {
        setSearch('');
        ${filter && `setChoice('all');`}
      }

      function content() {
        if (isLoading || status === 'loading') return <LoadingRows className="${view.skeleton ?? 'h-16'}" count={4} />;
        ${guards.login}
        if (status === 'failed') return <LoadError onRetry={reload} />;
        if (${rows}.length === 0) {
          return (
            <EmptyState icon={${table.icon}} title="No ${table.plural} yet" text=${JSON.stringify(emptyText(table))}>
              ${
                isWritable &&
                code`
                <Button onClick={() => edit({})}>
                  <Plus className="size-4" />
                  Add your first ${table.singular}
                </Button>
              `
              }
            </EmptyState>
          );
        }
        if (visible.length === 0) return <NoMatches onClear={clear} />;
        return (
          ${view.list}
        );
      }

      return (
        <div className="space-y-6">
          ${writeTop(plan, table, { isHome, button: isWritable ? guards.button(addLabel) : '' })}

          {${rows}.length > 0 && (
            <section className="${tilesClass(stats.length)}" aria-label="Summary">
              ${stats.map(writeTile)}
            </section>
          )}

          ${view.above}

          {${rows}.length > 0 && (
            <Toolbar
              search={search}
              onSearch={setSearch}
              placeholder="Search ${table.plural}"
              ${filter && `filters={[{ label: ${quote(filter.label)}, plural: ${quote(plural(filter.label.toLowerCase()))}, value: choice, onChange: setChoice, options: [${filter.options.map(quote).join(', ')}] }]}`}
              sort={sort}
              onSort={setSort}
              sorts={[
                ${sorts.map(({ key, label }) => `['${key}', ${quote(label)}],`)}
              ]}
            />
          )}

          {content()}

          <${table.name}Form row={editing}${lists} isOpen={editing !== null} onClose={() => edit(null)} onSave={save} />
          ${
            sources.length > 0 &&
            code`
            {leaving && (
              <ConfirmDelete
                open
                name={${nameOf(table, 'leaving')}}
                text="Its ${sources.map((source) => source.plural).join(' and ')} will stay."
                onCancel={() => setLeaving(null)}
                onConfirm={() => {
                  remove(leaving, ${nameOf(table, 'leaving')});
                  setLeaving(null);
                }}
              />
            )}
          `
          }
        </div>
      );
    }
  `;
  return [...view.files, { path: `pages/${page}`, title: `${isHome ? 'Home' : sentenceCase(table.plural)} page`, content }];
}

function writeTop(plan: Plan, table: Table, { isHome, button }: { readonly isHome: boolean; readonly button: string }): string {
  const rows = listName(table);
  if (isHome) {
    return code`
      <Hero
        icon={${plan.icon}}
        kicker={format(new Date(), 'EEEE, d MMMM')}
        title=${JSON.stringify(plan.tagline)}
        text={${rows}.length === 0 ? ${quote(`Add your first ${table.singular} to get started.`)} : ${rows}.length === 1 ? ${quote(`One ${table.singular} so far.`)} : ${rows}.length + ${quote(` ${table.plural} so far.`)}}
      >
        ${button}
      </Hero>
    `;
  }
  return code`
    <PageHeader icon={${table.icon}} title="${sentenceCase(table.plural)}" text={${rows}.length === 1 ? ${quote(`1 ${table.singular}`)} : ${rows}.length + ${quote(` ${table.plural}`)}}>
      ${button}
    </PageHeader>
  `;
}

/** What the search looks through. */
function searchFields(table: Table): readonly Field[] {
  return inputFields(table).filter((field) => ['text', 'long-text', 'email', 'phone', 'url', 'enum', 'tags'].includes(field.kind));
}

/** Boards and shelves are split by status already; what is left to filter by is another choice. */
function filterField(table: Table): Field | undefined {
  const enums = table.fields.filter((field) => field.kind === 'enum');
  const isSplit = table.layout === 'board' || table.layout === 'shelf' || table.layout === 'checklist';
  return isSplit
    ? enums.find((field) => field !== statusField(table) && (table.layout !== 'checklist' || field !== enums[0]))
    : (statusField(table) ?? enums[0]);
}

interface Sort {
  readonly key: string;
  readonly label: string;
  readonly compare: string;
}

/** Ways to sort, the table's own first. */
export function sortsOf(table: Table): readonly Sort[] {
  const title = titleField(table);
  const text = (field: Field) => `(a, b) => String(${read('a', field)} ?? '').localeCompare(String(${read('b', field)} ?? ''))`;
  const number = (field: Field) => `(a, b) => (${read('b', field)} ?? 0) - (${read('a', field)} ?? 0)`;
  const order = (field: Field) =>
    `(a, b) => [${field.options.map(quote).join(', ')}].indexOf(${read('b', field)}) - [${field.options.map(quote).join(', ')}].indexOf(${read('a', field)})`;
  const sorts: Sort[] = [
    { key: 'newest', label: 'Newest first', compare: '(a, b) => (a.createdAt < b.createdAt ? 1 : -1)' },
    { key: 'name', label: `By ${title.label.toLowerCase()}`, compare: text(title) },
  ];
  const date = firstOf(table, 'date', 'date-time');
  if (date) sorts.push({ key: 'date', label: `By ${date.label.toLowerCase()}`, compare: text(date) });
  const amount = firstOf(table, 'money', 'rating', 'number', 'percent');
  if (amount) sorts.push({ key: 'amount', label: `By ${amount.label.toLowerCase()}`, compare: number(amount) });
  const priority = table.fields.find((field) => field.kind === 'enum' && /priority|severity/.test(field.key));
  if (priority) sorts.push({ key: 'priority', label: `By ${priority.label.toLowerCase()}`, compare: order(priority) });
  const wanted = table.sort.replace(/^-/, '');
  if (table.sort === 'createdAt')
    return [{ key: 'oldest', label: 'Oldest first', compare: '(a, b) => (a.createdAt > b.createdAt ? 1 : -1)' }, ...sorts];
  if (wanted === 'createdAt') return sorts;
  const field = table.fields.find((one) => one.key === wanted);
  if (!field) return sorts;
  const known = sorts.find((one) => one.label === `By ${field.label.toLowerCase()}`);
  const kind = ['money', 'rating', 'number', 'percent'].includes(field.kind)
    ? number(field)
    : field.kind === 'enum'
      ? order(field)
      : text(field);
  const first = {
    key: known?.key ?? 'own',
    label: `By ${field.label.toLowerCase()}`,
    compare: table.sort.startsWith('-') && kind === text(field) ? kind.replace('(a, b)', '(b, a)') : kind,
  };
  return [first, ...sorts.filter((one) => one !== known)];
}

function emptyText(table: Table): string {
  const one = `${article(table.singular)} ${table.singular}`;
  switch (table.layout) {
    case 'board':
      return `Add ${one}, then move it from column to column.`;
    case 'agenda':
      return `Add ${one} with a date to see what is coming up.`;
    case 'people':
      return `Add ${one} to keep their details in one place.`;
    case 'ledger':
      return `Add the first one to see totals and charts.`;
    case 'shelf':
      return `Add the first ${table.singular} to your shelf.`;
    case 'checklist':
      return 'Add the first item, then tick it off.';
    case 'notes':
      return `Write your first ${table.singular}. One line is enough.`;
    default:
      return `Add ${one} to see it here.`;
  }
}
