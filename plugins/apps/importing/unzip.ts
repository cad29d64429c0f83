import { unzipSync } from 'fflate';
import { ProjectUnreadable } from '../errors.ts';
import { type ReadProject, readProject } from './project.ts';

const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 2_000_000;
const MAX_BYTES = 40_000_000;
/** Folders that no project needs, and files that hold no text. */
const SKIPPED =
  /(?:^|\/)(?:node_modules|dist|build|\.git|__MACOSX)\/|\/$|\.(?:png|jpe?g|gif|webp|ico|svg|woff2?|ttf|mp[34]|pdf|zip|map|lockb)$/i;

/** Reads the project in a zip within bounds, in memory. Throws `ProjectUnreadable`. */
export function readZip(zip: Uint8Array): ReadProject {
  const paths = new Set<string>();
  let bytes = 0;
  const entries = unpack(zip, ({ name, originalSize }) => {
    checkPath(name);
    if (paths.size >= MAX_FILES) throw new ProjectUnreadable(`it has more than ${MAX_FILES} files`);
    if (paths.has(name)) throw new ProjectUnreadable(`it has the file ${name.slice(0, 200)} twice`);
    paths.add(name);
    if (SKIPPED.test(name)) return false;
    bytes += originalSize;
    if (originalSize > MAX_FILE_BYTES) throw new ProjectUnreadable(`${name.slice(0, 200)} is larger than ${MAX_FILE_BYTES} bytes`);
    if (bytes > MAX_BYTES) throw new ProjectUnreadable(`its files are larger than ${MAX_BYTES} bytes`);
    return true;
  });
  const top = sharedFolder(Object.keys(entries));
  const decoder = new TextDecoder();
  return readProject(Object.entries(entries).map(([path, content]) => ({ path: path.slice(top.length), text: decoder.decode(content) })));
}

type Filter = (file: { readonly name: string; readonly originalSize: number }) => boolean;

function unpack(zip: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(zip, { filter });
  } catch (error) {
    throw error instanceof ProjectUnreadable ? error : new ProjectUnreadable('it is no zip, or it is damaged');
  }
}

/** Nothing is written to a disk, but such a path is no accident. */
function checkPath(path: string): void {
  const isOutside = path.startsWith('/') || path.includes('\\') || /^[a-z]:/i.test(path) || path.split('/').includes('..');
  if (isOutside || path.includes('\0')) throw new ProjectUnreadable(`the path ${JSON.stringify(path.slice(0, 200))} leads out of it`);
}

/** Folders of a project itself, and none. */
const OWN_FOLDERS = ['', 'src/', 'pages/', 'components/', 'services/', 'entities/'];

/** The folder in which all files are, with its slash; empty when there is none. */
function sharedFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return !OWN_FOLDERS.includes(folder) && paths.every((path) => path.startsWith(folder)) ? folder : '';
}
