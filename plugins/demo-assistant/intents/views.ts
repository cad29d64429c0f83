import { type AppField, type AppModel, type AppTable, fieldsIn, tablesIn } from '../follow-ups/app.ts';
import { findThing } from '../language/lexicon.ts';
import * as words from '../words/follow-ups.ts';
import {
  byFormat,
  type ClauseContext,
  chosenTables,
  contentWords,
  fieldBy,
  fieldFor,
  firstField,
  type Intent,
  lastWord,
  noField,
} from './intent.ts';

export function readSort(clause: string, context: ClauseContext): Intent | null {
  if (!words.SORT.test(clause)) return null;
  const { app } = context;
  const tables = chosenTables(clause, app);
  const isDescending = words.DESCENDING.test(clause);
  const found =
    fieldBy(clause, tables) ??
    (words.BY_TIME.test(clause)
      ? (byFormat(tables, 'date') ?? firstField(tables, (_schema, key) => /year$/i.test(key)))
      : words.BY_NAME.test(clause)
        ? firstField(tables, (schema) => schema['type'] === 'string' && schema['x-reference'] === undefined)
        : null);
  if (found === null) return noField(lastWord(clause));
  // "Put the photo first" is about the layout.
  if (found.field.schema['format'] === 'image') return null;
  return { changes: [{ kind: 'sort', table: found.table.name, field: found.field.key, isDescending }] };
}

export function readChart(clause: string, { app, language }: ClauseContext): Intent | null {
  if (!words.CHART.test(clause)) return null;
  const by = /\b(?:per|by|pro|nach|je|over)\b(.+)$/iu.exec(clause)?.[1] ?? '';
  const group = groupFor(by, chosenTables(clause, app));
  if (group === null) return noField(lastWord(clause));
  const { table, field } = group;
  const value = summedField(by === '' ? clause : clause.slice(0, clause.length - by.length), table);
  const title = `${value?.label ?? table.label} ${language === 'de' ? 'nach' : 'by'} ${field.label}`;
  const page = app.pages.find(({ tables: shown }) => shown.includes(table.name))?.name;
  const options = { ...(value === undefined ? {} : { value: value.key }), ...(page === undefined ? {} : { page }) };
  return { changes: [{ kind: 'add-chart', table: table.name, field: field.key, title, ...options }] };
}

/** The field whose values are the groups; without any stated, a choice or a date. */
function groupFor(by: string, tables: readonly AppTable[]) {
  const named = fieldFor(by, tables);
  if (named !== null) return named;
  const isByTime = /\b(?:month|week|day|time|year|monat|woche|tag|jahr)/iu.test(by);
  if (by.trim() !== '' && !isByTime) return null;
  return (isByTime ? null : firstField(tables.slice(0, 1), (schema) => Array.isArray(schema['enum']))) ?? byFormat(tables, 'date');
}

/** The number that a chart sums: one that is named, else the amounts of a table of money. */
function summedField(text: string, table: AppTable): AppField | undefined {
  const isNumber = ({ schema }: AppField) => schema['type'] === 'number' || schema['type'] === 'integer';
  const named = fieldsIn(text, [table]).find(({ field }) => isNumber(field))?.field;
  return named ?? table.fields.find(({ schema }) => schema['format'] === 'currency' && isOfMoney(table));
}

function isOfMoney(table: AppTable): boolean {
  return findThing(table.label.toLowerCase())?.thing.kind === 'money';
}

export function readFilter(clause: string, { app }: ClauseContext): Intent | null {
  if (!words.FILTER.test(clause)) return null;
  const tables = chosenTables(clause, app);
  const found = fieldBy(clause.replace(words.FILTER, ' '), tables) ?? usualFilter(clause, app);
  return found === null
    ? noField(lastWord(clause))
    : { changes: [{ kind: 'add-filter', table: found.table.name, field: found.field.key }] };
}

/** Without a field: a search goes by the text that names a row, a filter by the first choice. Null when a field is named that is not there. */
function usualFilter(clause: string, app: AppModel) {
  const others = contentWords(clause.replace(words.FILTER, ' ')).filter((word) => !words.CONTROL.test(word));
  const [table] = chosenTables(clause, app);
  if (table === undefined || others.some((word) => tablesIn(word, app).length === 0)) return null;
  return words.SEARCH.test(clause)
    ? firstField([table], (schema) => schema['type'] === 'string' && !SPECIAL.some((name) => schema[name] !== undefined))
    : firstField([table], (schema) => Array.isArray(schema['enum']));
}

/** What a text has that is not searched: choices, references, dates. */
const SPECIAL = ['enum', 'format', 'x-reference'];
