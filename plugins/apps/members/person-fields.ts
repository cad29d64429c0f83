import { isDeepStrictEqual } from 'node:util';
import { Forbidden, InvalidInput } from '@sayso/core';
import type { EntitySchema, PropertySchema } from '../ref.ts';
import { userFieldsIn } from '../versions/user-fields.ts';

type Fields = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, EntitySchema>>;

/** What the server says of a person, under the names of this product and of the other client. No call changes it, in any spelling. */
const SERVERS: ReadonlySet<string> = new Set(
  [
    'id',
    '_id',
    'userId',
    'accountId',
    'email',
    'emailVerified',
    'isVerified',
    'verified',
    'name',
    'fullName',
    'role',
    'roles',
    '_appRole',
    'collaboratorRole',
    'accountType',
    'admin',
    'isAdmin',
    'isOwner',
    'isService',
    'disabled',
    'isDisabled',
    'appId',
    'createdDate',
    'createdAt',
    'updatedDate',
    'updatedAt',
    'createdBy',
    'createdById',
    'creatorId',
    'accessToken',
    'password',
  ].map(normal),
);
/** Where the other client has a person's own fields once more. */
const OWN = 'data';
const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype']);

/** What the server says about a name, whatever its case and separators: `_app_role`, `appRole` and `App-Role` are one. */
function normal(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Whether an app may keep a field of this name about a person: the server says nothing by it. */
export const isOwnField = (name: string): boolean => !SERVERS.has(normal(name));

/** A person's own fields without those that the server says, which earlier releases stored. */
export function ownFields(fields: Fields): Fields {
  const own = Object.entries(fields).filter(([name]) => isOwnField(name));
  return Object.fromEntries(own.map(([name, value]) => [name, name === OWN && isRecord(value) ? ownFields(value) : value]));
}

/**
 * What remains of changes of a person's own fields: fields that the server says are left out, since clients send whole people back. Throws
 * `InvalidInput` for a name that is none, and `Forbidden` for a field that only admins change.
 */
export function changesOfPerson(
  changes: Fields,
  known: Fields,
  { isAdmin, schemas }: { readonly isAdmin: boolean; readonly schemas: readonly Schemas[] },
): Fields {
  checkNames(changes);
  const own = ownFields(changes);
  if (isAdmin) return own;
  const isAdmins = adminFields(schemas);
  refuseAdmins(own, known, isAdmins);
  const before = isRecord(known[OWN]) ? known[OWN] : {};
  if (Object.hasOwn(own, OWN)) refuseAdmins({ ...nulls(before), ...(isRecord(own[OWN]) ? own[OWN] : {}) }, before, isAdmins);
  return own;
}

/** The fields whose values are others than before. */
function differing(fields: Fields, before: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isDeepStrictEqual(value ?? null, before[name] ?? null)));
}

/**
 * What changes say about a person, by the names that rules read, in place of what admins said before: fields with other values, and null for one
 * that `data` had. Within `data`, which the other client has once more, and where `isWhole`, a value that stays is not said by who sends it back.
 */
export function saidBy(changes: Fields, known: Fields, isWhole: boolean): Fields {
  const { [OWN]: data, ...stated } = changes;
  const before = isRecord(known[OWN]) ? known[OWN] : {};
  const within = isRecord(data) ? data : {};
  const isGone = (name: string) => !Object.hasOwn(known, name) && !Object.hasOwn(within, name);
  const gone = data === undefined ? [] : Object.keys(before).filter(isGone);
  const changed = { ...Object.fromEntries(gone.map((name) => [name, null])), ...differing(within, { ...known, ...before }) };
  const beside = Object.fromEntries(Object.entries(changed).filter(([name]) => !Object.hasOwn(stated, name)));
  return { ...beside, ...(isWhole ? differing(stated, { ...before, ...known }) : stated) };
}

/** A path or an operator is no name: it would be a field of its own, or change another one where it is read as a path. */
function checkNames(changes: Fields): void {
  for (const [name, value] of Object.entries(changes)) {
    if (name === '' || name.startsWith('$') || name.includes('.') || DANGEROUS.has(name))
      throw new InvalidInput(`"${name.slice(0, 100)}" is no name of a field. Leave out "." and "$".`);
    if (name === OWN && isRecord(value)) checkNames(value);
  }
}

function refuseAdmins(changes: Fields, known: Fields, isAdmins: (name: string) => boolean): void {
  for (const [name, value] of Object.entries(changes))
    if (isAdmins(name) && !isDeepStrictEqual(value ?? null, known[name] ?? null))
      throw new Forbidden(`Only admins of this app change "${name.slice(0, 100)}" of a person.`);
}

const nulls = (fields: Fields): Fields => Object.fromEntries(Object.keys(fields).map((name) => [name, null]));

/** Whether only admins change a field: rules of a table read it, or the table of people says so. */
export function adminFields(all: readonly Schemas[]): (name: string) => boolean {
  const read = new Set(all.flatMap((schemas) => [...readBy(schemas)]));
  const tables = all.flatMap(({ User: people }) => (people === undefined ? [] : [people]));
  const marked = new Set(tables.flatMap((people) => markedIn(people).map(normal)));
  const open = new Set(
    tables.flatMap((people) => Object.entries(people.properties).flatMap(([name, property]) => (isOpen(property) ? [normal(name)] : []))),
  );
  const isClosed = tables.some((people) => isAdmins(people['x-accessControl']?.permissions?.write));
  return (name) => {
    const plain = normal(name);
    return read.has(plain) || marked.has(plain) || (isClosed && plain !== normal(OWN) && !open.has(plain));
  };
}

const reads = new WeakMap<Schemas, ReadonlySet<string>>();

/** By version, whose tables never change. */
function readBy(schemas: Schemas): ReadonlySet<string> {
  const known = reads.get(schemas) ?? new Set([...userFieldsIn(schemas)].map(normal));
  reads.set(schemas, known);
  return known;
}

const isAdmins = (write: unknown): boolean => write === 'admin' || write === 'none';
const isOpen = (property: PropertySchema): boolean => ['anonymous', 'all', 'creator'].includes(String(writeOf(property)));

function markedIn({ properties }: Pick<EntitySchema, 'properties'>): string[] {
  return Object.entries(properties).flatMap(([name, property]) => (isMarked(property) ? [name] : []));
}

/** `readOnly`, or a permission of the field's own; a field is as closed as the fields within it. */
function isMarked(property: PropertySchema): boolean {
  const { readOnly, properties = {}, items } = property;
  const isOwn = readOnly === true || isAdmins(writeOf(property));
  return isOwn || Object.values(properties).some(isMarked) || (items !== undefined && isMarked(items));
}

function writeOf({ 'x-accessControl': access }: PropertySchema): unknown {
  const permissions = isRecord(access) ? access['permissions'] : undefined;
  return isRecord(permissions) ? permissions['write'] : undefined;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
