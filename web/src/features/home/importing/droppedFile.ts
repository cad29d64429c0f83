/** Folders that no project needs on another machine. */
const SKIPPED = new Set(['node_modules', 'dist', 'build', '.git', '.next', '.vite', 'coverage', '__MACOSX']);
const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 2_000_000;

/** What was dropped as one file: a zip or a git bundle as it is, a folder as a zip. Null without files. */
export async function droppedFile(transfer: DataTransfer): Promise<File | null> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const [first] = transfer.files;
  if (entries.every(({ isFile }) => isFile) && transfer.files.length === 1 && first !== undefined) return first;
  const files = new Map<string, Uint8Array>();
  for (const entry of entries) await collect(entry, '', files);
  if (files.size === 0) return null;
  const { zipSync } = await import('fflate');
  // Stored only: the server is near, and compressing takes longer than sending.
  const zip = zipSync(Object.fromEntries(files), { level: 0 });
  return new File([new Uint8Array(zip)], `${entries[0]?.name ?? 'project'}.zip`, { type: 'application/zip' });
}

async function collect(entry: FileSystemEntry, folder: string, files: Map<string, Uint8Array>): Promise<void> {
  if (files.size >= MAX_FILES || SKIPPED.has(entry.name)) return;
  const path = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    if (file.size <= MAX_FILE_BYTES) files.set(path, new Uint8Array(await file.arrayBuffer()));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // Browsers list at most 100 entries at a time, and none at the end.
  for (;;) {
    const found = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (found.length === 0) return;
    for (const inner of found) await collect(inner, `${path}/`, files);
  }
}
