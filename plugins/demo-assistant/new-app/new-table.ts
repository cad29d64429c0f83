import type { AppChange, FieldSchema, TableView } from '@sayso/runtime/ref';
import type { Language } from '../language/language.ts';
import type { FieldWord, Thing } from '../language/lexicon.ts';
import { camel, capitalized, pascal } from '../language/text.ts';
import { say } from '../requests/answer.ts';
import type { WantedTable } from '../requests/request.ts';
import { propertyOf } from './schema.ts';

export interface Permissions {
  readonly read: 'all' | 'creator' | 'admin';
  readonly write: 'anonymous' | 'creator' | 'admin';
}

/** The kinds of things that a thing references: a lesson references a teacher and a pupil, a fee a pupil. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  event: ['staff', 'client', 'item', 'place'],
  attendance: ['client', 'staff', 'event'],
  money: ['client', 'place'],
  job: ['item', 'client', 'place'],
  record: ['client'],
  item: ['owner'],
};
const MAX_LINKS = 4;

export interface TableOptions {
  readonly language: Language;
  readonly permissions: Permissions;
  /** Other things of the app, which rows may reference. */
  readonly others: readonly Thing[];
  readonly isFirst: boolean;
  readonly appName: string;
}

/** The changes that add a table for a thing, and its page. */
export function newTable({ thing, fields: asked }: WantedTable, options: TableOptions): AppChange[] {
  const { language, permissions, others } = options;
  const table = pascal(thing.key);
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
  const page = options.isFirst ? 'Home' : pascal(thing.many.en);
  return [
    { kind: 'add-table', table, schema },
    {
      kind: 'add-table-page',
      table,
      page,
      label,
      view: viewOf(thing, Object.values(properties)),
      totalLabel: say(language, 'total'),
      appName: options.appName,
    },
  ];
}

function viewOf({ kind }: Thing, fields: readonly FieldSchema[]): TableView {
  if (kind === 'guestbook' || kind === 'message') return 'guestbook';
  if (kind === 'check' && fields.some(({ type }) => type === 'boolean')) return 'checklist';
  return kind === 'money' && fields.some(({ format }) => format === 'currency') ? 'figures' : 'rows';
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

/** Rows of these kinds are named by what they reference. */
const NAMED_BY_LINKS: ReadonlySet<string> = new Set(['attendance', 'event', 'money']);

/** A row with references needs no title field. */
function linkedOnly({ fields, kind }: Thing, links: readonly Thing[]): readonly FieldWord[] {
  return links.length > 0 && NAMED_BY_LINKS.has(kind) ? fields.slice(1) : fields;
}

function linksOf({ kind, key }: Thing, others: readonly Thing[]): readonly Thing[] {
  const kinds = LINKS[kind] ?? [];
  const isOwner = (other: Thing) => kinds.includes('owner') && other.key === 'owner';
  return others.filter((other) => other.key !== key && (kinds.includes(other.kind) || isOwner(other))).slice(0, MAX_LINKS);
}

function linkTo(other: Thing, language: Language): readonly [string, FieldSchema] {
  return [camel(other.key), { title: capitalized(other.one[language]), type: 'string', 'x-reference': pascal(other.key) }];
}
