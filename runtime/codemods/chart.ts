import type { AppChange } from './changes.ts';
import { Refused } from './changes.ts';
import { componentOf, insertLast, rootOf } from './component.ts';
import type { Draft } from './draft.ts';
import { addImport, type Source } from './source.ts';
import { fieldOf } from './table.ts';
import { importTable, tableNames } from './views.ts';

/** Appends a chart to a page that shows the table. */
export function addChart(draft: Draft, { table, field, value, title, page }: Extract<AppChange, { kind: 'add-chart' }>): void {
  const { type, format } = fieldOf(draft, table, field);
  const isNumber = value === undefined || /^(?:number|integer)$/.test(String(fieldOf(draft, table, value)['type']));
  if (!isNumber || type === 'array' || type === 'object') throw new Refused('wrong-kind', `entities/${table}.json`);
  const source = pageOf(draft, table, page);
  const component = componentOf(source);
  const root = component === null ? null : rootOf(component);
  const entity = importTable(source, table);
  const block = addImport(source, 'DataChart', '@/components/blocks/chart');
  if (root === null || entity === null || block === null) throw new Refused('used-in-code', source.path);
  const props = [
    `entity={${entity}}`,
    `title={${JSON.stringify(title)}}`,
    `by="${field}"`,
    ...(value === undefined ? [] : [`value="${value}"`]),
    ...(format === 'date' || format === 'date-time' ? ['period="month"'] : []),
  ];
  insertLast(source, root, `<${block} ${props.join(' ')} />`);
  draft.changed(source, root);
}

/** The named page, or the first one that shows the table. */
function pageOf(draft: Draft, table: string, page: string | undefined): Source {
  if (page !== undefined) return draft.source(`pages/${page}`);
  const pages = draft.sources().filter((source) => source.path.startsWith('pages/') && tableNames(source, table).size > 0);
  const found = pages.find(({ path }) => path === 'pages/Home') ?? pages[0];
  if (found === undefined) throw new Refused('no-view');
  return found;
}
