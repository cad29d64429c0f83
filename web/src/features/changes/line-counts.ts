import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Changed lines between two texts; a changed line counts on both sides. */
export function lineCounts(before: string | null, after: string | null): LineCounts {
  const [old, next] = [documentOf(before), documentOf(after)];
  if (before === null) return { added: next.lines - 1, removed: 0 };
  if (after === null) return { added: 0, removed: old.lines - 1 };
  const chunks = Chunk.build(old, next, { scanLimit: 500 });
  const sum = (count: (chunk: Chunk) => number) => chunks.reduce((total, chunk) => total + count(chunk), 0);
  return {
    added: sum(({ fromB, toB, endB }) => linesBetween(next, fromB, toB, endB)),
    removed: sum(({ fromA, toA, endA }) => linesBetween(old, fromA, toA, endA)),
  };
}

/** With a line end after the last line, which else counts as changed when another follows it. */
const documentOf = (text: string | null): Text => Text.of((text ?? '').replace(/\n?$/, '\n').split('\n'));

const linesBetween = (text: Text, from: number, to: number, end: number): number =>
  from === to ? 0 : text.lineAt(end).number - text.lineAt(from).number + 1;
