import { type AppModel, type AppTable, tablesIn } from '../follow-ups/app.ts';
import { type Entry, findThing, ownThing, phrasesOf } from '../language/lexicon.ts';
import { pascal, tokens } from '../language/text.ts';
import { newTable, type TableOptions } from '../new-app/new-table.ts';
import { say } from '../requests/answer.ts';
import * as words from '../words/follow-ups.ts';
import { fieldWordsIn } from './fields.ts';
import { type ClauseContext, type Intent, noField } from './intent.ts';

const NUMBERS = 'one/eins two/zwei three/drei four/vier five/fünf six/sechs seven/sieben eight/acht nine/neun ten/zehn'
  .split(' ')
  .map((names) => names.split('/'));

export function readRows(clause: string, { app }: ClauseContext): Intent | null {
  if (!words.ROWS.test(clause)) return null;
  const named = tablesIn(clause, app);
  const spelled = tokens(clause).map((word) => NUMBERS.findIndex((names) => names.includes(word)) + 1);
  const count = Math.min(Number(/\b(\d{1,2})\b/.exec(clause)?.[1] ?? (Math.max(...spelled) || 4)), 50);
  return { changes: [], rows: (named.length > 0 ? named : app.tables).map((table) => ({ table, count })) };
}

/** A page of a table that has none, and one with a form for new rows. */
export function readTablePage(clause: string, { app, appName, language }: ClauseContext): Intent | null {
  const [table] = tablesIn(clause, app);
  if (table === undefined || !words.ADD.test(clause)) return null;
  if (words.FORM.test(clause)) {
    const label = say(language, 'addRow', { one: language === 'de' ? table.one : table.one.toLowerCase() });
    const change = { table: table.name, page: `Add${pascal(table.one)}`, label, view: 'guestbook', appName } as const;
    return { changes: [{ kind: 'add-table-page', ...change }] };
  }
  const isShown = app.pages.some(({ tables }) => tables.includes(table.name));
  if (isShown || !words.ONLY_PAGE.test(clause)) return null;
  return { changes: [{ kind: 'add-table-page', table: table.name, page: pascal(table.label), label: table.label, appName }] };
}

export function readNewTable(clause: string, context: ClauseContext): Intent | null {
  const { app, language } = context;
  const named = tablesIn(clause, app)[0];
  const isCalendar = words.CALENDAR.test(clause);
  if (named !== undefined && (isCalendar || words.BOARD.test(clause))) return readView(named, isCalendar, context);
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
  // "Add employees" adds a table; if the clause names another table, it adds a field to that.
  if (wanted.length === 0 || (target === undefined && named !== undefined)) return null;
  const options = optionsFor(context);
  return { changes: wanted.flatMap((thing) => newTable({ thing, fields: [] }, options)) };
}

/** New tables are as readable as the main one, and can reference the app's tables that are known things. */
function optionsFor({ app: { main, tables }, appName, language }: ClauseContext): TableOptions {
  const others = tables.flatMap(({ name, label }) => {
    const known = findThing(label.toLowerCase())?.thing;
    return known !== undefined && pascal(known.key) === name ? [known] : [];
  });
  const read = main?.permissions.read === 'all' ? 'all' : 'creator';
  return { language, permissions: { read, write: 'creator' }, others, isFirst: false, appName };
}

function readView(table: AppTable, isCalendar: boolean, { language, appName }: ClauseContext): Intent {
  const view = isCalendar ? 'Calendar' : 'Board';
  const field = isCalendar
    ? table.fields.find(({ schema }) => schema['format'] === 'date' || schema['format'] === 'date-time')
    : table.fields.find(({ schema }) => Array.isArray(schema['enum']));
  if (field === undefined) return noField(isCalendar ? say(language, 'date') : 'status');
  const label = `${table.label}: ${isCalendar ? say(language, 'calendar') : view}`;
  const change = {
    table: table.name,
    page: `${pascal(table.label)}${view}`,
    label,
    view: isCalendar ? 'calendar' : 'board',
    appName,
  } as const;
  return { changes: [{ kind: 'add-table-page', ...change }] };
}

function thingsIn(text: string, app: AppModel): Entry[] {
  const phrases = [...phrasesOf(tokens(text), (phrase) => findThing(phrase) !== null)];
  return phrases.flatMap((phrase) => (tablesIn(phrase, app).length === 0 ? (findThing(phrase) ?? []) : []));
}
