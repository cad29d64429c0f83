import type { AppChange, TableView } from './changes.ts';
import { Refused } from './changes.ts';
import type { Draft } from './draft.ts';
import { writePage } from './navigation.ts';
import { attributeValue, isReadable, quoted } from './source.ts';
import { humanized, labelOf, readTable, type TableField, type TableSchema } from './table.ts';

type Change = Extract<AppChange, { kind: 'add-table-page' }>;

/** The file, name and props of a block. */
type Block = readonly [string, string, readonly string[]];

/** Adds a page of blocks for a table, and its entry in the navigation; an app without either gets a layout that lists its pages. */
export function addTablePage(draft: Draft, change: Change): void {
  const { page, label, table, appName = label } = change;
  const source = pageOf(change, readTable(draft, table));
  // The names of a page and of a table from elsewhere may be no identifiers.
  if (!isReadable(`pages/${page}`, source)) throw new Refused('bad-value');
  if (writePage(draft, { page, label, source })) return;
  if (draft.has('layout')) draft.leave({ path: `pages/${page}`, line: null, reason: 'no-navigation' });
  else draft.write('layout', layoutOf(appName, pagesOf(draft, { page, label })));
}

function pageOf({ page, label, table, ...change }: Change, schema: TableSchema): string {
  const fields = Object.entries(schema.properties).map(([key, field]) => ({ key, field }));
  const view = change.view ?? viewFor(schema, rolesOf(fields));
  const blocks = VIEWS[view](rolesOf(fields), change.totalLabel);
  if (blocks === null) throw new Refused('wrong-kind', `entities/${table}.json`);
  const imports = [['page', 'Page'] as const, ...blocks].sort(([a], [b]) => (a < b ? -1 : 1));
  const component = `${page}Page`;
  const isTaken = [component, ...imports.map(([, block]) => block)].includes(table);
  const local = isTaken ? `${table}Table` : table;
  return `${imports.map(([file, block]) => `import { ${block} } from '@/components/blocks/${file}';`).join('\n')}
import { ${isTaken ? `${table} as ${local}` : table} } from '@/entities/${table}';

export default function ${component}() {
  return (
    <Page title=${attributeValue(label)}${view === 'calendar' || view === 'board' ? ' width="full"' : ''}>
${blocks.map(([, block, props]) => `      <${[block, `entity={${local}}`, ...props].join(' ')} />`).join('\n')}
    </Page>
  );
}
`;
}

interface NamedField {
  readonly key: string;
  readonly field: TableField;
}

/** The fields of a table by what they are good for on a page; undefined where it has none. */
interface Roles {
  readonly keys: readonly string[];
  readonly date: string | undefined;
  readonly moment: string | undefined;
  readonly image: string | undefined;
  readonly yes: string | undefined;
  readonly choice: string | undefined;
  readonly money: NamedField | undefined;
  readonly long: readonly string[];
  /** The props of a collection block: search, filters and order. */
  readonly shared: readonly string[];
}

const MAX_CONTROLS = 3;

function rolesOf(fields: readonly NamedField[]): Roles {
  const named = (test: (field: TableField) => boolean) => fields.filter(({ field }) => test(field)).map(({ key }) => key);
  const isChoice = (field: TableField) => Array.isArray(field['enum']);
  const isReference = (field: TableField) => field['x-reference'] !== undefined;
  const isYes = (field: TableField) => field['type'] === 'boolean';
  const isShort = ({ type, format }: TableField) => type === 'string' && (format === undefined || format === 'email');
  const [date] = named(({ format }) => format === 'date');
  const filters = named((field) => isChoice(field) || isReference(field) || isYes(field)).slice(0, MAX_CONTROLS);
  const search = named((field) => isShort(field) && !isChoice(field) && !isReference(field)).slice(0, MAX_CONTROLS);
  return {
    keys: fields.map(({ key }) => key),
    date,
    moment: named(({ format }) => format === 'date' || format === 'date-time')[0],
    image: named(({ format }) => format === 'image')[0],
    yes: named(isYes)[0],
    choice: named(isChoice)[0],
    money: fields.find(({ field }) => field['format'] === 'currency'),
    long: named(({ format }) => format === 'multiline'),
    shared: [
      ...(search.length > 0 ? [`search={${arrayOf(search)}}`] : []),
      ...(filters.length > 0 ? [`filters={${arrayOf(filters)}}`] : []),
      ...(date === undefined ? [] : [`sort=${attributeValue(`-${date}`)}`]),
    ],
  };
}

