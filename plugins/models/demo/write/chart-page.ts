import { code, Imports } from '../code.ts';
import { type ChartPage, type Plan, pascalOf } from '../plan.ts';
import { type ChartSpec, chartTitle, writeChart } from './chart.ts';
import { writeGuards } from './guards.ts';
import { listName, type OutFile, targetOf } from './parts.ts';
import { statsOf } from './stats.ts';
import { tilesClass, writeTile } from './tiles.ts';

function specOf(plan: Plan, chart: ChartPage): ChartSpec | null {
  const table = plan.tables.find((one) => one.name === chart.table);
  const group = table?.fields.find((field) => field.key === chart.group);
  if (!table || !group) return null;
  const measure = table.fields.find((field) => field.key === chart.measure) ?? null;
  return { name: `${pascalOf(chartTitle({ table, measure, group }))}Chart`, table, measure, group };
}

export function chartPageTitle(plan: Plan, chart: ChartPage): string {
  const spec = specOf(plan, chart);
  return spec ? chartTitle(spec) : 'Chart';
}

/** `AmountByCategory`. */
export function chartPageName(plan: Plan, chart: ChartPage): string {
  return pascalOf(chartPageTitle(plan, chart));
}

/** A page with one chart and the table behind it, in words. */
export function writeChartPage(plan: Plan, chart: ChartPage): readonly OutFile[] {
  const spec = specOf(plan, chart);
  if (!spec) return [];
  const { table } = spec;
  const rows = listName(table);
  const target = targetOf(plan, spec.group);
  const guards = writeGuards(table);
  const title = chartTitle(spec);
  const page = pascalOf(title);
  const stats = statsOf(plan, table);
  const imports = new Imports()
    .add('lucide-react', 'ChartPie', table.icon, ...stats.map(({ icon }) => icon))
    .add('@/auth', 'useUser')
    .addDefault(`@/components/${spec.name}`, spec.name)
    .addDefault('@/components/PageHeader', 'PageHeader')
    .addDefault('@/components/StatTile', 'StatTile')
    .add('@/components/States', 'EmptyState', 'LoadError', 'LoadingRows', ...(guards.usesLogin ? ['LoginPrompt'] : []))
    .add(`@/entities/${table.name}`, table.name)
    .add('@/services/format', ...stats.flatMap(({ uses }) => uses))
    .add('@/services/useRows', 'useRows');
  if (target) imports.add(`@/entities/${target.name}`, target.name);
  const content = code`
    ${imports.toString()}

    export default function ${page}() {
      const { user, isLoading } = useUser();
      const { rows: ${rows}, status, reload } = useRows(${table.name});
      ${target && `const { rows: ${listName(target)} } = useRows(${target.name});`}

      function content() {
        if (isLoading || status === 'loading') return <LoadingRows count={1} className="h-72" />;
        ${guards.login}
        if (status === 'failed') return <LoadError onRetry={reload} />;
        if (${rows}.length === 0) return <EmptyState icon={${table.icon}} title="Nothing to show yet" text="Add a few ${table.plural} first." />;
        return (
          <>
            <section className="${tilesClass(stats.length)}" aria-label="Summary">
              ${stats.map(writeTile)}
            </section>
            <${spec.name} ${rows}={${rows}}${target ? ` ${listName(target)}={${listName(target)}}` : ''} />
          </>
        );
      }

      return (
        <div className="space-y-6">
          <PageHeader icon={ChartPie} title=${JSON.stringify(title)} text="From all your ${table.plural}" />
          {content()}
        </div>
      );
    }
  `;
  return [writeChart(plan, spec), { path: `pages/${page}`, title: `${title} page`, content }];
}
