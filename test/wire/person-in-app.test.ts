import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, type Data, files, openWorld, signUp, type World } from '../security/world.ts';

const table = (name: string, read: unknown, more: object = {}) =>
  JSON.stringify({
    name,
    type: 'object',
    properties: { text: { type: 'string' } },
    'x-accessControl': { permissions: { read, write: 'creator' } },
    ...more,
  });
const properties = { plan: { type: 'string' }, seats: { type: 'number' }, role: { type: 'string' } };

let world: World;
let app: World['app'];
beforeAll(async () => {
  const more = {
    Diary: table('Diary', 'creator'),
    Wall: table('Wall', 'all'),
    User: JSON.stringify({ name: 'User', type: 'object', properties }),
  };
  Object.assign(files.entities, more);
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
  app = world.app;
}, 120_000);
afterAll(() => world?.[Symbol.asyncDispose]());

const rows = (entity: string, rest = '') => `/live_api/apps/${app.id}/entities/${entity}${rest}`;
const field = async (text: string, id: string, more = ''): Promise<Data> => {
  const [name = '', selection = ''] = text.split(/ (.*)/s);
  const kind = ['personInApp', 'rowsOfPerson'].includes(name) ? 'query' : 'mutation';
  const { data, errors } = await world.graphql('owner', `${kind} ($a: ID!, $id: ID!) { ${name}(appId: $a, id: $id${more}) ${selection} }`, {
    a: app.id,
    id,
  });
  return errors === undefined ? data[name] : errors[0].message;
};
/** Someone who uses the app and has made a note, a diary entry and two writings on the wall. */
async function joined(name: string) {
  const { id, token } = await signUp(world.server, `${name}@example.org`, { appId: app.id });
  const entered = bearer(await world.enter(token, app));
  const add = async (entity: string, text: string): Promise<string> => {
    const made = await world.request('nobody', { host: 'runtime', path: rows(entity), body: { text }, headers: entered });
    return ((await made.json()) as Data).id;
  };
  const made = { Diary: [await add('Diary', `${name} diary`)], Wall: [await add('Wall', `${name} one`), await add('Wall', `${name} two`)] };
  return { id, token, entered, made };
}
const creators = async (entity: string, ids: readonly string[]): Promise<unknown[]> => {
  const found = (await world.json('owner', { path: rows(entity, `?rows=live&limit=1000`) })) as Data[];
  return ids.map((id) => found.find((row) => row.id === id)?.creatorId ?? (found.some((row) => row.id === id) ? null : 'gone'));
};

test('shows the columns of the table of people and other values, changes them, and refuses what the server says', async () => {
  const { id } = await joined('nell');
  const details = '{ email emailVerified role isBuilder fields { name value type } }';
  const empty = [
    { name: 'plan', value: null, type: 'string' },
    { name: 'seats', value: null, type: 'number' },
  ];
  expect(await field(`personInApp ${details}`, id)).toMatchObject({
    email: 'nell@example.org',
    role: 'user',
    isBuilder: false,
    fields: empty,
  });
  const changed = await field(`changePersonInApp ${details}`, id, ', fields: {plan: "pro", note: {a: [1]}}');
  expect(changed.fields).toEqual([{ ...empty[0], value: 'pro' }, empty[1], { name: 'note', value: { a: [1] }, type: null }]);
  for (const name of ['role', 'email', 'is_verified', '_app_role', 'createdDate'])
    expect(await field(`changePersonInApp ${details}`, id, `, fields: {${name}: "x"}`)).toMatch(/is said by the server/);
  for (const given of ['[]', '"x"', '1']) expect(await field(`changePersonInApp ${details}`, id, `, fields: ${given}`)).toMatch(/object/);
  expect((await field(`changePersonInApp ${details}`, id, ', fields: {note: null}')).fields).toHaveLength(2);
});

