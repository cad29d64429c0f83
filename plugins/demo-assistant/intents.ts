import type { AppChange } from '@sayso/runtime/ref';
import { type AppModel, type AppTable, fieldsIn, tablesIn } from './app.ts';
import type { Language } from './language.ts';
import { type FieldWord, findField, findThing, LONGEST, ownField, ownThing, type Thing } from './lexicon.ts';
import { newTable } from './list-app.ts';
import { propertyOf } from './schema.ts';
import { capitalized, pascal, tokens } from './text.ts';
import * as words from './words/follow-ups.ts';
import { FILLERS } from './words/plain.ts';

/** What one clause of a follow-up asks for; null when it asks for nothing of the kind. */
export interface Intent {
  readonly changes: readonly AppChange[];
  /** Example rows to add. */
  readonly rows?: readonly { readonly table: AppTable; readonly count: number }[];
  /** Fields that the app does not have, as they were named. */
  readonly noField?: string;
}

export interface ClauseContext {
  readonly app: AppModel;
  readonly appName: string;
  readonly language: Language;
}

type Reader = (clause: string, context: ClauseContext) => Intent | null;

/** In this order: the more particular ones first. */
const READERS: readonly Reader[] = [
  readTitle,
  readRename,
  readRows,
  readChoice,
  readAccess,
  readSort,
  readChart,
  readFilter,
  readRemoval,
  readLook,
  readNewTable,
  readNewField,
];

export function intentOf(clause: string, context: ClauseContext): Intent | null {
  for (const reader of READERS) {
    const intent = reader(clause, context);
    if (intent !== null) return intent;
  }
  return null;
}

function readTitle(clause: string, { appName }: ClauseContext): Intent | null {
  for (const pattern of words.TITLE) {
    const to = pattern.exec(clause)?.[1];
    if (to !== undefined && unquoted(to) !== '') return { changes: [{ kind: 'rename-app', from: appName, to: unquoted(to) }] };
  }
  return null;
}

function readRename(clause: string, { app }: ClauseContext): Intent | null {
  for (const pattern of words.RENAME) {
    const [, from = '', name = ''] = pattern.exec(clause) ?? [];
    const to = capitalized(unquoted(name));
    if (from === '' || to === '') continue;
    const [table] = tablesIn(from, app);
    const [found] = fieldsIn(from, app.tables);
    if (found !== undefined) return { changes: [{ kind: 'rename-field', table: found.table.name, field: found.field.key, to }] };
    const pages =
      table === undefined ? [] : app.pages.filter((page) => page.tables.at(-1) === table.name || page.name === pascal(table.label));
    const page = pages[0] ?? app.pages.find(({ name }) => name.toLowerCase() === from.toLowerCase());
    return page === undefined ? { changes: [], noField: unquoted(from) } : { changes: [{ kind: 'rename-page', page: page.name, to }] };
  }
  return null;
}

function readRows(clause: string, { app }: ClauseContext): Intent | null {
  if (!words.ROWS.test(clause)) return null;
  const named = tablesIn(clause, app);
  const count = Math.min(Number(/\b(\d{1,2})\b/.exec(clause)?.[1] ?? 4), 50);
  return { changes: [], rows: (named.length > 0 ? named : app.tables).map((table) => ({ table, count })) };
}

function readAccess(clause: string, { app }: ClauseContext): Intent | null {
  const [onlyMe, onlyAdmins, everyone] = [words.ONLY_ME, words.ONLY_ADMINS, words.EVERYONE].map((pattern) => pattern.test(clause));
  const [reads, writes] = [words.READING.test(clause), words.WRITING.test(clause)];
  if (!(onlyMe || onlyAdmins || everyone) || !(reads || writes || onlyMe)) return null;
  // "Ask guests if …" is about a field.
  if (everyone && !onlyMe && !onlyAdmins && !reads && !/\b(?:let|can|may|able|dürfen|können|lass)\b/iu.test(clause)) return null;
  const named = tablesIn(clause, app);
  const access = onlyMe
    ? ({ read: 'creator', write: 'creator' } as const)
    : onlyAdmins
      ? { ...(reads || !writes ? ({ read: 'admin' } as const) : {}), ...(writes ? ({ write: 'admin' } as const) : {}) }
      : { ...(reads ? ({ read: 'all' } as const) : {}), ...(writes ? ({ write: 'anonymous' } as const) : {}) };
  return { changes: (named.length > 0 ? named : app.tables).map(({ name }) => ({ kind: 'set-permissions', table: name, ...access })) };
}

