import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let directory: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sayso-main-'));
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
});

interface Run {
  readonly child: ChildProcess;
  /** Output so far. */
  said(): string;
  readonly code: Promise<number | null>;
}

function start(env: Record<string, string>): Run {
  const { PATH = '' } = process.env;
  const child = spawn('node', [join(import.meta.dirname, 'start.mjs')], {
    cwd: directory,
    env: { PATH, HOST: '127.0.0.1', PORT: '0', RUNTIME_PORT: '0', PROCESSES: '1', DATA_DIR: join(directory, 'data'), ...env },
  });
  started.push(child);
  let said = '';
  const keep = (chunk: Buffer): void => {
    said += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, said: () => said, code: once(child, 'close').then(([code]) => code as number | null) };
}

test('prints its URLs, serves, and exits with 0 on SIGTERM', async () => {
  const { child, said, code } = start({});
  await expect.poll(said).toContain('Stop:');
  const url = /Build apps: +(\S+)/.exec(said())?.[1] ?? '';
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ok: true, reasons: [] });
  child.kill('SIGTERM');
  expect(await code).toBe(0);
  expect(said()).toContain('Stopping.');
});

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  test('is created with access for its user only, and so are its files', async () => {
    const data = join(directory, 'private');
    const { child, said, code } = start({ DATA_DIR: data });
    await expect.poll(said).toContain('Stop:');
    expect(await modeOf(data)).toBe(0o700);
    const entries = await readdir(data, { recursive: true, withFileTypes: true });
    expect(entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['secret', 'sayso.db', 'sayso.db-wal', 'sayso.db-shm', 'blobs']),
    );
    for (const entry of entries) {
      expect([entry.name, await modeOf(join(entry.parentPath, entry.name))]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    child.kill('SIGTERM');
    expect(await code).toBe(0);
  });

  test('loses the access of other users when it had any, and the events of earlier releases', async () => {
    const data = join(directory, 'open');
    await mkdir(data);
    await writeFile(join(data, 'secret'), `${'s'.repeat(43)}\n`);
    for (const name of ['sayso.db', 'events.db', 'events.db-wal']) await writeFile(join(data, name), '');
    for (const [name, mode] of [
      ['', 0o777],
      ['secret', 0o644],
      ['sayso.db', 0o644],
    ] as const)
      await chmod(join(data, name), mode);
    const { child, said, code } = start({ DATA_DIR: data });
    await expect.poll(said).toContain('Stop:');
    const names = ['', 'secret', 'sayso.db', 'sayso.db-wal', 'sayso.db-shm'];
    expect(await Promise.all(names.map((name) => modeOf(join(data, name))))).toEqual([0o700, 0o600, 0o600, 0o600, 0o600]);
    expect((await readdir(data)).filter((name) => name.startsWith('events.db'))).toEqual([]);
    child.kill('SIGTERM');
    expect(await code).toBe(0);
  });
});

test.each([
  ['worker', '1'],
  ['runtime', '2'],
  ['runtime,worker', '1'],
])('a node with the role %s in %s processes serves health and metrics on PORT, and nothing else', async (ROLE, PROCESSES) => {
  const { child, said, code } = start({ ROLE, PROCESSES, DATA_DIR: join(directory, ROLE) });
  await expect.poll(said).toContain('Stop:');
  const [, url = ''] = /Health: +(\S+)\/readyz/.exec(said()) ?? [];
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ok: true, reasons: [] });
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true });
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  expect(await metrics()).toContain('nodejs_eventloop_lag_seconds');
  if (PROCESSES === '2' && process.platform === 'linux') await expect.poll(metrics).toContain('process="1"');
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' };
  expect((await fetch(`${url}/graphql`, asked)).status).toBe(404);
  expect((await fetch(url)).status).toBe(404);
  // Metrics are for this machine only; a proxy on it forwards requests of other clients.
  expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.5' } })).status).toBe(403);
  child.kill('SIGTERM');
  expect(await code).toBe(0);
});

