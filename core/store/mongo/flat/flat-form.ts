import { BSON } from 'mongodb';
import type { PartitionSpec } from '../../../contract/store.ts';
import type { Document } from '../../documents/values.ts';
import { endOfId, givenId } from '../stored-ids.ts';
import { JsonWriter } from './json-writer.ts';

/** Types of BSON values, as https://bsonspec.org/spec.html numbers them: those that documents of the store contain. */
const DOUBLE = 0x01;
const STRING = 0x02;
const OBJECT = 0x03;
const ARRAY = 0x04;
const BOOLEAN = 0x08;
const NULL = 0x0a;
const INT32 = 0x10;
const INT64 = 0x12;

const ascii = (character: string): number => character.charCodeAt(0);
const COMMA = ascii(',');
const COLON = ascii(':');

/** Where a value is in a document. */
interface Place {
  readonly type: number;
  readonly at: number;
}

class UnknownType extends Error {}

/**
 * The JSON of a list of documents in their flat form, from the bytes that the server sends: their objects, which JSON needs for a moment
 * only, take most of the time of a page.
 */
export class FlatForm {
  readonly #spec: PartitionSpec;
  readonly #names: readonly string[];
  readonly #lengths: ReadonlySet<number>;
  readonly #writer = new JsonWriter();
  #count = 0;

  constructor(spec: PartitionSpec) {
    this.#spec = spec;
    // The columns come last, also when a field has the name of one.
    this.#names = ['id', ...spec.columns];
    this.#lengths = new Set(this.#names.map((name) => name.length));
    this.#writer.byte(ascii('['));
  }

  /** Bytes of the list, with the end. */
  get length(): number {
    return this.#writer.length + 1;
  }

  add(bytes: Uint8Array): void {
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#count++ > 0) this.#writer.byte(COMMA);
    const before = this.#writer.length;
    try {
      this.#document(source);
    } catch (error) {
      if (!(error instanceof UnknownType)) throw error;
      this.#writer.truncate(before);
      this.#writer.json(flatText(this.#spec, BSON.deserialize(source)));
    }
  }

  finish(): string {
    this.#writer.byte(ascii(']'));
    return this.#writer.finish();
  }

  #document(source: Buffer): void {
    const columns = new Map<string, Place>();
    let fields = 0;
    walk(source, 0, (start, end, type, at) => {
      const name = source.toString('latin1', start, end);
      if (name === this.#spec.fields) fields = at;
      else if (name === '_id') columns.set('id', { type, at });
      else if (this.#spec.columns.includes(name)) columns.set(name, { type, at });
    });
    const writer = this.#writer;
    writer.byte(ascii('{'));
    let isFirst = true;
    if (fields > 0) {
      walk(source, fields, (start, end, type, at) => {
        if (this.#lengths.has(end - start) && columns.has(source.toString('latin1', start, end))) return;
        if (!isFirst) writer.byte(COMMA);
        isFirst = false;
        writer.string(source, start, end);
        writer.byte(COLON);
        write(writer, source, type, at);
      });
    }
    for (const name of this.#names) {
      const place = columns.get(name);
      if (place === undefined) continue;
      writer.json(`${isFirst ? '' : ','}${JSON.stringify(name)}:`);
      isFirst = false;
      if (name === 'id' && place.type === STRING) writeId(writer, source, place.at);
      else write(writer, source, place.type, place.at);
    }
    writer.byte(ascii('}'));
  }
}

/** Calls back for each member of the document at `from`: where its name is, its type, and where its value is. */
function walk(source: Buffer, from: number, each: (start: number, end: number, type: number, at: number) => void): void {
  const last = from + source.readInt32LE(from) - 1;
  for (let next = from + 4; next < last; ) {
    const type = source[next] as number;
    const start = next + 1;
    let end = start;
    while (source[end] !== 0) end++;
    each(start, end, type, end + 1);
    next = end + 1 + sizeOf(source, type, end + 1);
  }
}

function sizeOf(source: Buffer, type: number, at: number): number {
  switch (type) {
    case DOUBLE:
    case INT64:
      return 8;
    case STRING:
      return 4 + source.readInt32LE(at);
    case OBJECT:
    case ARRAY:
      return source.readInt32LE(at);
    case BOOLEAN:
      return 1;
    case NULL:
      return 0;
    case INT32:
      return 4;
    default:
      throw new UnknownType();
  }
}

function write(writer: JsonWriter, source: Buffer, type: number, at: number): void {
  if (type === STRING) writer.string(source, at + 4, at + 3 + source.readInt32LE(at));
  else if (type === OBJECT || type === ARRAY) writeMembers(writer, source, type, at);
  else writer.json(scalar(source, type, at));
}

function scalar(source: Buffer, type: number, at: number): string {
  switch (type) {
    case DOUBLE:
      return JSON.stringify(source.readDoubleLE(at));
    case INT32:
      return String(source.readInt32LE(at));
    case INT64:
      return JSON.stringify(Number(source.readBigInt64LE(at)));
    case BOOLEAN:
      return source[at] === 1 ? 'true' : 'false';
    case NULL:
      return 'null';
    default:
      throw new UnknownType();
  }
}

function writeId(writer: JsonWriter, source: Buffer, at: number): void {
  const start = at + 4;
  writer.string(source, start, endOfId(source, start, at + 3 + source.readInt32LE(at)));
}

function writeMembers(writer: JsonWriter, source: Buffer, type: number, from: number): void {
  let isFirst = true;
  writer.byte(ascii(type === ARRAY ? '[' : '{'));
  walk(source, from, (start, end, member, at) => {
    if (!isFirst) writer.byte(COMMA);
    isFirst = false;
    if (type === OBJECT) {
      writer.string(source, start, end);
      writer.byte(COLON);
    }
    write(writer, source, member, at);
  });
  writer.byte(ascii(type === ARRAY ? ']' : '}'));
}

/** The same of a document as an object. */
function flatText(spec: PartitionSpec, document: Document): string {
  const flat: Document = { ...(document[spec.fields] as Document | undefined) };
  for (const name of ['id', ...spec.columns]) {
    const value = name === 'id' ? givenId(String(document['_id'])) : document[name];
    if (value === undefined) continue;
    if (Object.hasOwn(flat, name)) delete flat[name];
    flat[name] = value;
  }
  return JSON.stringify(flat);
}
