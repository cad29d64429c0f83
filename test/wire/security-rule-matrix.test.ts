import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { openSocket } from '../base44/socket.ts';
import { byField, callsOf, FIELDS, type Paths } from '../security/rule-calls.ts';
import {
  type Asker,
  fileOf,
  idsIn,
  marksOf,
  PERSONS,
  type PersonName,
  type RuledTable,
  ruledTables,
  type Standing,
  type StoredRow,
  toldIn,
  type Visible,
  visibleTo,
} from '../security/rule-matrix.ts';
import { bearer, type Call, type Data, files, openWorld, signUp, type World } from '../security/world.ts';

const PEEK = `import { createClientFromRequest } from 'npm:@base44/sdk@0.8.4';
Deno.serve(async (req) => {
  const { table } = await req.json();
  const rows = createClientFromRequest(req).entities[table];
  const found = await Promise.all([rows.list('-created_date', 5000), rows.filter({ text: { $exists: true } })].map((one) => one.catch(({ message }) => message)));
  return Response.json(found);
});`;
const END = JSON.stringify({
  name: 'End',
  type: 'object',
  properties: { text: { type: 'string' } },
  'x-accessControl': { permissions: { read: 'anonymous', write: 'admin' } },
});
const names = ruledTables.map(({ name }) => name);
/** Who see all live rows: people who build the app, and admins of the app. */
const ALL: ReadonlySet<Asker> = new Set(['owner', 'ownerCookie', 'admin', 'editor', 'viewer', 'demoted', 'appAdmin']);
/** Previews have draft rows only, others are of no app or of another. */
const NONE: ReadonlySet<Asker> = new Set([
  'appOwner',
  'editorFrame',
  'viewerFrame',
  'demotedFrame',
  'removedFrame',
  'otherApp',
  'tampered',
  'expired',
] as const);
const VISITORS = ['nobody', 'visitor', 'userSession', 'stranger', 'removed', 'closed'] as const;
const askers: readonly Asker[] = [...ALL, ...NONE, ...VISITORS, 'plain', 'keeper', 'appUser'];

let world: World;
const people = {} as Record<PersonName | 'appAdmin', { readonly id: string; readonly token: string }>;
const stored: Record<string, StoredRow[]> = {};
const headersOf = (asker: Asker): Record<string, string> =>
  asker === 'plain' || asker === 'keeper' || asker === 'appAdmin' ? bearer(people[asker].token) : world.headers[asker];
const ask = (asker: Asker, call: Call) => world.request('nobody', { ...call, headers: { ...headersOf(asker), ...call.headers } });

function standingOf(asker: Asker): Standing {
  if (ALL.has(asker)) return { kind: 'all' };
  if (NONE.has(asker)) return { kind: 'none' };
  if (asker === 'plain' || asker === 'keeper') {
    const { role, fields } = PERSONS[asker];
    return { kind: 'person', id: people[asker].id, person: { role, email: `${asker}@example.org`, fields } };
  }
  const { id, email } = world.people.user;
  return asker === 'appUser' ? { kind: 'person', id, person: { role: 'user', email, fields: {} } } : { kind: 'visitor' };
}

beforeAll(async () => {
  Object.assign(files.entities, { End: END, ...Object.fromEntries(ruledTables.map((table) => [table.name, fileOf(table)])) });
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0, STREAMS_PER_ACCOUNT: 1000, STREAMS_PER_ADDRESS: 1000 });
  const file = { id: 'functions/peek', content: PEEK };
  await world.json('admin', { path: `/api/apps/${world.app.id}/files/update`, body: { file } });
  await world.publish(world.app);
  for (const name of ['plain', 'keeper', 'appAdmin'] as const) {
    const { id, token } = await signUp(world.server, `${name}@example.org`, { appId: world.app.id });
    await world.enter(token, world.app);
    const said = name === 'appAdmin' ? { role: 'admin' } : { role: PERSONS[name].role, ...PERSONS[name].fields };
    await world.json('owner', { method: 'PUT', path: `/api/apps/${world.app.id}/entities/User/${id}`, body: said });
    people[name] = { id, token: await world.enter(token, world.app) };
  }
  for (const table of ruledTables) {
    stored[table.name] = [];
    for (const [at, { by, data }] of table.rows.entries()) {
      const row = { ...data, ...marksOf(table.name, at) };
      const place: Call = { path: `/live_api/apps/${world.app.id}/entities/${table.name}?rows=live`, body: row };
      // A person's own rows are made by a call that returns nothing they may not read.
      const made = await ask(
        by ?? 'owner',
        by === null ? place : { ...place, host: 'runtime', path: place.path.replace('?rows=live', '') },
      );
      const { id } = (await made.json()) as Data;
      stored[table.name]?.push({ id, at, creatorId: by === null ? world.people.owner.id : people[by].id, data: row });
    }
  }
}, 120_000);
afterAll(() => world?.server.close());