test('a SIGTERM that arrives again, as from processes that forward it, does not force the exit', async () => {
  const { child, said, code } = start({ DATA_DIR: join(directory, 'twice') });
  await expect.poll(said).toContain('Stop:');
  for (let n = 0; n < 5; n++) child.kill('SIGTERM');
  await expect.poll(said).toContain('Stopping.');
  child.kill('SIGTERM');
  expect(await code).toBe(0);
});

test('reports a port in use in one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { said, code } = start({ PORT: String(port), DATA_DIR: join(directory, 'busy') });
  expect(await code).toBe(1);
  expect(said()).toBe(`Port ${port} is in use by another program: stop that one, or set PORT to a free port.\n`);
  server.close();
});

test.each([
  [{ PORT: 'x', ROLE: 'cook' }, ['PORT is "x"', 'ROLE is "cook"']],
  [{ MONGODB_URL: 'mongodb://host/x' }, ['MONGODB_URL in the environment is not a setting', 'Did you mean MONGODB_URI?']],
  [{ OPENAI_MODLE: 'gpt' }, ['OPENAI_MODLE in the environment is not a setting', 'Did you mean OPENAI_MODEL?']],
  [
    { PLUGINS: 'no-such-plugin', PORT: 'x', MINIO_ENDPOINT: 'http://localhost:9000', MONGODB_URL: 'mongodb://host/x' },
    ['Plugin "no-such-plugin": It cannot be loaded', 'PORT is "x"', 'MINIO_ENDPOINT needs MINIO_ACCESS_KEY', 'Did you mean MONGODB_URI?'],
  ],
  [{ PLUGINS: 'no-such-plugin' }, ['Plugin "no-such-plugin": It cannot be loaded', 'Install it, or take it out of the list.']],
])('%o is refused before anything runs', async (env, words) => {
  const { said, code } = start(env);
  expect(await code).toBe(1);
  for (const word of words) expect(said()).toContain(word);
});

const unreachable = '127.0.0.1:1';
test.each([
  ['MONGODB_URI', { MONGODB_URI: `mongodb://ada:swordfish@${unreachable}/sayso` }],
  ['MONGODB_URI', { MONGODB_URI: 'mongodb://ada:swordfish@no-such-host.invalid:27017/sayso' }],
  ['MINIO_ENDPOINT', { MINIO_ENDPOINT: `http://${unreachable}`, MINIO_ACCESS_KEY: 'ada', MINIO_SECRET_KEY: 'swordfish' }],
])('names %s when its server cannot be reached, without its password', async (setting, env) => {
  const { said, code } = start({ ...env, DATA_DIR: join(directory, 'unreachable') });
  expect(await code).toBe(1);
  expect(said()).toContain(`${setting} names a server that cannot be reached: `);
  expect(said()).toContain(`Start that server, or correct ${setting}.`);
  expect(said()).not.toContain('swordfish');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s at any time during the start exits cleanly',
  async (signal) => {
    const DATA_DIR = join(directory, 'early');
    for (const delay of [300, 500, 700, 900, 1200]) {
      const { child, code } = start({ DATA_DIR });
      await pause(delay);
      child.kill(signal);
      const ended = await code;
      // Before its first line the program has no signal handler.
      expect([0, null]).toContain(ended);
      if (ended === null) expect(child.signalCode).toBe(signal);
    }
    // No lease or lock delays the next start.
    const { child, said, code } = start({ DATA_DIR });
    await expect.poll(said).toContain('Stop:');
    child.kill('SIGTERM');
    expect(await code).toBe(0);
  },
  60_000,
);

test('SIGTERM ends a start that is blocked on an unresponsive server', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const { child, said, code } = start({ MONGODB_URI: `mongodb://127.0.0.1:${port}/x`, DATA_DIR: join(directory, 'waits') });
  await once(silent, 'connection');
  child.kill('SIGTERM');
  expect([0, 1]).toContain(await code);
  expect(said()).toContain('Stopping.');
  silent.close();
}, 30_000);
