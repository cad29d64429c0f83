import { type Field, type Plan, pageOf, sentenceCase } from '../plan.ts';
import { characterOf } from './character.ts';
import { writeChartPage } from './chart-page.ts';
import { writeDashboard } from './dashboard.ts';
import { writeEntity } from './entity.ts';
import { writeForm } from './form.ts';
import { formatFile } from './format.ts';
import { writeHabits } from './habits/index.ts';
import { writeLayout } from './layout.ts';
import { writePage } from './page.ts';
import { type OutFile, sourcesOf } from './parts.ts';
import * as shared from './shared/index.ts';
import { writeSite } from './site/index.ts';
import { writeTheme } from './theme.ts';

export type { OutFile } from './parts.ts';

/** Every file of an app, in the order in which they appear in the chat. Pure: the same plan makes the same files. */
export function writeApp(given: Plan): readonly OutFile[] {
  const plan = withOwnIcons(given);
  const tables = plan.tables.map((table) => ({
    path: `entities/${table.name}.json`,
    title: `${sentenceCase(table.plural)} table`,
    content: writeEntity(plan, table),
  }));
  const forms = plan.tables.map((table) => writeForm(plan, table));
  const pages = plan.tables.flatMap((table) =>
    table.layout === 'habits' ? writeHabits(plan, table, pageOf(plan, table)) : writePage(plan, table, pageOf(plan, table)),
  );
  const charts = plan.charts.flatMap((chart) => writeChartPage(plan, chart));
  const home = plan.site ? writeSite(plan, plan.site) : plan.tables.length > 1 ? writeDashboard(plan) : [];
  const base = [...tables, { path: 'globals.css', title: 'Colours', content: writeTheme(plan) }, ...sharedFiles(plan)];
  const files = [...base, ...forms, ...pages, ...charts, ...home, writeLayout(plan)];
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/** A table and an icon of one name cannot both be imported; lucide has every icon under a second name. */
function withOwnIcons(plan: Plan): Plan {
  const names = new Set(plan.tables.map((table) => table.name));
  const own = (icon: string) => (names.has(icon) ? `${icon}Icon` : icon);
  const site = plan.site && { ...plan.site, points: plan.site.points.map(([icon, title, text]) => [own(icon), title, text] as const) };
  return { ...plan, icon: own(plan.icon), site, tables: plan.tables.map((table) => ({ ...table, icon: own(table.icon) })) };
}

function sharedFiles(plan: Plan): readonly OutFile[] {
  const fields = plan.tables.flatMap((table) => table.fields);
  const has = (kind: Field['kind']) => fields.some((field) => field.kind === kind);
  const sourced = plan.tables.some((table) => table.layout !== 'habits' && sourcesOf(plan, table).length > 0);
  const isSingle = plan.tables.length === 1 && plan.site === null;
  const hasHero = plan.site === null && !(isSingle && plan.tables[0]?.layout === 'habits');
  const hasHeader = !isSingle || plan.charts.length > 0;
  const files: readonly (OutFile | false)[] = [
    { path: 'services/useRows', title: 'Loading and saving', content: shared.useRowsFile },
    { path: 'services/format', title: 'Dates and money', content: formatFile },
    { path: 'components/States', title: 'Empty, loading and error states', content: shared.statesFile },
    { path: 'components/StatTile', title: 'Summary tile', content: shared.statTileFile },
    { path: 'components/Toolbar', title: 'Search, filter and sort', content: shared.toolbarFile },
    { path: 'components/RowMenu', title: 'Menu of a row', content: shared.rowMenuFile },
    { path: 'components/FormField', title: 'Form field', content: shared.formFieldFile },
    sourced && { path: 'components/ConfirmDelete', title: 'Question before deleting', content: shared.confirmDeleteFile },
    has('enum') && { path: 'components/ChoiceBadge', title: 'Coloured badge', content: shared.choiceBadgeFile },
    hasHero && { path: 'components/Hero', title: 'First screen', content: shared.writeHero(characterOf(plan)) },
    hasHeader && { path: 'components/PageHeader', title: 'Page header', content: shared.pageHeaderFile },
    has('date') && { path: 'components/DateField', title: 'Date picker', content: shared.dateFieldFile },
    has('image') && { path: 'components/ImageField', title: 'Picture of a row', content: shared.imageFieldFile },
    has('rating') && { path: 'components/RatingField', title: 'Star rating', content: shared.ratingFieldFile },
  ];
  return files.filter((file) => file !== false);
}
