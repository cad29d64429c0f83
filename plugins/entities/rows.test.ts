import { appPurges } from '@sayso/apps/ref';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import entities from './index.ts';
import { fakeApps, owner, table } from './testing/apps.ts';

const habit = table(
  'creator',
  'creator',
  {
    name: { type: 'string', maxLength: 20 },
    streak: { type: 'number', default: 0, minimum: 0 },
    count: { type: 'integer' },
    done: { type: 'boolean' },
    status: { type: 'string', enum: ['todo', 'done'] },
    due: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    email: { type: 'string', format: 'email' },
    link: { type: 'string', format: 'uri' },
    tags: { type: 'array', items: { type: 'string' } },
    address: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } }, required: ['city'] },
    anything: { type: 'object' },
  },
  ['name'],
);
const apps = fakeApps({ app: { isPublished: false, tables: { Habit: habit, Page: habit, Bulk: habit, Import: habit, Event: habit } } });
const start = () => testHost(entities, { provide: [apps] });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());

const path = (entity: string, rest = '') => `/live_api/apps/app/entities/${entity}${rest}`;
/** A row, or the reason for its rejection. */
interface Body {
  readonly id: string;
  readonly streak?: number;
  readonly createdAt?: string;
  readonly message?: string;
}
async function call<T = Body>(method: string, address: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await host.fetch(address, init, owner);
  return { status: answer.status, body: (await answer.json()) as T };
}
const find = <T = Body>(entity: string, q: unknown, more = '') =>
  call<T>('GET', path(entity, `?q=${encodeURIComponent(JSON.stringify(q))}${more}`));

describe('rows are checked against the table', () => {
  it.each<[object, string | null]>([
    [{ name: 'Run' }, null],
    [{ name: 'Run', streak: 2.5, count: 3, done: true, status: 'done', due: '2026-02-28', at: '2026-01-01T10:00:00Z' }, null],
    [
      { name: 'Run', tags: ['a'], address: { city: 'Bern' }, anything: { deep: [{ free: 1 }] }, email: 'a@b.ch', link: 'https://a.ch' },
      null,
    ],
    [{ name: 'Run', due: '', status: '', streak: null }, null],
    [{ id: 'x', createdAt: 'y', updatedAt: 'z', creatorId: 'w', name: 'Run' }, null],
    [{}, '`name` is required.'],
    [{ name: '' }, '`name` is required.'],
    [{ name: 3 }, '`name` must be text.'],
    [{ name: 'a'.repeat(21) }, '`name` must have at most 20 characters.'],
    [{ name: 'Run', streak: '3' }, '`streak` must be a number.'],
    [{ name: 'Run', streak: -1 }, '`streak` must be at least 0.'],
    [{ name: 'Run', count: 1.5 }, '`count` must be a whole number.'],
    [{ name: 'Run', done: 'yes' }, '`done` must be true or false.'],
    [{ name: 'Run', status: 'later' }, '`status` must be one of: todo, done.'],
    [{ name: 'Run', due: '2026-02-30' }, '`due` must be a date such as 2026-01-31.'],
    [{ name: 'Run', at: 'soon' }, '`at` must be a date and time such as 2026-01-31T12:00:00Z.'],
    [{ name: 'Run', email: 'a' }, '`email` must be an email address.'],
    [{ name: 'Run', link: 'javascript:alert(1)' }, '`link` must be an address such as https://example.com.'],
    [{ name: 'Run', tags: 'a' }, '`tags` must be a list.'],
    [{ name: 'Run', tags: [1] }, '`tags.0` must be text.'],
    [{ name: 'Run', address: { city: 1 } }, '`address.city` must be text.'],
    [{ name: 'Run', address: { zip: '1' } }, '`address.city` is required.'],
    [{ name: 'Run', address: { city: 'y', town: 'x' } }, '`address.town` is not a field of `address`.'],
    [{ name: 'Run', anything: { ['x'.repeat(201)]: 1 } }, `\`anything.${'x'.repeat(191)}\` is not a field of \`anything\`.`],
    [{ name: 'Run', ['x'.repeat(5000)]: 1 }, `\`${'x'.repeat(200)}\` is not a field of Habit.`],
    [{ name: 'Run', colour: 'red' }, '`colour` is not a field of Habit.'],
    [{ name: 'Run', anything: { $where: '1' } }, '`anything.$where` is not a field of `anything`.'],
  ])('%j', async (row, message) => {
    const { status, body } = await call('POST', path('Habit'), row);
    expect([status, body.message ?? null]).toEqual([message === null ? 200 : 400, message]);
    if (message === null) expect(body).toMatchObject({ creatorId: 'owner', createdAt: expect.stringMatching(/^20/), name: 'Run' });
  });

  it('fills in defaults, changes only given fields, and keeps required ones', async () => {
    const { body: made } = await call('POST', path('Habit'), { name: 'Swim', due: '2026-01-01' });
    expect(made.streak).toBe(0);
    const { body: changed } = await call('PUT', path('Habit', `/${made.id}`), { streak: 4, creatorId: 'other', id: 'other' });
    expect(changed).toMatchObject({
      id: made.id,
      name: 'Swim',
      streak: 4,
      due: '2026-01-01',
      creatorId: 'owner',
      createdAt: made.createdAt,
    });
    expect((await call('PUT', path('Habit', `/${made.id}`), { name: null })).status).toBe(400);
    expect((await call('DELETE', path('Habit', `/${made.id}`))).body).toEqual({ success: true, id: made.id });
    expect((await call('GET', path('Habit', `/${made.id}`))).status).toBe(404);
    expect((await call('DELETE', path('Habit', `/${made.id}`))).status).toBe(404);
    expect((await call('GET', path('Habit', '/schema'))).body).toMatchObject({ name: 'Habit', required: ['name'] });
  });
});

