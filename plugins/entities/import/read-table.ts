import { readFile } from 'node:fs/promises';
import type { EntitiesContext } from '../config.ts';
import { InvalidImport } from '../errors.ts';
import type { ReadTableOptions, TableRows } from '../ref.ts';
import { columnsByName } from './columns.ts';
import { fromCell } from './convert.ts';
import { withFolder } from './upload.ts';

/** The rows of a file, read as an import reads them: in a worker, with limits of time, memory and rows. */
export async function readTable(
  { prepareFile }: Pick<EntitiesContext['workers'], 'prepareFile'>,
  path: string,
  { format, maxRows, properties }: ReadTableOptions,
): Promise<TableRows> {
  return withFolder(async (inFolder) => {
    const to = inFolder('rows');
    const { headers } = await prepareFile({ path, format, to, maxRows });
    const rows: Record<string, unknown>[] = [];
    const toRow = headers === null ? null : cellsToRow(headers, properties);
    // Not by `node:readline`, which also splits at line separators within texts.
    for (const line of (await readFile(to, 'utf8')).split('\n')) {
      const value: unknown = line === '' ? null : JSON.parse(line);
      if (value !== null) rows.push(toRow === null ? (value as Record<string, unknown>) : toRow(value as string[]));
    }
    return rows;
  });
}

function cellsToRow(headers: readonly string[], properties: ReadTableOptions['properties']) {
  if (properties === undefined)
    return (cells: readonly string[]) => Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? '']));
  const columns = columnsByName({ name: '', type: 'object', properties }, headers);
  if (columns.length === 0) throw new InvalidImport(`No column of the file names a field. It has ${headers.slice(0, 20).join(', ')}.`);
  return (cells: readonly string[]) =>
    Object.fromEntries(
      columns.flatMap(({ index, field }) => {
        const cell = (cells[index] ?? '').trim();
        return cell === '' ? [] : [[field, fromCell(cell, properties[field] ?? {})] as const];
      }),
    );
}
