import { isDeepStrictEqual } from 'node:util';
import type { EntitySchema } from '@sayso/apps/ref';
import type { Rule, RuleOperation } from '@sayso/core/rules';
import type { RowDocument } from '../collections.ts';
import { refusalOfFields } from '../errors.ts';
import type { Row } from '../ref.ts';
import type { Caller, TablePermissions } from './caller.ts';
import { readable } from './permissions.ts';
import { both, type Reach, reaches } from './reach.ts';
import { reachOf, watchedBy } from './rule-reach.ts';

type Data = Readonly<Record<string, unknown>>;
type Place = { readonly permissions: TablePermissions; readonly caller: Caller; readonly schema: EntitySchema };

/** A field that the caller does not read in all rows, and the rows in which they do. */
export interface HiddenField {
  readonly name: string;
  readonly reach: Reach;
  /** The fields by which it is decided. */
  readonly by: readonly string[];
}

/** The schema by which a caller asks: filters, sorts and totals by hidden fields would tell their values. */
export interface AskedTable extends EntitySchema {
  readonly hidden?: ReadonlySet<string>;
}

const NONE: readonly HiddenField[] = [];

/** The fields that a caller does not read in every row that they read. Rules of fields do not bind those who see everything of the app. */
export function hiddenFields({ permissions, caller }: Pick<Place, 'permissions' | 'caller'>): readonly HiddenField[] {
  const { fields } = permissions;
  if (fields === undefined || isFree(caller)) return NONE;
  const rows = readable(permissions, caller);
  const hidden = Object.entries(fields).flatMap(([name, { read }]): HiddenField[] => {
    if (read === undefined) return [];
    const reach = reachOf(read, caller);
    if (reach !== null && isSame(reach, {})) return [];
    // Where the rule of rows says the same, all rows that the caller reads have it.
    if (rows !== null && isSame(both(rows, reach), both(rows, {}))) return [];
    return [{ name, reach, by: reach === null ? [] : watchedBy({ read }) }];
  });
  return hidden.length === 0 ? NONE : hidden;
}

/** The schema by which the caller filters, sorts and computes. */
export function asked(place: Place): AskedTable {
  const hidden = hiddenFields(place);
  if (hidden.length === 0) return place.schema;
  const names = new Set(hidden.map(({ name }) => name));
  const properties = Object.fromEntries(Object.entries(place.schema.properties).filter(([name]) => !names.has(name)));
  return { ...place.schema, properties, hidden: names };
}

/** The names of the fields that are hidden in a row. */
export function hiddenIn(hidden: readonly HiddenField[], row: Parameters<typeof reaches>[1]): ReadonlySet<string> {
  return new Set(hidden.filter(({ reach }) => !reaches(reach, row)).map(({ name }) => name));
}

/** A row as clients get it, without what is hidden in it. */
export function shownRow(hidden: readonly HiddenField[], row: Row): Row {
  if (hidden.length === 0) return row;
  const { id, createdAt, updatedAt, creatorId, ...data } = row;
  return without(row, hiddenIn(hidden, { _id: id, createdAt, updatedAt: String(updatedAt), creatorId, data }));
}

/** The fields of a row that the caller sees. */
export function shownData(place: Pick<Place, 'permissions' | 'caller'>, row: RowDocument, data: Data = row.data): Data {
  const hidden = hiddenFields(place);
  return hidden.length === 0 ? data : without(data, hiddenIn(hidden, row));
}

export function without<T extends Data>(row: T, names: ReadonlySet<string>): T {
  return names.size === 0 ? row : (Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name))) as T);
}

/** The rows in which the caller writes all of the fields. */
export function fieldsReach(
  { permissions, caller }: Pick<Place, 'permissions' | 'caller'>,
  names: Iterable<string>,
  operation: RuleOperation,
): Reach {
  let reach: Reach = {};
  for (const name of names) {
    const rule = ruleOf({ permissions, caller }, name.split('.')[0] ?? '', operation);
    if (rule !== undefined) reach = both(reach, reachOf(rule, caller));
  }
  return reach;
}

/** Throws the refusal of a new row that gives fields which the caller does not write. Empty values and defaults give nothing. */
export function checkNewFields(place: Place, row: RowDocument): void {
  const refused = refusedIn(place, row);
  if (refused.length > 0) throw refusalOfFields(place.caller.kind !== 'visitor', place.schema.name, refused);
}

/** The fields of a new row that the caller does not write. */
export function refusedIn(place: Place, row: RowDocument): readonly string[] {
  const { permissions, caller, schema } = place;
  if (permissions.fields === undefined || isFree(caller)) return [];
  return Object.keys(permissions.fields).filter((name) => {
    const rule = ruleOf(place, name, 'create');
    if (rule === undefined || !Object.hasOwn(row.data, name)) return false;
    const initial = schema.properties[name]?.default ?? null;
    return !isDeepStrictEqual(row.data[name] ?? null, initial) && !reaches(reachOf(rule, caller), row);
  });
}

/** A change of a row, as far as the fields allow it. */
export interface FieldChange {
  readonly data: Record<string, unknown>;
  /** What the row must be before and afterwards, by the rules of its changed fields. */
  readonly reach: Reach;
}

/**
 * What a change does to the fields of a row: clients send whole rows, so values that are as before are left out. Throws the refusal of other values of
 * fields that the caller does not write. A hidden value is never compared: the answer would tell it.
 */
export function changeOfFields(place: Place, row: RowDocument, data: Record<string, unknown>): FieldChange {
  const { permissions, caller } = place;
  if (permissions.fields === undefined || isFree(caller)) return { data, reach: {} };
  const hidden = hiddenIn(hiddenFields(place), row);
  const ruled = Object.keys(data).filter((name) => ruleOf(place, name, 'update') !== undefined);
  const kept = ruled.filter((name) => !hidden.has(name) && isDeepStrictEqual(data[name] ?? null, ownOf(row.data, name) ?? null));
  const changed = Object.fromEntries(Object.entries(data).filter(([name]) => !kept.includes(name)));
  const names = ruled.filter((name) => !kept.includes(name));
  const after = { ...row, data: { ...row.data, ...changed } };
  const refused = names.filter((name) => {
    const reach = fieldsReach(place, [name], 'update');
    return !reaches(reach, row) || !reaches(reach, after);
  });
  if (refused.length > 0) throw refusalOfFields(caller.kind !== 'visitor', place.schema.name, refused);
  return { data: changed, reach: fieldsReach(place, names, 'update') };
}

/** Whether rules of fields bind the caller in some change. */
export function bindsChanges({ permissions, caller }: Pick<Place, 'permissions' | 'caller'>): boolean {
  return !isFree(caller) && Object.values(permissions.fields ?? {}).some(({ update }) => update !== undefined);
}

function ruleOf({ permissions, caller }: Pick<Place, 'permissions' | 'caller'>, name: string, operation: RuleOperation): Rule | undefined {
  const { fields } = permissions;
  return fields === undefined || isFree(caller) || !Object.hasOwn(fields, name) ? undefined : fields[name]?.[operation];
}

const isFree = ({ kind }: Caller): boolean => kind === 'admin' || kind === 'viewer';
const isSame = (one: Reach, other: Reach): boolean => JSON.stringify(one) === JSON.stringify(other);
const ownOf = (data: Data, name: string): unknown => (Object.hasOwn(data, name) ? data[name] : undefined);