function readSort(clause: string, context: ClauseContext): Intent | null {
  if (!words.SORT.test(clause)) return null;
  const { app } = context;
  const tables = chosenTables(clause, app);
  const isDescending = words.DESCENDING.test(clause);
  const found =
    fieldFor(clause, tables) ??
    (words.BY_TIME.test(clause) ? byFormat(tables, 'date') : words.BY_NAME.test(clause) ? firstText(tables) : null);
  if (found === null) return { changes: [], noField: lastWord(clause) };
  return { changes: [{ kind: 'sort', table: found.table.name, field: found.field.key, isDescending }] };
}

function readChart(clause: string, { app, language }: ClauseContext): Intent | null {
  if (!words.CHART.test(clause)) return null;
  const tables = chosenTables(clause, app);
  const by = /\b(?:per|by|pro|nach|je|over)\b(.+)$/iu.exec(clause)?.[1] ?? '';
  const found =
    fieldFor(by, tables) ?? (/\b(?:month|week|day|time|year|monat|woche|tag|jahr)/iu.test(by) ? byFormat(tables, 'date') : null);
  const group = found ?? byChoice(tables) ?? byFormat(tables, 'date');
  if (group === null || (by.trim() !== '' && found === null)) return { changes: [], noField: lastWord(clause) };
  const { table, field } = group;
  const front = by === '' ? clause : clause.slice(0, clause.length - by.length);
  const isNumber = ({ schema }: { readonly schema: Readonly<Record<string, unknown>> }) =>
    schema['type'] === 'number' || schema['type'] === 'integer';
  const summed =
    fieldsIn(front, [table]).find((one) => isNumber(one.field))?.field ??
    table.fields.find(({ schema }) => schema['format'] === 'currency' && isOfMoney(table));
  const title = `${summed?.label ?? table.label} ${language === 'de' ? 'nach' : 'by'} ${field.label}`;
  const page = app.pages.find(({ tables: shown }) => shown.includes(table.name))?.name;
  return {
    changes: [
      {
        kind: 'add-chart',
        table: table.name,
        field: field.key,
        title,
        ...(summed === undefined ? {} : { value: summed.key }),
        ...(page === undefined ? {} : { page }),
      },
    ],
  };
}

function isOfMoney(table: AppTable): boolean {
  return findThing(table.label.toLowerCase())?.thing.kind === 'money';
}

function readFilter(clause: string, { app }: ClauseContext): Intent | null {
  if (!words.FILTER.test(clause)) return null;
  const tables = chosenTables(clause, app);
  const found = fieldFor(clause.replace(words.FILTER, ' '), tables);
  return found === null
    ? { changes: [], noField: lastWord(clause) }
    : { changes: [{ kind: 'add-filter', table: found.table.name, field: found.field.key }] };
}

function readRemoval(clause: string, { app }: ClauseContext): Intent | null {
  if (!words.REMOVE.test(clause)) return null;
  const tables = chosenTables(clause, app);
  const found = fieldFor(clause, tables) ?? fieldFor(clause, app.tables);
  if (found === null) return { changes: [], noField: lastWord(clause) };
  const isNamed = tablesIn(clause, app).length > 0;
  const same = isNamed
    ? [found]
    : app.tables.flatMap((table) => table.fields.filter(({ key }) => key === found.field.key).map((field) => ({ table, field })));
  return { changes: same.map(({ table, field }) => ({ kind: 'remove-field', table: table.name, field: field.key })) };
}

function readLook(clause: string, _context: ClauseContext): Intent | null {
  const changes: AppChange[] = [];
  const hex = /#(?:[\da-f]{6}|[\da-f]{3})\b/iu.exec(clause)?.[0];
  if (hex !== undefined) changes.push({ kind: 'set-accent', color: hex });
  else {
    const colour = [...clause.toLowerCase().matchAll(/\p{L}+/gu)].find(
      ([word]) => wordColour(word) !== undefined && !words.NOT_COLOUR.test(clause.slice(0, clause.toLowerCase().indexOf(word))),
    );
    const hue = colour === undefined ? undefined : wordColour(colour[0]);
    if (hue !== undefined && !/\b(?:add|field|column|feld|spalte)\b/iu.test(clause)) changes.push({ kind: 'set-accent', hue });
  }
  if (words.DARK.test(clause)) changes.push({ kind: 'set-theme', mode: 'dark' });
  else if (words.LIGHT.test(clause)) changes.push({ kind: 'set-theme', mode: 'light' });
  if (words.ROUND.test(clause)) changes.push({ kind: 'set-theme', radius: 1 });
  else if (words.SHARP.test(clause)) changes.push({ kind: 'set-theme', radius: 0 });
  return changes.length > 0 ? { changes } : null;
}

/** Also `grünes` and `greenish`. */
export function wordColour(word: string): number | null | undefined {
  const known = Object.keys(words.COLOURS).find(
    (colour) => word === colour || (colour.length > 2 && word.startsWith(colour) && /^(?:e[srnm]?|ish)$/.test(word.slice(colour.length))),
  );
  return known === undefined ? undefined : words.COLOURS[known];
}

