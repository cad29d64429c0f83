import type { Files } from '@sayso/apps/ref';

export const NEXT_STEPS = ['page', 'form', 'rows'] as const;

/** Something that an app lacks, in the order of its use. */
export interface NextStep {
  /** `page`: nothing shows the table. `form`: nothing adds rows to it. `rows`: it is empty. */
  readonly kind: (typeof NEXT_STEPS)[number];
  /** The table as the app calls it; null for `rows` of all empty tables. */
  readonly table: string | null;
}

interface Table {
  readonly name: string;
  readonly label: string;
  /** Who may add rows; null: by default. */
  readonly write: string | null;
}

/** Tables that are examined; an app may have thousands. */
const MAX_TABLES = 20;
const MAX_STEPS = 3;
/** The accounts of an app, which sign up. */
const ACCOUNTS = 'User';
/** Blocks that only show rows. */
const READ_ONLY = /^<Data(?:Figures|Chart|Detail)\b/;

/** What an app lacks. `isEmpty` says whether a table has no rows in the preview. */
export async function nextSteps(files: Files, isEmpty: (table: string) => Promise<boolean>): Promise<NextStep[]> {
  const tables = tablesOf(files);
  const sources = Object.entries(files).flatMap(([path, text]) => (path.startsWith('entities/') || path === 'globals.css' ? [] : [text]));
  const isShown = (table: Table) => sources.some((text) => mentions(text, table.name));
  const hidden = tables.filter((table) => !isShown(table));
  const fixed = tables.filter((table) => isShown(table) && table.write !== 'none' && !sources.some((text) => addsRows(text, table.name)));
  const emptiness = await Promise.all(tables.map(async (table) => ({ table, empty: await isEmpty(table.name) })));
  const empty = emptiness.flatMap((one) => (one.empty ? [one.table] : []));
  const rows: NextStep[] = empty.length === 0 ? [] : [{ kind: 'rows', table: empty.length === 1 ? (empty[0]?.label ?? null) : null }];
  const pages = hidden.slice(0, 1).map(({ label }): NextStep => ({ kind: 'page', table: label }));
  const forms = fixed.slice(0, 1).map(({ label }): NextStep => ({ kind: 'form', table: label }));
  return [...pages, ...forms, ...rows].slice(0, MAX_STEPS);
}

function tablesOf(files: Files): Table[] {
  const tables = Object.entries(files).flatMap(([path, text]) => {
    const name = /^entities\/(\w+)\.json$/.exec(path)?.[1];
    return name === undefined || name === ACCOUNTS ? [] : [tableOf(name, text)];
  });
  return tables.slice(0, MAX_TABLES);
}

function tableOf(name: string, text: string): Table {
  const schema = objectIn(text);
  const permissions = objectAt(objectAt(schema, 'x-accessControl'), 'permissions');
  const label = textAt(schema, 'x-plural') ?? textAt(schema, 'title') ?? name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return { name, label, write: textAt(permissions, 'write') };
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}

/** Whether code may add rows to a table: when in doubt, it does. */
function addsRows(text: string, name: string): boolean {
  if (!mentions(text, name)) return false;
  if (new RegExp(`\\b${name}\\s*\\.\\s*(?:create|bulkCreate|importEntities|upsert)`).test(text)) return true;
  const uses = [...text.matchAll(new RegExp(`<\\w+\\b[^<]*?\\bentity=\\{${name}\\}[^<]*`, 'g'))].map(([use]) => use);
  if (uses.some((use) => !READ_ONLY.test(use) && !use.includes('canAdd={false}'))) return true;
  // Passed on, such as to a hook whose result adds rows.
  return new RegExp(`[(,[:]\\s*${name}\\s*[,)\\]}]`).test(text) && /\bcreate\b|\bsave\b|\bsubmit/i.test(text);
}

function objectIn(text: string): Record<string, unknown> {
  try {
    return objectAt({ value: JSON.parse(text) as unknown }, 'value');
  } catch {
    return {};
  }
}

function objectAt(object: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = object[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Null also for one that is no label. */
function textAt(object: Record<string, unknown>, key: string): string | null {
  const value = object[key];
  return typeof value === 'string' && value.trim() !== '' && value.length <= 60 ? value.trim() : null;
}
