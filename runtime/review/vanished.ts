import { isReadable, type Node, openSource, type Source } from '../codemods/source.ts';
import { isCode } from '../compile/sources.ts';
import type { ThingKind } from './outcome.ts';
import { fieldThing, type Table, tablesOf } from './tables.ts';
import { declaredNames, pageAddress, type Thing, thingsOf, type Vocabulary } from './things.ts';

export type Files = Readonly<Record<string, string>>;

/** A thing that one version has and a later one does not. */
export interface Gone extends Thing {
  readonly id: string;
}

/** Two versions, with the syntax of the code files that differ. */
export interface Versions {
  readonly before: Files;
  readonly after: Files;
  readonly old: ReadonlyMap<string, Parsed>;
  readonly next: ReadonlyMap<string, Parsed>;
  /** Old path → new path. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly oldTables: ReadonlyMap<string, Table>;
  readonly newTables: ReadonlyMap<string, Table>;
}

export interface Parsed {
  readonly source: Source;
  readonly things: readonly Thing[];
  readonly counts: ReadonlyMap<string, number>;
}

const FILE_KINDS: Readonly<Record<string, ThingKind>> = {
  pages: 'page',
  components: 'component',
  services: 'service',
  layout: 'component',
};
const ORDER: readonly ThingKind[] = [
  'page',
  'table',
  'field',
  'component',
  'handler',
  'view',
  'link',
  'input',
  'call',
  'service',
  'export',
];
/** The part of a file's lines that a renamed file keeps. */
const SAME_FILE = 0.6;
/** Of more things of one file, it is not looked for which contain others. */
const MAX_COMPARED = 500;

export function openVersions(before: Files, after: Files): Versions {
  const [oldTables, newTables] = [tablesOf(before), tablesOf(after)];
  const vocabulary = vocabularyOf([before, after], [...oldTables.values(), ...newTables.values()]);
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]);
  const code = paths.filter(isCode);
  const next = parsed(code, after, vocabulary);
  // Nothing is known of what a file has that does not parse.
  const known = code.filter((path) => after[path] === undefined || next.has(path));
  return { before, after, old: parsed(known, before, vocabulary), next, renamed: renamesOf(paths, before, after), oldTables, newTables };
}

function vocabularyOf(versions: readonly Files[], tables: readonly Table[]): Vocabulary {
  const names = versions
    .flatMap((files) => Object.keys(files))
    .filter((path) => path.startsWith('pages/'))
    .map((path) => path.slice(6));
  return {
    pages: new Map(names.map((name) => [pageAddress(name), name])),
    fields: new Set(tables.flatMap(({ fields }) => [...fields.keys()])),
  };
}

function parsed(paths: readonly string[], files: Files, vocabulary: Vocabulary): Map<string, Parsed> {
  const found = new Map<string, Parsed>();
  for (const path of paths) {
    const text = files[path];
    if (text === undefined || !isReadable(path, text)) continue;
    const source = openSource(path, text);
    const things = thingsOf(source, vocabulary);
    const counts = new Map<string, number>();
    for (const { key } of things) counts.set(key, (counts.get(key) ?? 0) + 1);
    found.set(path, { source, things, counts });
  }
  return found;
}

/** Files that only have another name: most of their lines stay. */
function renamesOf(paths: readonly string[], before: Files, after: Files): Map<string, string> {
  const renames = new Map<string, string>();
  const added = new Set(paths.filter((path) => before[path] === undefined));
  for (const path of paths.filter((one) => after[one] === undefined)) {
    const old = linesOf(path, before);
    const match = [...added].find((one) => one.split('/')[0] === path.split('/')[0] && likeness(old, linesOf(one, after)) >= SAME_FILE);
    if (match === undefined) continue;
    renames.set(path, match);
    added.delete(match);
  }
  return renames;
}

/** The distinct lines of a file, without its own name. */
function linesOf(path: string, files: Files): Set<string> {
  const name = (path.split('/').at(-1) ?? '').replace(/\.json$/, '');
  const lines = (files[path] ?? '').replaceAll(name, '·').split('\n');
  return new Set(lines.map((line) => line.trim()).filter((line) => line.length > 3));
}

function likeness(old: ReadonlySet<string>, next: ReadonlySet<string>): number {
  return old.size === 0 ? 0 : [...old].filter((line) => next.has(line)).length / Math.max(old.size, next.size);
}

/**
 * What the later version lacks and does not have elsewhere or under another name; the most important first. `isGrouped`: without what is
 * part of something else that is gone.
 */
export function goneFrom(versions: Versions, { isGrouped = true }: { readonly isGrouped?: boolean } = {}): Gone[] {
  const found = [
    ...goneFiles(versions),
    ...goneTables(versions),
    ...[...versions.old].flatMap(([path, file]) => goneIn(versions, path, file, isGrouped)),
  ];
  const sorted = found.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const seen = new Map<string, number>();
  return sorted.map((thing) => {
    const key = `${thing.key}@${thing.file}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return { ...thing, id: count === 1 ? key : `${key}#${count}` };
  });
}

