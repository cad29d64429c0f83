import { join } from 'node:path';

/** Suffix of files, never of folders: lets the keys `a` and `a/b` coexist, as in S3. */
const FILE_END = ',';

// For case-insensitive file systems.
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

/** The key segment of a directory entry, with a trailing slash for a folder; null for foreign files. */
export function nameOf(entry: string, isFolder: boolean): string | null {
  if (isFolder) return `${decode(entry)}/`;
  return entry.endsWith(FILE_END) ? decode(entry.slice(0, -FILE_END.length)) : null;
}
