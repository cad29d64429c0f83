import { ProjectUnreadable } from '../errors.ts';
import { type ProjectFile, type ReadProject, readProject } from './project.ts';

const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 2_000_000;
const MAX_BYTES = 40_000_000;
/** Folders that no project needs, and files that hold no text. */
const SKIPPED =
  /(?:^|\/)(?:node_modules|dist|build|\.git|__MACOSX)\/|\/$|\.(?:png|jpe?g|gif|webp|ico|svg|woff2?|ttf|mp[34]|pdf|zip|map|lockb)$/i;

/** The bounds of the files of one project, whatever it comes in. */
export class FileBounds {
  readonly #paths = new Set<string>();
  #bytes = 0;

  /** Whether to read a file of this size. Throws `ProjectUnreadable`. */
  admits(path: string, size: number): boolean {
    checkPath(path);
    if (this.#paths.size >= MAX_FILES) throw new ProjectUnreadable(`it has more than ${MAX_FILES} files`);
    if (this.#paths.has(path)) throw new ProjectUnreadable(`it has the file ${path.slice(0, 200)} twice`);
    this.#paths.add(path);
    if (SKIPPED.test(path)) return false;
    this.#bytes += size;
    if (size > MAX_FILE_BYTES) throw new ProjectUnreadable(`${path.slice(0, 200)} is larger than ${MAX_FILE_BYTES} bytes`);
    if (this.#bytes > MAX_BYTES) throw new ProjectUnreadable(`its files are larger than ${MAX_BYTES} bytes`);
    return true;
  }
}

/** The project whose files may all be in one folder. */
export function projectOf(files: readonly ProjectFile[]): ReadProject {
  const top = sharedFolder(files.map(({ path }) => path));
  return readProject(files.map(({ path, text }) => ({ path: path.slice(top.length), text })));
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