test('counts the rows that a person made, and exports them with what is kept', async () => {
  const { id, made } = await joined('ole');
  expect(await field('rowsOfPerson { table rows }', id)).toEqual([
    { table: 'Diary', rows: 1 },
    { table: 'Wall', rows: 2 },
  ]);
  await field('changePersonInApp { id }', id, ', fields: {plan: "free"}');
  const response = await world.request('owner', { path: `/live_api/apps/${app.id}/people/${id}/export` });
  expect(response.headers.get('content-disposition')).toContain('attachment');
  const all = (await response.json()) as Data;
  expect(all.person).toMatchObject({ id, email: 'ole@example.org', plan: 'free', role: 'user' });
  expect(Object.keys(all.rows)).toEqual(['Diary', 'Note', 'Sign', 'Wall']);
  expect(all.rows.Wall.map((row: Data) => [row.id, row.text])).toEqual(made.Wall.map((one, at) => [one, ['ole one', 'ole two'][at]]));
  expect([all.rows.Diary[0].text, all.rows.Note]).toEqual(['ole diary', []]);
  for (const asker of ['viewer', 'stranger', 'removed', 'appUser'] as const) {
    const refused = await world.request(asker, { path: `/live_api/apps/${app.id}/people/${id}/export` });
    expect([asker, [403, 404].includes(refused.status), (await refused.text()).includes('ole')]).toEqual([asker, true, false]);
  }
});

test('finds the rows of a table that was removed since the app was published, while no version for visitors has it', async () => {
  const { id, made } = await joined('ray');
  const { Diary: _diary, ...entities } = files.entities as Record<string, string>;
  const save = (genApp: object) => world.json('admin', { path: '/api/apps', body: { appId: app.id, genApp } });
  await save({ pages: files.pages, entities });
  expect(await field('rowsOfPerson { table rows }', id)).toEqual([
    { table: 'Diary', rows: 1 },
    { table: 'Wall', rows: 2 },
  ]);
  expect(await field('removePersonWithRows', id, ', rows: delete')).toBe(3);
  expect(await creators('Diary', made.Diary)).toEqual(['gone']);
  expect((await world.request('owner', { path: rows('Diary', '?rows=draft') })).status).toBe(404);
  await save({ pages: files.pages, entities: files.entities });
});

test('ends the log-ins of a person, who may log in again', async () => {
  const { id, token, entered } = await joined('pia');
  const me = async (headers: Record<string, string>) =>
    (await world.request('nobody', { host: 'runtime', path: `/live_api/apps/${app.id}/auth/me`, headers })).status;
  expect(await me(entered)).toBe(200);
  expect(await field('logOutPersonInApp', id)).toBe(true);
  await expect.poll(() => me(entered)).toBe(401);
  expect(await me(bearer(await world.enter(token, app)))).toBe(200);
});

describe('a person who is removed', () => {
  test.each([
    ['keep', 0, (id: string) => [id, id]],
    ['anonymise', 3, () => [null, null]],
    ['delete', 3, () => ['gone', 'gone']],
  ] as const)('leaves their rows: %s', async (how, count, expected) => {
    const { id, entered, made } = await joined(`leaver-${how}`);
    const other = await joined(`neighbour-${how}`);
    expect(await field('removePersonWithRows', id, `, rows: ${how}`)).toBe(count);
    expect(await field('personInApp { id }', id)).toMatch(/not found/);
    const me = () => world.request('nobody', { host: 'runtime', path: `/live_api/apps/${app.id}/auth/me`, headers: entered });
    await expect.poll(async () => (await me()).status).toBe(401);
    expect(await creators('Wall', made.Wall)).toEqual(expected(id));
    expect(await creators('Wall', other.made.Wall)).toEqual([other.id, other.id]);
    const trash = (await world.json('owner', { path: `/live_api/apps/${app.id}/trash?rows=live&limit=100` })) as Data;
    const thrown = trash.rows.filter((row: Data) => made.Wall.includes(row.id)).length;
    expect(thrown).toBe(how === 'delete' ? 2 : 0);
  });

  test('is no one’s in the trash, either', async () => {
    const { id, entered, made } = await joined('quinn');
    const [first = ''] = made.Wall;
    expect(
      (await world.request('nobody', { host: 'runtime', method: 'DELETE', path: rows('Wall', `/${first}`), headers: entered })).status,
    ).toBe(200);
    await field('removePersonWithRows', id, ', rows: anonymise');
    const text = await (await world.request('owner', { path: `/live_api/apps/${app.id}/trash?rows=live&limit=100` })).text();
    expect([text.includes(first), text.includes(id)]).toEqual([true, false]);
  });

  test('stays while they build the app, with their rows', async () => {
    const { id } = await world.json('owner', { path: rows('Wall', '?rows=live'), body: { text: 'of the owner' } });
    expect(await field('removePersonWithRows', world.people.owner.id, ', rows: delete')).toMatch(/builds this app/);
    expect(await creators('Wall', [id])).toEqual([world.people.owner.id]);
  });
});
