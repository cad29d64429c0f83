import { type Node, parseSync } from 'oxc-parser';
import type { Files } from '../ref.ts';
import { ACTS, type Act, childrenOf, type TableUses } from './table-uses.ts';

/** A table that pages read which need no log-in, while visitors may not read its rows. */
export interface ClosedRead {
  readonly table: string;
  /** Names of such pages; at most 20. */
  readonly pages: readonly string[];
  /** Whether such pages change its rows, too: what people enter may be theirs. */
  readonly isChanged: boolean;
  /** At most 60. */
  readonly columns: readonly { readonly name: string; readonly isPersonal: boolean }[];
}

const WRITES = ACTS.filter((act) => act !== 'read');
const MAX_TABLES = 50;
const MAX_PAGES = 20;
const MAX_COLUMNS = 60;
const MAX_FILES = 2000;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]((?:@\/|\.{1,2}\/)[^'"\n]{1,200})['"]/g;
/** What leads people to the log-in, or lets in admins alone, in the file of a page. */
const GUARD =
  /\b(?:redirectToLogin|navigateToLogin|loginWithRedirect)\b|\bUser\s*\.\s*login\s*\(|\brole\s*[!=]==?\s*['"](?:admin|owner|staff)|\brequiresAuth\b/;
/** Elements of routers that draw what is in them for people who are logged in. */
const GUARD_NAME = /protect|private|guard|require|admin(?:route|only)|authenticated|signedin|loggedin/i;
/** Names of columns that may hold what is about a person, with their parts in lower case. */
const PERSONAL =
  /(?:^|_)(?:e?_?mail|phone|mobile|tel|fax|address|street|zip|postal|birth|birthday|dob|age|gender|sex|ssn|tax_?id|vat|iban|bank|card|passport|license|licence|salary|income|wage|password|pass|token|secret|pin|otp|ip|latitude|longitude|lat|lng|location|first_?name|last_?name|full_?name|surname|user|customer|client|guest|patient|member|employee|owner|contact|diagnosis|medical|health|allerg\w*|note|notes|message|signature|created_?by)(?:_|$)/;

/** Whether a column looks as if it held what is about a person, by its name and its format. */
export function looksPersonal(name: string, property: unknown): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase();
  return PERSONAL.test(words) || (typeof property === 'object' && property !== null && 'format' in property && property.format === 'email');
}

/** `uses`: those of the tables whose reading was closed at import. */
export function closedReads(files: Files, uses: ReadonlyMap<string, TableUses>): ClosedRead[] {
  if (uses.size === 0 || Object.keys(files).length > MAX_FILES) return [];
  const imports = new Map<string, readonly string[]>();
  const guarded = guardedNames(files);
  const found = new Map<string, { readonly pages: Set<string>; isChanged: boolean }>();
  for (const page of Object.keys(files).filter((path) => /^pages\/[^./][^.]*$/.test(path) || path === 'layout')) {
    const name = page.slice(page.lastIndexOf('/') + 1);
    if (guarded.has(name) || (page !== 'layout' && GUARD.test(files[page] ?? ''))) continue;
    const own = reach(page, files, imports);
    for (const [table, used] of uses) {
      const does = (act: Act) => [...(used.get(act) ?? [])].some((path) => own.has(path));
      if (!does('read')) continue;
      const known = found.get(table) ?? { pages: new Set(), isChanged: false };
      known.pages.add(name);
      known.isChanged ||= WRITES.some(does);
      found.set(table, known);
    }
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MAX_TABLES)
    .map(([table, { pages, isChanged }]) => ({
      table,
      pages: [...pages].slice(0, MAX_PAGES),
      isChanged,
      columns: columnsOf(files[`entities/${table}.json`] ?? ''),
    }));
}

/** A file and all that it imports of the app's own. */
function reach(page: string, files: Files, imports: Map<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set([page]);
  for (const path of seen) {
    const known = imports.get(path) ?? importsOf(path, files);
    imports.set(path, known);
    for (const other of known) seen.add(other);
  }
  return seen;
}

function importsOf(path: string, files: Files): readonly string[] {
  return [...(files[path] ?? '').matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    const from = specifier.startsWith('@/') ? [] : path.split('/').slice(0, -1);
    const parts = [...from];
    for (const part of specifier
      .replace(/^@\//, '')
      .replace(/\.(?:[jt]sx?|mjs)$/, '')
      .split('/'))
      if (part === '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    const plain = parts.join('/');
    return [plain, `${plain}/index`].filter((one) => Object.hasOwn(files, one));
  });
}

/** Names of components that routers draw within a guard. */
function guardedNames(files: Files): ReadonlySet<string> {
  const names = new Set<string>();
  for (const path of ['App', 'Routes', 'Router', 'routes', 'main', 'pages/index']) {
    const text = files[path] ?? '';
    if (!GUARD_NAME.test(text)) continue;
    const { program, errors } = parseSync(`${path}.tsx`, text, { lang: 'tsx', sourceType: 'module' });
    if (errors.length === 0) walk(program, false, names);
  }
  return names;
}

function walk(node: Node, isGuarded: boolean, names: Set<string>): void {
  let inner = isGuarded;
  if (node.type === 'JSXElement' && node.openingElement.name.type === 'JSXIdentifier') {
    const { name } = node.openingElement.name;
    if (isGuarded) names.add(name);
    // `<Route element={<Protected />}>` guards the routes below it.
    inner ||= GUARD_NAME.test(name) || node.openingElement.attributes.some(isGuardElement);
  }
  for (const child of childrenOf(node)) walk(child, inner, names);
}

function isGuardElement(attribute: Node): boolean {
  if (attribute.type !== 'JSXAttribute' || attribute.value?.type !== 'JSXExpressionContainer') return false;
  const { expression } = attribute.value;
  return (
    expression.type === 'JSXElement' &&
    expression.openingElement.name.type === 'JSXIdentifier' &&
    GUARD_NAME.test(expression.openingElement.name.name)
  );
}

function columnsOf(text: string): ClosedRead['columns'] {
  let properties: unknown = {};
  try {
    properties = (JSON.parse(text) as { readonly properties?: unknown }).properties ?? {};
  } catch {
    // The check of tables refuses it.
  }
  return Object.entries(properties as Readonly<Record<string, unknown>>)
    .slice(0, MAX_COLUMNS)
    .map(([name, property]) => ({ name, isPersonal: looksPersonal(name, property) }));
}
