import { join } from 'node:path';
import { fetchAt, pkce } from '../../app-origin.ts';
import { type Builder, openBuilder } from '../builder.ts';
import { freePort } from '../ports.ts';
import { SAYSO_READY, type ServerProcess, startServer } from '../server-process.ts';
import { type Call, type Side, type StoredTask, send } from './side.ts';
import { tasksOf } from './tasks.ts';

const password = 'correct horse battery';
const BATCH = 1000;
/** As the image and `npm start` do. */
const COMMAND = ['--max-semi-space-size=4', 'core/start.mjs'];
const schema = {
  name: 'Task',
  type: 'object',
  properties: {
    title: { type: 'string' },
    done: { type: 'boolean' },
    priority: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    notes: { type: 'string' },
  },
  'x-accessControl': { permissions: { read: 'all', write: 'all' } },
};
export const files = {
  'pages/Home': 'export default function Home() { return <h1>Tasks</h1>; }',
  'entities/Task.json': JSON.stringify(schema),
};
/** Limits that the sizes of benchmarks exceed. */
export const unlimited = {
  RATE_LIMIT: '0',
  APP_RATE_LIMIT: '0',
  STREAMS_PER_APP: '100000',
  STREAMS_PER_ACCOUNT: '100000',
  MAX_ROWS_PER_TABLE: '100000000',
  MAX_ROWS_PER_APP: '100000000',
  MAX_BYTES_PER_APP: '100000000000',
  MAX_APPS_PER_ACCOUNT: '100000',
};

/** Sayso's API of one table. */
export interface SaysoSide extends Side {
  /** A list with these parameters of the address. */
  query(parameters: Readonly<Record<string, string>>): Call;
}

/** A data folder with a published app with the tasks, and how to start the server on it. */
export interface Sayso {
  readonly appId: string;
  readonly data: string;
  /** A user who signed up in the app, on the app's own origin. */
  readonly user: SaysoSide;
  /** The owner's session on the builder host. */
  readonly builder: SaysoSide;
  start(command?: 'node' | 'npm'): Promise<ServerProcess>;
}

/** `engine`: settings that choose another store. */
export async function openSayso(folder: string, rows: number, engine: Readonly<Record<string, string>> = {}): Promise<Sayso> {
  const [port, runtimePort] = [await freePort(), await freePort()];
  const env = {
    ...unlimited,
    ...engine,
    DATA_DIR: join(folder, 'sayso'),
    HOST: '127.0.0.1',
    PORT: String(port),
    RUNTIME_PORT: String(runtimePort),
  };
  await using builder = await openBuilder(env);
  const appId = await builder.createApp(files);
  const { host, authorization } = await publish(builder, appId);
  const table = `/live_api/apps/${appId}/entities/Task`;
  const owner = { origin: `http://127.0.0.1:${port}`, headers: { authorization: builder.headers['authorization'] ?? '' } };
  const ids: string[] = [];
  for (let from = 0; from < rows; from += BATCH) {
    const body = tasksOf(from, Math.min(BATCH, rows - from));
    const answer = await send(owner, { method: 'POST', path: `${table}/bulk`, body });
    ids.push(...(answer as StoredTask[]).map(({ id }) => id));
  }
  const user = sideOf(table, { name: 'end user', origin: `http://127.0.0.1:${runtimePort}`, headers: { host, authorization }, ids });
  return {
    appId,
    data: env.DATA_DIR,
    user,
    builder: { ...user, ...owner, name: 'builder' },
    start: (command = 'node') =>
      startServer({
        ...(command === 'node' ? { command: process.execPath, args: COMMAND } : { command: 'npm', args: ['start'] }),
        env: { ...env, LOG_LEVEL: 'warn' },
        complete: SAYSO_READY,
        isUp: () => send(user, user.read(ids[0] ?? '')).then(() => true),
      }),
  };
}

/** A further app of the builder, with a table of tasks, for the builder's session. */
export async function addApp(owner: Side, rows: number): Promise<SaysoSide> {
  const genApp = { name: 'Other', pages: { Home: files['pages/Home'] }, entities: { Task: files['entities/Task.json'] } };
  const { id } = (await send(owner, { method: 'POST', path: '/api/apps', body: { appType: 'generated', genApp } })) as StoredTask;
  const side = sideOf(`/live_api/apps/${id}/entities/Task`, { ...owner, ids: [] });
  await send(side, side.bulk(tasksOf(0, rows)));
  return side;
}

function sideOf(table: string, caller: Pick<Side, 'name' | 'origin' | 'headers' | 'ids'>): SaysoSide {
  const query: SaysoSide['query'] = (parameters) => ({ method: 'GET', path: `${table}?${new URLSearchParams(parameters)}` });
  return {
    ...caller,
    query,
    read: (id) => ({ method: 'GET', path: `${table}/${id}` }),
    page: (priority) => query({ q: JSON.stringify({ priority }), sort: '-createdAt', limit: '50' }),
    create: (task) => ({ method: 'POST', path: table, body: task }),
    update: (id, changes) => ({ method: 'PUT', path: `${table}/${id}`, body: changes }),
    bulk: (tasks) => ({ method: 'POST', path: `${table}/bulk`, body: tasks }),
    rowsIn: (answer) => answer as StoredTask[],
    subscription: { path: `${table}/events` },
  };
}

/** Publishes the app; signs a user up and logs them in, as the app's pages do. */
async function publish(builder: Builder, appId: string): Promise<{ readonly host: string; readonly authorization: string }> {
  const { builderUrl, runtimeUrl } = builder.product;
  const { publishApp } = await builder.graphql('mutation ($id: ID!) { publishApp(id: $id) { slug } }', { id: appId });
  await builder.call(`/api/apps/${appId}/settings`, { appSettings: { isSignupEnabled: true } });
  const account = { name: 'User', email: 'user@example.org', password, appId };
  const post = async (path: string, body: unknown, token?: string): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${builderUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const { token } = await post('/api/auth/sign-up/email', account);
  const origin = runtimeUrl.replace('://', `://${publishApp.slug}.`);
  const { codeVerifier, codeChallenge } = pkce();
  const { redirectTo = '' } = await post(`/api/apps/${appId}/login-code`, { nextUrl: `${origin}/`, codeChallenge }, token);
  const code = new URLSearchParams(new URL(redirectTo).hash.slice(1)).get('code');
  const exchanged = await fetchAt(origin, `/live_api/apps/${appId}/auth/exchange`, { body: { code, codeVerifier } });
  const app = (await exchanged.json()) as { token: string };
  return { host: new URL(origin).host, authorization: `Bearer ${app.token}` };
}
