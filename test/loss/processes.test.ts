import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pkce } from '../app-origin.ts';
import { type Product, startProduct } from '../product.ts';
import { type Client, clientOf, type Data, FIRST_FILES, makeApp, notesPath, readNotes, signUp } from './client.ts';
import { type Connection, connect, isRunning, membersOf, processOf } from './processes.ts';

const PUBLISH = 'mutation ($id: ID!) { publishApp(id: $id) { id slug } }';

/** Lets no one read the rows of the published app. */
async function narrow(client: Client, id: string): Promise<void> {
  const { app } = await client.graphql('query ($id: ID!) { app(id: $id) { currentVersion { id } } }', { id });
  const schema = { ...JSON.parse(FIRST_FILES['entities/Note.json']), 'x-accessControl': { permissions: { read: 'none', write: 'none' } } };
  const mutation =
    'mutation ($id: ID!, $base: ID!, $content: String!) { updateAppFile(id: $id, baseVersionId: $base, path: "entities/Note.json", content: $content) { id } }';
  await client.graphql(mutation, { id, base: app.currentVersion.id, content: JSON.stringify(schema) });
  await client.graphql(PUBLISH, { id });
}

/** Signs a user up in a published app and logs them in there; returns the token of their session and that for the app. */
async function joinApp(product: Product, { appId, host, at }: { readonly appId: string; readonly host: string; readonly at: Connection }) {
  const { codeVerifier, codeChallenge } = pkce();
  const account = { name: 'Bob', email: `${appId}@example.org`, password: 'correct horse battery', appId };
  const signedUp = await clientOf(product, '').call('POST', '/api/auth/sign-up/email', account);
  const { token: session } = (await signedUp.json()) as Data;
  const asked = { nextUrl: `http://${host}/`, codeChallenge };
  const answer = await clientOf(product, session).call('POST', `/api/apps/${appId}/login-code`, asked);
  const { redirectTo } = (await answer.json()) as Data;
  const body = { code: new URLSearchParams(new URL(redirectTo).hash.slice(1)).get('code'), codeVerifier };
  const exchanged = await at.call('POST', `/live_api/apps/${appId}/auth/exchange`, { body, host });
  return { session, token: JSON.parse(exchanged.body).token as string };
}

