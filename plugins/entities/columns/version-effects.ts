import type { EntitySchema } from '@sayso/apps/ref';
import type { PartitionedCollection } from '@sayso/core';
import { z } from 'zod';
import type { RowDocument } from '../collections.ts';
import { effectsOf, permissionsOf } from '../permissions/permissions.ts';
import type { RowSet } from '../ref.ts';
import { snapshotTable } from '../snapshots/state.ts';
import type { Backups } from './backups.ts';
import { type FieldChange, type TableChange, tableChanges } from './changes.ts';
import { plannedChanges } from './convert-rows.ts';

const BATCH = 200;
/** Rows of one table whose conversion is planned. */
const MAX_PLANNED = 5000;

const columnEffect = z.object({
  name: z.string(),
  kind: z.enum(['added', 'removed', 'renamed', 'retyped']),
  from: z.string().nullable().describe('The name before, of a renamed column.'),
  values: z
    .number()
    .nullable()
    .describe('Values that come back, are removed, get another name or another type. Null for tables whose rows are hidden.'),
  unconverted: z.number().nullable().describe('Values that do not fit the new type, and stay as they are.'),
});

const tableEffect = z.object({
  name: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  rows: z
    .number()
    .nullable()
    .describe('The draft rows of the table. Those of a table that is removed stay stored, for versions that have it.'),
  columns: z.array(columnEffect).readonly().describe('The columns that change.'),
  isPartial: z.boolean().describe(`Values are counted in the first ${MAX_PLANNED} rows only.`),
});

export const versionEffects = z.object({
  tables: z.array(tableEffect).readonly(),
  snapshots: z
    .array(snapshotTable)
    .readonly()
    .describe(
      'The draft rows as they were before the next change of columns: `POST …/rows/restore` restores them once the version is restored.',
    ),
});
export interface VersionEffects {
  readonly tables: readonly TableEffect[];
}
type TableEffect = z.infer<typeof tableEffect>;
type ColumnEffect = z.infer<typeof columnEffect>;

type Schemas = Readonly<Record<string, EntitySchema>>;

export interface EffectParts {
  readonly appId: string;
  readonly set: RowSet;
  readonly rows: Pick<PartitionedCollection<RowDocument>, 'find' | 'count'>;
  readonly backups: Backups;
}

/** What the rows of a set become when they follow the schemas `after` in place of `before`. Reads only. */
export async function effectsOfVersion(parts: EffectParts, before: Schemas, after: Schemas): Promise<VersionEffects> {
  const changes = new Map(tableChanges(before, after).map((change) => [change.entity, change]));
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => name !== 'User').sort();
  const tables: TableEffect[] = [];
  for (const name of names) {
    const kind = kindOf(name, before, after);
    const change = changes.get(name);
    if (kind === 'changed' && change === undefined) continue;
    const isHidden = [before, after].some((schemas) => Object.hasOwn(schemas, name) && isSealed(schemas[name] as EntitySchema));
    const rows = isHidden ? null : await parts.rows.count({ appId: parts.appId, entity: name });
    const columns = change === undefined ? [] : await columnsOf(parts, change, isHidden);
    tables.push({ name, kind, rows, columns, isPartial: change !== undefined && (rows ?? 0) > MAX_PLANNED });
  }
  return { tables };
}

function kindOf(name: string, before: Schemas, after: Schemas): TableEffect['kind'] {
  if (!Object.hasOwn(before, name)) return 'added';
  return Object.hasOwn(after, name) ? 'changed' : 'removed';
}

function isSealed(schema: EntitySchema): boolean {
  return effectsOf(permissionsOf(schema)).admin.see === 'none';
}

async function columnsOf(parts: EffectParts, change: TableChange, isHidden: boolean): Promise<ColumnEffect[]> {
  const counts = new Map(change.fields.map((field) => [nameOf(field), { values: 0, unconverted: 0 }]));
  if (!isHidden) await countChanges(parts, change, counts);
  return change.fields.map((field) => ({
    ...{ name: nameOf(field), kind: field.kind, from: field.kind === 'renamed' ? field.from : null },
    ...(isHidden ? { values: null, unconverted: null } : (counts.get(nameOf(field)) ?? { values: 0, unconverted: 0 })),
  }));
}

async function countChanges(
  { appId, set, rows, backups }: EffectParts,
  change: TableChange,
  counts: ReadonlyMap<string, { values: number; unconverted: number }>,
): Promise<void> {
  const conversion = { backups, set, appId, change, key: 'preview' };
  let after: string | undefined;
  for (let read = 0; read < MAX_PLANNED; read += BATCH) {
    const table = { appId, entity: change.entity };
    const batch = await rows.find(table, { sort: { _id: 1 }, limit: BATCH, ...(after === undefined ? {} : { after }) });
    for (const { column, isUnconverted } of await plannedChanges(conversion, batch)) {
      const count = counts.get(column);
      if (count !== undefined) count[isUnconverted ? 'unconverted' : 'values'] += 1;
    }
    if (batch.length < BATCH) return;
    after = batch.at(-1)?._id;
  }
}

const nameOf = (field: FieldChange): string => (field.kind === 'renamed' ? field.to : field.name);
