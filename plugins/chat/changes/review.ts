import type { Files } from '@sayso/apps/ref';
import type { EntitiesApi } from '@sayso/entities/ref';
import { permissionsOf, readSchema } from './entity.ts';
import { rowsInWords } from './table-words.ts';
import { widening } from './widening.ts';

/** Deleting this many files in one turn is asked about. */
const MASS_DELETE = 5;

/** What the review asks the entities plugin. */
export interface Tables extends Pick<EntitiesApi, 'effectsOf'> {
  countRows(entity: string): Promise<number>;
}

/**
 * What the builder has to agree to before the change is made, one sentence each: what will be so. Compares the states rather than the
 * actions, so that no detour gets around it.
 */
export async function reviewChanges(before: Files, after: Files, tables: Tables): Promise<string[]> {
  const sentences: string[] = [];
  for (const path of Object.keys(before).filter(isTable)) {
    const name = path.slice('entities/'.length, -'.json'.length);
    const text = after[path];
    if (text === undefined) {
      const rows = await tables.countRows(name);
      if (rows > 0) sentences.push(`The table "${name}" will be deleted, with its ${rows === 1 ? 'one row' : `${rows} rows`}.`);
    } else if (text !== before[path]) {
      const [old, next] = [before[path] ?? '', text].map((schema) => tables.effectsOf(permissionsOf(readSchema(schema))));
      const sentence = old && next ? widening(rowsInWords(name), old, next) : null;
      if (sentence !== null) sentences.push(sentence);
    }
  }
  const deleted = Object.keys(before).filter((path) => after[path] === undefined && !isTable(path));
  if (deleted.length >= MASS_DELETE) sentences.push(`${deleted.length} files will be deleted: ${deleted.join(', ')}.`);
  return sentences;
}

function isTable(path: string): boolean {
  return path.startsWith('entities/');
}