function isDeleted({ after, renamed }: Versions, path: string): boolean {
  return after[path] === undefined && !renamed.has(path);
}

function goneFiles(versions: Versions): Thing[] {
  return [...versions.old]
    .filter(([path, file]) => isDeleted(versions, path) && (path.startsWith('pages/') || !isInlined(versions, path, file)))
    .map(([file]) => {
      const name = file.slice(file.indexOf('/') + 1);
      const kind = FILE_KINDS[file.split('/')[0] ?? ''] ?? 'component';
      return { kind, key: `${kind}:${name}`, name, table: null, file, start: 0, node: null, body: null };
    });
}

/** Whether other files took over what a deleted file had. */
function isInlined(versions: Versions, path: string, { things }: Parsed): boolean {
  if (isDeclaredElsewhere(versions, path, path.split('/').at(-1) ?? '')) return true;
  const used = things.filter(({ kind }) => kind !== 'export');
  const exported = things.filter(({ kind }) => kind === 'export');
  if (used.length + exported.length === 0) return false;
  return used.every(({ key }) => isGained(versions, path, key)) && exported.every(({ name }) => isDeclaredElsewhere(versions, path, name));
}

function isDeclaredElsewhere({ next, old }: Versions, path: string, name: string): boolean {
  const declares = (file: Parsed | undefined) =>
    file?.source.program.body.some((node) => declaredNames(node).includes(name) && node.type !== 'ImportDeclaration') === true;
  return [...next].some(([other, file]) => other !== path && declares(file) && !declares(old.get(other)));
}

/** Whether another file has more of these than before. */
function isGained({ old, next, renamed }: Versions, path: string, key: string): boolean {
  const origins = new Map([...renamed].map(([from, to]) => [to, from]));
  return [...next].some(([other, { counts }]) => {
    const origin = origins.get(other) ?? other;
    return origin !== path && (counts.get(key) ?? 0) > (old.get(origin)?.counts.get(key) ?? 0);
  });
}

function goneTables({ before, after, renamed, oldTables, newTables }: Versions): Thing[] {
  return [...oldTables].flatMap(([path, table]): Thing[] => {
    const next = newTables.get(renamed.get(path) ?? path);
    if (next !== undefined) {
      const lost = [...table.fields.keys()].filter((field) => !next.fields.has(field));
      return lost.filter((field) => !isRenamedField({ before, after, table, next }, field)).map((field) => fieldThing(path, table, field));
    }
    // A table that no longer parses is not gone.
    if (after[path] !== undefined) return [];
    const { name } = table;
    return [{ kind: 'table', key: `table:${name}`, name, table: null, file: path, start: 0, node: null, body: null }];
  });
}

interface FieldChange extends Pick<Versions, 'before' | 'after'> {
  readonly table: Table;
  readonly next: Table;
}

/** Whether another field took its place, in the schema and in all code. */
function isRenamedField({ before, after, table, next }: FieldChange, field: string): boolean {
  const kind = kindOf(table.fields.get(field));
  const isFollowed = [...next.fields].some(([name, schema]) => !table.fields.has(name) && kindOf(schema) === kind && isUsed(after, name));
  return isFollowed && isUsed(before, field) && !isUsed(after, field);
}

function kindOf(schema: string | undefined): string {
  const { title: _title, description: _description, ...rest } = JSON.parse(schema ?? 'null') ?? {};
  return JSON.stringify(rest);
}

function isUsed(files: Files, field: string): boolean {
  const word = new RegExp(`(?<![\\w$])${field.replace(/[^\w]/g, '\\$&')}(?![\\w$])`);
  return Object.entries(files).some(([path, text]) => isCode(path) && word.test(text));
}

function goneIn(versions: Versions, path: string, file: Parsed, isGrouped: boolean): Thing[] {
  if (isDeleted(versions, path)) return [];
  const next = versions.next.get(versions.renamed.get(path) ?? path);
  if (next === undefined) return [];
  const lost = [...Map.groupBy(file.things, ({ key }) => key)].flatMap(([key, things]) => lostOf(things, next, key));
  const lostKeys = new Set(lost.map(({ key }) => key));
  const gained = next.things.filter(({ key }) => !file.counts.has(key));
  const gone = lost.filter((thing) => !isElsewhere(versions, { path, gained, next, lostKeys }, thing));
  if (!isGrouped || gone.length > MAX_COMPARED) return gone;
  return gone.filter((thing) => !gone.some((other) => other !== thing && contains(file.source, other, thing)));
}

