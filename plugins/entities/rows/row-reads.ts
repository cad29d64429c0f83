import { type Actor, NotFound, type Query, type ReadBudget } from '@sayso/core';
import { withoutRules } from '@sayso/core/rules';
import { AGGREGATION_MAX_BYTES, aggregateRows } from '../aggregate/aggregate.ts';
import type { EntitiesContext } from '../config.ts';
import { refusal } from '../errors.ts';
import { expanded, toExpansions } from '../lists/expand.ts';
import { Lists } from '../lists/lists.ts';
import { toListRows } from '../lists/parameters.ts';
import { PreparedLists } from '../lists/prepared-lists.ts';
import { projectionOf, toAfter, toFilter, toLimit, toSkip, toSort } from '../lists/query.ts';
import { budgetOf, type RowQuery, withinBudget } from '../lists/read-rows.ts';
import { asked as askedOf, type HiddenField, hiddenFields, shownRow } from '../permissions/field-access.ts';
import { creatable, readable } from '../permissions/permissions.ts';
import { among } from '../permissions/reach.ts';
import { allowed, type RowAccess, rowsWithin } from '../permissions/row-access.ts';
import { type Scope, seesAll } from '../permissions/scope.ts';
import type { AggregatedRows, AggregateRows, Delivery, ListParameters, ListRows, Row, TableAddress } from '../ref.ts';
import type { RowStore } from './row-store.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What callers read of tables, by their permissions. */
export class RowReads {
  readonly #context: EntitiesContext;
  readonly #access: RowAccess;
  readonly #store: RowStore;
  readonly #lists: Lists;
  readonly #prepared = new PreparedLists();

  constructor(context: EntitiesContext, { access, store }: { readonly access: RowAccess; readonly store: RowStore }) {
    this.#context = context;
    this.#access = access;
    this.#store = store;
    this.#lists = new Lists(context.config);
  }

  async schema(actor: Actor, table: TableAddress) {
    const { schema, permissions, caller } = await this.#access.open(actor, table);
    if (readable(permissions, caller) === null && creatable(permissions, caller) === null)
      throw refusal(caller.kind !== 'visitor', table.entity, 'read');
    return seesAll(caller) ? schema : withoutRules(schema);
  }

  async list(actor: Actor, table: TableAddress, options: ListRows = {}): Promise<Row[]> {
    const scope = await this.#access.open(actor, table);
    const within = allowed(scope, readable(scope.permissions, scope.caller), 'read');
    const query = this.#query(scope, within, options);
    return JSON.parse(await this.#read(scope, query, { actor, table, delivery: {} })) as Row[];
  }

  async readAsked(actor: Actor, table: TableAddress, parameters: ListParameters, delivery: Delivery): Promise<string> {
    const scope = await this.#access.open(actor, table);
    const within = allowed(scope, readable(scope.permissions, scope.caller), 'read');
    const make = () => this.#query(scope, within, toListRows(parameters));
    const query = hiddenFields(scope).length > 0 ? make() : this.#prepared.of(scope.schema, within, parameters, make);
    return this.#read(scope, query, { actor, table, delivery });
  }

  #query(scope: Scope, within: Query, options: ListRows): RowQuery {
    const schema = askedOf(scope);
    const hidden = hiddenFields(scope);
    const filter = among(within, toFilter(schema, options.filter));
    const fields = options.fields?.filter((field) => field !== '') ?? [];
    const expansions = toExpansions(schema, options.expand);
    const names = [...fields, ...expansions.map(({ field }) => field)];
    // What decides about hidden fields is read whole, and left out of the answer as far as it was not asked for.
    const unasked = fields.length === 0 ? [] : hidden.flatMap(({ by }) => by).filter((name) => !names.includes(name));
    const parts = new Map(unasked.map((name) => [name, names.filter((asked) => asked.startsWith(`${name}.`)).map(partsOfPath)]));
    const projection = fields.length === 0 ? {} : { projection: projectionOf(scope.schema, [...names, ...unasked]) };
    const sort = toSort(schema, options.sort);
    const after = { ...toAfter(schema, options.after, sort), afterWithin: within };
    const page = { sort, limit: toLimit(options.limit), skip: toSkip(options.skip), ...after };
    return { schema, expansions, filter, parts, options: { ...page, ...projection } };
  }

