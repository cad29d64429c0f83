import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

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
  /** Everything said so far. */
  said(): string;
  readonly code: Promise<number | null>;
}

function start(env: Record<string, string>): Run {
  const { PATH = '' } = process.env;
  const child = spawn('node', [join(import.meta.dirname, 'start.mjs')], {
    cwd: directory,
    env: { PATH, HOST: '127.0.0.1', PORT: '0', RUNTIME_PORT: '0', DATA_DIR: join(directory, 'data'), ...env },
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

test('says where to go, serves, and ends well on SIGTERM', async () => {
  const { child, said, code } = start({});
  await expect.poll(said, { timeout: 15_000 }).toContain('Stop:');
  const url = /Build apps: +(\S+)/.exec(said())?.[1] ?? '';
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ok: true, reasons: [] });
  child.kill('SIGTERM');
  expect(await code).toBe(0);
  expect(said()).toContain('Stopping.');
});

test('a node that only works answers for its health and its numbers, and for nothing else', async () => {
  const { child, said, code } = start({ ROLE: 'worker', DATA_DIR: join(directory, 'worker') });
  await expect.poll(said, { timeout: 15_000 }).toContain('Stop:');
  const [, url = ''] = /Health: +(\S+)\/readyz/.exec(said()) ?? [];
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ok: true, reasons: [] });
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('nodejs_eventloop_lag_seconds');
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' };
  expect((await fetch(`${url}/graphql`, asked)).status).toBe(404);
  expect((await fetch(url)).status).toBe(404);
  // Numbers are for this machine; a proxy on it asks for somebody else.
  expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.5' } })).status).toBe(403);
  child.kill('SIGTERM');
  expect(await code).toBe(0);
});

test('a busy port is one sentence', async () => {
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
  [{ PLUGINS: 'no-such-plugin' }, ['Plugin "no-such-plugin": It cannot be loaded', 'Install it, or take it out of the list.']],
])('%o is refused before anything runs', async (env, words) => {
  const { said, code } = start(env);
  expect(await code).toBe(1);
  for (const word of words) expect(said()).toContain(word);
});
