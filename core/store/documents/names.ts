import { InvalidInput } from '../../contract/errors.ts';
import type { IndexSpec } from '../../contract/store.ts';

/** MongoDB's own name for an index: `appId_1_createdAt_-1`. `DuplicateKey` carries it on both stores. */
export function indexName(index: IndexSpec): string {
  return Object.entries(index.keys)
    .map(([path, direction]) => `${path}_${direction}`)
    .join('_');
}

export const idIndex = '_id_';

const collectionName = /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/;

/** Throws `InvalidInput` for a collection name that is not valid on both engines. */
export function checkName(name: string): void {
  if (!collectionName.test(name))
    throw new InvalidInput(`"${name}" is not a name for a collection: use letters, digits, "_", "-" and ".".`);
}