describe('finding rows', () => {
  beforeAll(async () => {
    const rows = Array.from({ length: 6 }, (_, index) => ({
      name: `Row ${index}`,
      streak: index,
      done: index % 2 === 0,
      tags: index > 3 ? ['late'] : ['early'],
      address: { city: index === 2 ? 'Bern (old)' : 'Basel' },
    }));
    expect((await call('POST', path('Page', '/bulk'), rows)).body).toHaveLength(6);
  });
  type Named = { name: string };
  const names = (rows: Named[]) => rows.map(({ name }) => Number(name.slice(4)));

  it.each<[unknown, number[]]>([
    [{}, [5, 4, 3, 2, 1, 0]],
    [{ done: true }, [4, 2, 0]],
    [{ streak: { $gte: 2, $lt: 4 } }, [3, 2]],
    [{ $or: [{ streak: 0 }, { name: 'Row 5' }] }, [5, 0]],
    [{ streak: { $in: [1, 2] }, done: { $ne: true } }, [1]],
    [{ 'address.city': { $regex: '^Bern \\(o', $options: 'i' } }, [2]],
    [{ name: { $regex: '.*3$' } }, [3]],
    [{ tags: 'late' }, [5, 4]],
    [{ creatorId: 'somebody' }, []],
    [{ due: { $exists: false }, streak: { $not: { $gt: 0 } } }, [0]],
  ])('%j', async (q, expected) => {
    expect(names((await find<Named[]>('Page', q)).body)).toEqual(expected);
  });

  it.each<[unknown, string]>([
    [{ colour: 1 }, '`colour` is not a field of Page.'],
    [{ $where: 'sleep(1)' }, '`$where` cannot be used in a filter like this.'],
    [{ streak: { $expr: 1 } }, '`$expr` cannot be used in a filter like this.'],
    [{ appId: 'other' }, '`appId` is not a field of Page.'],
    [{ 'data.name': 'x' }, '`data.name` is not a field of Page.'],
    [{ name: { $regex: '(a+)+b' } }, '`$regex` may only look for plain text, at the start with "^" or at the end with "$".'],
    [{ name: { $eq: { $gt: '' } } }, 'A value in a filter must not hold operators, or be nested this deeply.'],
    [{ $or: [{ $and: [{ $or: [{ $and: [{ $or: [{ $and: [{ $or: [{ name: 'x' }] }] }] }] }] }] }] }, 'The filter is nested too deeply.'],
    [{ name: { $in: 'x' } }, '`$in` needs a list of at most 1000 values.'],
    [[], 'A filter must be an object such as {"done": false}.'],
  ])('rejects %j', async (q, message) => {
    const answer = await find('Page', q);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it('counts conditions on the elements of a list, too', async () => {
    const parts = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`part${index}`, 1]));
    const { status, body } = await find('Page', { tags: { $elemMatch: parts } });
    expect([status, body.message]).toEqual([400, 'A filter has at most 100 conditions.']);
  });

  it('bounds the values of all lists together', async () => {
    const streaks = Array.from({ length: 1000 }, (_, index) => index);
    const remove = (lists: number) =>
      call('DELETE', path('Page'), { q: { name: 'none', $and: Array.from({ length: lists }, () => ({ streak: { $in: streaks } })) } });
    expect((await remove(10)).body).toEqual({ success: true, deleted: 0 });
    const { status, body } = await remove(11);
    expect([status, body.message]).toEqual([400, 'The lists of a filter have at most 10000 values together.']);
  });

  it('counts what a list contains on all its pages', async () => {
    const count = (q: string) => call<{ count: number }>('GET', path('Page', `/count${q && `?q=${encodeURIComponent(q)}`}`));
    for (const [q, expected] of [
      ['', 6],
      ['{}', 6],
      ['{"done":true}', 3],
      ['{"tags":"late"}', 2],
      ['{"address.city":{"$regex":"^Bas"},"streak":{"$gt":2}}', 3],
      ['{"name":"none"}', 0],
    ] as const)
      expect([q, await count(q)]).toEqual([q, { status: 200, body: { count: expected } }]);
    for (const bad of ['{', '[]', '{"colour":1}', '{"$where":"1"}']) expect([bad, (await count(bad)).status]).toEqual([bad, 400]);
  });

  it('sorts by several fields, and pages after a row', async () => {
    expect(names((await call<Named[]>('GET', path('Page', '?sort=done,-streak'))).body)).toEqual([5, 3, 1, 4, 2, 0]);
    expect(names((await call<Named[]>('GET', path('Page', '?sort=-done,%20name'))).body)).toEqual([0, 2, 4, 1, 3, 5]);
    expect(names((await call<Named[]>('GET', path('Page', '?sort=done,-id,streak'))).body)).toEqual([5, 3, 1, 4, 2, 0]);
    const { body: first } = await call<(Named & { id: string })[]>('GET', path('Page', '?sort=done,-streak&limit=4'));
    const after = `?sort=done,-streak&limit=4&after=${first.at(-1)?.id}`;
    expect(names((await call<Named[]>('GET', path('Page', after))).body)).toEqual([2, 0]);
    const { status, body } = await call('GET', path('Page', '?sort=done,streak,name,due,status'));
    expect([status, body.message]).toEqual([400, 'A list is sorted by at most 4 fields.']);
    expect((await call('GET', path('Page', '?sort=done,colour'))).status).toBe(400);
  });

  it('sorts, pages and picks fields', async () => {
    expect(names((await call<Named[]>('GET', path('Page', '?sort=streak&limit=2&skip=1'))).body)).toEqual([1, 2]);
    expect(names((await call<Named[]>('GET', path('Page', '?sort=-name&limit=1'))).body)).toEqual([5]);
    expect((await call('GET', path('Page', '?fields=name,address,address.city&limit=1'))).body).toEqual([
      {
        name: 'Row 5',
        address: { city: 'Basel' },
        id: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        creatorId: 'owner',
      },
    ]);
    for (const bad of ['?limit=1001', '?limit=0', '?limit=x', '?skip=-1', '?sort=colour', '?q={', '?fields=colour']) {
      expect([bad, (await call('GET', path('Page', bad))).status]).toEqual([bad, 400]);
    }
  });
});

