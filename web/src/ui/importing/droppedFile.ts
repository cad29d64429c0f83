/** Folders that no project needs on another machine, at any depth. */
const SKIPPED = new Set(['node_modules', '.git', '.next', '.vite', '__MACOSX']);
/** Results of a build, where they are beside the project's manifest: elsewhere they may be its sources. */
const BUILT = new Set(['dist', 'build', 'coverage']);
const MANIFEST = 'package.json';
/** One more than the server reads, which says so. */
const MAX_FILES = 5_001;
/** The server reads no larger file. */
const MAX_FILE_BYTES = 2_000_000;

const entriesOf = (transfer: DataTransfer): FileSystemEntry[] =>
  [...(transfer.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);

/** The name of what was dropped when it is a project and no attachment: a folder, a zip or a git bundle. Null for other files. */
export function projectIn(transfer: DataTransfer): string | null {
  const folder = entriesOf(transfer).find(({ isDirectory }) => isDirectory);
  const [file] = transfer.files;
  const isArchive = transfer.files.length === 1 && file !== undefined && /\.(?:zip|bundle)$/i.test(file.name);
  return folder?.name ?? (isArchive ? file.name : null);
}

/** What was dropped as one file: a zip or a git bundle as it is, a folder as a zip. Null without files. Reads the transfer before it returns. */
export async function droppedFile(transfer: DataTransfer): Promise<File | null> {
  const entries = entriesOf(transfer);
  const [first] = transfer.files;
  if (entries.every(({ isFile }) => isFile) && transfer.files.length === 1 && first !== undefined) return first;
  const files = new Map<string, Uint8Array>();
  for (const entry of entries) await collect(entry, '', files);
  if (files.size === 0) return null;
  const { zipSync } = await import('fflate');
  // Stored only: the server is near, and compressing takes longer than sending.
  const zip = zipSync(
    Object.fromEntries([...files].map(([path, bytes]) => [path, [bytes, { level: bytes.length > MAX_FILE_BYTES ? 1 : 0 }]])),
  );
  return new File([new Uint8Array(zip)], `${entries[0]?.name ?? 'project'}.zip`, { type: 'application/zip' });
}

async function collect(entry: FileSystemEntry, folder: string, files: Map<string, Uint8Array>): Promise<void> {
  if (files.size >= MAX_FILES) return;
  const path = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    // Zeros in place of what the server would not read: its report names the file, and they compress to nothing.
    files.set(path, file.size > MAX_FILE_BYTES ? new Uint8Array(MAX_FILE_BYTES + 1) : new Uint8Array(await file.arrayBuffer()));
    return;
  }
  const inner = await entriesIn(entry as FileSystemDirectoryEntry);
  const isProject = inner.some(({ name }) => name === MANIFEST);
  for (const each of inner) {
    const isSkipped = each.isDirectory && (SKIPPED.has(each.name) || (isProject && BUILT.has(each.name)));
    if (!isSkipped) await collect(each, `${path}/`, files);
  }
}

/** Browsers list at most 100 entries at a time, and none at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const found = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (found.length === 0) return all;
    all.push(...found);
  }
}
