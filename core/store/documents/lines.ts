import type { DocumentLines, PartitionSpec } from '../../contract/store.ts';
import { invalid } from './filter.ts';
import { checkMembers } from './partition.ts';

const LINE_END = 10;

export interface Line {
  readonly text: string;
  /** Without the line end. */
  readonly bytes: number;
}

/** The lines of a text in UTF-8, each of which ends with `\n`. */
export function* linesOf(lines: Uint8Array): Generator<Line> {
  const buffer = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(LINE_END, start);
    yield { text: buffer.toString('utf8', start, end), bytes: end - start };
    start = end + 1;
  }
}

/** Throws `InvalidInput` unless there is a line for each id, and the members are those of the collection. The lines are not parsed. */
export function checkLines(spec: PartitionSpec, { key, table, columns, ownColumns = {}, ids, lines }: DocumentLines): void {
  const own = Object.fromEntries(Object.keys(ownColumns).map((path) => [path, null]));
  checkMembers(spec, { ...columns, ...own, [spec.key]: key, [spec.table]: table, [spec.fields]: {} });
  for (const [path, values] of Object.entries(ownColumns)) {
    const areValid = values.length === ids.length && values.every((value) => value === null || typeof value === 'string');
    if (!areValid) throw invalid(path, 'A column in which documents differ needs text or null for each id.');
  }
  if (ids.some((id) => id === '')) throw invalid('_id', 'A document needs an _id of text.');
  let ends = 0;
  for (let at = lines.indexOf(LINE_END); at !== -1; at = lines.indexOf(LINE_END, at + 1)) ends++;
  if (ends !== ids.length || (lines.length > 0 && lines.at(-1) !== LINE_END))
    throw invalid(spec.fields, `There are ${ids.length} ids, and not as many lines that end with "\\n".`);
}