/** Calls about all tables of the app. */
const ofApp = (): readonly Call[] =>
  [`/live_api/apps/${world.app.id}/trash?rows=live`, `/live_api/apps/${world.app.id}/snapshots`, `/api/apps/${world.app.id}/export`].map(
    (path) => ({ path }),
  );

/** One caller on one table. */
function readerOf(asker: Asker, table: RuledTable) {
  const rows = stored[table.name] ?? [];
  const visible = visibleTo(standingOf(asker), table, rows);
  const about = { asker, read: table.read, ...table.fields };
  const seen = new Set<string>();
  /** What an answer says that it must not. */
  const answer = async (call: Call): Promise<{ readonly status: number; readonly json: Data }> => {
    const response = await ask(asker, call);
    const text = await response.text();
    expect({
      ...about,
      call,
      told: toldIn(text, table, { stored: rows, visible, given: JSON.stringify(call) }),
      failed: response.status >= 500,
    }).toEqual({
      ...{ ...about, call, told: [], failed: false },
    });
    return { status: response.status, json: /^[[{]/.test(text) ? JSON.parse(text) : null };
  };
  const read = async (call: Call): Promise<void> => {
    const { json } = await answer(call);
    if (call.method === undefined) for (const id of idsIn(json)) seen.add(id);
  };
  /** A field that is hidden in one of the rows that the caller reads is no means to find or to order them. */
  const tryField = async (field: (typeof FIELDS)[number], way: string, call: Call): Promise<void> => {
    const { status } = await answer(call);
    const isHidden = rows.some(({ id }) => seen.has(id) && !visible[field].has(id));
    if (isHidden) expect([{ ...about, way, field }, status]).toEqual([{ ...about, way, field }, 400]);
  };
  return { rows, read, tryField };
}

describe.each(ruledTables.map((table) => [table.name, table] as const))('table %s', (name, table) => {
  test.each(askers)('%s learns what its rules tell them', { timeout: 60_000 }, async (asker) => {
    const { rows, read, tryField } = readerOf(asker, table);
    for (const [host, api] of [
      ['builder', 'live_api'],
      ['runtime', 'live_api'],
      ['runtime', 'api'],
    ] as const) {
      const path: Paths = (rest = '') => `/${api}/apps/${world.app.id}/entities/${name}${rest}`;
      await Promise.all([...callsOf(table, path, rows), ...ofApp()].map((call) => read({ host, ...call })));
      const byFields = FIELDS.flatMap((field) =>
        Object.entries(byField).map(([way, make]) => tryField(field, way, { host, ...make(path, field, marksOf(name, 1)[field]) })),
      );
      await Promise.all(byFields);
    }
  });
});

test.each([...VISITORS, 'plain', 'keeper', 'appUser', 'appAdmin', 'appOwner', 'viewerFrame'] as const)(
  'a function that %s calls reads what they may',
  async (asker) => {
    for (const table of ruledTables) {
      const call: Call = { host: 'runtime', path: `/api/apps/${world.app.id}/functions/peek`, body: { table: table.name } };
      const text = await (await ask(asker, call)).text();
      const rows = stored[table.name] ?? [];
      const visible = visibleTo(standingOf(asker), table, rows);
      expect([asker, table.read, toldIn(text, table, { stored: rows, visible })]).toEqual([asker, table.read, []]);
    }
  },
);

interface Stream {
  readonly way: string;
  readonly asker: Asker;
  text(): string;
  close(): void;
}

function socketOn(
  url: string,
  { protocol, headers = {}, begin }: { protocol?: string; headers?: Record<string, string>; begin: readonly unknown[] },
) {
  const socket = new WebSocket(url.replace('http', 'ws'), protocol === undefined ? [] : [protocol], { headers });
  let text = '';
  socket.on('open', () => socket.send(JSON.stringify(begin[0])));
  socket.on('message', (data) => {
    if (text === '') for (const message of begin.slice(1)) socket.send(JSON.stringify(message));
    text += String(data);
  });
  socket.on('error', () => undefined);
  return { text: () => text, close: () => socket.terminate() };
}

async function answerOf(asker: Asker, call: Call) {
  const { body } = await ask(asker, call);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const decoder = new TextDecoder();
  void (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += decoder.decode(part.value, { stream: true });
  })().catch(() => undefined);
  return { text: () => text, close: () => void reader.cancel().catch(() => undefined) };
}

async function streamsOf(asker: Asker): Promise<Stream[]> {
  const { runtimeUrl, builderUrl } = world.server;
  const { id } = world.app;
  const tables = [...names, 'End'];
  const { authorization } = headersOf(asker);
  const token = authorization?.replace('Bearer ', '');
  const found: [string, { text(): string; close(): void }][] = [
    ['events of tables', await answerOf(asker, { host: 'runtime', path: `/live_api/apps/${id}/events?tables=${tables.join()}` })],
    [
      'WebSocket',
      socketOn(`${runtimeUrl}/live_api/changes`, { begin: [{ app: id, token: token ?? null }, ...tables.map((follow) => ({ follow }))] }),
    ],
  ];
  const live = await openSocket({ serverUrl: runtimeUrl, appId: id, token: token ?? 'undefined' });
  if (live.state.isConnected) for (const name of tables) live.join(name);
  found.push(['socket of the SDK', { text: () => JSON.stringify(live.messages), close: () => live.socket.terminate() }]);
  const query = 'subscription ($a: ID!, $e: String!) { rowsChanged(appId: $a, entity: $e, rows: live) { event row } }';
  const begin = [
    { type: 'connection_init', payload: { authorization } },
    ...tables.map((e) => ({ id: e, type: 'subscribe', payload: { query, variables: { a: id, e } } })),
  ];
  found.push([
    'subscriptions',
    socketOn(`${builderUrl}/graphql`, { protocol: 'graphql-transport-ws', headers: { ...headersOf(asker), origin: builderUrl }, begin }),
  ]);
  for (const host of ['builder', 'runtime'] as const)
    for (const name of tables)
      found.push([`events on the ${host} host`, await answerOf(asker, { host, path: `/live_api/apps/${id}/entities/${name}/events` })]);
  return found.map(([way, stream]) => ({ way, asker, ...stream }));
}

const union = (all: readonly Visible[]): Visible => ({
  rows: new Set(all.flatMap(({ rows }) => [...rows])),
  pay: new Set(all.flatMap(({ pay }) => [...pay])),
  rank: new Set(all.flatMap(({ rank }) => [...rank])),
});

test('streams tell what the rules tell, also when rows move into reach and out of it', async () => {
  const followers: readonly Asker[] = [
    'owner',
    'viewer',
    'removed',
    'stranger',
    'nobody',
    'visitor',
    'plain',
    'keeper',
    'appUser',
    'appAdmin',
    'appOwner',
    'viewerFrame',
    'otherApp',
  ];
  const streams = (await Promise.all(followers.map(streamsOf))).flat();
  const change = (table: string, id: string, body: object) =>
    world.json('owner', { method: 'PUT', path: `/live_api/apps/${world.app.id}/entities/${table}/${id}?rows=live`, body });
  const end = (text: string) => world.json('owner', { path: `/live_api/apps/${world.app.id}/entities/End?rows=live`, body: { text } });
  const get = streams.filter(({ asker, way }) => asker === 'keeper' && way !== 'subscriptions' && way !== 'events on the builder host');
  // Each way is open once it gets the changes of a table that all may read.
  await expect
    .poll(
      async () => {
        await end('knock');
        return ['events of tables', 'WebSocket', 'socket of the SDK'].filter(
          (way) => !get.some((one) => one.way === way && one.text().includes('knock')),
        );
      },
      { timeout: 15_000 },
    )
    .toEqual([]);
  for (const team of [null, 'a', 'b', null])
    for (const { name } of ruledTables)
      for (const { id, data } of stored[name] ?? []) await change(name, id, { team: team ?? data['team'], note: `moved to ${team}` });
  for (const { name } of ruledTables) {
    const last = stored[name]?.at(-1);
    await world.json('owner', { method: 'DELETE', path: `/live_api/apps/${world.app.id}/entities/${name}/${last?.id}?rows=live` });
  }
  await end('the end of all');
  const isOver = (way: string) => get.filter((one) => one.way === way).some((one) => one.text().includes('the end of all'));
  await expect.poll(() => ['events of tables', 'WebSocket', 'socket of the SDK'].filter((way) => !isOver(way))).toEqual([]);
  // A stream that tells nothing proves nothing.
  const silent = new Set(streams.map(({ way }) => way));
  for (const stream of streams) {
    for (const table of ruledTables) if (idsTold(stream, table)) silent.delete(stream.way);
    stream.close();
  }
  expect([...silent]).toEqual([]);
}, 60_000);

/** Whether a stream tells of some row, after a check that it tells of none that its reader never saw. */
function idsTold({ way, asker, text }: Stream, table: RuledTable): boolean {
  const rows = stored[table.name] ?? [];
  const moved = ['', 'a', 'b'].map((team) => rows.map((row) => (team === '' ? row : { ...row, data: { ...row.data, team } })));
  const visible = union(moved.map((some) => visibleTo(standingOf(asker), table, some)));
  const about = { way, asker, read: table.read, ...table.fields };
  expect([about, toldIn(text(), table, { stored: rows, visible })]).toEqual([about, []]);
  return rows.some(({ id }) => text().includes(id));
}
