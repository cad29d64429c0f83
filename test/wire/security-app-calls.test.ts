import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { fetchAt } from '../app-origin.ts';
import { openSocket } from '../base44/socket.ts';
import { type Holder, holders, holdersOf, holdings, type Standing } from '../security/holders.ts';
import { type Data, openWorld, type World } from '../security/world.ts';

/** By what the caller is to the app. */
type Answers<T> = Readonly<Record<Standing, T>>;

const chiefs = { user_condition: { role: 'chief' } };
const table = (read: unknown, write: unknown = 'admin') => ({
  properties: { text: { type: 'string' } },
  'x-accessControl': { permissions: { read, write } },
});
const TABLES = {
  Own: table('creator', 'creator'),
  Public: table('all'),
  Secret: table('admin'),
  Team: {
    properties: { text: { type: 'string' } },
    'x-accessControl': { permissions: { read: 'admin', write: 'admin' }, rules: { read: chiefs } },
  },
};
type Table = keyof typeof TABLES;
const names = Object.keys(TABLES) as Table[];

const who = (version: string) =>
  `export default async (_input, { user }) => ({ version: '${version}', by: user && user.id, role: user && user.role });`;
const FUNCTIONS = {
  who: who('live'),
  open: who('live'),
  secret: `export const asApp = true;
export default async (_input, { app }) => (await app.entities.Secret.list()).length;`,
};
const DRAFT = { who: who('draft'), open: who('draft'), drafted: who('draft') };

let world: World;
let headers: Awaited<ReturnType<typeof holdersOf>>;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
  await world.json('owner', { path: '/api/apps', body: { appId: world.app.id, genApp: { entities: TABLES } } });
  await write(FUNCTIONS);
  const allow = 'mutation ($id: ID!, $name: String!) { allowFunction(appId: $id, name: $name, visitors: true, asApp: true) { name } }';
  for (const name of ['open', 'secret']) expect((await world.graphql('owner', allow, { id: world.app.id, name })).errors).toBeUndefined();
  await world.publish(world.app);
  await write(DRAFT);
  headers = await holdersOf(world);
}, 180_000);
afterAll(() => world?.server.close());

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files))
    await world.json('admin', { path: `/api/apps/${world.app.id}/files/update`, body: { file: { id: `functions/${name}`, content } } });
}
const ofEach = async <T>(ask: (holder: Holder) => Promise<T>): Promise<Record<string, T>> =>
  Object.fromEntries(await Promise.all(holders.map(async (holder) => [holder, await ask(holder)] as const)));
const expected = <T>(answer: (holder: Holder) => T): Record<string, T> =>
  Object.fromEntries(holders.map((holder) => [holder, answer(holder)]));
const timeout = 120_000;

