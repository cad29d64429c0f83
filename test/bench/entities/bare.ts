import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Side, StoredTask } from './side.ts';

export interface Bare extends AsyncDisposable {
  readonly side: Side;
}

/** `place`: a new file for SQLite, or the address of a MongoDB server. */
export async function openBare(name: string, rows: number, place: string): Promise<Bare> {
  const child = fork(new URL('./bare.child.ts', import.meta.url), [String(rows), place]);
  const ended = once(child, 'exit');
  const message = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  if (message === null) throw new Error(`The server of ${name} has ended before it was up.`);
  const { port, ids } = message[0] as { port: number; ids: string[] };
  const side: Side = {
    name,
    origin: `http://127.0.0.1:${port}`,
    headers: {},
    ids,
    read: (id) => ({ method: 'GET', path: `/task/${id}` }),
    page: (priority) => ({ method: 'GET', path: `/page/${priority}` }),
    create: (task) => ({ method: 'POST', path: '/task', body: task }),
    update: (id, changes) => ({ method: 'PUT', path: `/task/${id}`, body: changes }),
    bulk: (tasks) => ({ method: 'POST', path: '/task', body: tasks }),
    rowsIn: (answer) => answer as StoredTask[],
    subscription: null,
  };
  return {
    side,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
