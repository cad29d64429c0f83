/** Folders that no project needs on another machine: the server reads none of their files. */
const SKIPPED = /(?:^|\/)(?:node_modules|\.git|\.next|\.vite|__MACOSX)\//;
const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const MAX_COMMENT = 65_535;
/** ZIP64: a zip of more than 65,535 files, or of more than 4 GB. */
const LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
const END_64_BYTES = 56;
/** In place of a number that is in a field of ZIP64. */
const IN_ZIP64 = 0xffffffff;

/**
 * The zip without the files of `node_modules` and the like, which would exceed the limit of the server. Copies the compressed files as they are
 * (APPNOTE.TXT of PKWARE, 4.3), so that a zip of any size takes little memory. Any other file is returned as it is.
 */
export async function lighterZip(file: File): Promise<File> {
  const place = await directoryOf(file);
  if (place === null) return file;
  const { start, size } = place;
  const directory = await bytesOf(file.slice(start, start + size));
  const entries = entriesIn(directory);
  const kept = entries.filter(({ name }) => !SKIPPED.test(name));
  if (kept.length === entries.length || entries.some(({ offset }) => offset === IN_ZIP64 || offset >= start)) return file;
  const offsets = [...entries.map(({ offset }) => offset), start].sort((a, b) => a - b);
  const next = new Map(offsets.map((offset, index) => [offset, offsets[index + 1] ?? start]));
  const parts: BlobPart[] = [];
  const records: BlobPart[] = [];
  let at = 0;
  for (const { offset, from, to } of kept) {
    const until = next.get(offset) ?? start;
    parts.push(file.slice(offset, until));
    const record = directory.buffer.slice(from, to) as ArrayBuffer;
    new DataView(record).setUint32(42, at, true);
    records.push(record);
    at += until - offset;
  }
  const length = kept.reduce((sum, { from, to }) => sum + to - from, 0);
  return new File([...parts, ...records, endRecord(kept.length, length, at)], file.name, { type: file.type });
}

const bytesOf = async (blob: Blob): Promise<DataView> => new DataView(await blob.arrayBuffer());

/** Where the list of files is; null for what is no zip, and for one that is cut off. */
async function directoryOf(file: File): Promise<{ readonly start: number; readonly size: number } | null> {
  const tail = await bytesOf(file.slice(Math.max(0, file.size - END_BYTES - LOCATOR_BYTES - MAX_COMMENT)));
  const end = endOf(tail);
  if (end === null) return null;
  const place = { start: tail.getUint32(end + 16, true), size: tail.getUint32(end + 12, true) };
  const locator = end - LOCATOR_BYTES;
  if (locator >= 0 && tail.getUint32(locator, true) === LOCATOR) {
    const at = Number(tail.getBigUint64(locator + 8, true));
    const wide = await bytesOf(file.slice(at, at + END_64_BYTES));
    if (wide.byteLength < END_64_BYTES) return null;
    Object.assign(place, { start: Number(wide.getBigUint64(48, true)), size: Number(wide.getBigUint64(40, true)) });
  }
  return place.start + place.size > file.size ? null : place;
}

/** Position of the record at the end of a zip; null for what is no zip. */
function endOf(tail: DataView): number | null {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) if (tail.getUint32(at, true) === END) return at;
  return null;
}

interface Entry {
  readonly name: string;
  /** Position of the file in the zip. */
  readonly offset: number;
  /** Where its record in the directory begins and ends. */
  readonly from: number;
  readonly to: number;
}

function entriesIn(directory: DataView): Entry[] {
  const entries: Entry[] = [];
  const decoder = new TextDecoder();
  for (let at = 0; at + ENTRY_BYTES <= directory.byteLength && directory.getUint32(at, true) === ENTRY; ) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.getUint16(at + field, true)) as [number, number, number];
    const to = at + ENTRY_BYTES + name + extra + comment;
    const text = decoder.decode(new Uint8Array(directory.buffer, at + ENTRY_BYTES, name));
    entries.push({ name: text, offset: directory.getUint32(at + 42, true), from: at, to });
    at = to;
  }
  return entries;
}

/** Counts beyond 65,535 files are those of ZIP64, which such a project would not be read with anyway. */
function endRecord(count: number, size: number, start: number): ArrayBuffer {
  const record = new DataView(new ArrayBuffer(END_BYTES));
  record.setUint32(0, END, true);
  for (const field of [8, 10]) record.setUint16(field, Math.min(count, 0xffff), true);
  record.setUint32(12, size, true);
  record.setUint32(16, start, true);
  return record.buffer;
}
