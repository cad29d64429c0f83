import type { Migration } from '@sayso/core';
import type { collections } from './collections.ts';

/**
 * Until 0.1 the rows of all apps were in one table. On SQLite the store moves them to one file for each app when it opens the collection for
 * this step: under the lease of the migrations, and before any plugin starts. The record of the step makes earlier releases refuse the data,
 * in which they would find no rows.
 */
const moveRowsToFiles: Migration<typeof collections> = {
  name: 'move-rows-to-files',
  run: async () => undefined,
};

export const migrations = [moveRowsToFiles];
