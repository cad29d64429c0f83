import type { CompatApi } from '@sayso/compat/ref';
import { type Actor, InvalidInput, tableName } from '@sayso/core';
import type { EntitiesApi, ListParameters, TableAddress } from '@sayso/entities/ref';
import { z } from 'zod';

const fields = z.record(z.string(), z.unknown());
const list = z.tuple([z.string().nullish(), z.number().nullish(), z.number().nullish(), z.array(z.string()).nullish()]);

/** A call of a table's method by the code of a function. */
export const rowsCall = z.object({
  as: z.enum(['caller', 'app']),
  entity: z.string().max(64).transform(tableName),
  method: z.string(),
  args: z.array(z.unknown()).max(7),
});
export type RowsCall = z.infer<typeof rowsCall>;

/** The rows and the people by the words of `@base44/sdk`, as over REST. */
export interface RowServices {
  readonly compat: CompatApi;
  readonly entities: Pick<EntitiesApi, 'schema'>;
}

interface Caller {
  readonly actor: Actor;
  readonly table: TableAddress;
  readonly signal: AbortSignal;
}
type Method = (services: RowServices, caller: Caller, args: readonly unknown[]) => Promise<unknown>;
type Methods = Readonly<Record<string, Method>>;

/** The methods of tables that functions call, as in the browser. Every one checks the permissions of its actor. */
const METHODS: Methods = {
  list: ({ compat }, { actor, table, signal }, args) => compat.rows.list(actor, table, pageOf(args), { signal }),
  filter: ({ compat }, { actor, table, signal }, [query, ...args]) =>
    compat.rows.list(actor, table, { ...pageOf(args), ...filterOf(query) }, { signal }),
  get: ({ compat }, { actor, table }, [id]) => compat.rows.get(actor, table, parsed(z.string(), id, 'get')),
  create: ({ compat }, { actor, table }, [row]) => compat.rows.create(actor, table, parsed(fields, row, 'create')),
  bulkCreate: ({ compat }, { actor, table }, [many]) =>
    compat.rows.createMany(actor, table, parsed(z.array(fields).max(1000), many, 'bulkCreate')),
  update: ({ compat }, { actor, table }, [id, changes]) =>
    compat.rows.update(actor, table, parsed(z.string(), id, 'update'), parsed(fields, changes, 'update')),
  updateMany: async ({ compat }, { actor, table }, [query, data]) => ({
    updated: await compat.rows.updateMany(actor, table, parsed(fields, query, 'updateMany'), parsed(fields, data, 'updateMany')),
  }),
  delete: async ({ compat }, { actor, table }, [id]) => {
    await compat.rows.remove(actor, table, parsed(z.string(), id, 'delete'));
    return { success: true };
  },
  deleteMany: async ({ compat }, { actor, table }, [query]) => ({
    deleted: await compat.rows.removeMany(actor, table, parsed(fields, query, 'deleteMany')),
  }),
  count: ({ compat }, { actor, table }, [query]) => compat.rows.count(actor, table, filterOf(query).q),
  aggregate: ({ compat }, { actor, table }, [options]) => compat.rows.aggregate(actor, table, parsed(fields, options ?? {}, 'aggregate')),
  schema: ({ entities }, { actor, table }) => entities.schema(actor, table),
};

/** The methods of `User`: the people of the app. No one is added or removed by a call. */
const PEOPLE: Methods = {
  list: ({ compat }, { actor, table }, args) => compat.people.list(actor, table.appId, pageOf(args)),
  filter: ({ compat }, { actor, table }, [query, ...args]) =>
    compat.people.list(actor, table.appId, { ...pageOf(args), ...filterOf(query) }),
  count: ({ compat }, { actor, table }, [query]) => compat.people.count(actor, table.appId, filterOf(query).q),
  get: ({ compat }, { actor, table }, [id]) => compat.people.get(actor, table.appId, parsed(z.string(), id, 'get')),
  update: ({ compat }, { actor, table }, [id, changes]) =>
    compat.people.update(actor, table.appId, parsed(z.string(), id, 'update'), parsed(fields, changes, 'update')),
  updateMe: ({ compat }, { actor, table }, [changes]) => compat.people.updateMe(actor, table.appId, parsed(fields, changes, 'updateMe')),
  schema: METHODS['schema'] as Method,
};

/** Runs one call. Throws `InvalidInput` for a method or an argument that does not exist, and what the services throw. */
export async function callRows(
  services: RowServices,
  caller: Caller,
  { method, args }: Pick<RowsCall, 'method' | 'args'>,
): Promise<unknown> {
  const isPeople = caller.table.entity === 'User';
  const methods = isPeople ? PEOPLE : METHODS;
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (run === undefined) throw new InvalidInput(`${isPeople ? 'People' : 'Tables'} have no method "${method.slice(0, 50)}" in functions.`);
  return run(services, caller, args);
}

function filterOf(query: unknown): { readonly q?: string } {
  const filter = parsed(fields, query ?? {}, 'filter');
  return Object.keys(filter).length === 0 ? {} : { q: JSON.stringify(filter) };
}

function pageOf(args: readonly unknown[]): ListParameters {
  const [sort, limit, skip, names] = parsed(
    list,
    [0, 1, 2, 3].map((at) => args[at] ?? null),
    'list',
  );
  return {
    ...(sort ? { sort } : {}),
    ...(limit == null ? {} : { limit }),
    ...(skip == null ? {} : { skip }),
    ...(names == null ? {} : { fields: names.join(',') }),
  };
}

function parsed<Value>(schema: z.ZodType<Value>, value: unknown, method: string): Value {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new InvalidInput(`${method}() does not take this argument: ${issue?.message ?? 'it is not valid'}.`);
}
