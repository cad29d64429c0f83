import { Readable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';

/** Bytes of JSON that are made without a pause: about a millisecond of work. */
const PIECE = 250_000;

/** Bytes of the JSON of a row's own fields. */
export function sizeOf(data: unknown): number {
  return Buffer.byteLength(JSON.stringify(data));
}

/** Bytes of the JSON of rows, measured with pauses in which other calls are answered. */
export async function sizeOfAll(rows: readonly unknown[]): Promise<number> {
  let bytes = 0;
  let piece = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    bytes += size;
    piece += size;
    if (piece < PIECE) continue;
    piece = 0;
    await immediate();
  }
  return bytes;
}

/** The JSON of rows as a stream, as fast as it is read: neither is the whole text in memory, nor does it hold up other calls. */
export function streamOf(rows: readonly unknown[]): Readable {
  return Readable.from(pieces(rows), { objectMode: false });
}

async function* pieces(rows: readonly unknown[]): AsyncGenerator<string> {
  let piece = '[';
  for (const [index, row] of rows.entries()) {
    piece += index === 0 ? JSON.stringify(row) : `,${JSON.stringify(row)}`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await immediate();
  }
  yield `${piece}]`;
}