/** `Difficulty: easy, medium or hard`, `a private or business choice`, `Who paid? Me or my wife`. */
function readChoice(clause: string, context: ClauseContext): Intent | null {
  const [, label = '', given = ''] = /^(?:add )?([\p{L} ]{2,30})[:?]\s*(.+?(?: or | oder |,).+)$/iu.exec(clause.trim()) ?? [];
  const [, one = '', other = ''] = /\b(?:an? )?(\p{L}+) (?:or|oder) (\p{L}+) (?:choice|option|switch|auswahl)\b/iu.exec(clause) ?? [];
  const options =
    given !== ''
      ? given
          .split(/,|\bor\b|\boder\b/iu)
          .map((text) => capitalized(unquoted(text)))
          .filter((text) => text !== '')
      : one !== ''
        ? [capitalized(one), capitalized(other)]
        : [];
  if (options.length < 2) return null;
  const known = findField(label.trim().toLowerCase());
  const name =
    given === ''
      ? { key: 'kind', label: { en: 'Kind', de: 'Art' } }
      : { key: known?.key ?? label.trim(), label: known?.label ?? { en: label.trim(), de: label.trim() } };
  return addFields([{ ...name, type: options.join(',') }], clause, context);
}

function readNewTable(clause: string, context: ClauseContext): Intent | null {
  const { app, language } = context;
  const named = tablesIn(clause, app)[0];
  const isCalendar = words.CALENDAR.test(clause);
  if (named !== undefined && (isCalendar || words.BOARD.test(clause))) return readView(named, { isCalendar, language });
  const target = words.PAGE.exec(clause)?.[1];
  const isOfField = fieldWordsIn(clause, app).some(({ label }) => findThing(label[language].toLowerCase()) === null);
  if (target === undefined && (isOfField || !words.ADD.test(clause))) return null;
  const things = thingsIn(target ?? clause, app)
    .filter(({ isPlural }) => isPlural || target !== undefined)
    .map(({ thing }) => thing);
  const wanted =
    things.length > 0
      ? things
      : target !== undefined && named === undefined && tokens(target).length === 1
        ? [ownThing(tokens(target)[0] ?? '')]
        : [];
  // "Add employees" is a table; with a table named beside it, it is a field of that.
  if (wanted.length === 0 || (target === undefined && named !== undefined)) return null;
  const changes = wanted.flatMap((thing): AppChange[] => {
    const permissions = { read: app.main?.permissions.read === 'all' ? 'all' : 'creator', write: 'creator' } as const;
    const table = newTable({ thing, fields: [] }, { language, permissions, others: othersOf(app), isFirst: false });
    return [
      { kind: 'add-table', table: table.name, schema: table.schema },
      { kind: 'add-page', page: table.page.name, label: table.page.label, source: table.page.source },
    ];
  });
  return { changes };
}

/** Tables of the app as things, so that new rows can name theirs. */
function othersOf({ tables }: AppModel): Thing[] {
  return tables.flatMap(({ name, label }) => {
    const known = findThing(label.toLowerCase())?.thing;
    return known !== undefined && pascal(known.key) === name ? [known] : [];
  });
}

function readView(table: AppTable, { isCalendar, language }: { readonly isCalendar: boolean; readonly language: Language }): Intent {
  const field = isCalendar
    ? table.fields.find(({ schema }) => schema['format'] === 'date' || schema['format'] === 'date-time')
    : table.fields.find(({ schema }) => Array.isArray(schema['enum']));
  if (field === undefined) return { changes: [], noField: isCalendar ? (language === 'de' ? 'Datum' : 'date') : 'status' };
  const [block, file, prop, word] = isCalendar
    ? (['DataCalendar', 'calendar', 'date', language === 'de' ? 'Kalender' : 'Calendar'] as const)
    : (['DataBoard', 'board', 'by', 'Board'] as const);
  const label = `${table.label}: ${word}`;
  const page = `${pascal(table.label)}${isCalendar ? 'Calendar' : 'Board'}`;
  const source = `import { ${block} } from '@/components/blocks/${file}';
import { Page } from '@/components/blocks/page';
import { ${table.name} } from '@/entities/${table.name}';

export default function ${page}() {
  return (
    <Page title={${JSON.stringify(label)}} width="full">
      <${block} entity={${table.name}} ${prop}="${field.key}" />
    </Page>
  );
}
`;
  return { changes: [{ kind: 'add-page', page, label, source }] };
}

