import { unzipSync } from 'fflate';
import { ProjectUnreadable } from '../errors.ts';
import { FileBounds, projectOf, textOf } from './bounds.ts';
import type { ReadProject } from './project.ts';

/** Reads the project in a zip within bounds, in memory. Symbolic links are left out. Throws `ProjectUnreadable`. */
export function readZip(zip: Uint8Array): ReadProject {
  const bounds = new FileBounds();
  const links = linksIn(zip);
  const entries = unpack(zip, ({ name, originalSize }) => bounds.admits(name, originalSize) && !links.has(name));
  const project = projectOf(
    Object.entries(entries).map(([path, content]) => ({ path, text: textOf(path, content) })),
    bounds.left,
  );
  return { ...project, left: [...project.left, ...[...links].map((path) => ({ path, reason: 'unknown' as const }))] };
}

type Filter = (file: { readonly name: string; readonly originalSize: number }) => boolean;

function unpack(zip: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(zip, { filter });
  } catch (error) {
    throw error instanceof ProjectUnreadable ? error : new ProjectUnreadable('it is no zip and no git bundle, or it is damaged');
  }
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const MAX_COMMENT = 65_535;
const UNIX = 3;
const UTF_8 = 0x800;

/** The names of symbolic links, by the directory at the end of a zip (APPNOTE.TXT of PKWARE, 4.3.12): their content is the path that they lead to. */
function linksIn(bytes: Uint8Array): ReadonlySet<string> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const links = new Set<string>();
  let end = zip.length - 22;
  const first = Math.max(end - MAX_COMMENT, 0);
  while (end >= first && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < first) return links;
  for (let at = zip.readUInt32LE(end + 16); at + ENTRY_BYTES <= end && zip.readUInt32LE(at) === ENTRY; ) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const isLink = zip.readUInt8(at + 5) === UNIX && ((zip.readUInt16LE(at + 40) >> 12) & 15) === 0o12;
    const encoding = (zip.readUInt16LE(at + 8) & UTF_8) === 0 ? 'latin1' : 'utf8';
    if (isLink) links.add(zip.toString(encoding, at + ENTRY_BYTES, at + ENTRY_BYTES + name));
    at += ENTRY_BYTES + name + extra + comment;
  }
  return links;
}
