import type { ReadChunk } from './chunk.worker.ts';

type Position = Pick<ReadChunk, 'offset' | 'row'>;

export interface ChunkReader<C extends Position> {
  readonly read: (position: Position) => Promise<C>;
  /** Whether a chunk that was read ahead is as it would be read now. */
  readonly isCurrent: (chunk: C) => Promise<boolean>;
}

/** The chunks of a prepared file, each read while the rows of the one before are stored. */
export async function* chunksOf<C extends Position>({ read, isCurrent }: ChunkReader<C>, start: Position): AsyncGenerator<C> {
  const ahead = (position: Position) => {
    const next = read(position);
    // Awaited below, unless the consumer stops.
    next.catch(() => undefined);
    return next;
  };
  let position: Position = start;
  for (let next = ahead(start); ; ) {
    const early = await next;
    if (early.offset === position.offset) return;
    const chunk = (await isCurrent(early)) ? early : await read(position);
    position = { offset: chunk.offset, row: chunk.row };
    next = ahead(position);
    yield chunk;
  }
}
