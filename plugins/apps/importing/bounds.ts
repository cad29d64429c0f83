import { ProjectUnreadable } from '../errors.ts';
import { isAbout, type LeftOut, type ProjectFile, type ReadProject, readProject } from './project.ts';

const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 2_000_000;
const MAX_BYTES = 40_000_000;
/** Folders that no project needs. */
const SKIPPED = /(?:^|\/)(?:node_modules|\.git|__MACOSX)\/|^(?:(?!(?:src|pages|components|lib)\/)[^/]+\/){0,2}(?:dist|build)\/|\/$/i;
/** Files that hold no text. */
const BINARY = /\.(?:bmp|eot|mp[34]|webm|mov|wav|ogg|pdf|zip|map|lockb|wasm|bin|db|sqlite|heic|psd)$/i;
const PICTURE = /\.(png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf)$/i;
/** Pictures and fonts are kept as data URLs among the app's files, which hold at most 1,000,000 characters each. */
const MAX_PICTURE_BYTES = 700_000;
const MAX_PICTURES_BYTES = 5_000_000;

/** The bounds of the files of one project, whatever it comes in. */
export class FileBounds {
  readonly #paths = new Set<string>();
  #files = 0;
  #bytes = 0;
  #pictures = 0;
  /** Files that are not read, but are no part of every project. */
  readonly left: LeftOut[] = [];

  /** Whether to read a file of this size. Throws `ProjectUnreadable`. */
  admits(path: string, size: number): boolean {
    checkPath(path);
    // Skipped before they are counted: a project with its node_modules has 100,000 files.
    if (SKIPPED.test(path)) return false;
    if (this.#paths.has(path)) throw new ProjectUnreadable(`it has the file ${path.slice(0, 200)} twice`);
    this.#paths.add(path);
    this.#files += 1;
    if (this.#files > MAX_FILES) throw new ProjectUnreadable(`it has more than ${MAX_FILES} files. Leave out what is not source code`);
    if (BINARY.test(path)) {
      this.left.push({ path, reason: 'static' });
      return false;
    }
    if (PICTURE.test(path) && !this.#hasRoom(size)) {
      const limit =
        size > MAX_PICTURE_BYTES
          ? `more than ${MAX_PICTURE_BYTES} bytes`
          : `no room: pictures and fonts have at most ${MAX_PICTURES_BYTES} bytes together`;
      this.left.push({ path, reason: 'refused', message: `It has ${limit}. Make it smaller, or upload it and use its address.` });
      return false;
    }
    if (size > MAX_FILE_BYTES) {
      // A lock file may have any size; it is not part of the app anyway.
      if (!isAbout(path)) this.left.push({ path, reason: 'refused', message: `It is larger than ${MAX_FILE_BYTES} bytes.` });
      return false;
    }
    this.#bytes += size;
    if (this.#bytes > MAX_BYTES)
      throw new ProjectUnreadable(
        `its files are larger than ${MAX_BYTES} bytes. Leave out what is not source code, such as data and videos`,
      );
    return true;
  }

  /** Whether the app has room for a picture or a font. */
  #hasRoom(size: number): boolean {
    if (size > MAX_PICTURE_BYTES || this.#pictures + size > MAX_PICTURES_BYTES) return false;
    this.#pictures += size;
    return true;
  }
}

/** The project whose files may all be in one folder. */
export function projectOf(files: readonly ProjectFile[], left: FileBounds['left']): ReadProject {
  const top = sharedFolder([...files, ...left].map(({ path }) => path));
  // Code names files with composed characters; file systems of macOS have them decomposed.
  const project = readProject(files.map(({ path, text }) => ({ path: path.slice(top.length).normalize('NFC'), text })));
  return { ...project, left: [...project.left, ...left.map((file) => ({ ...file, path: file.path.slice(top.length) }))] };
}

const decoder = new TextDecoder();
const wideDecoder = new TextDecoder('utf-16le');

/** The text of a file; that of a picture or a font is a data URL. */
export function textOf(path: string, bytes: Uint8Array): string {
  const [, ending = ''] = PICTURE.exec(path) ?? [];
  // PowerShell writes the output of commands this way.
  if (ending === '') return (bytes[0] === 0xff && bytes[1] === 0xfe ? wideDecoder : decoder).decode(bytes);
  const type = ending.toLowerCase().replace('jpg', 'jpeg').replace('ico', 'x-icon');
  const kind = /^(?:woff2?|ttf|otf)$/.test(type) ? 'font' : 'image';
  return `data:${kind}/${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}`;
}

/** Nothing is written to a disk, but such a path is no accident. */
function checkPath(path: string): void {
  const isOutside = path.startsWith('/') || path.includes('\\') || /^[a-z]:/i.test(path) || path.split('/').includes('..');
  if (isOutside || path.includes('\0')) throw new ProjectUnreadable(`the path ${JSON.stringify(path.slice(0, 200))} leads out of it`);
}

/** Folders of a project itself, and none. */
const OWN_FOLDERS = ['', 'src/', 'pages/', 'components/', 'services/', 'entities/', 'lib/', 'hooks/'];

/** The folder in which all files are, with its slash; empty when there is none. */
function sharedFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return !OWN_FOLDERS.includes(folder) && paths.every((path) => path.startsWith(folder)) ? folder : '';
}
