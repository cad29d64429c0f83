import { RangeNotSatisfiable } from '../errors.ts';

/**
 * First and last byte of a `Range` header; null to send the whole file, as for headers that are not of one range of bytes (RFC 9110, section
 * 14.2). Throws `RangeNotSatisfiable` for a range outside of the file.
 */
export function parseRange(header: string | undefined, size: number): readonly [number, number] | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  if (from === '') {
    // The last bytes.
    const count = Math.min(Number(to), size);
    if (count === 0) throw new RangeNotSatisfiable(size);
    return [size - count, size - 1];
  }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (first >= size) throw new RangeNotSatisfiable(size);
  return to !== '' && Number(to) < first ? null : [first, last];
}
