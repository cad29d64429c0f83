import type { DocumentLines, PartitionSpec } from '../../../contract/store.ts';
import { linesOf } from '../../documents/lines.ts';
import type { Document } from '../../documents/values.ts';
import type { PartitionFiles } from './files.ts';
import { TableWriter } from './table-writer.ts';

/** Inserts all documents or none. False when the partition has no such table, with whose creation come its indexes. */
export async function insertLines(files: PartitionFiles, spec: PartitionSpec, documents: DocumentLines): Promise<boolean> {
  const { key, table, columns, ids } = documents;
  const file = files.find(key);
  if (file === null) return false;
  const values = spec.columns.map((path) => columns[path] ?? null);
  const insert = (): boolean => {
    if (file.table(table) === null) return false;
    const writer = new TableWriter(spec, file, table);
    let at = 0;
    for (const { text, bytes } of linesOf(documents.lines)) {
      const fields = JSON.parse(text) as Document;
      writer.insert({ id: ids[at++] as string, columns: values, time: columns[spec.time], fields, text, bytes });
    }
    return true;
  };
  return files.withLargeCache(file, () => file.write(insert, true));
}
