import { diff3Merge } from 'node-diff3';
import type { FileChange, Files } from '../ref.ts';

/** Which text of a file to keep: that of the target or of the source. */
export type Side = 'target' | 'source';

export interface MergedFile {
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Both sides changed it, and the changes do not go together: a side has to be chosen. */
  readonly isConflict: boolean;
}

export interface Sides {
  readonly base: Files;
  readonly target: Files;
  readonly source: Files;
}

export interface Merge {
  /** What the merge does to the target; conflicts first. */
  readonly files: readonly MergedFile[];
  /** Conflicts without a choice. */
  readonly open: readonly string[];
  readonly changes: readonly FileChange[];
}

/** The texts of a file; null where it does not exist. */
interface Texts {
  readonly before: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** A three-way merge by file: what only one side changed is taken, what both changed is merged by line. */
export function mergeFiles({ base, target, source }: Sides, choices: ReadonlyMap<string, Side> = new Map()): Merge {
  const files: MergedFile[] = [];
  const open: string[] = [];
  const changes: FileChange[] = [];
  for (const path of [...new Set([...Object.keys(target), ...Object.keys(source), ...Object.keys(base)])].sort()) {
    const texts = { before: textAt(base, path), ours: textAt(target, path), theirs: textAt(source, path) };
    const { before, ours, theirs } = texts;
    if (theirs === before || theirs === ours) continue;
    const merged = ours === before ? theirs : mergeTexts(texts);
    const isConflict = merged === undefined;
    files.push({ path, change: changeOf(texts), isConflict });
    const side = choices.get(path);
    if (isConflict && side === undefined) open.push(path);
    const content = isConflict ? chosen(texts, side) : merged;
    if (content !== ours) changes.push({ path, content });
  }
  return { files: files.sort((a, b) => Number(b.isConflict) - Number(a.isConflict)), open, changes };
}

const textAt = (files: Files, path: string): string | null => (Object.hasOwn(files, path) ? (files[path] ?? null) : null);

const chosen = ({ ours, theirs }: Texts, side: Side | undefined): string | null => (side === 'source' ? theirs : ours);

function changeOf({ ours, theirs }: Texts): MergedFile['change'] {
  if (ours === null) return 'added';
  return theirs === null ? 'removed' : 'changed';
}

/** Undefined when the changes overlap, or one side removed or both added the file. */
function mergeTexts({ before, ours, theirs }: Texts): string | undefined {
  if (before === null || ours === null || theirs === null) return undefined;
  const regions = diff3Merge(ours, before, theirs, { stringSeparator: '\n', excludeFalseConflicts: true });
  if (regions.some(({ conflict }) => conflict !== undefined)) return undefined;
  return regions.flatMap(({ ok = [] }) => ok).join('\n');
}
