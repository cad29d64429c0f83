import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Task } from './tasks.ts';

/** One HTTP request of a side. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

export type StoredTask = Readonly<Record<string, unknown>> & { readonly id: string };

/** A server with the tasks, for one kind of caller: how it is called for each operation. */
export interface Side {
  readonly name: string;
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Ids of stored tasks, spread over the table. */
  readonly ids: readonly string[];
  read(id: string): Call;
  /** 50 tasks of this priority, newest first. */
  page(priority: number): Call;
  create(task: Task): Call;
  update(id: string, changes: Partial<Task>): Call;
  bulk(tasks: readonly Task[]): Call;
  /** The rows in a response to `page` or `bulk`. */
  rowsIn(answer: unknown): readonly StoredTask[];
  /** A stream of server-sent events with all changes of the table; null where there is none. */
  readonly subscription: Subscription | null;
}

export interface Subscription {
  readonly path: string;
  /** PocketBase: a first event carries the id of the connection, and a second request names the tables. */
  readonly confirm?: { readonly path: string; readonly table: string };
}

/** Sends one request; throws unless it succeeds. */
export async function send(side: Pick<Side, 'origin' | 'headers'>, { method, path, body }: Call): Promise<unknown> {
  const { hostname, port } = new URL(side.origin);
  const json = body === undefined ? undefined : JSON.stringify(body);
  const headers = json === undefined ? side.headers : { ...side.headers, 'content-type': 'application/json' };
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request({ hostname, port, method, path, headers }, resolve).on('error', reject).end(json);
  });
  const answer = await text(response);
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) throw new Error(`${method} ${side.origin}${path} answered ${status}: ${answer.slice(0, 500)}`);
  return answer === '' ? null : JSON.parse(answer);
}
