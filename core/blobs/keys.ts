import { InvalidInput } from '../contract/index.ts';

/** Characters that every file system and S3 store unchanged. */
const SEGMENT = /^(?!\.)[A-Za-z0-9._~@=+-]{0,119}[A-Za-z0-9_~@=+-]$/;
const START = /^(?!\.)[A-Za-z0-9._~@=+-]{0,120}$/;
const KEY_LENGTH = 512;
const SECONDS_MOST = 7 * 24 * 3600;
const CONTENT_TYPE = /^[\x20-\x7e]{1,200}$/;

/** Used for objects stored without a content type. */
export const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

/** Throws `InvalidInput` unless the key consists of plain segments; prevents path traversal. */
export function checkKey(key: string): string {
  if (key.length > KEY_LENGTH || !key.split('/').every((segment) => SEGMENT.test(segment))) throw refusal(key);
  return key;
}

/** Splits a prefix, which may end anywhere in a key, into its complete folders and the start of a name. */
export function splitPrefix(prefix: string): { readonly folders: readonly string[]; readonly rest: string } {
  const folders = prefix.split('/');
  const rest = folders.pop() ?? '';
  if (!START.test(rest)) throw refusal(prefix);
  if (folders.length > 0) checkKey(folders.join('/'));
  return { folders, rest };
}

function refusal(key: string): InvalidInput {
  return new InvalidInput(
    `The file key ${JSON.stringify(key.slice(0, KEY_LENGTH))} is not allowed: segments of 1 to 120 letters, digits and . _ ~ @ = + - between single slashes, none with a dot at its beginning or end, ${KEY_LENGTH} characters in all.`,
  );
}

export function checkContentType(contentType = DEFAULT_CONTENT_TYPE): string {
  if (!CONTENT_TYPE.test(contentType)) throw new InvalidInput('A content type is 1 to 200 printable ASCII characters.');
  return contentType;
}

export function checkSeconds(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > SECONDS_MOST)
    throw new InvalidInput(`A signed link lasts from 1 to ${SECONDS_MOST} whole seconds, not ${seconds}.`);
  return seconds;
}

/** First and last byte of the range, clamped to an object of `size` bytes. */
export function checkRange(range: readonly [number, number], size: number): { readonly first: number; readonly last: number } {
  const [first, end] = range;
  if (!Number.isInteger(first) || !Number.isInteger(end) || first < 0 || end < first || first >= size)
    throw new InvalidInput(`The range ${first} to ${end} is not inside the ${size} bytes of the file.`);
  return { first, last: Math.min(end, size - 1) };
}
