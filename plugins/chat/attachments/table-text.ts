import Papa from 'papaparse';

/** Characters of a text that are kept for the model. */
const MAX_TEXT = 200_000;
/** Rows of a table that the model gets, beside the header. */
export const SAMPLE_ROWS = 20;

export function shorten(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}\n(cut off: the file has ${text.length} characters)`;
}

/** The columns of a table, how many rows it has, and the first ones. `count` is that of all records, the header included. */
export function describeTable(sample: readonly (readonly string[])[], count: number): string {
  const rows = Math.max(count - 1, 0);
  const shown = Math.max(sample.length - 1, 0);
  const which = shown > 0 ? ` and ${shown === rows ? 'all' : `the first ${shown}`} rows` : '';
  const head = `A table of ${sample[0]?.length ?? 0} columns and ${rows} rows. Its column names${which}:`;
  return shorten(`${head}\n${Papa.unparse(sample as string[][], { newline: '\n' })}`);
}
