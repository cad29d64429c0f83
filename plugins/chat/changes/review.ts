import type { Files } from '@sayso/apps/ref';
import type { EntitiesApi } from '@sayso/entities/ref';
import { accessOf, readSchema } from './entity.ts';
import { rowsInWords } from './table-words.ts';
import { widening } from './widening.ts';

/** The number of files deleted in one turn from which on the builder has to confirm. */
const MASS_DELETE = 5;

/** The part of the entities plugin that the review uses. */
export interface Tables extends Pick<EntitiesApi, 'effectsOf'> {
  countRows(entity: string): Promise<number>;
}

/**
 * The effects that the builder has to confirm before they are applied, one sentence each. Compares states rather than actions, so that no
 * sequence of actions evades it.
 */
export async function reviewChanges(before: Files, after: Files, tables: Tables): Promise<string[]> {
  const sentences: string[] = [];
  for (const path of Object.keys(before).filter(isTable)) {
    const sentence = await tableSentence(path, { before: before[path] ?? '', after: after[path] }, tables);
    if (sentence !== null) sentences.push(sentence);
  }
  const deleted = Object.keys(before).filter((path) => after[path] === undefined && !isTable(path));
  if (deleted.length >= MASS_DELETE) sentences.push(`${deleted.length} files will be deleted: ${deleted.join(', ')}.`);
  return sentences;
}

/** The effect of a change of one table's schema; `after` is undefined for a deleted table. */
async function tableSentence(
  path: string,
  { before, after }: { readonly before: string; readonly after: string | undefined },
  tables: Tables,
) {
  const name = path.slice('entities/'.length, -'.json'.length);
  if (after === before) return null;
  if (after !== undefined) {
    const [old, next] = [accessOf(readSchema(before)), accessOf(readSchema(after))];
    const rows = rowsInWords(name);
    const widened = widening(rows, tables.effectsOf(old), tables.effectsOf(next));
    // Which of two rules is the wider one depends on the rows.
    const isRuled = JSON.stringify(old.rules) !== JSON.stringify(next.rules);
    return widened ?? (isRuled ? `The rules of who sees and changes which ${rows} will be different.` : null);
  }
  const rows = await tables.countRows(name);
  return rows > 0 ? `The table "${name}" will be deleted, with its ${rows === 1 ? 'one row' : `${rows} rows`}.` : null;
}

function isTable(path: string): boolean {
  return path.startsWith('entities/');
}
