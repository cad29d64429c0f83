import { diff3Merge } from 'node-diff3';

interface Texts {
  /** What both changes were made on. */
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Both changes in one text, by line; null where they overlap. */
export function merged({ base, mine, theirs }: Texts): string | null {
  const regions = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true });
  const parts: string[] = [];
  for (const { ok } of regions) {
    if (ok === undefined) return null;
    parts.push(...ok);
  }
  return parts.join('\n');
}

const linesOf = (text: string): string[] => text.split('\n');
