import type { Files, Permission } from '@sayso/apps/ref';
import { permissionsOf, readSchema } from './entity.ts';

/** From nobody to anybody: moving to the right lets more people in. */
const OPENNESS: readonly Permission[] = ['none', 'admin', 'creator', 'all', 'anonymous'];
const PEOPLE: Readonly<Record<Permission, string>> = {
  none: 'nobody',
  admin: 'admins',
  creator: 'the person who made them',
  all: 'everyone who uses the app',
  anonymous: 'anyone, even without signing in',
};
/** Deleting this many files in one turn is asked about. */
const MASS_DELETE = 5;

/**
 * What the builder has to agree to before the change is made, one sentence each. Compares the states rather than the actions, so that
 * no detour gets around it.
 */
export async function reviewChanges(before: Files, after: Files, countRows: (entity: string) => Promise<number>): Promise<string[]> {
  const sentences: string[] = [];
  for (const path of Object.keys(before).filter(isTable)) {
    const name = path.slice('entities/'.length, -'.json'.length);
    const text = after[path];
    if (text === undefined) {
      const rows = await countRows(name);
      if (rows > 0) sentences.push(`Delete the table "${name}" with its ${rows === 1 ? 'one row' : `${rows} rows`}.`);
    } else if (text !== before[path]) {
      sentences.push(...widened(name, before[path] ?? '', text));
    }
  }
  const deleted = Object.keys(before).filter((path) => after[path] === undefined && !isTable(path));
  if (deleted.length >= MASS_DELETE) sentences.push(`Delete ${deleted.length} files: ${deleted.join(', ')}.`);
  return sentences;
}

function widened(name: string, before: string, after: string): string[] {
  const old = permissionsOf(readSchema(before));
  const next = permissionsOf(readSchema(after));
  return (['read', 'write'] as const)
    .filter((right) => OPENNESS.indexOf(next[right]) > OPENNESS.indexOf(old[right]))
    .map((right) => {
      const verb = right === 'read' ? 'see' : 'change';
      return `Let ${PEOPLE[next[right]]} ${verb} the rows of "${name}". So far: ${PEOPLE[old[right]]}.`;
    });
}

function isTable(path: string): boolean {
  return path.startsWith('entities/');
}
