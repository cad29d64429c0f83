import { translator } from '../../../i18n/language.ts';
import { answerOf, isPage, refusalSentence } from '../../../lib/refusals.ts';
import type { ViewedAs } from '../viewAs/viewed-as.ts';

/** A row of a table, as the entity API answers it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };
export type Fields = Readonly<Record<string, unknown>>;
/** Draft rows are those of the preview, live rows those of the published app. */
export type RowSet = 'draft' | 'live';
export interface TableAddress {
  readonly appId: string;
  readonly entity: string;
  readonly rows: RowSet;
  /** Reads with the permissions of another user; such a table is read-only. */
  readonly as?: ViewedAs | null;
}
/** A MongoDB-style filter. */
export type Filter = Fields;

export interface ListRequest {
  readonly sort: string;
  readonly limit: number;
  readonly skip?: number;
  readonly after?: string | null;
  readonly fields?: readonly string[];
  readonly filter?: Filter | null;
}

/** A refused call; `message` is the server's sentence. */
export class ApiError extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

export type TableApi = ReturnType<typeof createTableApi>;

/** The entity API of one table, with the builder's session. */
export function createTableApi(table: TableAddress) {
  const at = (rest: string, values: Values = {}) => tableUrl(table, rest, values);
  const one = (id: string) => at(`/${encodeURIComponent(id)}`);
  return {
    list: ({ filter, after, fields, ...rest }: ListRequest, signal?: AbortSignal) =>
      call<Row[]>('GET', at('', { ...rest, after, q: filterText(filter), fields: fields?.join(',') }), { signal }),
    count: async (filter: Filter | null, signal?: AbortSignal) =>
      (await call<{ count: number }>('GET', at('/count', { q: filterText(filter) }), { signal })).count,
    get: (id: string, signal?: AbortSignal) => call<Row>('GET', one(id), { signal }),
    create: (row: Fields) => call<Row>('POST', at(''), { body: row }),
    createMany: (rows: readonly Fields[]) => call<Row[]>('POST', at('/bulk'), { body: rows }),
    update: (id: string, changes: Fields) => call<Row>('PUT', one(id), { body: changes }),
    remove: (id: string) => call<unknown>('DELETE', one(id)),
    /** Number of rows removed. */
    removeMany: async (ids: readonly string[]) => (await call<{ deleted: number }>('DELETE', at(''), { body: { ids } })).deleted,
  };
}

const filterText = (filter: Filter | null | undefined): string | null =>
  filter == null || Object.keys(filter).length === 0 ? null : JSON.stringify(filter);

type Values = Readonly<Record<string, string | number | null | undefined>>;

/** The path of a call of the table's API. */
export function tableUrl({ appId, entity, rows, as }: TableAddress, rest = '', values: Values = {}): string {
  const all: Values = { ...values, rows, as };
  const set = Object.entries(all).filter((entry): entry is [string, string | number] => entry[1] != null && entry[1] !== '');
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return `/live_api/apps/${encodeURIComponent(appId)}/entities/${encodeURIComponent(entity)}${rest}?${query}`;
}

interface CallOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export async function call<T>(method: string, url: string, { body, signal }: CallOptions = {}): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin', signal: signal ?? null };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  const response = await fetch(url, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(translator()('common.unreachable'), 0);
  });
  const answer = await answerOf(response).catch((error: unknown) => {
    // The call was aborted while its response body arrived.
    if (signal?.aborted) throw error;
    return null;
  });
  if (response.ok && !isPage(response)) return answer as T;
  throw new ApiError(refusalSentence(response.status, answer), response.status);
}
