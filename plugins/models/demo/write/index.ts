import { type Field, type Plan, pageOf, sentenceCase } from '../plan.ts';
import { writeEntity } from './entity.ts';
import { writeForm } from './form.ts';
import { formatFile } from './format.ts';
import { writeHabits } from './habits.ts';
import { writeLayout } from './layout.ts';
import type { OutFile } from './parts.ts';
import * as shared from './shared.ts';
import { writeTheme } from './theme.ts';

export type { OutFile } from './parts.ts';

/** Every file of an app, in the order in which they appear in the chat. Pure: the same plan makes the same files. */
export function writeApp(plan: Plan): readonly OutFile[] {
  const tables = plan.tables.map((table) => ({
    path: `entities/${table.name}.json`,
    title: `${sentenceCase(table.plural)} table`,
    content: writeEntity(plan, table),
  }));
  const forms = plan.tables.map((table) => writeForm(plan, table));
  const pages = plan.tables.flatMap((table) => writeHabits(plan, table, pageOf(plan, table)));
  return [
    ...tables,
    { path: 'globals.css', title: 'Colours', content: writeTheme(plan) },
    writeLayout(plan),
    ...sharedFiles(plan),
    ...forms,
    ...pages,
  ];
}

function sharedFiles(plan: Plan): readonly OutFile[] {
  const fields = plan.tables.flatMap((table) => table.fields);
  const has = (kind: Field['kind']) => fields.some((field) => field.kind === kind);
  const files: readonly (OutFile | false)[] = [
    { path: 'services/useVisitor', title: 'Who is using the app', content: shared.useVisitorFile },
    { path: 'services/useRows', title: 'Loading and saving', content: shared.useRowsFile },
    { path: 'services/format', title: 'Dates and money', content: formatFile },
    { path: 'components/States', title: 'Empty, loading and error states', content: shared.statesFile },
    { path: 'components/StatTile', title: 'Summary tile', content: shared.statTileFile },
    { path: 'components/Toolbar', title: 'Search, filter and sort', content: shared.toolbarFile },
    { path: 'components/RowMenu', title: 'Menu of a row', content: shared.rowMenuFile },
    { path: 'components/FormField', title: 'Form field', content: shared.formFieldFile },
    has('date') && { path: 'components/DateField', title: 'Date picker', content: shared.dateFieldFile },
    has('image') && { path: 'components/ImageField', title: 'Picture upload', content: shared.imageFieldFile },
    has('rating') && { path: 'components/RatingField', title: 'Star rating', content: shared.ratingFieldFile },
  ];
  return files.filter((file) => file !== false);
}
