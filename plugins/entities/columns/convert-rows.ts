import type { PartitionedCollection } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { Backups, ReplacedValues } from './backups.ts';
import type { FieldChange, TableChange } from './changes.ts';
import { type Convert, converter } from './convert-value.ts';

const BATCH = 200;
const ATTEMPTS = 20;
const LONGEST_SHOWN = 200;

/** A value that does not fit the new type of its column. The row keeps it. */
export interface UnconvertedValue {
  readonly entity: string;
  readonly column: string;
  readonly id: string;
  /** As JSON, cut. */
  readonly value: string;
}

export interface TableConversion {
  readonly rows: Pick<PartitionedCollection<RowDocument>, 'find' | 'findOneAndUpdate' | 'findOne'>;
  readonly backups: Backups;
  /** Identifies the conversion: a repeated one has the same. */
  readonly key: string;
  readonly set: string;
  readonly appId: string;
  readonly change: TableChange;
  readonly signal: AbortSignal;
  /** Called after each batch with the rows of it. */
  onBatch(rows: number, unconverted: readonly UnconvertedValue[]): Promise<void>;
}

type Data = Record<string, unknown>;

export interface ConvertedRows {
  readonly rows: readonly RowDocument[];
  readonly unconverted: readonly UnconvertedValue[];
}

/** Converts rows of one table that are stored nowhere. The values that this replaces are kept as those of a conversion. */
export async function convertRows(
  conversion: Pick<TableConversion, 'backups' | 'key' | 'set' | 'appId' | 'change'>,
  rows: readonly RowDocument[],
): Promise<ConvertedRows> {
  const { backups, set, appId, change, key } = conversion;
  const inOrder = rows.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  const steps = { entity: change.entity, steps: stepsOf(change), restored: await restoredValues(conversion, inOrder) };
  const planned = new Map(rows.map((row) => [row._id, plan(row, steps)]));
  for (const { row, values } of planned.values())
    if (Object.keys(values).length > 0)
      await backups.store({ set, appId, entity: change.entity }, `${key}/${row._id}`, { [row._id]: values });
  return {
    rows: rows.map((row) => ({ ...row, data: applied(row.data, planned.get(row._id)?.update ?? {}) })),
    unconverted: [...planned.values()].flatMap(({ failed }) => failed),
  };
}

/** Rows of one table with its changed columns. Stores nothing, and restores no values of former conversions. */
export function fittedRows(change: TableChange, rows: readonly RowDocument[]): RowDocument[] {
  const steps = { entity: change.entity, steps: stepsOf(change), restored: new Map() };
  return rows.map((row) => ({ ...row, data: applied(row.data, plan(row, steps).update ?? {}) }));
}

/** A column of a row that a conversion would change. */
export interface PlannedChange {
  readonly column: string;
  /** The value does not fit the new type, and would stay. */
  readonly isUnconverted: boolean;
}

/** What a conversion would change in these rows, which are in the order of their ids. Writes nothing. */
export async function plannedChanges(
  conversion: Pick<TableConversion, 'backups' | 'key' | 'set' | 'appId' | 'change'>,
  rows: readonly RowDocument[],
): Promise<PlannedChange[]> {
  const { change } = conversion;
  const steps = { entity: change.entity, steps: stepsOf(change), restored: await restoredValues(conversion, rows) };
  const columns = new Set(change.fields.map(nameOf));
  return rows.flatMap((row) => {
    const { update, failed } = plan(row, steps);
    const changed = Object.keys({ ...update?.$set, ...update?.$unset }).map(nameOfPath);
    return [
      ...changed.filter((column) => columns.has(column)).map((column) => ({ column, isUnconverted: false })),
      ...failed.map(({ column }) => ({ column, isUnconverted: true })),
    ];
  });
}

const nameOfPath = (path: string): string => path.slice('data.'.length);

function applied(data: Data, { $set = {}, $unset = {} }: NonNullable<Plan['update']>): Data {
  const gone = new Set(Object.keys($unset).map(nameOfPath));
  const left = Object.entries(data).filter(([name]) => !gone.has(name));
  return Object.fromEntries([...left, ...Object.entries($set).map(([path, value]) => [nameOfPath(path), value])]);
}

function stepsOf({ fields }: TableChange): Steps['steps'] {
  return fields.map((field) => ({ field, convert: field.kind === 'removed' ? null : converter(field.property) }));
}

