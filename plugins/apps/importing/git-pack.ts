import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { ProjectUnreadable } from '../errors.ts';

const MAX_OBJECTS = 200_000;
const MAX_OBJECT_BYTES = 20_000_000;
/** Of all objects, with the deltas that they are made by. */
const MAX_BYTES = 200_000_000;
/** Deltas may name objects behind them; git itself has chains of at most 50. */
const MAX_ROUNDS = 100;
const HASH_BYTES = 20;

export type GitType = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  readonly type: GitType;
  readonly data: Buffer;
}

const TYPES: Readonly<Record<number, GitType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFFSET_DELTA = 6;
const HASH_DELTA = 7;

/** An object as the difference to another one, which is named by its place in the pack or by its hash. */
interface Delta {
  readonly at: number;
  readonly base: number | string;
  readonly data: Buffer;
}

/**
 * The objects of a pack (https://git-scm.com/docs/gitformat-pack) by hash, in memory and within bounds: no object is inflated beyond the
 * size that it declares. Throws `ProjectUnreadable`.
 */
export function readPack(pack: Buffer): ReadonlyMap<string, GitObject> {
  return new PackReader(pack).read();
}

/** What is thrown for a bundle that git did not make, or that lost something on the way. */
export function damaged(): ProjectUnreadable {
  return new ProjectUnreadable('the git bundle is damaged');
}

class PackReader {
  readonly #pack: Buffer;
  readonly #end: number;
  readonly #byHash = new Map<string, GitObject>();
  readonly #byPlace = new Map<number, GitObject>();
  #at = 12;
  #bytes = 0;

  constructor(pack: Buffer) {
    this.#pack = pack;
    this.#end = pack.length - HASH_BYTES;
  }