/** Each of several buttons with one label does something; of several links to a page one is enough. */
function lostOf(things: readonly Thing[], { things: nextThings, counts }: Parsed, key: string): Thing[] {
  const left = counts.get(key) ?? 0;
  const [first] = things;
  if (first === undefined || left >= things.length) return [];
  if (first.kind !== 'handler') return left === 0 ? [first] : [];
  const bodies = nextThings.filter((one) => one.key === key).map(({ body }) => body);
  const changed = things.filter(({ body }) => !bodies.includes(body));
  return [...changed, ...things.filter((one) => !changed.includes(one)).reverse()].slice(0, things.length - left);
}

interface Place {
  readonly path: string;
  /** What the later file has for the first time. */
  readonly gained: readonly Thing[];
  readonly next: Parsed;
  readonly lostKeys: ReadonlySet<string>;
}

/** Whether it moved, got another name, or has another thing in its place. */
function isElsewhere(versions: Versions, place: Place, thing: Thing): boolean {
  const { kind, key, name, body } = thing;
  if (isGained(versions, place.path, key)) return true;
  const isRenamed = body !== null && body !== 'submit=' && place.gained.some((one) => one.kind === kind && one.body === body);
  if (isRenamed) return true;
  if (kind === 'export') return isDeclaredElsewhere(versions, place.path, name);
  if (kind === 'link') return isLinkElsewhere(versions, place, name);
  if (kind === 'call') return isTableElsewhere(versions, place, thing);
  if (kind === 'view') return isGained(versions, '', `call:${name}.list`) || isShownElse(versions, name);
  return kind === 'input' && (isListed(thing, place) || isRenamedInput(versions, name));
}

/** Whether some file has a data block of the table that it did not have: one replaces another. */
function isShownElse(versions: Versions, table: string): boolean {
  const keys = [...versions.next.values()].flatMap(({ things }) => things.filter(({ kind, name }) => kind === 'view' && name === table));
  return keys.some(({ key }) => isGained(versions, '', key));
}

/** A link to a page that is gone itself, or that has another name. */
function isLinkElsewhere({ before, after, renamed }: Versions, { gained }: Place, name: string): boolean {
  const path = `pages/${name}`;
  if (before[path] === undefined || after[path] !== undefined) return false;
  const next = renamed.get(path);
  return next === undefined || gained.some(({ key }) => key === `link:${pageAddress(next.slice('pages/'.length))}`);
}

/** A data block reads and writes the rows of its table; a renamed table has the call under its new name. */
function isTableElsewhere(versions: Versions, { gained }: Place, { key }: Thing): boolean {
  const [table = '', method = ''] = key.replace('call:', '').split('.');
  const next = versions.renamed.get(`entities/${table}.json`)?.replace(/^entities\/|\.json$/g, '');
  return isShownElse(versions, table) || (next !== undefined && gained.some((one) => one.key === `call:${next}.${method}`));
}

function isRenamedInput({ before, after, renamed, oldTables, newTables }: Versions, field: string): boolean {
  return [...oldTables].some(([path, table]) => {
    const next = newTables.get(renamed.get(path) ?? path);
    const isLost = next !== undefined && table.fields.has(field) && !next.fields.has(field);
    return isLost && isRenamedField({ before, after, table, next }, field);
  });
}

/** Without a list of its own, a data block shows all fields. */
function isListed({ node }: Thing, { next }: Place): boolean {
  if (node === null || node.type.startsWith('JSX')) return false;
  const isShownWhole = !next.things.some((one) => one.kind === 'input' && one.node !== null && !one.node.type.startsWith('JSX'));
  return isShownWhole && next.things.some(({ kind }) => kind === 'view');
}

/** Whether it goes and returns with the other: it is inside of its element, or in the function that only it calls. */
function contains(source: Source, outer: Thing, inner: Thing): boolean {
  if (outer.node === null || inner.node === null || outer.node.type !== 'JSXElement') return false;
  if (isInside(outer.node, inner.node)) return outer.node !== inner.node || ORDER.indexOf(outer.kind) < ORDER.indexOf(inner.kind);
  return (
    outer.kind === 'handler' &&
    inner.kind === 'call' &&
    functionsAround(source, inner.node).some((name) => mentions(outer.body ?? '', name))
  );
}

function isInside(outer: Node, inner: Node): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

function functionsAround(source: Source, node: Node): string[] {
  const names: string[] = [];
  for (let at = source.parents.get(node); at !== undefined; at = source.parents.get(at)) {
    if (at.type === 'FunctionDeclaration' && at.id !== null) names.push(at.id.name);
    if (at.type === 'VariableDeclarator' && at.id.type === 'Identifier') names.push(at.id.name);
  }
  return names;
}

function mentions(code: string, name: string): boolean {
  return code.split(/[^\w$]+/).includes(name);
}
