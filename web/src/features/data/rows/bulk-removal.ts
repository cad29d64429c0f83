import type { Filter, TableApi } from './api.ts';

/** Rows of a request, and the pause between requests. */
export const CHUNK = 5;
const PAUSE_MS = 200;
const FINISH_MS = 500;
/** Above so many rows, requests hold `LARGE_CHUNK` rows, without a pause: small ones would take minutes. */
const MANY = 1_000;
const LARGE_CHUNK = 500;

interface Removal {
  readonly api: Pick<TableApi, 'removeMany'>;
  readonly ids: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/** Ids of all rows that fit the filter. */
export async function idsOf(api: Pick<TableApi, 'list'>, filter: Filter | null, signal: AbortSignal): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ; after = ids.at(-1) ?? null) {
    const page = await api.list({ filter, sort: '-createdAt', limit: MANY, after, fields: ['id'] }, signal);
    ids.push(...page.map(({ id }) => id));
    if (page.length < MANY) return ids;
  }
}

/** Deletes rows in chunks, so that it can be cancelled between them; returns the ids that were deleted. */
export async function removeInChunks({ api, ids, signal, onProgress }: Removal): Promise<readonly string[]> {
  const removed: string[] = [];
  const [size, pauseMs] = ids.length > MANY ? [LARGE_CHUNK, 0] : [CHUNK, PAUSE_MS];
  for (let start = 0; start < ids.length && !signal.aborted; start += size) {
    if (start > 0) await pause(pauseMs, signal);
    if (signal.aborted) break;
    const chunk = ids.slice(start, start + size);
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
