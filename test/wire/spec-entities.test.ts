import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, type Caller, type Data, openWorld, type World } from '../security/world.ts';

const hosts = ['builder', 'runtime'] as const;
type Host = (typeof hosts)[number];

const permissions = ['anonymous', 'all', 'admin', 'creator', 'none'] as const;
type Permission = (typeof permissions)[number];

const properties = {
  title: { type: 'string' },
  count: { type: 'number' },
  whole: { type: 'integer' },
  done: { type: 'boolean' },
  due: { type: 'string', format: 'date-time' },
  tags: { type: 'array', items: { type: 'string' } },
  kind: { type: 'string', enum: ['a', 'b'] },
  place: { type: 'object', properties: { city: { type: 'string' }, at: { type: 'object', properties: { x: { type: 'number' } } } } },
  free: { type: 'object' },
  lines: { type: 'array', items: { type: 'object', properties: { amount: { type: 'number' } } } },
};
const table = (read: Permission, write: Permission) => ({
  properties,
  required: ['title'],
  'x-accessControl': { permissions: { read, write } },
});

let world: World;
let appId: string;
beforeAll(async () => {
  world = await openWorld({ IMPORT_MAX_BYTES: 1_000_000 });
  const names = permissions.flatMap((read) => permissions.map((write) => [`T_${read}_${write}`, table(read, write)] as const));
  const entities = { ...Object.fromEntries(names), Task: table('admin', 'admin') };
  // Adds these tables to the published app, which has users.
  await world.json('owner', { path: '/api/apps', body: { appId: world.app.id, genApp: { entities } } });
  await world.publish(world.app);
  appId = world.app.id;
}, 60_000);
afterAll(() => world.server.close());

const at = (name: string, rest = '') => `/live_api/apps/${appId}/entities/${name}${rest}`;
const ask = async (caller: Caller, call: Call): Promise<[number, Data]> => {
  const response = await world.request(caller, call);
  return [response.status, await response.json()];
};
const clear = () => ask('owner', { method: 'DELETE', path: at('Task'), body: { q: {} } });

