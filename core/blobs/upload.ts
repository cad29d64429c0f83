import { createHash } from 'node:crypto';

const PART_BYTES = 8 * 1024 * 1024;

/** The destination of an upload. */
export interface PartTarget {
  /** Uploads the whole object in one request. */
  single(bytes: Buffer): Promise<void>;
  /** Uploads one of several parts, numbered from 1. */
  part(bytes: Buffer, number: number): Promise<void>;
  /** Assembles the object from its parts. */
  complete(): Promise<void>;
  /** Aborts the upload and removes its parts. */
  abandon(): Promise<void>;
}

/** Uploads a body in parts of 8 MB, one in memory at a time. Aborts the upload when the body fails. */
export async function upload(
  body: ReadableStream<Uint8Array> | Uint8Array,
  target: PartTarget,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  let number = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      hash.update(chunk);
      size += chunk.length;
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes < PART_BYTES) continue;
      await target.part(Buffer.concat(waiting), ++number);
      waiting = [];
      waitingBytes = 0;
    }
    const rest = Buffer.concat(waiting);
    if (number === 0) await target.single(rest);
    else {
      if (rest.length > 0) await target.part(rest, ++number);
      await target.complete();
    }
  } catch (error) {
    if (number > 0) await target.abandon();
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}