  read(): ReadonlyMap<string, GitObject> {
    const pack = this.#pack;
    if (this.#end < this.#at || pack.toString('latin1', 0, 4) !== 'PACK' || ![2, 3].includes(pack.readUInt32BE(4))) throw damaged();
    if (!createHash('sha1').update(pack.subarray(0, this.#end)).digest().equals(pack.subarray(this.#end))) throw damaged();
    const count = pack.readUInt32BE(8);
    if (count > MAX_OBJECTS) throw new ProjectUnreadable(`the git bundle has more than ${MAX_OBJECTS} objects`);
    const deltas: Delta[] = [];
    for (let read = 0; read < count; read += 1) {
      const delta = this.#next();
      if (delta !== null && !this.#resolve(delta)) deltas.push(delta);
    }
    this.#resolveAll(deltas);
    return this.#byHash;
  }

  /** Reads an object; a delta is returned. */
  #next(): Delta | null {
    const at = this.#at;
    let byte = this.#byte();
    const kind = (byte >> 4) & 7;
    let size = byte & 15;
    for (let unit = 16; byte >= 128; unit *= 128) {
      byte = this.#byte();
      size += (byte & 127) * unit;
      this.#checkSize(size);
    }
    const type = TYPES[kind];
    if (type !== undefined) {
      this.#add(at, { type, data: this.#inflate(size) });
      return null;
    }
    if (kind === OFFSET_DELTA) return { at, base: at - this.#offset(), data: this.#inflate(size) };
    if (kind !== HASH_DELTA) throw damaged();
    const base = this.#pack.toString('hex', this.#at, this.#at + HASH_BYTES);
    this.#at += HASH_BYTES;
    return { at, base, data: this.#inflate(size) };
  }

  #byte(): number {
    if (this.#at >= this.#end) throw damaged();
    this.#at += 1;
    return this.#pack[this.#at - 1] ?? 0;
  }

  #offset(): number {
    let byte = this.#byte();
    let offset = byte & 127;
    while (byte >= 128) {
      byte = this.#byte();
      offset = (offset + 1) * 128 + (byte & 127);
      if (offset > this.#end) throw damaged();
    }
    return offset;
  }

  #inflate(size: number): Buffer {
    this.#count(size);
    try {
      const options = { info: true, maxOutputLength: Math.max(size, 1) };
      // With `info` it also returns how much of the input it has read.
      const { buffer, engine } = inflateSync(this.#pack.subarray(this.#at, this.#end), options) as unknown as {
        readonly buffer: Buffer;
        readonly engine: { readonly bytesWritten: number };
      };
      if (buffer.length !== size) throw damaged();
      this.#at += engine.bytesWritten;
      return buffer;
    } catch {
      throw damaged();
    }
  }

  #resolveAll(deltas: readonly Delta[]): void {
    let open = deltas;
    for (let round = 0; open.length > 0; round += 1) {
      const left = open.filter((delta) => !this.#resolve(delta));
      if (left.length === open.length || round === MAX_ROUNDS) throw damaged();
      open = left;
    }
  }

  /** False while the object is missing that the delta changes. */
  #resolve({ at, base, data }: Delta): boolean {
    const before = typeof base === 'number' ? this.#byPlace.get(base) : this.#byHash.get(base);
    if (before === undefined) return false;
    this.#add(at, { type: before.type, data: this.#patched(before.data, data) });
    return true;
  }

  #patched(base: Buffer, delta: Buffer): Buffer {
    const reader = new DeltaReader(delta);
    const [from, size] = [reader.size(), reader.size()];
    if (from !== base.length) throw damaged();
    this.#checkSize(size);
    this.#count(size);
    return reader.apply(base, size);
  }

  #add(at: number, object: GitObject): void {
    this.#byPlace.set(at, object);
    this.#byHash.set(createHash('sha1').update(`${object.type} ${object.data.length}\0`).update(object.data).digest('hex'), object);
  }

  #checkSize(size: number): void {
    if (size > MAX_OBJECT_BYTES) throw new ProjectUnreadable(`the git bundle has a file of more than ${MAX_OBJECT_BYTES} bytes`);
  }

  #count(size: number): void {
    this.#bytes += size;
    if (this.#bytes > MAX_BYTES)
      throw new ProjectUnreadable(`the git bundle has more than ${MAX_BYTES} bytes of history. Import a zip instead`);
  }
}

class DeltaReader {
  readonly #delta: Buffer;
  #at = 0;

  constructor(delta: Buffer) {
    this.#delta = delta;
  }

  size(): number {
    let size = 0;
    for (let unit = 1; unit < 2 ** 42; unit *= 128) {
      const byte = this.#byte();
      size += (byte & 127) * unit;
      if (byte < 128) return size;
    }
    throw damaged();
  }

  /** Copies parts of the base, and inserts bytes of the delta. */
  apply(base: Buffer, size: number): Buffer {
    const result = Buffer.alloc(size);
    let written = 0;
    while (this.#at < this.#delta.length) {
      const part = this.#part(base);
      if (part.length === 0 || written + part.length > size) throw damaged();
      part.copy(result, written);
      written += part.length;
    }
    if (written !== size) throw damaged();
    return result;
  }

  #part(base: Buffer): Buffer {
    const command = this.#byte();
    if (command < 128) {
      const inserted = this.#delta.subarray(this.#at, this.#at + command);
      this.#at += command;
      if (inserted.length !== command) throw damaged();
      return inserted;
    }
    const offset = this.#number(command & 15);
    const length = this.#number((command >> 4) & 7) || 0x1_00_00;
    if (offset + length > base.length) throw damaged();
    return base.subarray(offset, offset + length);
  }

  /** A little-endian number; the bits say which of its bytes are there. */
  #number(bits: number): number {
    let value = 0;
    for (let place = 0; place < 4; place += 1) if ((bits & (1 << place)) !== 0) value += this.#byte() * 256 ** place;
    return value;
  }

  #byte(): number {
    if (this.#at >= this.#delta.length) throw damaged();
    this.#at += 1;
    return this.#delta[this.#at - 1] ?? 0;
  }
}
