import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

/**
 * Made by git 2: three commits of a list of 60 rows, its two changes as a chain of deltas, a symbolic link, and a tag. The page has the words
 * "seventh" and "fortieth".
 */
export const GIT_BUNDLE = readFileSync(new URL('rows.bundle', import.meta.url));

const KINDS = { commit: 1, tree: 2, blob: 3, tag: 4, 'ofs-delta': 6, 'ref-delta': 7 };

export interface Packed {
  readonly kind: keyof typeof KINDS;
  readonly data: Buffer;
  /** Of an `ofs-delta`: the number of objects back. Of a `ref-delta`: the hash. */
  readonly base?: number | string;
  /** What the pack says of the size. Default: the size of the data. */
  readonly size?: number;
}

export const hashOf = (kind: string, data: Buffer): string =>
  createHash('sha1').update(`${kind} ${data.length}\0`).update(data).digest('hex');

/** A pack of these objects, as they are, well-formed or not. */
export function packOf(objects: readonly Packed[]): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(objects.length, 8);
  const places: number[] = [];
  let pack = head;
  for (const { kind, data, base, size = data.length } of objects) {
    const at = pack.length;
    const target =
      typeof base === 'string'
        ? Buffer.from(base, 'hex')
        : base === undefined
          ? Buffer.alloc(0)
          : offset(at - (places[places.length - base] ?? 0));
    places.push(at);
    pack = Buffer.concat([pack, header(KINDS[kind], size), target, deflateSync(data)]);
  }
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
}

function header(kind: number, size: number): Buffer {
  const bytes = [(kind << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() ?? 0) | 128, rest % 128);
  }
  return Buffer.from(bytes);
}

function offset(distance: number): Buffer {
  const bytes = [distance & 127];
  for (let rest = distance >> 7; rest > 0; rest >>= 7) {
    rest -= 1;
    bytes.unshift(128 | (rest & 127));
  }
  return Buffer.from(bytes);
}

/** A delta in its form: the sizes before and after, then its commands. */
export const deltaOf = (from: number, to: number, ...commands: readonly number[]): Buffer =>
  Buffer.from([...number(from), ...number(to), ...commands]);

function number(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...number(Math.floor(value / 128))];
}

export interface TreeEntry {
  readonly mode?: string;
  readonly name: string;
  readonly hash: string;
}

export const treeOf = (entries: readonly TreeEntry[]): Buffer =>
  Buffer.concat(
    entries.map(({ mode = '100644', name, hash }) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(hash, 'hex')])),
  );

/** A bundle with one branch, whose commit has this tree; `more` are the other objects. */
export function bundleOf(tree: Buffer, more: readonly Packed[], head = '# v2 git bundle\n'): Buffer {
  const commit = Buffer.from(`tree ${hashOf('tree', tree)}\nauthor Ann <a@example.org> 0 +0000\n\nOne\n`);
  const pack = packOf([{ kind: 'commit', data: commit }, { kind: 'tree', data: tree }, ...more]);
  return Buffer.concat([Buffer.from(`${head}${hashOf('commit', commit)} refs/heads/main\n\n`), pack]);
}
