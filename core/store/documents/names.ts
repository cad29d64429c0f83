import type { IndexSpec } from '../../contract/store.ts';

/** MongoDB's own name for an index: `appId_1_createdAt_-1`. `DuplicateKey` carries it on both stores. */
export function indexName(index: IndexSpec): string {
  return Object.entries(index.keys)
    .map(([path, direction]) => `${path}_${direction}`)
    .join('_');
}

export const idIndex = '_id_';

/** What both engines take for the name of a collection. */
export const collectionName = /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/;
