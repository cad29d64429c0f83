import { join } from 'node:path';
import { openDiskBlobs, openMinioBlobs } from '../../core/blobs/index.ts';
import { openMongoStore, openSqliteStore } from '../../core/store/index.ts';

/** Storage that both the writer and the checker open: SQLite and plain files, or MongoDB and MinIO. */
export type Place =
  | { readonly kind: 'files'; readonly directory: string }
  | {
      readonly kind: 'servers';
      readonly uri: string;
      readonly database: string;
      readonly minio: { readonly endpoint: string; readonly accessKey: string; readonly secretKey: string; readonly bucket: string };
    };

export interface RowDocument {
  readonly _id: string;
  readonly state: 'new' | 'seen';
  readonly text: string;
}

/** Text of every row. */
export const TEXT = 'Nothing is lost. '.repeat(20);

export async function openPlace(place: Place) {
  const isFiles = place.kind === 'files';
  const store = isFiles ? await openSqliteStore({ file: join(place.directory, 'loss.db') }) : await openMongoStore(place);
  const blobStore = isFiles
    ? await openDiskBlobs({ directory: join(place.directory, 'blobs'), publicUrl: 'http://localhost', key: new Uint8Array(32) })
    : await openMinioBlobs(place.minio);
  // The schema is only used for types.
  const rows = await store.open<RowDocument>('rows', { document: undefined as never, indexes: [{ keys: { state: 1 } }] });
  return {
    rows,
    blobs: blobStore.scope('loss'),
    async close() {
      await blobStore.close();
      await store.close();
    },
  };
}

/** Deterministic content of the object with this name: up to 300 kB without repetition. */
export function blobContent(key: string): Uint8Array {
  const sum = [...key].reduce((hash, character) => Math.imul(hash, 31) + (character.codePointAt(0) ?? 0), 7) >>> 0;
  const line = `${key} ${sum} `;
  return Buffer.from(
    Array.from({ length: sum % 20_000 }, (_, index) => `${line}${index}\n`)
      .join('')
      .slice(0, 300_000),
  );
}