describe.each(hosts)('on the %s host', (host: Host) => {
  const owner = (method: string, rest: string, body?: unknown) => ask('owner', { method, path: at('Task', rest), host, body });

  test('returns a row as it was sent, with the fields that the server adds', async () => {
    const row = {
      title: 'Ünï 🎉 "quoted" \\ \n',
      count: -1.5,
      whole: 2,
      done: false,
      due: '2026-01-31T12:00:00Z',
      tags: ['x', ''],
      kind: 'a',
      place: { city: 'Zürich', at: { x: 1 } },
      free: { any: [1, { deep: null }] },
      lines: [{ amount: 1 }],
    };
    const [status, made] = await owner('POST', '', row);
    expect([status, made]).toEqual([
      200,
      { ...row, id: expect.any(String), createdAt: expect.any(String), updatedAt: expect.any(String), creatorId: world.people.owner.id },
    ]);
    expect(await owner('GET', `/${made.id}`)).toEqual([200, made]);
    const [, changed] = await owner('PUT', `/${made.id}`, { count: null, place: { city: 'Bern' } });
    expect(changed).toEqual({ ...made, count: null, place: { city: 'Bern' }, updatedAt: expect.any(String) });
    expect((await owner('PUT', `/${made.id}`, made))[1]).toMatchObject(row);
    expect(await owner('DELETE', `/${made.id}`)).toEqual([200, { success: true, id: made.id }]);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await owner(method, `/${made.id}`, method === 'PUT' ? {} : undefined);
      expect(answer).toMatchObject([404, { message: 'The row was not found.' }]);
    }
  });

  test.each([
    [{ count: 1 }, '`title` is required.'],
    [{ title: 5 }, '`title` must be text.'],
    [{ title: 'a', count: 'x' }, '`count` must be a number.'],
    [{ title: 'a', whole: 1.5 }, '`whole` must be a whole number.'],
    [{ title: 'a', done: 'true' }, '`done` must be true or false.'],
    [{ title: 'a', due: 'soon' }, '`due` must be a date and time such as 2026-01-31T12:00:00Z.'],
    [{ title: 'a', tags: 'x' }, '`tags` must be a list.'],
    [{ title: 'a', kind: 'c' }, '`kind` must be one of: a, b.'],
    [{ title: 'a', place: { at: { x: 'y' } } }, '`place.at.x` must be a number.'],
    [{ title: 'a', other: 1 }, '`other` is not a field of Task.'],
    [{ title: 'x'.repeat(500_001) }, 'A row has at most 500000 characters.'],
    [[{ title: 'a' }], 'The body must be an object.'],
  ])('refuses a row %#', async (row, message) => {
    expect(await owner('POST', '', row)).toMatchObject([400, { message, error: { message } }]);
  });

  test.each([
    [Array.from({ length: 1001 }, () => ({ title: 'a' })), 'At most 1000 rows can be added at once.'],
    [[{ title: 'a' }, { count: 1 }], 'Row 2: `title` is required.'],
    [{ rows: [] }, 'The body must be a list.'],
  ])('refuses a bulk %#', async (rows, message) => {
    await clear();
    expect(await owner('POST', '/bulk', rows)).toMatchObject([400, { message }]);
    expect((await owner('GET', ''))[1]).toEqual([]);
  });

  test('adds a thousand rows, lists them in pages, filters and deletes them', async () => {
    await clear();
    const rows = Array.from({ length: 1000 }, (_, count) => ({
      title: `row ${count}`,
      count,
      done: count % 2 === 0,
      ...(count % 10 === 0 ? { tags: ['tenth', 'x'], place: { city: 'Bern' } } : {}),
      ...(count === 7 ? { title: 'Über Ünï', lines: [{ amount: 7 }, { amount: 70 }] } : {}),
    }));
    const [status, made] = await owner('POST', '/bulk', rows);
    expect([status, made.length, made[7].title]).toEqual([200, 1000, 'Über Ünï']);
    const counts = async (query: Readonly<Record<string, string>>): Promise<Data> => {
      const [, answer] = await owner('GET', `?${new URLSearchParams(query)}`);
      return Array.isArray(answer) ? answer.map(({ count }: { count: number }) => count) : answer.message;
    };
    const filtered = (q: unknown) => counts({ q: JSON.stringify(q), sort: 'count', limit: '3', fields: 'count' });
    const cases: readonly (readonly [() => Promise<Data>, Data])[] = [
      [() => counts({ limit: '2' }), [999, 998]],
      [() => counts({ limit: '2', limit2: '' }), [999, 998]],
      [() => counts({ limit: '2', skip: '3', sort: '-count' }), [996, 995]],
      [() => counts({ limit: '2', sort: 'createdAt' }), [0, 1]],
      [() => counts({ sort: 'count', skip: '999', limit: '' }), [999]],
      [() => counts({ skip: '1000' }), []],
      [() => filtered({ count: 5 }), [5]],
      [() => filtered({ count: { $gte: 990, $lt: 992 } }), [990, 991]],
      [() => filtered({ title: { $in: ['row 1', 'row 2'] } }), [1, 2]],
      [() => filtered({ $or: [{ count: 1 }, { 'place.city': 'Bern' }] }), [0, 1, 10]],
      [() => filtered({ tags: 'tenth', done: true, count: { $ne: 0 } }), [10, 20, 30]],
      [() => filtered({ tags: { $size: 2 } }), [0, 10, 20]],
      [() => filtered({ tags: null }), [1, 2, 3]],
      [() => filtered({ tags: { $exists: false }, count: { $gt: 8 } }), [9, 11, 12]],
      [() => filtered({ title: { $regex: 'ünï', $options: 'i' } }), [7]],
      [() => filtered({ lines: { $elemMatch: { amount: { $gt: 50 } } } }), [7]],
      [() => filtered({ id: { $in: [made[3].id] } }), [3]],
      [() => filtered({ creatorId: 'somebody' }), []],
      [() => filtered({ $where: '1' }), '`$where` cannot be used in a filter like this.'],
      [() => filtered({ nothing: 1 }), '`nothing` is not a field of Task.'],
      [() => counts({ q: '{' }), '`q` is not valid JSON.'],
      [() => counts({ sort: 'nothing' }), '`nothing` is not a field of Task.'],
      [() => counts({ fields: 'nothing' }), '`nothing` is not a field of Task.'],
      [() => counts({ limit: '0' }), '`limit` must be from 1 to 1000.'],
      [() => counts({ limit: 'many' }), '"limit" in the query must be a number.'],
    ];
    for (const [call, expected] of cases) expect(await call()).toEqual(expected);
    const [, [first]] = await owner('GET', '?limit=1&fields=title,place.city&sort=count');
    const built = { id: made[0].id, createdAt: made[0].createdAt, updatedAt: made[0].updatedAt, creatorId: made[0].creatorId };
    expect(first).toEqual({ title: 'row 0', place: { city: 'Bern' }, ...built });

    const removals: readonly (readonly [string, unknown, number, object])[] = [
      ['', { q: { count: { $gte: 990 } } }, 200, { deleted: 10 }],
      ['', { count: { $gte: 980 } }, 200, { deleted: 10 }],
      ['', { ids: [made[0].id, made[1].id, 'none'] }, 200, { deleted: 2 }],
      [`?q=${encodeURIComponent('{"count":5}')}`, undefined, 200, { deleted: 1 }],
      ['', { q: { nothing: 1 } }, 400, {}],
      ['', {}, 400, { message: 'Say which rows to remove: {"q": {"done": true}}, or {"ids": ["…"]}.' }],
      ['', undefined, 400, {}],
      ['', { q: {} }, 200, { deleted: 977 }],
    ];
    for (const [query, body, code, answer] of removals) expect(await owner('DELETE', query, body)).toMatchObject([code, answer]);
  });

  test.each([
    ['rows.csv', 'text/csv', '\uFEFFTitle,Count,Done,tags,Due,other\r\n"Ä, ""b""",5,TRUE,a;b,2026-01-02,z\r\n,3,,,,\r\nx,many,,,,', 1, 2],
    ['rows.json', 'application/json', '[{"title":"a","count":1},{"count":2}]', 1, 1],
  ])('imports %s', async (name, type, content, imported, failed) => {
    await clear();
    const form = new FormData();
    form.append('file', new Blob([content], { type }), name);
    expect(await owner('POST', '/import', form)).toMatchObject([200, { imported, failed, total: imported + failed }]);
    const [, rows] = await owner('GET', '');
    expect(rows).toHaveLength(imported);
    if (type === 'text/csv') {
      expect(rows[0]).toMatchObject({ title: 'Ä, "b"', count: 5, done: true, tags: ['a', 'b'], due: '2026-01-02T00:00:00.000Z' });
    }
  });

  test.each([
    ['', 'text/csv', 'rows.csv', 400, 'CSV file appears to be empty'],
    ['title,count\n', 'text/csv', 'rows.csv', 400, 'No valid data rows found in CSV'],
    ['[{', 'application/json', 'rows.json', 400, /^Invalid JSON: /],
    ['{}', 'application/json', 'rows.json', 400, 'A JSON file must be a list of objects.'],
    ['title', 'text/plain', 'rows.txt', 400, 'Only .csv, .xlsx and .json files can be imported.'],
    [`title\n${'x'.repeat(1_100_000)}`, 'text/csv', 'rows.csv', 413, 'The file is too large: at most 1 MB can be imported at once.'],
  ])('refuses to import %#', async (content, type, name, status, message) => {
    const form = new FormData();
    form.append('file', new Blob([content], { type }), name);
    const [code, answer] = await owner('POST', '/import', form);
    expect(code).toBe(status);
    if (typeof message === 'string') expect(answer.message).toBe(message);
    else expect(answer.message).toMatch(message);
  });

  test('accepts imports as forms only', async () => {
    const message = 'This call needs a form with a file (multipart/form-data).';
    expect(await owner('POST', '/import', [])).toMatchObject([415, { message }]);
  });

  test('returns the schema of a table, and 404 for unknown tables and apps', async () => {
    expect(await owner('GET', '/schema')).toMatchObject([200, { name: 'Task', type: 'object', properties, required: ['title'] }]);
    for (const name of ['Nothing', '__proto__', 'User']) {
      const answer = await ask('owner', { path: at(name), host });
      expect(answer).toMatchObject([404, { message: `The table "${name}" was not found.` }]);
    }
    const answer = await ask('owner', { path: '/live_api/apps/none/entities/Task', host });
    expect(answer).toMatchObject([404, { message: 'The app was not found.' }]);
  });
});

