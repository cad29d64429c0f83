import { type Answer, fileActions, joined, say } from './answer.ts';
import { readApp } from './app.ts';
import type { Language } from './language.ts';
import { pick } from './language.ts';

type Files = Readonly<Record<string, string>>;

/** Rows that the last change added. */
export interface AddedRows {
  readonly table: string;
  readonly ids: readonly string[];
}

/** Brings back the version before, and says what that takes away and brings back. */
export function undo(
  files: Files,
  previous: Files | null,
  { language, rows }: { readonly language: Language; readonly rows: readonly AddedRows[] },
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
  const said: string[] = [];
  const gone = pick(language, { en: 'removed again', de: 'wieder entfernt' });
  const back = pick(language, { en: 'back', de: 'wieder da' });
  const name = (text: string) => (language === 'de' ? `„${text}“` : `"${text}"`);
  for (const table of now.tables) {
    const old = then.tables.find((one) => one.name === table.name);
    if (old === undefined) {
      said.push(`${name(table.label)} ${gone}`);
      continue;
    }
    for (const { key, label } of table.fields) if (!old.fields.some((field) => field.key === key)) said.push(`${name(label)} ${gone}`);
    for (const { key, label } of old.fields) {
      const field = table.fields.find((one) => one.key === key);
      if (field === undefined || field.label !== label) said.push(`${name(label)} ${back}`);
    }
    if (old.permissions.read !== table.permissions.read || old.permissions.write !== table.permissions.write)
      said.push(pick(language, { en: `who may use ${name(table.label)}`, de: `die Rechte von ${name(table.label)}` }));
  }
  for (const page of now.pages)
    if (!then.pages.some((one) => one.name === page.name))
      said.push(pick(language, { en: `the page ${name(page.name)} ${gone}`, de: `die Seite ${name(page.name)} ${gone}` }));
  if (files['globals.css'] !== previous['globals.css'])
    said.push(pick(language, { en: 'the former colours and look are back', de: 'die früheren Farben und das Aussehen sind wieder da' }));
  if (said.length === 0)
    said.push(pick(language, { en: 'the former texts and order are back', de: 'die früheren Texte und die Reihenfolge sind wieder da' }));
  return said;
}
