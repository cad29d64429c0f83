import { readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../product.ts';

const CONNECT_MS = 30_000;
const RETRY_MS = 50;

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One connection to the port of published apps: all its requests go to the process that accepted it. */
export class Connection implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ runtimeUrl }: Pick<Product, 'runtimeUrl'>, token = '') {
    this.#url = new URL(runtimeUrl);
    this.#headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  }

  /** Rejects when the connection is refused or lost. */
  async call(method: string, path: string, { body, host }: { readonly body?: unknown; readonly host?: string } = {}): Promise<Answer> {
    const json = body === undefined ? '' : JSON.stringify(body);
    const response = await this.#send({ method, path, json, ...(host === undefined ? {} : { host }) });
    return { status: response.statusCode ?? 0, body: await text(response) };
  }

  /** What a response without an end has sent so far. */
  async follow(path: string): Promise<() => string> {
    const response = await this.#send({ method: 'GET', path, json: '' });
    let received = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    // The test closes the connection.
    response.on('error', () => undefined);
    return () => received;
  }

  #send({ json, host, ...call }: { method: string; path: string; json: string; host?: string }): Promise<IncomingMessage> {
    const options = { agent: this.#agent, port: this.#url.port, hostname: '127.0.0.1', ...call };
    const headers = { ...this.#headers, ...(host === undefined ? {} : { host }), 'content-length': Buffer.byteLength(json) };
    return new Promise((resolve, reject) => {
      request({ ...options, headers }, resolve)
        .on('error', reject)
        .end(json);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

/** The number of the process behind a connection; 0 is the main one, which has the metrics of all. */
export async function processOf(connection: Connection): Promise<number> {
  const { body } = await connection.call('GET', '/metrics');
  const numbers = [...body.matchAll(/process="(\d+)"/g)].map(([, number]) => Number(number));
  return Math.min(...numbers);
}

/** A connection to the process of this number, which may be starting. */
export async function connect(product: Product, number: number, token?: string): Promise<Connection> {
  for (const deadline = performance.now() + CONNECT_MS; ; await pause(RETRY_MS)) {
    const connection = new Connection(product, token);
    const reached = await processOf(connection).catch(() => null);
    if (reached === number) return connection;
    connection[Symbol.dispose]();
    if (performance.now() > deadline) throw new Error(`No connection has reached process ${number}.\n${product.output()}`);
  }
}

/** The pids of the processes that serve apps besides the main one. */
export async function membersOf({ pid }: Product): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean);
  const commands = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')));
  return children.flatMap((child, at) => (commands[at]?.includes('serve-apps') ? [Number(child)] : []));
}

/** False also for a zombie, which its parent has not reaped. */
export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return stat !== null && !/\) Z /.test(stat);
}
