import { type Actor, DomainError, InvalidInput, newId } from '@sayso/core';
import type { EntitiesApi, TableAddress } from '@sayso/entities/ref';
import { z } from 'zod';

/** Of each table; the newest ones. */
const MAX_ROWS = 200;
/** Of all tables, as JSON. */
const MAX_LENGTH = 5_000_000;
const ABOUT_ROWS = new Set(['id', 'createdAt', 'updatedAt', 'creatorId']);

export const sampleTable = z.object({
  table: z.string(),
  rows: z.array(z.object({ id: z.string(), values: z.record(z.string(), z.unknown()) })),
});
type SampleTable = z.infer<typeof sampleTable>;

/** The newest draft rows of an app, oldest first, without who made them and when. */
export async function readSamples(entities: EntitiesApi, actor: Actor, of: { readonly appId: string; readonly tables: readonly string[] }) {
  const samples: SampleTable[] = [];
  for (const table of of.tables) {
    const rows = await entities.list(actor, { appId: of.appId, entity: table, rows: 'draft' }, { limit: MAX_ROWS });
    const ready = rows.map((row) => ({
      id: row.id,
      values: Object.fromEntries(Object.entries(row).filter(([name]) => !ABOUT_ROWS.has(name))),
    }));
    if (ready.length > 0) samples.push({ table, rows: ready.reverse() });
  }
  if (JSON.stringify(samples).length > MAX_LENGTH) {
    throw new InvalidInput(`The rows are larger than ${MAX_LENGTH / 1_000_000} MB. Share the template without rows.`);
  }
  return samples;
}

/**
 * Adds the rows to an app as draft rows. Ids of rows in their values become those of the new rows: at once where the other row is there
 * already, else by a change afterwards, since tables may reference each other. Leaves out rows that do not fit the schema of their table.
 */
export async function addSamples(
  entities: EntitiesApi,
  actor: Actor,
  to: { readonly appId: string; readonly samples: readonly SampleTable[] },
) {
  const ids = new Map<string, string>();
  const known = new Set(to.samples.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const later: { readonly address: TableAddress; readonly id: string; readonly values: Readonly<Record<string, unknown>> }[] = [];
  for (const { table, rows } of to.samples) {
    const address = { appId: to.appId, entity: table, rows: 'draft' } as const;
    const made = await addFitting(
      rows.map(({ values }) => withIds(values, ids) as Record<string, unknown>),
      (some) => entities.createMany(actor, address, some, { key: newId() }),
    );
    // Before the new ids are known, which the rows were made without.
    const open = rows.map(({ values }) =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => names(value, (id) => known.has(id) && !ids.has(id)))),
    );
    for (const [index, row] of made.entries()) {
      if (row === null) continue;
      ids.set(rows[index]?.id ?? '', row.id);
      if (Object.keys(open[index] ?? {}).length > 0) later.push({ address, id: row.id, values: open[index] ?? {} });
    }
  }
  for (const { address, id, values } of later) await entities.update(actor, address, id, withIds(values, ids) as Record<string, unknown>);
}

/** What `add` makes of each; null: it refused that one. */
async function addFitting<T, R>(all: readonly T[], add: (some: readonly T[]) => Promise<readonly R[]>): Promise<(R | null)[]> {
  try {
    return [...(await add(all))];
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  const made: (R | null)[] = [];
  for (const each of all) {
    try {
      made.push((await add([each]))[0] ?? null);
    } catch (error) {
      if (!isRefused(error)) throw error;
      made.push(null);
    }
  }
  return made;
}

function isRefused(error: unknown): boolean {
  return error instanceof DomainError && (error.status === 400 || error.status === 422);
}

function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, ids)]));
}

function names(value: unknown, isId: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isId(value);
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => names(each, isId));
}
