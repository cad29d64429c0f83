import type { Chunk, ReadChunk } from './chunk.worker.ts';

type Read = (input: ReadChunk) => Promise<Chunk>;

/** The chunks of a prepared file, each read while the rows of the one before are stored. */
export async function* chunksOf(read: Read, input: ReadChunk): AsyncGenerator<Chunk> {
  const from = (position: Pick<ReadChunk, 'offset' | 'row'>) => {
    const next = read({ ...input, ...position });
    // Awaited below, unless the consumer stops.
    next.catch(() => undefined);
    return next;
  };
  let { offset } = input;
  for (let next = from(input); ; ) {
    const chunk = await next;
    if (chunk.offset === offset) return;
    offset = chunk.offset;
    next = from({ offset: chunk.offset, row: chunk.row });
    yield chunk;
  }
}