describe('many rows', () => {
  it('adds all rows, or none when one is invalid', async () => {
    const refused = await call('POST', path('Bulk', '/bulk'), [{ name: 'a' }, { streak: 1 }]);
    expect([refused.status, refused.body.message]).toEqual([400, 'Row 2: `name` is required.']);
    expect((await call('GET', path('Bulk'))).body).toEqual([]);
    expect(
      (
        await call(
          'POST',
          path('Bulk', '/bulk'),
          Array.from({ length: 1001 }, () => ({ name: 'a' })),
        )
      ).status,
    ).toBe(400);
    expect(
      (
        await call(
          'POST',
          path('Bulk', '/bulk'),
          Array.from({ length: 30 }, (_, index) => ({ name: 'a', streak: index })),
        )
      ).status,
    ).toBe(200);
    expect((await call('DELETE', path('Bulk'), { q: { streak: { $gte: 10 } } })).body).toEqual({ success: true, deleted: 20 });
    expect((await call('DELETE', path('Bulk'), {})).status).toBe(400);
    expect((await call('GET', path('Bulk'))).body).toHaveLength(10);
  });

  it('imports the valid rows of a file and reports the others', async () => {
    const upload = async (name: string, text: string, type = '') => {
      const form = new FormData();
      form.set('file', new File([text], name, { type }));
      const answer = await host.fetch(path('Import', '/import'), { method: 'POST', body: form }, owner);
      return { status: answer.status, body: await answer.json() };
    };
    const csv = 'Name,Streak,Done,Tags,At,colour\nRun,3,TRUE,a; b,2026-01-31 10:00Z,red\nSwim,many,false,,,\n"Long, name",,,x,,\n';
    expect(await upload('habits.csv', `\uFEFF${csv}`)).toMatchObject({
      status: 200,
      body: { imported: 2, failed: 1, total: 3, ignoredColumns: ['colour'], errors: [{ row: 2, message: '`streak` must be a number.' }] },
    });
    const { body: rows } = await call('GET', path('Import', '?sort=name'));
    expect(rows).toMatchObject([
      { name: 'Long, name', tags: ['x'], streak: 0 },
      { name: 'Run', streak: 3, done: true, tags: ['a', 'b'], at: '2026-01-31T10:00:00.000Z' },
    ]);
    expect(await upload('blob', 'name\nWalk', 'text/csv')).toMatchObject({ body: { imported: 1 } });
    expect(await upload('habits.json', '[{"name":"Read"}]')).toMatchObject({ body: { imported: 1 } });
    for (const [name, text, message] of [
      ['a.csv', ' ', 'CSV file appears to be empty'],
      ['a.csv', 'name\n', 'No valid data rows found in CSV'],
      ['a.xls', 'x', 'Only .csv, .xlsx and .json files can be imported.'],
      ['a.xlsx', 'x', 'Failed to read the Excel file. Please save it again as .xlsx or as CSV.'],
      ['a.json', '{}', 'A JSON file must be a list of objects.'],
    ] as const) {
      expect(await upload(name, text)).toMatchObject({ status: 400, body: { message } });
    }
  });

  it('publishes each change, many at once as one event, and is deleted with its app', async () => {
    const { body: made } = await call('POST', path('Event'), { name: 'a' });
    await call('PUT', path('Event', `/${made.id}`), { name: 'b' });
    await call('PUT', path('Event', `/${made.id}`), { name: 3 });
    await call('DELETE', path('Event', `/${made.id}`));
    await call(
      'POST',
      path('Event', '/bulk'),
      Array.from({ length: 21 }, () => ({ name: 'a' })),
    );
    const published = host.emitted('entities.rowChanged').filter(({ entity }) => entity === 'Event');
    expect(published.map(({ id, change, creatorId }) => [id, change, creatorId])).toEqual([
      [made.id, 'created', 'owner'],
      [made.id, 'updated', 'owner'],
      [made.id, 'deleted', 'owner'],
      ['*', 'created', 'owner'],
    ]);
    const { rows } = host.context.collections;
    const before = await rows.count({ appId: 'app' });
    const [purge] = host.additions(appPurges);
    await purge?.remove('another');
    expect([before > 0, await rows.count({ appId: 'app' })]).toEqual([true, before]);
    await purge?.remove('app');
    expect(await rows.count({ appId: 'app' })).toBe(0);
  });
});