/** Converts the rows of one table to its new schema, in the order of their ids. Idempotent: a converted row is left as it is. */
export async function convertTable(conversion: TableConversion): Promise<void> {
  const { rows, appId, change, signal, key } = conversion;
  const table = { appId, entity: change.entity };
  const steps = stepsOf(change);
  for (let after: string | undefined; ; ) {
    signal.throwIfAborted();
    const batch = await rows.find(table, { sort: { _id: 1 }, limit: BATCH, ...(after === undefined ? {} : { after }) });
    const restored = await restoredValues(conversion, batch);
    const unconverted: UnconvertedValue[] = [];
    const planned = batch.map((row) => plan(row, { steps, restored, entity: change.entity }));
    const replaced = Object.fromEntries(planned.flatMap(({ row, values }) => (Object.keys(values).length > 0 ? [[row._id, values]] : [])));
    await conversion.backups.store({ set: conversion.set, ...table }, `${key}/${change.entity}`, replaced);
    for (const { row, update, failed } of planned) {
      unconverted.push(...failed);
      if (update !== null) await write(conversion, row, { steps, restored, entity: change.entity });
    }
    await conversion.onBatch(batch.length, unconverted);
    if (batch.length < BATCH) return;
    after = batch.at(-1)?._id;
  }
}

interface Steps {
  readonly entity: string;
  readonly steps: readonly { readonly field: FieldChange; readonly convert: Convert | null }[];
  /** By field, by row. */
  readonly restored: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

interface Plan {
  readonly row: RowDocument;
  readonly update: { $set?: Data; $unset?: Data } | null;
  readonly values: ReplacedValues[string];
  readonly failed: readonly UnconvertedValue[];
}

function plan(row: RowDocument, steps: Steps): Plan {
  const draft: Draft = { row, entity: steps.entity, set: {}, unset: {}, values: {}, failed: [] };
  for (const { field, convert } of steps.steps) {
    const restored = field.kind === 'removed' ? undefined : steps.restored.get(nameOf(field));
    if (convert === null) remove(draft, nameOf(field));
    else if (restored?.has(row._id)) move(draft, field, restored.get(row._id));
    else if (field.kind !== 'added' && Object.hasOwn(row.data, formerOf(field))) convertField(draft, field, convert);
  }
  const { set, unset, values, failed } = draft;
  const update = { ...(Object.keys(set).length > 0 ? { $set: set } : {}), ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) };
  return { row, update: Object.keys(update).length > 0 ? update : null, values, failed };
}

interface Draft {
  readonly row: RowDocument;
  readonly entity: string;
  readonly set: Data;
  readonly unset: Data;
  readonly values: Record<string, { before: unknown; after?: unknown }>;
  readonly failed: UnconvertedValue[];
}

const nameOf = (field: FieldChange): string => (field.kind === 'renamed' ? field.to : field.name);
const formerOf = (field: FieldChange): string => (field.kind === 'renamed' ? field.from : field.name);

function remove({ row, unset, values }: Draft, name: string): void {
  if (!Object.hasOwn(row.data, name)) return;
  values[name] = { before: row.data[name] };
  unset[`data.${name}`] = '';
}

function move({ row, set, unset }: Draft, field: FieldChange, value: unknown): void {
  const [from, to] = [formerOf(field), nameOf(field)];
  if (from !== to && Object.hasOwn(row.data, from)) unset[`data.${from}`] = '';
  if (from !== to || row.data[to] !== value) set[`data.${to}`] = value;
}

function convertField(draft: Draft, field: FieldChange, convert: Convert): void {
  const { row, entity, unset, values, failed } = draft;
  const [from, to] = [formerOf(field), nameOf(field)];
  const before = row.data[from];
  const converted = convert(before);
  if (converted === null) failed.push({ entity, column: to, id: row._id, value: JSON.stringify(before).slice(0, LONGEST_SHOWN) });
  const after = converted === null ? before : converted.value;
  // A row that was written with the new name meanwhile keeps that value.
  if (from !== to && Object.hasOwn(row.data, to)) {
    unset[`data.${from}`] = '';
    return;
  }
  move(draft, field, after);
  if (after !== before) values[to] = { before, after };
}

/** Writes the plan of the row's present state; rows that change meanwhile are planned again. */
async function write({ rows, appId }: TableConversion, planned: RowDocument, steps: Steps): Promise<void> {
  let row: RowDocument | null = planned;
  for (let attempt = 0; attempt < ATTEMPTS && row !== null; attempt++) {
    const { update } = plan(row, steps);
    if (update === null) return;
    const where = { appId, entity: steps.entity, _id: row._id };
    if ((await rows.findOneAndUpdate({ ...where, updatedAt: row.updatedAt }, update)) !== null) return;
    row = await rows.findOne(where);
  }
}

async function restoredValues(
  { backups, set, appId, change, key }: Pick<TableConversion, 'backups' | 'set' | 'appId' | 'change' | 'key'>,
  batch: readonly RowDocument[],
): Promise<Steps['restored']> {
  const place = { set, appId, entity: change.entity };
  const fields = change.fields.flatMap((field) => (field.kind === 'added' || field.kind === 'retyped' ? [field.name] : []));
  return new Map(await Promise.all(fields.map(async (field) => [field, await backups.of(place, { rows: batch, field, key })] as const)));
}
