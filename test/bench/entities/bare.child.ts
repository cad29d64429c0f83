import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { newId } from '@sayso/core';
import { type Engine, rowOf } from './bare-engine.ts';
import { mongoEngine } from './bare-mongo.ts';
import { type Task, tasksOf } from './tasks.ts';

// A server with nothing but the operations: no token, no permission, no schema. Arguments: rows, engine (a file or a MongoDB address).

function sqlite(file: string): Pick<Engine, 'fill' | 'read' | 'page'> {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536');
  database.exec('CREATE TABLE tasks (id TEXT PRIMARY KEY, priority INTEGER, row TEXT) WITHOUT ROWID');
  database.exec('CREATE INDEX newest ON tasks (priority, id DESC)');
  const add = database.prepare('INSERT INTO tasks VALUES (?, ?, ?)');
  const one = database.prepare('SELECT row FROM tasks WHERE id = ?');
  const newest = database.prepare('SELECT row FROM tasks WHERE priority = ? ORDER BY id DESC LIMIT 50');
  return {
    async fill(ids, tasks) {
      database.exec('BEGIN');
      tasks.forEach((task, index) => void add.run(ids[index] ?? '', task.priority, JSON.stringify(rowOf(ids[index] ?? '', task))));
      database.exec('COMMIT');
    },
    read: (id) => String(one.get(id)?.['row']),
    page: (priority) =>
      `[${newest
        .all(priority)
        .map(({ row }) => String(row))
        .join(',')}]`,
  };
}

function answer(engine: Partial<Engine>, { method, url = '' }: IncomingMessage, body: string): Promise<string> | string | undefined {
  if (method === 'GET') return url.startsWith('/page/') ? engine.page?.(Number(url.slice(6))) : engine.read?.(url.slice(6));
  const value: unknown = JSON.parse(body);
  if (method === 'PUT') return engine.update?.(url.slice(6), value as Partial<Task>);
  return Array.isArray(value) ? engine.bulk?.(value as Task[]) : engine.create?.(value as Task);
}

const [rows = '0', place = ''] = process.argv.slice(2);
const engine: Pick<Engine, 'fill'> & Partial<Engine> = place.startsWith('mongodb') ? await mongoEngine(place) : sqlite(place);
const ids = Array.from({ length: Number(rows) }, () => newId());
for (let from = 0; from < ids.length; from += 1000) {
  const portion = ids.slice(from, from + 1000);
  await engine.fill(portion, tasksOf(from, portion.length));
}
const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const body = request.method === 'GET' ? '' : await text(request);
  const json = Buffer.from((await answer(engine, request, body)) ?? '');
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': json.length }).end(json);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port, ids }));
