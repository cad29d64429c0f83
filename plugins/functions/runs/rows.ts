import { type Actor, InvalidInput } from '@sayso/core';
import type { EntitiesApi, ListRows, Row, TableAddress } from '@sayso/entities/ref';
import { z } from 'zod';

const fields = z.record(z.string(), z.unknown());
const list = z.tuple([z.string().nullish(), z.number().nullish(), z.number().nullish(), z.array(z.string()).nullish()]);

/** A call of a table's method by the code of a function. */
export const rowsCall = z.object({
  as: z.enum(['caller', 'app']),
  entity: z.string().max(64),
  method: z.string(),
  args: z.array(z.unknown()).max(7),
});
export type RowsCall = z.infer<typeof rowsCall>;

type Method = (
  rows: EntitiesApi,
  at: { readonly actor: Actor; readonly table: TableAddress },
  args: readonly unknown[],
) => Promise<unknown>;

/** The methods of tables that functions call, as in the browser. Every one checks the permissions of its actor. */
const METHODS: Readonly<Record<string, Method>> = {
  list: async (rows, { actor, table }, args) => (await rows.list(actor, table, pageOf(args))).map(named),
  filter: async (rows, { actor, table }, [query, ...args]) =>
    (await rows.list(actor, table, { ...pageOf(args), filter: parsed(fields, query ?? {}, 'filter') })).map(named),
  get: async (rows, { actor, table }, [id]) => named(await rows.get(actor, table, parsed(z.string(), id, 'get'))),
  create: async (rows, { actor, table }, [row]) => named(await rows.create(actor, table, parsed(fields, row, 'create'))),
  bulkCreate: async (rows, { actor, table }, [many]) =>
    (await rows.createMany(actor, table, parsed(z.array(fields).max(1000), many, 'bulkCreate'))).map(named),
  update: async (rows, { actor, table }, [id, changes]) =>
    named(await rows.update(actor, table, parsed(z.string(), id, 'update'), parsed(fields, changes, 'update'))),
  updateMany: async (rows, { actor, table }, [query, data]) => ({
    updated: await rows.updateMany(actor, table, parsed(fields, query, 'updateMany'), parsed(fields, data, 'updateMany')),
  }),
  delete: async (rows, { actor, table }, [id]) => {
    await rows.remove(actor, table, parsed(z.string(), id, 'delete'));
    return { success: true };
  },
  deleteMany: async (rows, { actor, table }, [query]) => ({
    deleted: await rows.removeMany(actor, table, parsed(fields, query, 'deleteMany')),
  }),
  count: (rows, { actor, table }, [query]) => rows.countRows(actor, table, parsed(fields, query ?? {}, 'count')),
  aggregate: (rows, { actor, table }, [options]) => rows.aggregate(actor, table, parsed(fields, options ?? {}, 'aggregate')),
  schema: (rows, { actor, table }) => rows.schema(actor, table),
};

/** Runs one call. Throws `InvalidInput` for a method or an argument that does not exist, and what the rows' service throws. */
export async function callRows(
  rows: EntitiesApi,
  at: { readonly actor: Actor; readonly table: TableAddress },
  { method, args }: Pick<RowsCall, 'method' | 'args'>,
): Promise<unknown> {
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (run === undefined) throw new InvalidInput(`Tables have no method "${method.slice(0, 50)}" in functions.`);
  return run(rows, at, args);
}

function pageOf(args: readonly unknown[]): ListRows {
  const [sort, limit, skip, names] = parsed(
    list,
    [0, 1, 2, 3].map((at) => args[at] ?? null),
    'list',
  );
  return {
    ...(sort ? { sort } : {}),
    ...(limit == null ? {} : { limit }),
    ...(skip == null ? {} : { skip }),
    ...(names == null ? {} : { fields: names }),
  };
}

function parsed<Value>(schema: z.ZodType<Value>, value: unknown, method: string): Value {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new InvalidInput(`${method}() does not take this argument: ${issue?.message ?? 'it is not valid'}.`);
}

/** A row with the names of Base44 beside its own. */
function named(row: Row): Row {
  return { ...row, created_date: row.createdAt, updated_date: row['updatedAt'] ?? row.createdAt };
}
