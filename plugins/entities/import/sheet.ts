import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { readSheet, type SheetData } from 'read-excel-file/universal';
import { checkBounds, UNREADABLE, WorkbookFault } from './sheet-bounds.ts';

/** Of the XML of a workbook; its cells take several times as much memory. */
const MAX_UNPACKED = 64_000_000;

/** The records of the first sheet of a workbook, the header included, without blank ones. */
export async function* sheetRecords(path: string): AsyncGenerator<readonly string[]> {
  const bytes = new Uint8Array(await readFile(path));
  checkSizes(bytes);
  const sheet = await readable(async () => {
    checkBounds(unzipSync(bytes));
    return (await readSheet(bytes.buffer)) as SheetData;
  });
  let isEmpty = true;
  for (const row of sheet) {
    const record = row.map(cellText);
    if (record.every((cell) => cell.trim() === '')) continue;
    isEmpty = false;
    yield record;
  }
  if (isEmpty) throw new WorkbookFault('The first sheet of the file appears to be empty.');
}

/** Against zip bombs: fflate unpacks no more of an entry than the size that the directory of the archive states. */
function checkSizes(bytes: Uint8Array): void {
  let size = 0;
  const names = new Set<string>();
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        // Of two entries with one name, readers differ in which they take.
        if (names.size === names.add(name).size) throw unreadable();
        size += originalSize;
        return false;
      },
    });
  } catch {
    throw unreadable();
  }
  if (size > MAX_UNPACKED)
    throw new WorkbookFault(`The workbook has more than ${MAX_UNPACKED / 1_000_000} MB of cells. Please save it as CSV and import that.`);
}

/** The errors of the libraries have no texts for people. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof WorkbookFault ? error : unreadable();
  }
}

function unreadable(): WorkbookFault {
  return new WorkbookFault(UNREADABLE);
}

/** A date without a time is a day. Times of workbooks have no offset. */
function cellText(value: unknown): string {
  if (!(value instanceof Date)) return value === null ? '' : String(value);
  if (Number.isNaN(value.getTime())) return '';
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, -1);
}
