import type { EntitySchema } from '@sayso/apps/ref';
import type { AggregatedRows, AggregateRows } from '@sayso/entities/ref';
import { InvalidQuery } from '../errors.ts';
import { isServers, toOurs } from './names.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What an option computes, by the prefix of its results. */
const MEASURES = { sum: 'sum', avg: 'avg', min: 'min', max: 'max', countDistinct: 'count_distinct' } as const;

/** An aggregation in our words, and the client's name of each result. */
export interface OurAggregation {
  readonly options: Omit<AggregateRows, 'query'>;
  readonly names: ReadonlyMap<string, string>;
  /** The results whose values are creators, which the client knows by their addresses. */
  readonly addresses: ReadonlySet<string>;
}

/** Throws `InvalidQuery` for what the ids of creators cannot answer about their addresses. */
export function toOurAggregation(schema: EntitySchema, { groupBy, dateBucket, having, sort, ...given }: AggregateRows): OurAggregation {
  const names = new Names(schema);
  const groups = listOf(groupBy).map((field) => names.add(field));
  const bucket = dateBucket && { ...dateBucket, field: names.add(dateBucket.field) };
  const measures = Object.entries(MEASURES).flatMap(([option, prefix]) => {
    const fields = listOf(given[option as keyof typeof MEASURES]);
    return fields.length === 0 ? [] : [[option, fields.map((field) => names.add(field, prefix))] as const];
  });
  const { count, limit } = given;
  const options = {
    ...Object.fromEntries(measures),
    count,
    limit,
    ...(groups.length === 0 ? {} : { groupBy: groups }),
    dateBucket: bucket,
    having: having === undefined ? undefined : (names.inFilter(having) as Fields),
    sort: sort === undefined ? undefined : names.inSort(sort),
  };
  return { options, names: names.theirs, addresses: names.addresses };
}

/** `emails`: the addresses that the caller may know, by account. */
export function toTheirGroups(
  { rows, truncated }: AggregatedRows,
  { names, addresses }: OurAggregation,
  emails: ReadonlyMap<string, string>,
): AggregatedRows {
  const valueIn = (name: string, value: unknown) => (addresses.has(name) ? (emails.get(String(value)) ?? null) : value);
  const theirs = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name) ?? name, valueIn(name, value)])),
  );
  return { rows: theirs, truncated };
}

/** The names of the results of one aggregation, in both languages. */
class Names {
  readonly theirs = new Map<string, string>();
  readonly addresses = new Set<string>();
  readonly #ours = new Map<string, string>();
  readonly #schema: EntitySchema;

  constructor(schema: EntitySchema) {
    this.#schema = schema;
  }

  /** Our name of the field. */
  add(field: string, prefix?: string): string {
    const ours = toOurs(this.#schema, field);
    const resultOf = (name: string) => (prefix === undefined ? name : `${prefix}_${name}`);
    const isAddress = field === 'created_by' && isServers(this.#schema, field);
    if (isAddress && (prefix === 'min' || prefix === 'max')) throw new InvalidQuery('`created_by` has no minimum or maximum.');
    if (isAddress && prefix === undefined) this.addresses.add(ours);
    this.#ours.set(resultOf(field), resultOf(ours));
    this.theirs.set(resultOf(ours), resultOf(field));
    return ours;
  }

  inSort(sort: string): string {
    const parts = sort.split(',').map((part) => /^([-+]?)(.*)$/s.exec(part.trim()) ?? []);
    return parts.map(([, sign = '', name = '']) => `${sign}${this.#result(name)}`).join(',');
  }

  inFilter(filter: unknown): unknown {
    if (Array.isArray(filter)) return filter.map((one: unknown) => this.inFilter(one));
    if (typeof filter !== 'object' || filter === null) return filter;
    return Object.fromEntries(
      Object.entries(filter).map(([key, condition]) =>
        key.startsWith('$') ? [key, this.inFilter(condition)] : [this.#result(key), condition],
      ),
    );
  }

  #result(name: string): string {
    const ours = this.#ours.get(name) ?? name;
    if (this.addresses.has(ours) && name === 'created_by')
      throw new InvalidQuery('Groups cannot be sorted or filtered by `created_by`. Use `created_by_id`, or filter with `query`.');
    return ours;
  }
}

const listOf = (fields: AggregateRows['groupBy']): readonly string[] => (typeof fields === 'string' ? [fields] : (fields ?? []));
