import { appBranches, appPurges, appsRef } from '@sayso/apps/ref';
import { type ContextOf, worker } from '@sayso/core';
import { z } from 'zod';
import type { collections } from './collections.ts';
import type { Chunk, ReadChunk } from './import/chunk.worker.ts';
import type { PreparedFile, PrepareFile } from './import/prepare.worker.ts';
import type { WorkbookToRead } from './import/workbook.worker.ts';
import { rowFiles, type Workbook } from './ref.ts';
import type { limits } from './rows/limits.ts';

const whole = z.coerce.number().int().min(1);

/** Quotas of an app, and limits of the cost of a read. */
export const entitiesConfig = z.object({
  QUERY_MAX_MS: whole
    .default(2000)
    .describe('Processor time that a query without an index may take, in milliseconds; its process is killed then. Default 2000.'),
  LIST_MAX_BYTES: whole.default(16_000_000).describe('Size of one list of rows, in bytes of JSON. Default 16000000.'),
  LISTS_MAX_BYTES: whole
    .default(256_000_000)
    .describe('Size of all lists of rows that one process reads and sends at the same time, in bytes of JSON. Default 256000000.'),
  MAX_ROWS_PER_TABLE: whole.default(500_000).describe('Rows that one table of an app may have. Default 500000.'),
  MAX_ROWS_PER_APP: whole.default(1_000_000).describe('Rows that all tables of one app may have together. Default 1000000.'),
  MAX_BYTES_PER_APP: whole.default(1_000_000_000).describe('Size of all rows of one app together, in bytes of JSON. Default 1000000000.'),
  IMPORT_MAX_BYTES: whole.default(100_000_000).describe('Size of one file that is imported, in bytes. Default 100000000.'),
  IMPORT_MAX_ROWS: whole.max(16_000_000).default(400_000).describe('Rows of one file that is imported. Default 400000.'),
  TRASH_DAYS: whole.default(30).describe('Days that deleted rows are kept in the trash of their app. Default 30.'),
  TRASH_MAX_ROWS: whole
    .default(100_000)
    .describe('Rows in the trash of one app, for draft and live rows each; the oldest are deleted for good. Default 100000.'),
  TRASH_MAX_BYTES: whole
    .default(250_000_000)
    .describe('Size of the rows in the trash of one app, for draft and live rows each, in bytes of JSON. Default 250000000.'),
  HISTORY_DAYS: whole.default(90).describe('Days that the changes of a row are kept. Default 90.'),
  HISTORY_MAX_CHANGES: whole.max(1000).default(100).describe('Changes of one row that are kept. Default 100.'),
  SNAPSHOT_DAYS: whole.default(30).describe('Days that snapshots of rows, taken before changes of their columns, are kept. Default 30.'),
  SNAPSHOTS_PER_APP: whole
    .default(5)
    .describe('Snapshots of rows that are kept of one app, the newest ones of draft and live rows each. Default 5.'),
  STREAMS_PER_APP: whole.default(5000).describe('Streams of changed rows of one app that are open at a process. Default 5000.'),
  STREAMS_PER_ACCOUNT: whole.default(100).describe('Streams of changed rows of one account that are open at a process. Default 100.'),
  STREAMS_PER_ADDRESS: whole
    .default(200)
    .describe('Streams of changed rows that visitors at one network address have open at a process. Default 200.'),
  LIVE_SOCKETS: whole.default(5000).describe('WebSockets of apps that follow rows, open at a process. Default 5000.'),
  LIVE_SOCKETS_PER_ADDRESS: whole
    .default(200)
    .describe('WebSockets of apps that follow rows, open at a process from one network address. Default 200.'),
});

export type EntitiesConfig = z.output<typeof entitiesConfig>;

export const needs = { apps: appsRef };
export const adds = { appBranches, appPurges };
export const extensionPoints = { files: rowFiles };
export const workers = {
  prepareFile: worker<PrepareFile, PreparedFile>(new URL('./import/prepare.worker.ts', import.meta.url), {
    timeoutMs: 120_000,
    memoryMb: 512,
  }),
  readWorkbook: worker<WorkbookToRead, Workbook>(new URL('./import/workbook.worker.ts', import.meta.url), {
    timeoutMs: 20_000,
    memoryMb: 512,
  }),
  readChunk: worker<ReadChunk, Chunk>(new URL('./import/chunk.worker.ts', import.meta.url), { timeoutMs: 30_000, memoryMb: 256 }),
};

/** The job of an import, and that of its undo. */
export const importTask = z.object({ importId: z.string() });
/** The job of a copy of rows: the key of its document, and the id of the copy. */
export const copyTask = z.object({ copyId: z.string(), id: z.string() });
/** The job that keeps the rows that a branch began with. */
export const baseTask = z.object({ branchId: z.string() });
/** The job of a conversion of rows. */
export const conversionTask = z.object({ appId: z.string(), set: z.string() });
export const noInput = z.object({});

export type EntitiesContext = ContextOf<{
  config: typeof entitiesConfig;
  needs: typeof needs;
  collections: typeof collections;
  workers: typeof workers;
  jobs: {
    import: typeof importTask;
    undoImport: typeof importTask;
    convertRows: typeof conversionTask;
    copyRows: typeof copyTask;
    keepBase: typeof baseTask;
    settleRows: typeof noInput;
    settleFiles: typeof noInput;
    resumeConversions: typeof noInput;
    removeOldImports: typeof noInput;
    sweepKept: typeof noInput;
  };
  extensionPoints: typeof extensionPoints;
  adds: typeof adds;
  limits: typeof limits;
}>;
