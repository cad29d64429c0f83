import type { BuildWorkspace } from '@sayso/models/ref';
import type { Language } from '../language/language.ts';
import { type Answer, fileActions, joined, quotedWords, say } from '../requests/answer.ts';
import { type AppTable, readApp } from './app.ts';

type Files = Readonly<Record<string, string>>;

/** Brings back the version before, and says what that takes away and brings back. */
export function undo(
  files: Files,
  previous: Files | null,
  { language, rows }: { readonly language: Language; readonly rows: BuildWorkspace['addedRows'] },
): Answer {
  const back = previous === null ? [] : fileActions(files, previous);
  const added = rows.filter(({ ids }) => ids.length > 0);
  if (back.length === 0 && added.length === 0)
    return { sentences: [say(language, 'undoNothing'), say(language, 'nothingChanged')], actions: [], suggestions: [] };
  const removals = added.map(({ table, ids }) => ({
    type: 'delete_records' as const,
    file: `entities/${table}.json`,
    title: table,
    content: JSON.stringify(ids),
  }));
  const what = [
    ...(previous === null ? [] : differences(files, previous, language)),
    ...(removals.length > 0 ? [say(language, 'undoneRows')] : []),
  ];
  return { sentences: [say(language, 'undone', { what: joined(language, what) })], actions: [...removals, ...back], suggestions: [] };
}

/** In words: fields, tables, pages and colours that come or go. */
function differences(files: Files, previous: Files, language: Language): string[] {
  const [now, then] = [readApp(files), readApp(previous)];
  const tables = now.tables.flatMap((table) => {
    const old = then.tables.find((one) => one.name === table.name);
    return old === undefined
      ? [say(language, 'undoneGone', { name: quotedWords(language, table.label) })]
      : tableDifferences(table, old, language);
  });
  const pages = now.pages
    .filter((page) => !then.pages.some((one) => one.name === page.name))
    .map((page) => say(language, 'undonePage', { name: quotedWords(language, page.name) }));
  const look = files['globals.css'] === previous['globals.css'] ? [] : [say(language, 'undoneLook')];
  const said = [...tables, ...pages, ...look];
  return said.length > 0 ? said : [say(language, 'undoneTexts')];
}

function tableDifferences(table: AppTable, old: AppTable, language: Language): string[] {
  const gone = table.fields.filter(({ key }) => !old.fields.some((field) => field.key === key));
  const back = old.fields.filter(({ key, label }) => table.fields.find((one) => one.key === key)?.label !== label);
  const isOpen = ({ permissions: { read, write } }: AppTable) => `${read} ${write}`;
  return [
    ...gone.map(({ label }) => say(language, 'undoneGone', { name: quotedWords(language, label) })),
    ...back.map(({ label }) => say(language, 'undoneBack', { name: quotedWords(language, label) })),
    ...(isOpen(table) === isOpen(old) ? [] : [say(language, 'undoneAccess', { name: quotedWords(language, table.label) })]),
  ];
}
