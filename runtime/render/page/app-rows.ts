// The server's part of an app while its pages are rendered: rows from memory, a signed-in user, and changes that are accepted and dropped.

export type SampleRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** Table → its rows. */
export type SampleTables = Readonly<Record<string, readonly SampleRow[]>>;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string | null;
}
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const USER = { id: 'sample-user', email: 'sample@example.com', emailVerified: true, name: 'Anna Berger', role: 'admin' };
const CHANGED = { status: 200, body: { updated: 0, deleted: 0, created: 0, records: [] } };
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

class AppRows {
  tables: SampleTables = {};

  /** Null for an address that the app's server does not have. */
  answer({ method, path, query, body }: Request): Answer | null {
    if (path === '/integrations/Core/InvokeLLM' && body?.includes('"response_json_schema"') !== true)
      return { status: 200, body: 'Sample answer' };
    if (path.startsWith('/integrations/Core/')) return { status: 200, body: { file_url: PICTURE, url: PICTURE, signed_url: PICTURE } };
    const [area, table = '', rest = ''] = path.split('/').slice(4).map(decodeURIComponent);
    if (area === 'auth') return { status: 200, body: { user: USER } };
    if (area !== 'entities') return null;
    const rows = this.tables[table] ?? [];
    if (method === 'GET') return this.#read(rest, rows, { query, table });
    if (rest === 'aggregate') return { status: 200, body: { rows: [], truncated: false } };
    if (method === 'DELETE' || rest === 'update-many' || rest === 'upsert') return CHANGED;
    const given: unknown = body === null ? {} : JSON.parse(body);
    const stored = (row: unknown, index: number) => ({ ...stamps, ...Object(row), id: Object(row).id ?? `sample-new-${index + 1}` });
    return { status: 200, body: Array.isArray(given) ? given.map(stored) : stored(given, 0) };
  }

  #read(rest: string, rows: readonly SampleRow[], { query, table }: { query: URLSearchParams; table: string }): Answer {
    if (rest === 'schema') return { status: 200, body: { name: table, properties: {} } };
    const matching = rows.filter((row) => matches(row, query.get('q')));
    if (rest === 'count') return { status: 200, body: { count: matching.length } };
    if (rest === '') return { status: 200, body: page(matching, query) };
    const row = rows.find(({ id }) => id === rest);
    return row === undefined ? { status: 404, body: { message: 'The row was not found.', code: 'not-found' } } : { status: 200, body: row };
  }
}

const stamps = { createdAt: '2026-01-05T09:00:00.000Z', updatedAt: '2026-01-05T09:00:00.000Z', creatorId: USER.id };

function page(rows: readonly SampleRow[], query: URLSearchParams): readonly SampleRow[] {
  const skip = Number(query.get('skip') ?? 0);
  if (query.get('after') !== null) return [];
  return rows.slice(skip, skip + Number(query.get('limit') ?? 50));
}

/** Equality of plain values; a condition with operators matches, so that a page has rows to show. */
function matches(row: SampleRow, query: string | null): boolean {
  if (query === null) return true;
  const wanted = Object.entries(Object(JSON.parse(query)) as Record<string, unknown>);
  return wanted.every(([field, value]) => field !== 'id' || typeof value === 'object' || row[field] === value);
}

export const appRows = new AppRows();
