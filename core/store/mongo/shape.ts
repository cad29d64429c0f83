import { type Document, isObject, type Json, type TypeName, typeOf } from '../documents/values.ts';
import { givenId } from './stored-ids.ts';

/**
 * The shape of a document: the names of its fields and the types of their values, without those that are null. Every stored document of a
 * partitioned collection has it, because no index finds documents without a field: the few shapes of a table say which ones lack it, and an
 * index on the shape finds them in order of their ids.
 */
export type Shape = string;

/** The member of a stored document with its shape. */
export const SHAPE = '_shape';
/** The member that each update sets anew: a read document is replaced only while it is unchanged. */
export const REVISION = '_revision';

const letters: Readonly<Record<TypeName, string>> = { null: '', number: 'n', string: 's', bool: 'b', object: 'o', array: 'a' };
/** Begins the shape of a document whose time is not that of its id. */
const UNTIMED = '!';
/** Stands for a shape that is longer than this. A table with such documents is sorted without an index. */
export const UNKNOWN: Shape = '?';
const LONGEST = 4000;

export function shapeOf(fields: Json | undefined, isTimed: boolean): Shape {
  const entries = Object.entries(isObject(fields) ? fields : {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) => entryOf(name, typeOf(value)));
  const shape = `${isTimed ? '' : `${UNTIMED}\n`}${entries.sort().join('\n')}`;
  return shape.length > LONGEST ? UNKNOWN : shape;
}

/** One line, whatever the name contains. */
function entryOf(name: string, type: TypeName): string {
  return `${letters[type]}${JSON.stringify(name)}`;
}

/** The type of a field in the documents of a shape; `null` for null and for a missing field. */
export function typeIn(shape: Shape, name: string): TypeName {
  const quoted = JSON.stringify(name);
  const entry = shape.split('\n').find((each) => each.slice(1) === quoted);
  const [type = 'null'] = Object.entries(letters).find(([, letter]) => letter !== '' && letter === entry?.[0]) ?? [];
  return type as TypeName;
}

/** Bounds of the shapes of untimed documents. */
export const untimedShapes = { $gte: UNTIMED, $lt: '"' };

/** A pattern of the shapes in which a field has this type; `negated` for null, which shapes leave out. */
export function patternOf(name: string, type: TypeName): { readonly pattern: string; readonly negated: boolean } {
  const quoted = JSON.stringify(name).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return { pattern: `(^|\\n)${type === 'null' ? '[a-z]' : letters[type]}${quoted}(\\n|$)`, negated: type === 'null' };
}

/** Whether the time is that of the UUIDv7. */
export function isTimeOf(id: unknown, time: unknown): boolean {
  if (typeof id !== 'string' || typeof time !== 'string' || id[14] !== '7') return false;
  const made = Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16);
  return Number.isFinite(made) && new Date(made).toISOString() === time;
}

/** The document without what only this engine stores. */
export function withoutHidden(document: Document): Document {
  if (typeof document['_id'] === 'string') document['_id'] = givenId(document['_id']);
  delete document[SHAPE];
  delete document[REVISION];
  return document;
}
