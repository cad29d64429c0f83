import { type Language, pick } from '../language/language.ts';
import type { FieldWord, Thing } from '../language/lexicon.ts';
import { camel, capitalized, pascal } from '../language/text.ts';
import type { WantedTable } from '../requests/request.ts';
import { propertyOf, type Schema } from './schema.ts';

export interface Permissions {
  readonly read: 'all' | 'creator' | 'admin';
  readonly write: 'anonymous' | 'creator' | 'admin';
}

export interface NewTable {
  readonly name: string;
  readonly thing: Thing;
  readonly schema: Schema;
  readonly page: { readonly name: string; readonly label: string; readonly source: string };
}

export interface ListApp {
  readonly name: string;
  readonly tables: readonly NewTable[];
  readonly layout: string;
}

/** The kinds of things that a thing references: a lesson references a teacher and a pupil, a fee a pupil. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  event: ['staff', 'client', 'item', 'place'],
  money: ['client', 'place'],
  job: ['item', 'client', 'place'],
  record: ['client'],
  item: ['owner'],
};
const MAX_LINKS = 4;

/** An app with a table and a page for each thing. */
export function listApp(
  wanted: readonly WantedTable[],
  {
    language,
    name,
    permissionsOf,
  }: { readonly language: Language; readonly name: string; readonly permissionsOf: (thing: Thing) => Permissions },
): ListApp {
  const things = wanted.map(({ thing }) => thing);
  const tables = wanted.map((table, index) =>
    newTable(table, {
      language,
      permissions: permissionsOf(table.thing),
      others: things.filter((other) => other !== table.thing),
      isFirst: index === 0,
    }),
  );
  return { name, tables, layout: layoutOf(name, tables) };
}

export interface TableOptions {
  readonly language: Language;
  readonly permissions: Permissions;
  /** Other things of the app, which rows may reference. */
  readonly others: readonly Thing[];
  readonly isFirst: boolean;
}

export function newTable({ thing, fields: asked }: WantedTable, { language, permissions, others, isFirst }: TableOptions): NewTable {
  const name = pascal(thing.key);
  // A single table has only the requested fields; one of several also has the usual fields of the thing.
  const isExact = asked.length > 0 && others.length === 0;
  const links = isExact ? [] : linksOf(thing, others);
  const own = isExact
    ? withTitle(thing, asked)
    : unique([...linkedOnly(thing, links), ...asked.filter(({ key }) => !links.some((link) => link.key === key))]);
  const properties = Object.fromEntries([
    ...own.map((field) => propertyOf(field, language)),
    ...links.map((other) => linkTo(other, language)),
  ]);
  const label = capitalized(thing.many[language]);
  const [first = 'title'] = Object.keys(properties);
  const schema = {
    title: capitalized(thing.one[language]),
    'x-plural': label,
    properties,
    required: [first],
    'x-accessControl': { permissions },
  };
  return {
    name,
    thing,
    schema,
    page: { name: isFirst ? 'Home' : pascal(thing.many.en), label, source: pageSource({ name, thing, label, properties, language }) },
  };
}

/** Puts a title field first, even when the request names only other fields. */
function withTitle({ fields: own, kind }: Thing, asked: readonly FieldWord[]): readonly FieldWord[] {
  const all = unique(asked);
  const isDated = all.some(({ type }) => type === 'date');
  if (kind === 'event' && !isDated) return [...own.filter(({ key }) => key === 'date'), ...all];
  const isNamed = all.some(({ key }) => /^(?:name|title|artist|company|from|authorName)$/.test(key)) || kind === 'event';
  const [title] = own;
  return isNamed || title === undefined || all.some(({ key }) => key === title.key) ? all : [title, ...all];
}

function unique(fields: readonly FieldWord[]): FieldWord[] {
  return fields.filter((field, index) => fields.findIndex(({ key }) => key === field.key) === index);
}

/** A row with references needs no title field. */
function linkedOnly({ fields, kind }: Thing, links: readonly Thing[]): readonly FieldWord[] {
  const isNamed = links.length > 0 && (kind === 'event' || kind === 'money');
  return isNamed ? fields.filter(({ key }) => key !== 'title') : fields;
}

function linksOf({ kind, key }: Thing, others: readonly Thing[]): readonly Thing[] {
  const kinds = LINKS[kind] ?? [];
  const isOwner = (other: Thing) => kinds.includes('owner') && other.key === 'owner';
  return others.filter((other) => other.key !== key && (kinds.includes(other.kind) || isOwner(other))).slice(0, MAX_LINKS);
}

