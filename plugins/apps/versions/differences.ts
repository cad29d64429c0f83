import type { Files } from '../ref.ts';
import type { FileEntry } from './contents.ts';

export interface FileDifference {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted';
  /** Null for an added file. */
  readonly before: string | null;
  /** Null for a deleted file. */
  readonly after: string | null;
}

/** The files that differ, by path. `read` is called for those alone. */
export async function differencesOf(
  before: readonly FileEntry[],
  after: readonly FileEntry[],
  read: (entries: readonly FileEntry[]) => Promise<Files>,
): Promise<FileDifference[]> {
  const [old, next] = [byPath(before), byPath(after)];
  const isSame = (path: string) => old.get(path)?.hash === next.get(path)?.hash;
  const changed = (entries: readonly FileEntry[]) => read(entries.filter(({ path }) => !isSame(path)));
  const [oldTexts, newTexts] = await Promise.all([changed(before), changed(after)]);
  const paths = [...new Set([...Object.keys(oldTexts), ...Object.keys(newTexts)])].sort();
  return paths.map((path) => ({
    path,
    status: statusOf(old.has(path), next.has(path)),
    before: oldTexts[path] ?? null,
    after: newTexts[path] ?? null,
  }));
}

const byPath = (entries: readonly FileEntry[]) => new Map(entries.map((entry) => [entry.path, entry]));

function statusOf(wasThere: boolean, isThere: boolean): FileDifference['status'] {
  if (!wasThere) return 'added';
  return isThere ? 'modified' : 'deleted';
}
