import type { Migration } from '@sayso/core';
import type { collections } from './collections.ts';
import { listAddressed } from './rows/settle-files.ts';
import { copyToDrafts } from './rows/splits.ts';

/**
 * Until 0.1 the rows of all apps were in one table. On SQLite the store moves them to one file for each app when it opens the collection for
 * this step: under the lease of the migrations, and before any plugin starts. The record of the step makes earlier releases refuse the data,
 * in which they would find no rows.
 */
const moveRowsToFiles: Migration<typeof collections> = {
  name: 'move-rows-to-files',
  run: async () => undefined,
};

/**
 * Until 0.1 previews and published apps had the same rows. The job `settleRows` removes those of apps that are not published from their live
 * rows: a migration does not know which ones those are.
 */
const copyRowsToDrafts: Migration<typeof collections> = {
  name: 'copy-rows-to-drafts',
  run: copyToDrafts,
};

/** Rows named files by the address of the installation: the job `settleFiles` stores paths, which needs the plugin that stores files. */
const filePaths: Migration<typeof collections> = {
  name: 'file-paths',
  run: listAddressed,
};

export const migrations = [moveRowsToFiles, copyRowsToDrafts, filePaths];
