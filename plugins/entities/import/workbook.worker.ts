import type { WorkerTask } from '@sayso/core';
import type { Workbook } from '../ref.ts';
import { xlsxRecords } from './xlsx.ts';

export interface WorkbookToRead {
  readonly path: string;
  /** Records of the result, the header included. */
  readonly records: number;
}

const MAX_COLUMNS = 200;
const MAX_CELL = 200;
/** Below the time-out of the worker, which could not end the process any more. */
const TIMEOUT_MS = 18_000;

/** Reads the first records of a workbook, and counts them all. Throws `InvalidImport`. */
const read: WorkerTask<WorkbookToRead, Workbook> = async ({ path, records: wanted }) => {
  const records: string[][] = [];
  let count = 0;
  for await (const record of xlsxRecords(path, TIMEOUT_MS)) {
    count += 1;
    if (records.length < wanted) records.push(record.slice(0, MAX_COLUMNS).map((cell) => cell.slice(0, MAX_CELL)));
  }
  return { records, count };
};
export default read;
