import { join } from 'node:path';

/** Ends the name of a file, never that of a folder: so the keys `a` and `a/b` live side by side, as in S3. */
const FILE_END = ',';

// Some file systems do not tell `A` from `a`.
const encode = (segment: string) => segment.replace(/[A-Z]/g, (letter) => `^${letter.toLowerCase()}`);
const decode = (name: string) => name.replace(/\^[a-z]/g, (pair) => pair.slice(1).toUpperCase());

/** The folder of these segments. */
export function folderPath(root: string, segments: readonly string[]): string {
  return join(root, ...segments.map(encode));
}

/** The file that holds the object of a checked key. */
export function filePath(root: string, key: string): string {
  return folderPath(root, key.split('/')) + FILE_END;
}

/** What a name in a folder stands for: an object, or (with a slash at the end) the objects under it. */
export function nameOf(entry: string, isFolder: boolean): string | null {
  if (isFolder) return `${decode(entry)}/`;
  return entry.endsWith(FILE_END) ? decode(entry.slice(0, -FILE_END.length)) : null;
}