/**
 * Expected results for a visitor, a user and the owner, in this order: how many rows they list (or the refusal), then creating a row,
 * updating one of the owner's, and deleting the one they created. Rows without read permission answer 404.
 */
const answers: Readonly<Record<string, readonly [visitor: string, person: string, owner: string]>> = {
  T_anonymous_anonymous: ['2 200 200 200', '2 200 200 200', '2 200 200 200'],
  T_anonymous_all: ['1 401 401 -', '2 200 200 200', '2 200 200 200'],
  T_anonymous_admin: ['1 401 401 -', '1 403 403 -', '2 200 200 200'],
  T_anonymous_creator: ['1 401 401 -', '2 200 403 200', '2 200 200 200'],
  T_anonymous_none: ['0 401 404 -', '0 403 404 -', '0 403 404 -'],
  T_all_anonymous: ['2 200 200 200', '2 200 200 200', '2 200 200 200'],
  T_all_all: ['1 401 401 -', '2 200 200 200', '2 200 200 200'],
  T_all_admin: ['1 401 401 -', '1 403 403 -', '2 200 200 200'],
  T_all_creator: ['1 401 401 -', '2 200 403 200', '2 200 200 200'],
  T_all_none: ['0 401 404 -', '0 403 404 -', '0 403 404 -'],
  T_admin_anonymous: ['401 200 404 404', '403 200 404 404', '4 200 200 200'],
  T_admin_all: ['401 401 404 -', '403 200 404 404', '3 200 200 200'],
  T_admin_admin: ['401 401 404 -', '403 403 404 -', '2 200 200 200'],
  T_admin_creator: ['401 401 404 -', '403 200 404 404', '3 200 200 200'],
  T_admin_none: ['401 401 404 -', '403 403 404 -', '0 403 404 -'],
  T_creator_anonymous: ['401 200 404 404', '1 200 404 200', '3 200 200 200'],
  T_creator_all: ['401 401 404 -', '1 200 404 200', '2 200 200 200'],
  T_creator_admin: ['401 401 404 -', '0 403 404 -', '2 200 200 200'],
  T_creator_creator: ['401 401 404 -', '1 200 404 200', '2 200 200 200'],
  T_creator_none: ['401 401 404 -', '0 403 404 -', '0 403 404 -'],
  T_none_anonymous: ['401 200 404 404', '403 200 404 404', '403 200 404 404'],
  T_none_all: ['401 401 404 -', '403 200 404 404', '403 200 404 404'],
  T_none_admin: ['401 401 404 -', '403 403 404 -', '403 200 404 404'],
  T_none_creator: ['401 401 404 -', '403 200 404 404', '403 200 404 404'],
  T_none_none: ['401 401 404 -', '403 403 404 -', '403 403 404 -'],
};

describe('permissions', () => {
  test.each(Object.entries(answers))('%s', async (name, expected) => {
    const [, seed] = await ask('owner', { path: at(name), body: { title: 'of the owner' } });
    const seen: string[] = [];
    for (const caller of ['nobody', 'appUser', 'owner'] as const) {
      const call = (method: string, rest: string, body?: unknown) => ask(caller, { host: 'runtime', method, path: at(name, rest), body });
      const [making, made] = await call('POST', '', { title: `of ${caller}` });
      const [listing, rows] = await call('GET', '');
      const [changing] = await call('PUT', `/${seed.id ?? 'none'}`, { count: 1 });
      const removing = making === 200 ? (await call('DELETE', `/${made.id}`))[0] : '-';
      seen.push(`${listing === 200 ? rows.length : listing} ${making} ${changing} ${removing}`);
    }
    expect(seen).toEqual(expected);
  });
});
