import { ProjectUnreadable } from '../errors.ts';
import { FileBounds, projectOf, textOf } from './bounds.ts';
import { damaged, type GitObject, type GitType, readPack } from './git-pack.ts';
import type { ProjectFile, ReadProject } from './project.ts';

const SIGNATURE = /^# v([23]) git bundle\n/;
const MAX_HEADER = 1_000_000;
const MAX_TAGS = 10;
const MAX_DEPTH = 50;
/** Of all folders: folders may share objects, so that a small bundle can name very many. */
const MAX_ENTRIES = 100_000;
const HASH_BYTES = 20;
const FOLDER = '40000';
const LINKS = ['120000', '160000'];

interface Header {
  /** Name → hash. */
  readonly refs: ReadonlyMap<string, string>;
  readonly pack: Buffer;
}

interface Entry {
  readonly mode: string;
  readonly path: string;
  readonly hash: string;
}

export function isBundle(bytes: Uint8Array): boolean {
  return SIGNATURE.test(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 32)).toString('latin1'));
}

/**
 * Reads the project that a git bundle (https://git-scm.com/docs/gitformat-bundle) has at its head, within bounds, in memory. Symbolic links and
 * submodules are left out. Throws `ProjectUnreadable`.
 */
export function readBundle(bytes: Uint8Array): ReadProject {
  const { refs, pack } = readHeader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const objects = new Objects(readPack(pack));
  const { files, links, left } = new Files(objects).below(objects.tree(headOf(refs)));
  const project = projectOf(files, left);
  return { ...project, left: [...project.left, ...links.map((path) => ({ path, reason: 'unknown' as const }))] };
}

function readHeader(bundle: Buffer): Header {
  const end = bundle.subarray(0, MAX_HEADER).indexOf('\n\n');
  if (end === -1) throw damaged();
  const refs = new Map<string, string>();
  const [, ...lines] = bundle.toString('utf8', 0, end).split('\n');
  for (const line of lines) {
    if (line.startsWith('-'))
      throw new ProjectUnreadable(
        'the git bundle builds on commits that it does not have. Make it with "git bundle create app.bundle --all"',
      );
    if (line.startsWith('@')) checkCapability(line.slice(1));
    else {
      const [, hash, name] = /^([0-9a-f]{40}) (.+)$/.exec(line) ?? [];
      if (hash === undefined || name === undefined) throw damaged();
      refs.set(name, hash);
    }
  }
  return { refs, pack: bundle.subarray(end + 2) };
}

function checkCapability(capability: string): void {
  if (capability === 'object-format=sha1') return;
  if (capability.startsWith('filter=')) throw new ProjectUnreadable('the git bundle lacks files: it was made with a filter');
  throw new ProjectUnreadable(`the git bundle needs ${JSON.stringify(capability.slice(0, 100))}, which is not supported`);
}

function headOf(refs: Header['refs']): string {
  const branch = [...refs.keys()].find((name) => name.startsWith('refs/heads/'));
  const name = ['HEAD', 'refs/heads/main', 'refs/heads/master', branch ?? ''].find((each) => refs.has(each));
  const hash = refs.get(name ?? '') ?? [...refs.values()][0];
  if (hash === undefined) throw new ProjectUnreadable('the git bundle has no branch');
  return hash;
}

class Objects {
  readonly #objects: ReadonlyMap<string, GitObject>;

  constructor(objects: ReadonlyMap<string, GitObject>) {
    this.#objects = objects;
  }

  get(hash: string, type: GitType): Buffer {
    const object = this.#objects.get(hash);
    if (object?.type !== type) throw damaged();
    return object.data;
  }

  /** The hash of the folder of a commit, or of a tag of one. */
  tree(hash: string): string {
    let at = hash;
    for (let tags = 0; tags < MAX_TAGS && this.#objects.get(at)?.type === 'tag'; tags += 1) at = named('object', this.get(at, 'tag'));
    return named('tree', this.get(at, 'commit'));
  }

  *entries(hash: string, folder: string): Generator<Entry> {
    const tree = this.get(hash, 'tree');
    for (let at = 0; at < tree.length; ) {
      const end = tree.indexOf(0, at);
      const [, mode, name] = /^(\d{5,6}) ([^/]+)$/.exec(tree.toString('utf8', at, end)) ?? [];
      if (end === -1 || mode === undefined || name === undefined || end + HASH_BYTES >= tree.length) throw damaged();
      yield { mode, path: `${folder}${name}`, hash: tree.toString('hex', end + 1, end + 1 + HASH_BYTES) };
      at = end + 1 + HASH_BYTES;
    }
  }
}

/** The first line of a commit or a tag. */
function named(key: string, data: Buffer): string {
  const [, hash] = new RegExp(`^${key} ([0-9a-f]{40})\n`).exec(data.toString('latin1', 0, 100)) ?? [];
  if (hash === undefined) throw damaged();
  return hash;
}

class Files {
  readonly #objects: Objects;
  readonly #bounds = new FileBounds();
  readonly #files: ProjectFile[] = [];
  readonly #links: string[] = [];
  #entries = 0;

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  below(tree: string): { readonly files: readonly ProjectFile[]; readonly links: readonly string[]; readonly left: FileBounds['left'] } {
    this.#read(tree, '', 0);
    return { files: this.#files, links: this.#links, left: this.#bounds.left };
  }

  #read(tree: string, folder: string, depth: number): void {
    if (depth > MAX_DEPTH) throw new ProjectUnreadable(`its folders are deeper than ${MAX_DEPTH}`);
    for (const { mode, path, hash } of this.#objects.entries(tree, folder)) {
      this.#entries += 1;
      if (this.#entries > MAX_ENTRIES) throw new ProjectUnreadable(`it has more than ${MAX_ENTRIES} files and folders`);
      if (mode === FOLDER) this.#read(hash, `${path}/`, depth + 1);
      else if (LINKS.includes(mode)) this.#links.push(path);
      else this.#add(path, this.#objects.get(hash, 'blob'));
    }
  }

  #add(path: string, data: Buffer): void {
    if (this.#bounds.admits(path, data.length)) this.#files.push({ path, text: textOf(path, data) });
  }
}