function linkTo(other: Thing, language: Language): readonly [string, Schema] {
  return [camel(other.key), { title: capitalized(other.one[language]), type: 'string', 'x-reference': pascal(other.key) }];
}

interface PageInput {
  readonly name: string;
  readonly thing: Thing;
  readonly label: string;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly language: Language;
}

/** A page of blocks by the type of the thing: a checklist, a calendar above a table, cards with pictures, a table. */
function pageSource({ name, thing: { kind }, label, properties, language }: PageInput): string {
  const fields = Object.entries(properties);
  const named = (test: (schema: Schema) => boolean) => fields.flatMap(([key, schema]) => (test(schema) ? [key] : []));
  const [date] = named(({ format }) => format === 'date');
  const [image] = named(({ format }) => format === 'image');
  const [done] = kind === 'check' ? named(({ type }) => type === 'boolean') : [];
  const choices = named((schema) => 'enum' in schema || 'x-reference' in schema || schema['type'] === 'boolean').slice(0, 3);
  const search = named(
    ({ type, format, ...schema }) =>
      type === 'string' && (format === undefined || format === 'email') && !('enum' in schema) && !('x-reference' in schema),
  ).slice(0, 3);
  const money = kind === 'money' ? named(({ format }) => format === 'currency')[0] : undefined;
  const shared = [
    ...(search.length > 0 ? [`search={${listOf(search)}}`] : []),
    ...(choices.length > 0 ? [`filters={${listOf(choices)}}`] : []),
    ...(date === undefined ? [] : [`sort="-${date}"`]),
  ];
  const keys = fields.map(([key]) => key);
  const shown = listOf(keys.filter((key) => key !== image).slice(1, 4));
  const total = quote(pick(language, { en: 'Total', de: 'Summe' }));
  const figures: Block[] = money === undefined ? [] : [['figures', 'DataFigures', [`figures={[{ label: ${total}, sum: '${money}' }]}`]]];
  const rows = (): Block[] => {
    if (done !== undefined) return [['checklist', 'DataChecklist', [`done="${done}"`, ...shared]]];
    if (kind === 'guestbook' || kind === 'message')
      return [
        ['form', 'DataForm', []],
        ['list', 'DataList', ["fields={['text']}", 'canAdd={false}', 'refresh={10}']],
      ];
    if (image !== undefined) return [['cards', 'DataCards', [`image="${image}"`, `fields={${shown}}`, ...shared]]];
    return [['table', 'DataTable', [`columns={${listOf(keys)}}`, ...shared]]];
  };
  return pageOf(name, { label, table: name, blocks: [...figures, ...rows()] });
}

/** The file, name and props of a block. */
type Block = readonly [string, string, readonly string[]];

interface Page {
  readonly label: string;
  readonly table: string;
  readonly blocks: readonly Block[];
  readonly isWide?: boolean;
}

/** A page of blocks of one table. */
export function pageOf(name: string, { label, table, blocks, isWide = false }: Page): string {
  const imports = [['page', 'Page'] as const, ...blocks].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${imports.map(([file, block]) => `import { ${block} } from '@/components/blocks/${file}';`).join('\n')}
import { ${table} } from '@/entities/${table}';

export default function ${name}Page() {
  return (
    <Page title=${attribute(label)}${isWide ? ' width="full"' : ''}>
${blocks.map(([, block, props]) => `      <${[block, `entity={${table}}`, ...props].join(' ')} />`).join('\n')}
    </Page>
  );
}
`;
}

function layoutOf(name: string, tables: readonly NewTable[]): string {
  const pages = tables.map(({ page }) => `  { page: '${page.name}', label: ${quote(page.label)}, icon: ListIcon },`);
  return `import { ListIcon } from 'lucide-react';
import { AppShell } from '@/components/blocks/shell';

const pages = [
${pages.join('\n')}
];

export default function Layout({ children, currentPageName }) {
  return (
    <AppShell name=${attribute(name)} pages={pages} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
`;
}

function listOf(names: readonly string[]): string {
  return `[${names.map((name) => `'${name}'`).join(', ')}]`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function attribute(text: string): string {
  return /["{}&<>\\]/.test(text) ? `{${JSON.stringify(text)}}` : `"${text}"`;
}
