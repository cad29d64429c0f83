import type { ChangeLine, ChangeSubject, VanishedThing, VersionReview } from './outcome.ts';
import { isAskedFor } from './request.ts';
import { isObject, type Table } from './tables.ts';
import { type Files, type Gone, goneFrom, openVersions, type Versions } from './vanished.ts';

const MAX_LINES = 6;
const MAX_NAMES = 4;
const MAX_VANISHED = 20;
const MAX_LINE = 1000;
const MAX_TEXT = 200;

/** What a version changed, in a few lines, and what it lacks without the request having asked for that. */
export function reviewVersion({
  before,
  after,
  request,
}: {
  readonly before: Files;
  readonly after: Files;
  readonly request: string;
}): VersionReview {
  const versions = openVersions(before, after);
  const lines = summaryOf(versions);
  const gone = Object.keys(before).length === 0 ? [] : unaskedOf(versions, goneFrom(versions), request);
  return {
    lines: lines.slice(0, MAX_LINES),
    moreLines: Math.max(0, lines.length - MAX_LINES),
    vanished: gone.slice(0, MAX_VANISHED).map((one) => toThing(versions, one)),
    moreVanished: Math.max(0, gone.length - MAX_VANISHED),
  };
}

function toThing(versions: Versions, { id, kind, name, table, file, start }: Gone): VanishedThing {
  const text = versions.before[file] ?? '';
  const schema = kind === 'field' ? versions.oldTables.get(file)?.fields.get(name) : undefined;
  const line = text.slice(0, start).split('\n').length;
  const shown = schema === undefined ? lineAt(text, start) : `"${name}": ${schema}`.slice(0, MAX_TEXT);
  const label = kind === 'field' || kind === 'input' ? titlesOf(versions, name)[0] : undefined;
  return { id, kind, name: label ?? name, table, file, line, text: shown };
}

/** The line around an offset, without its indentation. */
function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text
    .slice(start, Math.min(end < 0 ? text.length : end, start + MAX_LINE))
    .trim()
    .slice(0, MAX_TEXT);
}

function unaskedOf(versions: Versions, gone: readonly Gone[], request: string): Gone[] {
  const isAsked = (thing: Gone) => isAskedFor(request, { kind: thing.kind, names: namesOf(versions, thing) });
  const asked = gone.filter(isAsked);
  const tables = new Set(asked.filter(({ kind }) => kind === 'table').map(({ name }) => name));
  const isOfTable = ({ kind, name }: Gone) => (kind === 'call' || kind === 'view') && tables.has(name.split('.')[0] ?? '');
  return gone.filter((thing) => !asked.includes(thing) && !isOfTable(thing));
}

/** A field is known by its label, too. */
function namesOf(versions: Versions, { kind, name }: Gone): string[] {
  return kind === 'field' || kind === 'input' ? [name, ...titlesOf(versions, name)] : [name];
}

/** The labels of a field, in all tables that have it. */
function titlesOf({ oldTables }: Versions, name: string): string[] {
  return [...oldTables.values()].flatMap(({ fields }) => titleOf(fields.get(name)) ?? []);
}

/** The label of a field in its schema; null without one. */
function titleOf(schema: string | undefined): string | null {
  const field: unknown = schema === undefined ? null : JSON.parse(schema);
  return isObject(field) && typeof field['title'] === 'string' && field['title'].trim() !== '' ? field['title'] : null;
}

function summaryOf(versions: Versions): ChangeLine[] {
  return [
    ...fileLines(versions, 'pages', 'page'),
    ...tableLines(versions),
    ...wholeLine(versions, 'layout', 'layout'),
    ...wholeLine(versions, 'globals.css', 'style'),
    ...fileLines(versions, 'components', 'component'),
    ...fileLines(versions, 'services', 'service'),
  ];
}

function line(subject: ChangeSubject, change: ChangeLine['change'], names: readonly string[], table: string | null = null): ChangeLine[] {
  return names.length === 0 ? [] : [{ subject, change, names: names.slice(0, MAX_NAMES), count: names.length, table }];
}

const CHANGES = ['added', 'changed', 'removed'] as const;

function fileLines({ before, after, renamed }: Versions, folder: string, subject: ChangeSubject): ChangeLine[] {
  const names: Record<ChangeLine['change'], string[]> = { added: [], changed: [], removed: [] };
  const isNew = new Set(renamed.values());
  for (const path of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
    if (!path.startsWith(`${folder}/`) || before[path] === after[path] || renamed.has(path)) continue;
    const change = after[path] === undefined ? 'removed' : before[path] === undefined && !isNew.has(path) ? 'added' : 'changed';
    names[change].push(path.slice(folder.length + 1).replace(/\.json$/, ''));
  }
  return CHANGES.flatMap((change) => line(subject, change, names[change]));
}

function wholeLine({ before, after }: Versions, path: string, subject: ChangeSubject): ChangeLine[] {
  const change = after[path] === undefined ? 'removed' : before[path] === undefined ? 'added' : 'changed';
  return before[path] === after[path] ? [] : [{ subject, change, names: [], count: 1, table: null }];
}

/** Tables that only changed are told by their fields and permissions. */
function tableLines(versions: Versions): ChangeLine[] {
  const { oldTables, newTables, renamed } = versions;
  const pairs = [...oldTables].flatMap(([path, old]) => {
    const next = newTables.get(renamed.get(path) ?? path);
    return next === undefined ? [] : [{ old, next }];
  });
  const fields = pairs.flatMap(({ old, next }) => [
    ...line(
      'field',
      'added',
      labelsOf(next, (name) => !old.fields.has(name)),
      next.name,
    ),
    ...line(
      'field',
      'changed',
      labelsOf(next, (name, schema) => old.fields.has(name) && old.fields.get(name) !== schema),
      next.name,
    ),
    ...line(
      'field',
      'removed',
      labelsOf(old, (name) => !next.fields.has(name)),
      next.name,
    ),
  ]);
  const permissions = pairs.filter(({ old, next }) => old.access !== next.access).map(({ next }) => next.name);
  const told = new Set([...fields.map(({ table }) => table), ...permissions]);
  const tables = fileLines(versions, 'entities', 'table').flatMap((one) =>
    one.change === 'changed'
      ? line(
          'table',
          'changed',
          one.names.filter((name) => !told.has(name)),
        )
      : [one],
  );
  return [...tables, ...fields, ...line('permission', 'changed', permissions)];
}

function labelsOf({ fields }: Table, isMeant: (name: string, schema: string) => boolean): string[] {
  return [...fields].filter(([name, schema]) => isMeant(name, schema)).map(([name, schema]) => titleOf(schema) ?? name);
}
