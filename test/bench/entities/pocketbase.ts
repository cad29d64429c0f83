import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../ports.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { pocketBaseProgram } from './pocketbase-program.ts';
import { type Call, type Side, type StoredTask, send } from './side.ts';
import { tasksOf } from './tasks.ts';

const password = 'correct horse battery';
const table = '/api/collections/tasks/records';
const BATCH = 1000;

/** A data folder of PocketBase with the tasks, and how to start it. */
export interface PocketBase {
  readonly description: string;
  readonly side: Side;
  start(): Promise<ServerProcess>;
}

/** Sets PocketBase up in `folder` as its users would: rules for signed-in users, an index for the page. */
export async function openPocketBase(folder: string, rows: number): Promise<PocketBase> {
  const program = await pocketBaseProgram();
  const data = `--dir=${join(folder, 'pb_data')}`;
  await promisify(execFile)(program.file, ['superuser', 'upsert', 'admin@example.org', password, data]);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const start = (first: () => Promise<unknown>) =>
    startServer({
      command: program.file,
      args: ['serve', `--http=127.0.0.1:${port}`, data],
      env: {},
      isUp: () => first().then(() => true),
    });
  const server = await start(() => send({ origin, headers: {} }, { method: 'GET', path: '/api/health' }));
  try {
    const headers = await configure(origin);
    const ids: string[] = [];
    for (let from = 0; from < rows; from += BATCH) {
      const answer = await send({ origin, headers }, bulk(tasksOf(from, Math.min(BATCH, rows - from))));
      ids.push(...rowsInBatch(answer).map(({ id }) => id));
    }
    const side: Side = {
      name: 'PocketBase',
      origin,
      headers,
      ids,
      read: (id) => ({ method: 'GET', path: `${table}/${id}` }),
      // Without the total, which Sayso's page has not either.
      page: (priority) => ({
        method: 'GET',
        path: `${table}?filter=${encodeURIComponent(`priority=${priority}`)}&sort=-created&perPage=50&skipTotal=1`,
      }),
      create: (task) => ({ method: 'POST', path: table, body: task }),
      update: (id, changes) => ({ method: 'PATCH', path: `${table}/${id}`, body: changes }),
      bulk,
      rowsIn: (answer) => (Array.isArray(answer) ? rowsInBatch(answer) : (answer as { items: StoredTask[] }).items),
      subscription: { path: '/api/realtime', confirm: { path: '/api/realtime', table: 'tasks' } },
    };
    return { description: program.description, side, start: () => start(() => send(side, side.read(ids[0] ?? ''))) };
  } finally {
    await server.stop();
  }
}

function bulk(tasks: Parameters<Side['bulk']>[0]): Call {
  return { method: 'POST', path: '/api/batch', body: { requests: tasks.map((body) => ({ method: 'POST', url: table, body })) } };
}

function rowsInBatch(answer: unknown): StoredTask[] {
  return (answer as { body: StoredTask }[]).map(({ body }) => body);
}

/** Creates the collection and a user; returns the user's headers. */
async function configure(origin: string): Promise<Record<string, string>> {
  const signIn = async (collection: string, identity: string): Promise<{ authorization: string }> => {
    const path = `/api/collections/${collection}/auth-with-password`;
    const answer = await send({ origin, headers: {} }, { method: 'POST', path, body: { identity, password } });
    return { authorization: (answer as { token: string }).token };
  };
  const admin = { origin, headers: await signIn('_superusers', 'admin@example.org') };
  const settings = { batch: { enabled: true, maxRequests: BATCH, timeout: 120 }, rateLimits: { enabled: false } };
  await send(admin, { method: 'PATCH', path: '/api/settings', body: settings });
  const rule = '@request.auth.id != ""';
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'done', type: 'bool' },
    { name: 'priority', type: 'number' },
    { name: 'tags', type: 'json' },
    { name: 'notes', type: 'text' },
    { name: 'created', type: 'autodate', onCreate: true },
    { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
  ];
  const rules = { listRule: rule, viewRule: rule, createRule: rule, updateRule: rule, deleteRule: rule };
  const indexes = ['CREATE INDEX idx_tasks_priority ON tasks (priority, created DESC)'];
  await send(admin, { method: 'POST', path: '/api/collections', body: { name: 'tasks', type: 'base', fields, indexes, ...rules } });
  const user = { email: 'user@example.org', password, passwordConfirm: password };
  await send(admin, { method: 'POST', path: '/api/collections/users/records', body: user });
  return signIn('users', user.email);
}
