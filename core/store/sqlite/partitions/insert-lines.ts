import type { DocumentLines, PartitionSpec } from '../../../contract/store.ts';
import { linesOf } from '../../documents/lines.ts';
import type { Document } from '../../documents/values.ts';
import type { PartitionFiles } from './files.ts';
import { TableWriter } from './table-writer.ts';

/** Inserts all documents or none. False when the partition has no such table, with whose creation come its indexes. */
export async function insertLines(files: PartitionFiles, spec: PartitionSpec, documents: DocumentLines): Promise<boolean> {
  const { key, table, columns, ownColumns = {}, ids } = documents;
  const file = files.find(key);
  if (file === null) return false;
  const shared = spec.columns.map((path) => columns[path] ?? null);
  const own = spec.columns.flatMap((path, column) => (ownColumns[path] === undefined ? [] : [{ column, values: ownColumns[path] }]));
  const timeAt = spec.columns.indexOf(spec.time);
  const columnsAt = (at: number): (string | null)[] => {
    if (own.length === 0) return shared;
    const columns = [...shared];
    for (const { column, values } of own) columns[column] = values[at] ?? null;
    return columns;
  };
  const insert = (): boolean => {
    if (file.table(table) === null) return false;
    const writer = new TableWriter(spec, file, table);
    let at = 0;
    for (const { text, bytes } of linesOf(documents.lines)) {
      const fields = JSON.parse(text) as Document;
      const values = columnsAt(at);
      writer.insert({ id: ids[at++] as string, columns: values, time: values[timeAt], fields, text, bytes });
    }
    return true;
  };
  return files.withLargeCache(file, () => file.write(insert, true));
}
