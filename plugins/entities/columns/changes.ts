import type { EntitySchema, PropertySchema } from '@sayso/apps/ref';

/** Former names of a renamed field, the latest last: rows that still have one of them are converted. */
export const FORMER_NAMES = 'x-formerNames';

type Schemas = Readonly<Record<string, EntitySchema>>;

/** What happened to a field of a table between two versions of its schema. */
export type FieldChange =
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string; readonly property: PropertySchema }
  | { readonly kind: 'retyped'; readonly name: string; readonly property: PropertySchema }
  | { readonly kind: 'removed'; readonly name: string }
  | { readonly kind: 'added'; readonly name: string; readonly property: PropertySchema };

export interface TableChange {
  readonly entity: string;
  readonly fields: readonly FieldChange[];
}

/** The changed fields of the tables that both versions have. A renamed field whose type changed counts as renamed. */
export function tableChanges(before: Schemas, after: Schemas): TableChange[] {
  return Object.keys(after).flatMap((entity): TableChange[] => {
    const [old, now] = [ownSchema(before, entity), ownSchema(after, entity)];
    if (old === null || now === null) return [];
    const fields = fieldChanges(old.properties, now.properties);
    return fields.length === 0 ? [] : [{ entity, fields }];
  });
}

type Properties = EntitySchema['properties'];

function fieldChanges(before: Properties, after: Properties): FieldChange[] {
  const gone = new Set(Object.keys(before).filter((name) => !Object.hasOwn(after, name)));
  const changes: FieldChange[] = [];
  for (const [name, property] of Object.entries(after)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (old !== undefined) {
      if (typeOf(old) !== typeOf(property)) changes.push({ kind: 'retyped', name, property });
      continue;
    }
    const from = formerName(name, property, before, gone);
    if (from !== undefined) gone.delete(from);
    changes.push(from === undefined ? { kind: 'added', name, property } : { kind: 'renamed', from, to: name, property });
  }
  return [...changes, ...[...gone].map((name) => ({ kind: 'removed', name }) as const)];
}

/** Also finds the name before that of a restored version: there the field that is gone has the new name among its former ones. */
function formerName(name: string, property: PropertySchema, before: Properties, gone: ReadonlySet<string>): string | undefined {
  const former = formerNames(property).findLast((each) => gone.has(each));
  return former ?? [...gone].find((each) => formerNames(before[each]).includes(name));
}

export function formerNames(property: PropertySchema | undefined): string[] {
  const names = property?.[FORMER_NAMES];
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}

/** What of a property decides about the values that it allows. Limits are left out: rows of before may exceed them. */
function typeOf({ type, format, enum: choices, items }: PropertySchema): string {
  const time = format === 'date' || format === 'date-time' ? format : null;
  return JSON.stringify([type ?? null, type === 'string' ? time : null, choices ?? null, items === undefined ? null : typeOf(items)]);
}

function ownSchema(schemas: Schemas, entity: string): EntitySchema | null {
  return Object.hasOwn(schemas, entity) ? (schemas[entity] ?? null) : null;
}