const MAX_CHECKLIST_FIELDS = 4;

/** Guests write into a guestbook, money is summed, and few fields with one to tick off are a checklist. */
function viewFor({ 'x-accessControl': access }: TableSchema, { keys, date, money, yes, long }: Roles): TableView {
  if (access?.permissions?.write === 'anonymous' && long.length > 0) return 'guestbook';
  if (money !== undefined && date !== undefined) return 'figures';
  const isChecked = /^(?:is)?(?:done|completed?|finished|bought|packed|checked)$/i.test(yes ?? '');
  return isChecked && keys.length <= MAX_CHECKLIST_FIELDS ? 'checklist' : 'rows';
}

/** Null where the table has no field for the view. */
const VIEWS: { readonly [View in TableView]: (roles: Roles, totalLabel: string | undefined) => readonly Block[] | null } = {
  rows: (roles) => [rowsOf(roles)],
  checklist: ({ yes, shared }) => (yes === undefined ? null : [['checklist', 'DataChecklist', [`done=${attributeValue(yes)}`, ...shared]]]),
  guestbook: ({ keys, long }) => [
    ['form', 'DataForm', []],
    ['list', 'DataList', [`fields={${arrayOf(long.length > 0 ? long : keys.slice(1, 4))}}`, 'canAdd={false}', 'refresh={10}']],
  ],
  figures: (roles, totalLabel) => {
    const { money } = roles;
    if (money === undefined) return null;
    const label = JSON.stringify(totalLabel ?? labelOf(money.key, money.field));
    return [['figures', 'DataFigures', [`figures={[{ label: ${label}, sum: ${quoted(money.key)} }]}`]], rowsOf(roles)];
  },
  calendar: ({ moment }) => (moment === undefined ? null : [['calendar', 'DataCalendar', [`date=${attributeValue(moment)}`]]]),
  board: ({ choice }) => (choice === undefined ? null : [['board', 'DataBoard', [`by=${attributeValue(choice)}`]]]),
};

/** Cards for rows with a picture, else a table. */
function rowsOf({ keys, image, shared }: Roles): Block {
  if (image === undefined) return ['table', 'DataTable', [`columns={${arrayOf(keys)}}`, ...shared]];
  const shown = keys.filter((key) => key !== image).slice(1, 4);
  return ['cards', 'DataCards', [`image=${attributeValue(image)}`, `fields={${arrayOf(shown)}}`, ...shared]];
}

interface ListedPage {
  readonly page: string;
  readonly label: string;
}

/** All pages of the app with the new one: `Home` first, the new one last. */
function pagesOf(draft: Draft, added: ListedPage): ListedPage[] {
  const names = draft.codePaths().flatMap((path) => (path.startsWith('pages/') ? [path.slice('pages/'.length)] : []));
  const others = names.filter((name) => name !== added.page).sort((a, b) => Number(b === 'Home') - Number(a === 'Home'));
  return [...others.map((page) => ({ page, label: humanized(page) })), added];
}

function layoutOf(name: string, pages: readonly ListedPage[]): string {
  return `import { ListIcon } from 'lucide-react';
import { AppShell } from '@/components/blocks/shell';

const pages = [
${pages.map(({ page, label }) => `  { page: ${quoted(page)}, label: ${JSON.stringify(label)}, icon: ListIcon },`).join('\n')}
];

export default function Layout({ children, currentPageName }) {
  return (
    <AppShell name=${attributeValue(name)} pages={pages} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
`;
}

function arrayOf(names: readonly string[]): string {
  return `[${names.map((name) => quoted(name)).join(', ')}]`;
}
