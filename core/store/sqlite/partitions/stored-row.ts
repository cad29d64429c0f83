import type { SQLOutputValue } from 'node:sqlite';
import type { PartitionSpec } from '../../../contract/store.ts';
import type { Document, Json } from '../../documents/values.ts';
import type { TableAddress } from './asked.ts';

/** A document in the form of its row. Later changes of the document do not affect it. */
export interface StoredRow {
  readonly id: string;
  readonly columns: readonly (string | null)[];
  readonly time: Json | undefined;
  /** Lists and objects within are those of the document. */
  readonly fields: Document;
  /** The fields as JSON. */
  readonly text: string;
  /** Of the text. */
  readonly bytes: number;
}

export function storedRow(spec: PartitionSpec, document: Document): StoredRow {
  const text = JSON.stringify(document[spec.fields]);
  return {
    id: document['_id'] as string,
    columns: spec.columns.map((path) => document[path] as string | null),
    time: document[spec.time],
    fields: { ...(document[spec.fields] as Document) },
    text,
    bytes: Buffer.byteLength(text),
  };
}

/** The document of a row as `rowSql` selects it. */
export function rowDocument(spec: PartitionSpec, row: Readonly<Record<string, SQLOutputValue>>, { key, table }: TableAddress): Document {
  const document: Document = { _id: row['_id'] as string, [spec.key]: key, [spec.table]: table };
  for (const path of spec.columns) document[path] = row[path] as string | null;
  document[spec.fields] = JSON.parse(row['fields'] as string) as Document;
  return document;
}