describe('functions', { timeout }, () => {
  const origin = () => world.server.runtimeUrl.replace('://', `://${world.app.slug}.`);
  const at = (path: string, holder: Holder, more: Readonly<Record<string, string>> = {}) =>
    fetch(world.server.runtimeUrl + path, { method: 'POST', headers: { ...headers[holder], ...more } });
  const ways: Readonly<Record<string, (name: string, holder: Holder) => Promise<Response>>> = {
    'by the id of the app': (name, holder) => at(`/api/apps/${world.app.id}/functions/${name}`, holder),
    'by an address below it': (name, holder) => at(`/api/apps/${world.app.id}/functions/${name}/a/b`, holder),
    'by the token, with the id of the app in a header': (name, holder) =>
      at(`/api/functions/${name}`, holder, { 'x-app-id': world.app.id }),
    'on the origin of the app': (name, holder) =>
      fetchAt(origin(), `/functions/${name}`, { body: {}, headers: headers[holder] }) as Promise<Response>,
  };
  /** Of a call that names the app in its URL; elsewhere a session of a viewer is a visitor of the app. */
  const statusOf = (holder: Holder, name: string, isNamed: boolean): number => {
    const { standing, isPreview, isSession } = holdings[holder];
    const isViewer = standing === 'viewer';
    const isDraft = isPreview === true || (isSession === true && standing === 'admin');
    const ofVisitor = name === 'open' ? 200 : name === 'secret' ? 200 : 401;
    const answers: Answers<number> = {
      invalid: 401,
      foreign: 404,
      visitor: ofVisitor,
      user: 200,
      chief: 200,
      viewer: isSession === true && !isNamed ? ofVisitor : 403,
      admin: 200,
    };
    const status = answers[standing];
    const hasFunction = name === 'drafted' ? isDraft : true;
    return status === 200 && !hasFunction && !isViewer ? 404 : status;
  };

  describe.each(Object.entries(ways))('%s', (way, call) => {
    const isNamed = way.startsWith('by the id') || way.startsWith('by an address');
    test.each(['who', 'open', 'secret', 'drafted'])('%s', async (name) => {
      const found = await ofEach(async (holder) => {
        const answer = await call(name, holder);
        const body = (await answer.json().catch(() => null)) as Data;
        return [answer.status, answer.status === 200 && name !== 'secret' ? body.version : null] as const;
      });
      const isForeign = (holder: Holder) => holdings[holder].standing === 'foreign';
      const wanted = expected((holder) => {
        const { standing, isPreview, isSession } = holdings[holder];
        const status = statusOf(holder, name, isNamed);
        const version = isPreview === true || (isSession === true && standing === 'admin') ? 'draft' : 'live';
        return [status, status === 200 && name !== 'secret' ? version : null] as const;
      });
      // Without the id of the app, a token calls the functions of its own app, which has none.
      for (const holder of holders) if (isForeign(holder)) expect([holder, found[holder]?.[0]]).toEqual([holder, 404]);
      expect(found).toEqual(wanted);
    });
  });

  test('a refused call runs nothing', async () => {
    const count = () => world.collection('functions.runs').count({ appId: world.app.id });
    const before = await count();
    let ran = 0;
    for (const holder of holders) if ((await at(`/api/apps/${world.app.id}/functions/who`, holder)).status === 200) ran += 1;
    expect(await count()).toBe(before + ran);
  });
});

