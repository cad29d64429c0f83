// Prints the first sheet of the workbook whose path is the argument: a line of JSON for each record that is not blank, or the fault. A process of
// its own, without files, environment and processes, as the libraries that read the archive and its XML read what strangers send.
import { once } from 'node:events';
import { sheetRecords } from './sheet.ts';
import { UNREADABLE, WorkbookFault } from './sheet-bounds.ts';
import type { SheetLine } from './xlsx.ts';

const PART = 64 * 1024;
const [, , path = ''] = process.argv;
let part = '';

async function print(line: SheetLine): Promise<void> {
  part += `${JSON.stringify(line)}\n`;
  if (part.length >= PART) await flush();
}

async function flush(): Promise<void> {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
  part = '';
}

try {
  for await (const record of sheetRecords(path)) await print(record);
} catch (error) {
  await print({ fault: error instanceof WorkbookFault ? error.message : UNREADABLE });
}
await flush();