// Ports are shared, and processes are listed, as Linux does.
describe.runIf(process.platform === 'linux')('several processes for published apps', () => {
  let folder: string;
  let product: Product;
  let client: Client;
  let appId: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sayso-processes-'));
    product = await startProduct({ DATA_DIR: folder, PROCESSES: '2', RATE_LIMIT: '0', APP_RATE_LIMIT: '0' });
    client = await signUp(product);
    appId = await makeApp(client, 'Notes');
  });
  afterAll(async () => {
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('each serves the same rows, and the builder reads the metrics of all', async () => {
    using main = await connect(product, 0, client.token);
    using other = await connect(product, 1, client.token);
    expect((await other.call('POST', notesPath(appId), { body: { text: 'from the other' } })).status).toBe(200);
    expect((await main.call('POST', notesPath(appId), { body: { text: 'from the main one' } })).status).toBe(200);
    const expected = ['from the main one', 'from the other'];
    for (const connection of [main, other]) {
      const rows = JSON.parse((await connection.call('GET', notesPath(appId))).body) as { text: string }[];
      expect(rows.map((row) => row.text).sort()).toEqual(expected);
    }
    expect(await (await other.call('GET', '/readyz')).body).toBe('{"ok":true,"reasons":[]}');
    const metrics = await (await fetch(`${product.builderUrl}/metrics`)).text();
    for (const number of [0, 1]) expect(metrics).toMatch(new RegExp(`process_resident_memory_bytes\\{process="${number}"\\}`));
    expect(metrics).toMatch(/duration_seconds_count\{.*route="\/live_api.*process="1"/);
  });

  test('narrower permissions and an unpublished app are effective in the other process', async () => {
    const id = await makeApp(client, 'Private notes');
    const { publishApp } = await client.graphql(PUBLISH, { id });
    using other = await connect(product, 1, client.token);
    const page = () => other.call('GET', '/', { host: `${publishApp.slug}.${new URL(product.runtimeUrl).host}` });
    const rows = () => other.call('GET', notesPath(id));
    expect((await other.call('POST', notesPath(id), { body: { text: 'a secret' } })).status).toBe(200);
    expect([(await page()).status, (await rows()).body]).toEqual([200, expect.stringContaining('a secret')]);
    await narrow(client, id);
    await expect.poll(async () => (await rows()).body).not.toContain('a secret');
    await client.graphql('mutation ($id: ID!) { unpublishApp(id: $id) { id } }', { id });
    await expect.poll(async () => (await page()).status).toBe(404);
  });

  test.each<[string, (user: { readonly session: string; readonly token: string }, appId: string) => Promise<unknown>]>([
    [
      'out of the app',
      ({ token }, id) => clientOf({ builderUrl: product.runtimeUrl }, token).call('POST', `/live_api/apps/${id}/auth/logout`),
    ],
    ['out of the builder host', ({ session }) => clientOf(product, session).call('POST', '/api/auth/sign-out', {})],
  ])('a user who logs %s has no access in the other process either', async (_where, logOut) => {
    const id = await makeApp(client, 'Members');
    const { publishApp } = await client.graphql(PUBLISH, { id });
    expect((await client.call('POST', `/api/apps/${id}/settings`, { appSettings: { isSignupEnabled: true } })).status).toBe(200);
    const host = `${publishApp.slug}.${new URL(product.runtimeUrl).host}`;
    using main = await connect(product, 0);
    const user = await joinApp(product, { appId: id, host, at: main });
    const connections = [await connect(product, 0, user.token), await connect(product, 1, user.token)];
    const statuses = () => Promise.all(connections.map(async (each) => (await each.call('GET', notesPath(id))).status));
    // Remembers the token.
    expect([await statuses(), await statuses()]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await logOut(user, id);
    await expect.poll(statuses).toEqual([401, 401]);
    for (const each of connections) each[Symbol.dispose]();
  });

  test('a second server on the same data is refused with the remedy', async () => {
    const { message } = await startProduct({ DATA_DIR: folder }).then(
      () => expect.unreachable(),
      (error: Error) => error,
    );
    expect(message).toContain('ended with code 1');
    expect(message).toContain(`The data folder ${folder} is in use by another Sayso server (process ${product.pid} on `);
    expect(message).toContain('stop that one, or set DATA_DIR to another folder');
  });

  test('a server with other data is refused the shared port', async () => {
    const RUNTIME_PORT = new URL(product.runtimeUrl).port;
    await expect(startProduct({ PROCESSES: '2', RUNTIME_PORT })).rejects.toThrow(`Port ${RUNTIME_PORT} is in use by another program`);
  });

  test('one that ends on a signal is replaced, with its requests in flight answered', async () => {
    using other = await connect(product, 1, client.token);
    const [pid = 0] = await membersOf(product);
    const answers = Array.from({ length: 20 }, (_, n) => other.call('POST', notesPath(appId), { body: { text: `in flight ${n}` } }));
    await Promise.race(answers);
    process.kill(pid, 'SIGTERM');
    const settled = await Promise.allSettled(answers);
    const done = settled.flatMap((answer, n) => (answer.status === 'fulfilled' && answer.value.status === 200 ? [`in flight ${n}`] : []));
    expect(done.length).toBeGreaterThan(0);
    using next = await connect(product, 1, client.token);
    expect(await processOf(next)).toBe(1);
    expect(await membersOf(product)).not.toContain(pid);
    expect([...(await readNotes(client, appId))]).toEqual(expect.arrayContaining(done));
  });

  test('a subscriber of another process gets each acknowledged change of a killed one, and reads again', async () => {
    using main = await connect(product, 0, client.token);
    const received = await main.follow(`${notesPath(appId)}/events`);
    await expect.poll(received).toContain('event: ready');
    using other = await connect(product, 1, client.token);
    const [pid = 0] = await membersOf(product);
    const acknowledged: string[] = [];
    for (let n = 0; n < 1000; n++) {
      const text = `followed ${n}.`;
      const answer = await other.call('POST', notesPath(appId), { body: { text } }).catch(() => null);
      if (answer?.status !== 200) break;
      if (acknowledged.push(text) === 50) process.kill(pid, 'SIGKILL');
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(50);
    expect(acknowledged.length).toBeLessThan(1000);
    await expect.poll(received).toContain('event: reset');
    await expect.poll(() => acknowledged.filter((text) => !received().includes(text))).toEqual([]);
    (await connect(product, 1))[Symbol.dispose]();
  });

  test('a stop answers requests in flight in each process, and ends all', async () => {
    const pids = await membersOf(product);
    expect(pids).toHaveLength(1);
    const sockets = await Promise.all([connect(product, 0), connect(product, 1)]);
    for (const connection of sockets) connection[Symbol.dispose]();
    // The body arrives after the signal.
    const { port } = new URL(product.runtimeUrl);
    const body = JSON.stringify({ text: 'during the stop' });
    const slow = Array.from({ length: 8 }, () => {
      const socket = connectSocket(Number(port), '127.0.0.1');
      const head = `POST ${notesPath(appId)} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${client.token}\r\ncontent-type: application/json\r\n`;
      socket.write(`${head}content-length: ${body.length}\r\nconnection: close\r\nexpect: 100-continue\r\n\r\n`);
      return socket;
    });
    // The request has begun when the server asks for its body.
    await Promise.all(slow.map((socket) => once(socket, 'data')));
    const stopped = product.stop();
    await vi.waitFor(() => expect(product.output()).toContain('Stopping.'), { timeout: 15_000 });
    const answers = slow.map((socket) => {
      socket.write(body);
      return text(socket);
    });
    for (const answer of await Promise.all(answers)) expect(answer).toContain('200 OK');
    expect(await stopped).toBe(0);
    for (const pid of pids) expect(await isRunning(pid)).toBe(false);
    expect(await readdir(folder)).not.toContain('server.pid');
  });

  test('when the main one is killed, the others end, and the next start has their rows', { timeout: 120_000 }, async () => {
    const env = { DATA_DIR: folder, PROCESSES: '2', RATE_LIMIT: '0', APP_RATE_LIMIT: '0' };
    const killed = await startProduct(env);
    const ports = { PORT: new URL(killed.builderUrl).port, RUNTIME_PORT: new URL(killed.runtimeUrl).port };
    using other = await connect(killed, 1, client.token);
    const pids = await membersOf(killed);
    expect((await other.call('POST', notesPath(appId), { body: { text: 'before the kill' } })).status).toBe(200);
    await killed.kill();
    product = await startProduct({ ...env, ...ports });
    for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false);
    using next = await connect(product, 1, client.token);
    expect((await next.call('GET', notesPath(appId))).body).toContain('before the kill');
  });
});

test.runIf(process.platform === 'linux')(
  'processes add exactly as many rows as a table has room for, together',
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sayso-room-'));
    const product = await startProduct({
      DATA_DIR: folder,
      PROCESSES: '2',
      RATE_LIMIT: '0',
      APP_RATE_LIMIT: '0',
      MAX_ROWS_PER_TABLE: '100',
    });
    try {
      const client = await signUp(product);
      const appId = await makeApp(client, 'Notes');
      const connections = await Promise.all(Array.from({ length: 8 }, (_, at) => connect(product, at % 2, client.token)));
      const add = async (connection: Connection, from: number) => {
        const statuses: number[] = [];
        for (let at = 0; at < 50; at += 1)
          statuses.push((await connection.call('POST', notesPath(appId), { body: { text: `${from}.${at}` } })).status);
        return statuses;
      };
      const statuses = (await Promise.all(connections.map(add))).flat();
      for (const connection of connections) connection[Symbol.dispose]();
      const count = (status: number) => statuses.filter((one) => one === status).length;
      expect({ added: count(200), refused: count(409), stored: (await readNotes(client, appId)).size }).toEqual({
        added: 100,
        refused: 300,
        stored: 100,
      });
    } finally {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
