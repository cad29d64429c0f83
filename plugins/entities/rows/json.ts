/** The size of a row's own fields as JSON, in bytes. */
export function sizeOf(data: unknown): number {
  return Buffer.byteLength(JSON.stringify(data));
}
