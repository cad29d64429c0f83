import type { AppChange } from '@sayso/runtime/ref';
import { type AppModel, type AppTable, tablesIn } from '../follow-ups/app.ts';
import type { Language } from '../language/language.ts';
import { type Entry, findThing, ownThing, phrasesOf, type Thing } from '../language/lexicon.ts';
import { pascal, tokens } from '../language/text.ts';
import { newTable, pageOf } from '../new-app/list-app.ts';
import * as words from '../words/follow-ups.ts';
import { fieldWordsIn } from './fields.ts';
import type { ClauseContext, Intent } from './intent.ts';

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

export function readNewTable(clause: string, context: ClauseContext): Intent | null {
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
  // "Add employees" adds a table; if the clause names another table, it adds a field to that.
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

/** The app's tables as things, so that new tables can reference them. */
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
  const source = pageOf(page, { label, table: table.name, blocks: [[file, block, [`${prop}="${field.key}"`]]], isWide: true });
  return { changes: [{ kind: 'add-page', page, label, source }] };
}

function thingsIn(text: string, app: AppModel): Entry[] {
  const phrases = [...phrasesOf(tokens(text), (phrase) => findThing(phrase) !== null)];
  return phrases.flatMap((phrase) => (tablesIn(phrase, app).length === 0 ? (findThing(phrase) ?? []) : []));
}
