import { Readable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';

/** Bytes of JSON to serialize without yielding: about a millisecond of work. */
const PIECE = 250_000;

/** The size of a row's own fields as JSON, in bytes. */
export function sizeOf(data: unknown): number {
  return Buffer.byteLength(JSON.stringify(data));
}

/** The size of rows as JSON, in bytes; yields to the event loop in between. */
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

/** Streams the JSON of rows at the reader's pace: neither holds the whole text in memory nor blocks the event loop. */
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
