import type { FileHandle } from 'node:fs/promises';

/** Metadata at the end of an object's file, so that one rename publishes both atomically. */
export interface Trailer {
  readonly contentType: string;
  readonly sha256: string;
}

// A trailer: a line feed, JSON, the JSON's length in 4 bytes (big-endian), and these 8 bytes.
const MAGIC = Buffer.from('saysoBLB', 'latin1');
const FIXED = 4 + MAGIC.length;
const LONGEST = 1024;

export function writeTrailer(trailer: Trailer): Buffer {
  const json = Buffer.from(JSON.stringify(trailer));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([Buffer.from('\n'), json, length, MAGIC]);
}

/** Reads the trailer; `size` is the number of bytes before it. Throws when the file has none. */
export async function readTrailer(file: FileHandle, path: string): Promise<Trailer & { readonly size: number }> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, LONGEST));
  const { bytesRead } = await file.read(tail, 0, tail.length, size - tail.length);
  const end = tail.length - FIXED;
  const length = end > 0 && bytesRead === tail.length && tail.subarray(end + 4).equals(MAGIC) ? tail.readUInt32BE(end) : 0;
  if (length === 0 || length >= end) throw new Error(`The blob file ${path} is damaged: it has no trailer. Restore it from a backup.`);
  const trailer = JSON.parse(tail.toString('utf8', end - length, end)) as Trailer;
  return { ...trailer, size: size - FIXED - length - 1 };
}