function readNewField(clause: string, context: ClauseContext): Intent | null {
  if (!words.ADD.test(clause)) return null;
  const quoted = /["“„»']([^"”“«']{2,40})["”“«']/u.exec(clause)?.[1];
  if (quoted !== undefined) return addFields([findField(quoted.toLowerCase()) ?? ownField(quoted)], clause, context);
  const found = fieldWordsIn(clause, context.app);
  const isBox = words.CHECKBOX.test(clause);
  if (found.length > 0)
    return addFields(
      found.map((field) => (isBox ? { ...field, type: 'yes' } : field)),
      clause,
      context,
    );
  const own =
    /\b(?:field|column|feld|spalte)\b(?: (?:for|called|named|für|namens))?(?: (?:the|a|an|die|das|den))?\s+([\p{L}]+(?: [\p{L}]+)?)/iu
      .exec(clause)?.[1]
      ?.replace(/\s+(?:to|on|in|for|bei|zu|für)$/iu, '');
  return own === undefined || FILLERS.has(own.toLowerCase()) ? null : addFields([ownField(own.toLowerCase())], clause, context);
}

function addFields(fields: readonly FieldWord[], clause: string, { app, language }: ClauseContext): Intent | null {
  const table = tablesIn(clause, app)[0] ?? app.main;
  if (table === undefined) return null;
  return {
    changes: fields.map((field) => {
      const [name, schema] = propertyOf(field, language);
      return { kind: 'add-field', table: table.name, field: name, schema };
    }),
  };
}

/** The longest known fields in a clause; of several that stand together without "and" the last one is meant. */
function fieldWordsIn(clause: string, app: AppModel): FieldWord[] {
  const all = tokens(clause);
  const found: FieldWord[] = [];
  let isNext = true;
  for (let at = 0; at < all.length; ) {
    const text = all[at] ?? '';
    if (/^(?:and|und|,)$/.test(text)) isNext = true;
    let length = Math.min(LONGEST, all.length - at);
    while (length > 0 && !isField(all.slice(at, at + length).join(' '), app)) length -= 1;
    const field = length === 0 ? null : findField(all.slice(at, at + length).join(' '));
    if (field !== null) {
      if (!isNext) found.pop();
      found.push(field);
      isNext = false;
    }
    at += Math.max(length, 1);
  }
  return found;
}

function isField(text: string, app: AppModel): boolean {
  if (
    findField(text) === null ||
    (FILLERS.has(text) && !/ /.test(text)) ||
    /^(?:from|to|day|when|where|who|wer|wo|wann|von|nach|bis|until|end|start|due|place)$/.test(text)
  )
    return false;
  return tablesIn(text, app).length === 0;
}

function thingsIn(text: string, app: AppModel): { readonly thing: Thing; readonly isPlural: boolean }[] {
  const all = tokens(text);
  const found: { thing: Thing; isPlural: boolean }[] = [];
  for (let at = 0; at < all.length; ) {
    let length = Math.min(LONGEST, all.length - at);
    while (length > 0 && findThing(all.slice(at, at + length).join(' ')) === null) length -= 1;
    const phrase = all.slice(at, at + length).join(' ');
    const entry = findThing(phrase);
    if (entry !== null && tablesIn(phrase, app).length === 0) found.push(entry);
    at += Math.max(length, 1);
  }
  return found;
}

function chosenTables(clause: string, app: AppModel): readonly AppTable[] {
  const named = tablesIn(clause, app);
  if (named.length > 0) return named;
  return app.main === undefined ? [] : [app.main, ...app.tables.filter((table) => table !== app.main)];
}

function fieldFor(text: string, tables: readonly AppTable[]) {
  return fieldsIn(text, tables)[0] ?? null;
}

function byFormat(tables: readonly AppTable[], format: string) {
  return firstField(tables, (schema) => String(schema['format'] ?? '').startsWith(format));
}

function byChoice(tables: readonly AppTable[]) {
  return firstField(tables.slice(0, 1), (schema) => Array.isArray(schema['enum']));
}

function firstText(tables: readonly AppTable[]) {
  return firstField(tables, (schema) => schema['type'] === 'string' && schema['x-reference'] === undefined);
}

function firstField(tables: readonly AppTable[], test: (schema: Readonly<Record<string, unknown>>) => boolean) {
  for (const table of tables) {
    const field = table.fields.find(({ schema }) => test(schema));
    if (field !== undefined) return { table, field };
  }
  return null;
}

function lastWord(clause: string): string {
  return tokens(clause)
    .filter(
      (word) => /\p{L}/u.test(word) && !FILLERS.has(word) && !/^(?:sort|filter|remove|delete|chart|search|entferne|sortieren)$/.test(word),
    )
    .slice(-2)
    .join(' ');
}

function unquoted(text: string): string {
  return text
    .trim()
    .replace(/[.!?]+$/, '')
    .replace(/^["“„»'‚]+|["”“«'‘]+$/gu, '')
    .trim();
}
