import { diff3Merge } from 'node-diff3';
import type { FileChange, Files } from '../ref.ts';

/** Which text of a file to keep: that of the target or of the source. */
export type Side = 'target' | 'source';

/** A side for a file, or one for each of its hunks. */
export type Choice = Side | readonly Side[];

/** Lines that both sides changed. Null: the file does not exist there; then it is the only hunk, with the whole texts. */
export interface Hunk {
  readonly base: string | null;
  readonly target: string | null;
  readonly source: string | null;
  /** Where it begins in the target, from 1. */
  readonly line: number;
}

export interface MergedFile {
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Both sides changed it, and the changes do not go together: a side has to be chosen. */
  readonly isConflict: boolean;
  /** Of a conflict. */
  readonly hunks: readonly Hunk[];
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
export function mergeFiles({ base, target, source }: Sides, choices: ReadonlyMap<string, Choice> = new Map()): Merge {
  const files: MergedFile[] = [];
  const open: string[] = [];
  const changes: FileChange[] = [];
  for (const path of [...new Set([...Object.keys(target), ...Object.keys(source), ...Object.keys(base)])].sort()) {
    const texts = { before: textAt(base, path), ours: textAt(target, path), theirs: textAt(source, path) };
    const { before, ours, theirs } = texts;
    if (theirs === before || theirs === ours) continue;
    const { merged, hunks, solve } = ours === before ? taken(theirs) : mergeTexts(texts);
    files.push({ path, change: changeOf(texts), isConflict: hunks.length > 0, hunks });
    const content = hunks.length === 0 ? merged : solve(choices.get(path));
    if (content === undefined) open.push(path);
    else if (content !== ours) changes.push({ path, content });
  }
  return { files: files.sort((a, b) => Number(b.isConflict) - Number(a.isConflict)), open, changes };
}

const textAt = (files: Files, path: string): string | null => (Object.hasOwn(files, path) ? (files[path] ?? null) : null);

function changeOf({ ours, theirs }: Texts): MergedFile['change'] {
  if (ours === null) return 'added';
  return theirs === null ? 'removed' : 'changed';
}

interface MergedTexts {
  /** Without conflicts. */
  readonly merged: string | null;
  readonly hunks: readonly Hunk[];
  /** The text with a choice; undefined for none, and for one of another number of hunks. */
  solve(choice: Choice | undefined): string | null | undefined;
}

const taken = (merged: string | null): MergedTexts => ({ merged, hunks: [], solve: () => merged });

/** By line. A conflict as a whole where one side removed or both added the file. */
function mergeTexts({ before, ours, theirs }: Texts): MergedTexts {
  if (before === null || ours === null || theirs === null) {
    const hunk = { base: before, target: ours, source: theirs, line: 1 };
    return {
      merged: ours,
      hunks: [hunk],
      solve(choice) {
        const [side, ...others] = typeof choice === 'object' ? choice : [choice];
        return side === undefined || others.length > 0 ? undefined : hunk[side];
      },
    };
  }
  const regions = diff3Merge(ours, before, theirs, { stringSeparator: '\n', excludeFalseConflicts: true });
  const hunks = regions.flatMap(({ conflict }) => {
    if (conflict === undefined) return [];
    const [base, target, source] = [conflict.o, conflict.a, conflict.b].map((lines) => lines.join('\n')) as [string, string, string];
    return { base, target, source, line: conflict.aIndex + 1 };
  });
  const withSides = (sides: readonly Side[]): string => {
    const left = [...sides];
    return regions
      .flatMap(({ ok, conflict }) => (conflict === undefined ? (ok ?? []) : conflict[left.shift() === 'source' ? 'b' : 'a']))
      .join('\n');
  };
  return {
    merged: withSides([]),
    hunks,
    solve(choice) {
      // One side for all hunks: what only the other side changed stays.
      const sides = typeof choice === 'string' ? hunks.map(() => choice) : choice;
      return sides?.length === hunks.length ? withSides(sides) : undefined;
    },
  };
}