describe('changes of rows', { timeout }, () => {
  /** Whether a caller may follow a table. */
  const follows = ({ standing }: { readonly standing: Standing }, name: Table): boolean => {
    const sees: Answers<readonly Table[]> = {
      invalid: [],
      foreign: [],
      visitor: ['Public'],
      user: ['Own', 'Public', 'Team'],
      chief: ['Own', 'Public', 'Team'],
      viewer: names,
      admin: names,
    };
    return sees[standing].includes(name);
  };
  /** Whether it gets rows of the owner. */
  const receives = (holder: Holder, name: Table): boolean => {
    const { standing } = holdings[holder];
    const sees: Answers<readonly Table[]> = {
      invalid: [],
      foreign: [],
      visitor: ['Public'],
      user: ['Public'],
      chief: ['Public', 'Team'],
      viewer: names,
      admin: names,
    };
    return sees[standing].includes(name);
  };
  const tokenOf = (holder: Holder): string | null => headers[holder]['authorization']?.slice('Bearer '.length) ?? null;

  interface Followed {
    /** The tables whose changes it is promised. */
    ready(): readonly string[];
    received(): readonly string[];
    /** Whether everything is answered that was asked at the start. */
    isAnswered(): boolean;
    close(): void;
  }
  type Follow = (holder: Holder) => Promise<Followed>;

  const events = async (path: string, holder: Holder): Promise<{ status: number; text(): string; close(): void }> =>
    new Promise((resolve, reject) => {
      const url = `${world.server.runtimeUrl}/live_api/apps/${world.app.id}${path}`;
      const sent: ClientRequest = request(url, { headers: { ...headers[holder] }, agent: false }, (response: IncomingMessage) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', () => undefined);
        resolve({ status: response.statusCode ?? 0, text: () => text, close: () => sent.destroy() });
      });
      sent.on('error', reject).end();
    });
  const textsIn = (text: string) => [...text.matchAll(/"text":"([^"]*)"/g)].map(([, found = '']) => found);

  const ways: Readonly<Record<string, Follow>> = {
    'one answer for each table': async (holder) => {
      const opened = await Promise.all(names.map(async (name) => [name, await events(`/entities/${name}/events`, holder)] as const));
      return {
        ready: () => opened.flatMap(([name, { status, text }]) => (status === 200 && text().includes('event: ready') ? [name] : [])),
        received: () => opened.flatMap(([, { text }]) => textsIn(text())),
        isAnswered: () => opened.every(([, { status, text }]) => status !== 200 || text().includes('event: ready')),
        close() {
          for (const [, { close }] of opened) close();
        },
      };
    },
    'one answer for all tables': async (holder) => {
      const { status, text, close } = await events(`/events?tables=${names.join()}`, holder);
      const said = (event: string) => names.filter((name) => text().includes(`{"entity":"${name}","event":"${event}"`));
      return {
        ready: () => said('ready'),
        received: () => textsIn(text()),
        isAnswered: () => status !== 200 || said('ready').length + said('refused').length === names.length,
        close,
      };
    },
    'a WebSocket': async (holder) => {
      const socket = new WebSocket(`${world.server.runtimeUrl.replace('http', 'ws')}/live_api/changes`);
      let text = '';
      let isClosed = false;
      const said = (event: string) => names.filter((name) => text.includes(`{"entity":"${name}","event":"${event}"`));
      socket.on('open', () => socket.send(JSON.stringify({ app: world.app.id, token: tokenOf(holder) })));
      socket.on('message', (data) => {
        if (text === '') for (const name of names) socket.send(JSON.stringify({ follow: name }));
        text += String(data);
      });
      socket
        .on('error', () => undefined)
        .on('close', () => {
          isClosed = true;
        });
      return {
        ready: () => said('ready'),
        received: () => textsIn(text),
        isAnswered: () => isClosed || said('ready').length + said('refused').length === names.length,
        close: () => socket.terminate(),
      };
    },
  };
  const socketOf: Follow = async (holder) => {
    const live = await openSocket({ serverUrl: world.server.runtimeUrl, appId: world.app.id, token: tokenOf(holder) ?? 'undefined' });
    if (live.state.isConnected) for (const name of names) live.join(name);
    // It receives refusals only.
    const refused = () => live.messages.filter(([event]) => event === 'error').map(([, { room }]) => String(room).split(':')[2]);
    return {
      ready: () => (live.state.isConnected ? names.filter((name) => !refused().includes(name)) : []),
      received: () => live.changes().map(({ data }) => data.text),
      isAnswered: () => true,
      close: () => live.socket.terminate(),
    };
  };

  test.each(Object.entries({ ...ways, 'a socket of the SDK': socketOf }))(
    'over %s reach those who may list the table',
    async (way, follow) => {
      const opened = Object.fromEntries(await Promise.all(holders.map(async (holder) => [holder, await follow(holder)] as const)));
      const each = <T>(of: (one: Followed) => T) => Object.fromEntries(Object.entries(opened).map(([holder, one]) => [holder, of(one)]));
      try {
        await expect.poll(() => each((one) => one.isAnswered())).toEqual(expected(() => true));
        const ofForeign = (holder: Holder, found: readonly Table[]) => (holdings[holder].standing === 'foreign' ? [] : found);
        await expect
          .poll(() => each((one) => [...one.ready()].sort()))
          .toEqual(
            expected((holder) =>
              ofForeign(
                holder,
                names.filter((name) => follows(holdings[holder], name)),
              ).toSorted(),
            ),
          );
        for (const rows of ['live', 'draft'] as const)
          for (const name of [...names, 'Public']) await add(name, `${way} ${rows} ${name}`, rows);
        await add('Public', `${way} live end`, 'live');
        await add('Public', `${way} draft end`, 'draft');
        const set = (holder: Holder) => (holdings[holder].isPreview ? 'draft' : 'live');
        const wanted = expected((holder) => {
          const tables = names.filter((name) => receives(holder, name));
          const texts = tables.map((name) => `${way} ${set(holder)} ${name}`);
          return [...texts, ...(tables.length > 0 ? [`${way} ${set(holder)} end`] : [])].sort();
        });
        await expect.poll(() => each((one) => [...new Set(one.received())].sort())).toEqual(wanted);
      } finally {
        for (const { close } of Object.values(opened)) close();
      }
    },
  );

  /** By the owner. */
  async function add(name: string, text: string, rows: 'live' | 'draft'): Promise<void> {
    const path = `/live_api/apps/${world.app.id}/entities/${name}?rows=${rows}`;
    await world.json('owner', { path, body: { text } });
  }
});