  /** `table` is how the caller names it: references are read from the same set of rows. */
  #read(
    scope: Scope,
    query: RowQuery,
    { actor, table, delivery }: { readonly actor: Actor; readonly table: TableAddress; readonly delivery: Delivery },
  ): Promise<string> {
    const rows = this.#store.rowsOf(scope);
    const read = async (budget: ReadBudget): Promise<string> => {
      const found = await withinBudget(query, budget, (...asked) => rows.findFlat(...asked));
      const list = shownList(hiddenFields(scope), found, query.parts);
      const readReferenced = (entity: string, ids: readonly string[]) => this.#readReferenced(actor, { ...table, entity }, ids, budget);
      return expanded(list, query.expansions ?? [], { read: readReferenced, bytes: budget.bytes });
    };
    return this.#lists.read(scope, read, delivery);
  }

  /** The JSON of the rows of these ids that the caller may read; none of a table that the caller cannot see. */
  async #readReferenced(actor: Actor, table: TableAddress, ids: readonly string[], budget: ReadBudget): Promise<Map<string, string>> {
    const scope = await this.#access.openIfVisible(actor, table);
    const reach = scope === null ? null : readable(scope.permissions, scope.caller);
    if (scope === null || reach === null) return new Map();
    const filter = { ...rowsWithin(scope, reach), _id: { $in: ids } };
    const list = await withinBudget({ schema: scope.schema, filter, options: {} }, budget, (...asked) =>
      this.#store.rowsOf(scope).findFlat(...asked),
    );
    const hidden = hiddenFields(scope);
    return new Map((JSON.parse(list) as Row[]).map((row) => [row.id, JSON.stringify(shownRow(hidden, row))]));
  }

  async countRows(actor: Actor, table: TableAddress, filter: Fields): Promise<number> {
    const scope = await this.#access.open(actor, table);
    const within = allowed(scope, readable(scope.permissions, scope.caller), 'read');
    const budget = budgetOf(scope, this.#context.config);
    const query = { schema: scope.schema, filter: among(within, toFilter(askedOf(scope), filter)), options: {} };
    return withinBudget(query, budget, (where, options) => this.#store.rowsOf(scope).count(where, options));
  }

  async aggregate(actor: Actor, table: TableAddress, options: AggregateRows): Promise<AggregatedRows> {
    const scope = await this.#access.open(actor, table);
    const within = allowed(scope, readable(scope.permissions, scope.caller), 'read');
    const budget = budgetOf(scope, this.#context.config, AGGREGATION_MAX_BYTES);
    return aggregateRows({ rows: this.#store.rowsOf(scope), budget, schema: askedOf(scope), within }, options);
  }

  async get(actor: Actor, table: TableAddress, id: string): Promise<Row> {
    return JSON.parse(await this.readOne(actor, table, id)) as Row;
  }

  /** The row as JSON; without a promise when its app is cached and the store reads synchronously. */
  readOne(actor: Actor, table: TableAddress, id: string): string | Promise<string> {
    const scope = this.#access.open(actor, table);
    return scope instanceof Promise ? scope.then((opened) => this.#readOne(opened, id)) : this.#readOne(scope, id);
  }

  #readOne(scope: Scope, id: string): string | Promise<string> {
    const hidden = hiddenFields(scope);
    if (hidden.length === 0) return this.#readWhole(scope, id);
    const shown = (text: string) => JSON.stringify(shownRow(hidden, JSON.parse(text) as Row));
    const text = this.#readWhole(scope, id);
    return text instanceof Promise ? text.then(shown) : shown(text);
  }

  #readWhole(scope: Scope, id: string): string | Promise<string> {
    const { appId, schema, permissions, caller } = scope;
    const reach = readable(permissions, caller);
    if (reach === null) throw new NotFound('The row');
    const rows = this.#store.rowsOf(scope);
    const columns = columnsOf(reach);
    // A list of one row, where its fields decide.
    if (columns === null)
      return rows
        .findFlat({ ...rowsWithin(scope, reach), _id: id }, { limit: 1 })
        .then((list) => found(list === '[]' ? null : list.slice(1, -1)));
    const text = rows.findFlatById({ key: appId, table: schema.name, id }, columns);
    return text instanceof Promise ? text.then(found) : found(text);
  }
}

type Path = readonly string[];
/** The parts of fields that are asked for, by the field; none of fields that were read only to decide. */
type Parts = ReadonlyMap<string, readonly Path[]>;

const partsOfPath = (path: string): Path => path.split('.').slice(1);

/** A list as JSON without what is hidden in its rows, and without the fields that were read to decide about it. */
function shownList(hidden: readonly HiddenField[], list: string, parts: Parts = new Map()): string {
  if (hidden.length === 0) return list;
  const rows = (JSON.parse(list) as Row[]).map((row) => Object.entries(shownRow(hidden, row)).flatMap((field) => askedParts(field, parts)));
  return JSON.stringify(rows.map((row) => Object.fromEntries(row)));
}

function askedParts([name, value]: [string, unknown], parts: Parts): [string, unknown][] {
  const paths = parts.get(name);
  if (paths === undefined) return [[name, value]];
  return paths.length === 0 || typeof value !== 'object' || value === null ? [] : [[name, partOf(value, paths)]];
}

/** The parts of a value at some paths, as the stores project them: of lists those of their objects. */
function partOf(value: object, paths: readonly Path[]): unknown {
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'object' && one !== null ? [partOf(one, paths)] : []));
  const entries = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const within = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    if (within.some(({ length }) => length === 0)) return [[name, inner]];
    return within.length === 0 || typeof inner !== 'object' || inner === null ? [] : [[name, partOf(inner, within)]];
  });
  return Object.fromEntries(entries);
}

/** The columns by which a row is within reach; null where its fields decide. */
function columnsOf({ creatorId, ...rest }: Query): Readonly<Record<string, string | null>> | null {
  if (Object.keys(rest).length > 0) return null;
  if (creatorId === undefined) return {};
  return typeof creatorId === 'string' ? { creatorId } : null;
}

function found(row: string | null): string {
  if (row === null) throw new NotFound('The row');
  return row;
}
