/** The size of a row's own fields as JSON, in bytes. */
export function sizeOf(data: unknown): number {
  return Buffer.byteLength(JSON.stringify(data));
}

/** The sum of the sizes of several rows. The brackets and commas of the list are not of the rows. */
export function sizeOfAll(rows: readonly unknown[]): number {
  return rows.length === 0 ? 0 : sizeOf(rows) - rows.length - 1;
}
