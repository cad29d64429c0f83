import type { AppChange } from '@sayso/runtime/ref';
import { type AppModel, type AppTable, fieldsIn, tablesIn } from '../follow-ups/app.ts';
import type { Language } from '../language/language.ts';
import { tokens } from '../language/text.ts';
import { COMMANDS } from '../words/follow-ups.ts';
import type { MessageKey } from '../words/messages.ts';
import { FILLERS } from '../words/plain.ts';

/** Parses the intent of one clause of a follow-up; null when it does not match. */
export interface Intent {
  readonly changes: readonly AppChange[];
  /** Example rows to add. */
  readonly rows?: readonly { readonly table: AppTable; readonly count: number }[];
  /** What keeps it from being done: a field or a page that is not there, or a page that is not named. */
  readonly missing?: readonly [MessageKey, Readonly<Record<string, string>>];
}

/** A clause that names a field which the app does not have. */
export const noField = (field: string): Intent => (field === '' ? { changes: [] } : { changes: [], missing: ['no-field', { field }] });

export interface ClauseContext {
  readonly app: AppModel;
  readonly appName: string;
  readonly language: Language;
}

export type Reader = (clause: string, context: ClauseContext) => Intent | null;

export function chosenTables(clause: string, app: AppModel): readonly AppTable[] {
  const named = tablesIn(clause, app);
  if (named.length > 0) return named;
  return app.main === undefined ? [] : [app.main, ...app.tables.filter((table) => table !== app.main)];
}

export function fieldFor(text: string, tables: readonly AppTable[]) {
  return fieldsIn(text, tables)[0] ?? null;
}

/** The field by which rows are ordered or found: what stands behind "by" goes first, for a table may have the name of a field. */
export function fieldBy(text: string, tables: readonly AppTable[]) {
  const by = /\b(?:by|per|nach|pro)\s+(.+)$/iu.exec(text)?.[1];
  const tokensOfTables = tables.flatMap(({ label, one }) => [label.toLowerCase(), one.toLowerCase()]);
  const named = by === undefined ? null : fieldFor(by, tables);
  if (named !== null) return named;
  const found = fieldFor(text, tables);
  return found !== null && by !== undefined && tokensOfTables.includes(found.field.label.toLowerCase()) ? null : found;
}

export function byFormat(tables: readonly AppTable[], format: string) {
  return firstField(tables, (schema) => String(schema['format'] ?? '').startsWith(format));
}

export function firstField(tables: readonly AppTable[], test: (schema: Readonly<Record<string, unknown>>, key: string) => boolean) {
  for (const table of tables) {
    const field = table.fields.find(({ schema, key }) => test(schema, key));
    if (field !== undefined) return { table, field };
  }
  return null;
}

/** The words of a clause that may name something: without the command in front. */
export function contentWords(clause: string): string[] {
  return tokens(clause.replace(COMMANDS, ' ')).filter(
    (word) => /\p{L}/u.test(word) && !FILLERS.has(word) && !/^(?:sort|filter|remove|delete|chart|search|entferne|sortieren)$/.test(word),
  );
}

export const lastWord = (clause: string): string => contentWords(clause).slice(-2).join(' ');

/** A name between quotation marks, with words such as "everywhere" behind it. */
const QUOTED = /^(?:"([^"]+)"|[“„]([^“”]+)[“”]|»([^«]+)«|‚([^‘]+)‘|'(.+?)'(?!\p{L}))/u;
const EVERYWHERE =
  /[,\s]+(?:everywhere|in all places|on (?:all|every) pages?|throughout the app|überall|an allen stellen|auf allen seiten)$/iu;

/** A name as it was meant: without quotation marks, and without what stands behind them. */
export function unquoted(text: string): string {
  const name = text
    .trim()
    .replace(/[.!?]+$/, '')
    .replace(EVERYWHERE, '');
  const quoted = QUOTED.exec(name)
    ?.slice(1)
    .find((each) => each !== undefined);
  return (quoted ?? name.replace(/^["“„»'‚]+|["”“«'‘]+$/gu, '')).trim();
}
