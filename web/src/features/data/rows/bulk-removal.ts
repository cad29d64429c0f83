import type { TableApi } from './api.ts';

/** Rows of a request, and the pause between requests. */
export const CHUNK = 5;
const PAUSE_MS = 200;
const FINISH_MS = 500;

interface Removal {
  readonly api: Pick<TableApi, 'removeMany'>;
  readonly ids: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** Deletes rows in small chunks, so that it can be cancelled between them; returns the ids that were deleted. */
export async function removeInChunks({ api, ids, signal, onProgress }: Removal): Promise<readonly string[]> {
  const removed: string[] = [];
  for (let start = 0; start < ids.length && !signal.aborted; start += CHUNK) {
    if (start > 0) await pause(PAUSE_MS, signal);
    if (signal.aborted) break;
    const chunk = ids.slice(start, start + CHUNK);
    await api.removeMany(chunk);
    removed.push(...chunk);
    onProgress(removed.length);
  }
  if (!signal.aborted) await pause(FINISH_MS, signal);
  return removed;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
