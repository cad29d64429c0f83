import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigFailure, readConfig } from './config/index.ts';
import { openSqliteStore } from './store/index.ts';

// Each wrong start ends with one sentence that names the setting and the remedy, without a stack trace, and with the exit code 1.

const A = 'https://sayso.example.org';
const R = 'https://apps.example.org';

/** Of the settings alone: in this process, which reads them as a start does. */
const settings: readonly (readonly [string, Record<string, string>, string])[] = [
  [
    'a builder with a path',
    { BUILDER_URL: `${A}/sayso`, RUNTIME_URL: R },
    'BUILDER_URL is "https://sayso.example.org/sayso": must have no path',
  ],
  ['apps with a path', { BUILDER_URL: A, RUNTIME_URL: `${R}/a/` }, 'RUNTIME_URL is "https://apps.example.org/a/": must have no path'],
  ['an address with a query', { BUILDER_URL: `${A}?x=1`, RUNTIME_URL: R }, 'leave out what follows'],
  ['an address with a fragment', { BUILDER_URL: `${A}/#x`, RUNTIME_URL: R }, 'leave out what follows'],
  [
    'an address with a password',
    { BUILDER_URL: 'https://ada:secret@sayso.example.org', RUNTIME_URL: R },
    'must have no user name and no password',
  ],
  [
    'an address without a protocol',
    { BUILDER_URL: 'sayso.example.org', RUNTIME_URL: R },
    'must be an address such as https://sayso.example.org',
  ],
  ['a host and a port alone', { BUILDER_URL: 'sayso:4000', RUNTIME_URL: R }, 'must begin with http:// or https://'],
  ['an address of another protocol', { BUILDER_URL: 'ftp://sayso.example.org', RUNTIME_URL: R }, 'must begin with http:// or https://'],
  ['a wildcard', { BUILDER_URL: A, RUNTIME_URL: 'https://*.apps.example.org' }, 'must have no wildcard'],
  ['the address that means all', { BUILDER_URL: 'http://0.0.0.0:4000', RUNTIME_URL: R }, 'must be the address that browsers open'],
  ['the IPv6 address that means all', { BUILDER_URL: 'http://[::]:4000', RUNTIME_URL: R }, 'must be the address that browsers open'],
  ['apps on an IPv4 address', { BUILDER_URL: A, RUNTIME_URL: 'http://192.168.1.5:4001' }, 'which an IP address cannot have'],
  ['apps on an IPv6 address', { BUILDER_URL: A, RUNTIME_URL: 'http://[fd00::5]:4001' }, 'which an IP address cannot have'],
  ['apps on the loopback address', { RUNTIME_URL: 'http://127.0.0.1:4001' }, 'which an IP address cannot have'],
  [
    'equal addresses',
    { BUILDER_URL: A, RUNTIME_URL: `${A}:443/` },
    'are both "https://sayso.example.org", so apps would run with the sessions of the builder',
  ],
  [
    'equal local addresses',
    { BUILDER_URL: 'http://localhost:4000', RUNTIME_URL: 'http://localhost:4000' },
    'Give RUNTIME_URL another port.',
  ],
  ['a builder below the apps', { BUILDER_URL: 'https://sayso.apps.example.org', RUNTIME_URL: R }, 'is below RUNTIME_URL'],
  ['a public builder without an address of the apps', { BUILDER_URL: A }, 'RUNTIME_URL is not set'],
  [
    'a builder on an IP address without one of the apps',
    { BUILDER_URL: 'http://192.168.1.5:4000' },
    'Set it to the address of the apps, such as http://apps.example.org:4001.',
  ],
  ['public apps without an address of the builder', { RUNTIME_URL: R }, 'BUILDER_URL is not set'],
  ['https with apps by http', { BUILDER_URL: A, RUNTIME_URL: 'http://apps.example.org' }, 'Set RUNTIME_URL to https://apps.example.org.'],
  ['a port that is a word', { PORT: 'http' }, 'PORT is "http": must be a number'],
  ['a port beyond the last', { PORT: '70000' }, 'PORT is "70000": must be at most 65535'],
  ['equal ports', { PORT: '4000', RUNTIME_PORT: '4000' }, 'Give each a port of its own.'],
  ['an unknown role', { ROLE: 'cook' }, '"cook" is none of all, builder, runtime, worker'],
  ['a short secret', { SECRET: 'short' }, 'SECRET has a bad value: needs 32 characters or more'],
  ['no process', { PROCESSES: '0' }, 'PROCESSES is "0": must be at least 1'],
  ['a data folder that is an address', { DATA_DIR: 's3://bucket' }, 'must be a folder of this machine'],
  ['MongoDB by http', { MONGODB_URI: 'http://host/x' }, 'MONGODB_URI has a bad value: starts with mongodb://'],
  ['MinIO without keys', { MINIO_ENDPOINT: 'http://localhost:9000' }, 'MINIO_ENDPOINT needs MINIO_ACCESS_KEY and MINIO_SECRET_KEY'],
  [
    'MinIO with the bucket in its address',
    { MINIO_ENDPOINT: 'http://h:9000/b', MINIO_ACCESS_KEY: 'a', MINIO_SECRET_KEY: 'b' },
    'name the bucket in MINIO_BUCKET',
  ],
  ['a bucket with capitals', { MINIO_BUCKET: 'My Bucket' }, 'MINIO_BUCKET is "My Bucket": must be 3 to 63 lower-case letters'],
  ['a proxy by its name', { TRUST_PROXY: 'proxy.local' }, '"proxy.local" is neither an address'],
  ['an unknown level of the log', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud": must be debug, info'],
  ['a misspelled setting', { MONGODB_URL: 'mongodb://host/x' }, 'Did you mean MONGODB_URI?'],
];

test.each(settings)('%s', (_name, env, sentence) => {
  let failure: unknown;
  try {
    readConfig(env, []);
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(ConfigFailure);
  const { problems } = failure as ConfigFailure;
  expect(problems).toEqual([expect.stringContaining(sentence)]);
});

test.each([
  { BUILDER_URL: A, RUNTIME_URL: R },
  { BUILDER_URL: 'https://example.org', RUNTIME_URL: R },
  { BUILDER_URL: 'http://192.168.1.5:4000', RUNTIME_URL: 'http://apps.home.arpa:4001' },
  { BUILDER_URL: 'http://localhost:4000', RUNTIME_URL: 'http://localhost:4001' },
  { BUILDER_URL: 'http://127.0.0.1:4000' },
  {},
])('accepts %o', (env) => {
  expect(readConfig(env, []).core).toMatchObject(env);
});

let directory: string;
const servers: Server[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(isRoot ? '/tmp' : tmpdir(), 'sayso-wrong-'));
  // Readable for the other user below, as are the folders above.
  await chmod(directory, 0o777);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(directory, { recursive: true, force: true });
});

interface Start {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** Another user of the machine. */
  readonly uid?: number;
  /** Largest size of a file, in KiB. */
  readonly fileSize?: number;
}

/** Really starts the process; resolves with its exit code and all that it printed. */
async function start({ env = {}, cwd = directory, uid, fileSize }: Start): Promise<{ code: number | null; said: string }> {
  const { PATH = '' } = process.env;
  const base = { PATH, HOST: '127.0.0.1', PORT: '0', RUNTIME_PORT: '0', PROCESSES: '1', LOG_LEVEL: 'error' };
  const command = [process.execPath, join(import.meta.dirname, 'start.mjs')];
  // Blocks of 512 bytes in POSIX shells.
  const limited = fileSize === undefined ? command : ['sh', '-c', `ulimit -f ${fileSize * 2} && exec "$0" "$1"`, ...command];
  const child = spawn(limited[0] ?? '', limited.slice(1), {
    cwd,
    env: { ...base, ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const stop = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(stop);
  return { code, said };
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A data folder of its own. */
async function folder(name: string, files: Record<string, string | null> = {}): Promise<string> {
  const path = join(directory, name);
  await mkdir(path);
  for (const [file, text] of Object.entries(files)) await (text === null ? mkdir(join(path, file)) : writeFile(join(path, file), text));
  return path;
}

const SQLITE = 'SQLite format 3\0';
const secret = 's'.repeat(43);
const minio = (MINIO_ENDPOINT: string) => ({ MINIO_ENDPOINT, MINIO_ACCESS_KEY: 'ada', MINIO_SECRET_KEY: 'swordfish' });
const notS3 = () => createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'));
const refusing = () => createServer((_request, response) => response.writeHead(403).end());
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const starts: readonly (readonly [string, () => Promise<Start>, string | RegExp])[] = [
  [
    'a port in use',
    async () => ({ env: { PORT: String(await listening(createTcpServer())), DATA_DIR: await folder('port') } }),
    /^Port \d+ is in use by another program: stop that one, or set PORT to a free port\.$/,
  ],
  [
    'an address of another machine',
    async () => ({ env: { HOST: '192.0.2.1', DATA_DIR: await folder('host') } }),
    'HOST is "192.0.2.1", which is no address of this machine',
  ],
  [
    'a name that does not exist',
    async () => ({ env: { HOST: 'no-such-host.invalid', DATA_DIR: await folder('name') } }),
    'HOST is "no-such-host.invalid", which is no address',
  ],
  [
    'a data folder that is a file',
    async () => ({ env: { DATA_DIR: join(await folder('file', { data: '' }), 'data') } }),
    'which is a file: set it to a folder.',
  ],
  [
    'a data folder below a file',
    async () => ({ env: { DATA_DIR: join(await folder('below', { data: '' }), 'data', 'x') } }),
    'a part of the path is a file',
  ],
  [
    'a folder of something else',
    async () => ({ env: { DATA_DIR: await folder('foreign', { 'index.html': 'x', 'photo.jpg': 'x' }) } }),
    'has files of something else (index.html, photo.jpg)',
  ],
  [
    'a folder of something else that has plugins, uploads and a history, too',
    async () => ({
      env: { DATA_DIR: await folder('alike', { plugins: null, uploads: null, history: null, 'grafana.db': SQLITE, secret }) },
    }),
    'has files of something else (grafana.db) and no data of Sayso',
  ],
  [
    'data of a newer release',
    async () => {
      const DATA_DIR = await folder('newer');
      const store = await openSqliteStore({ file: join(DATA_DIR, 'sayso.db') });
      const at = '2026-01-01T00:00:00.000Z';
      const journal = await store.open('core_migrations', { document: undefined as never });
      await journal.insertOne({ _id: 'apps/a-later-step', begunAt: at, endedAt: at } as never);
      await store.close();
      return { env: { DATA_DIR } };
    },
    'The data comes from a newer release: it has seen the migration "apps/a-later-step", which this one does not know. Install the newer release again, or restore a backup from before the upgrade.',
  ],
  [
    'a database of something else',
    async () => {
      const DATA_DIR = await folder('other');
      const other = new DatabaseSync(join(DATA_DIR, 'sayso.db'));
      other.exec('CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT)');
      other.close();
      return { env: { DATA_DIR } };
    },
    'sayso.db is no database of Sayso: restore it from a backup, or set DATA_DIR to another folder.',
  ],
  [
    'a database that is none',
    async () => ({ env: { DATA_DIR: await folder('text', { 'sayso.db': 'hello, this is text' }) } }),
    'sayso.db is no database of Sayso: restore it from a backup',
  ],
  [
    'a damaged database',
    async () => ({ env: { DATA_DIR: await folder('damaged', { 'sayso.db': SQLITE.padEnd(8192, 'x') }) } }),
    'sayso.db cannot be opened',
  ],
  [
    'a database that is a folder',
    async () => ({ env: { DATA_DIR: await folder('nested', { 'sayso.db': null }) } }),
    'sayso.db is no file: restore it',
  ],
  ['files that are no folder', async () => ({ env: { DATA_DIR: await folder('blobs', { blobs: 'x' }) } }), 'blobs is a file, not a folder'],
  [
    'an empty secret',
    async () => ({ env: { DATA_DIR: await folder('secret', { secret: '\n' }) } }),
    'secret is not whole: restore it from a backup',
  ],
  [
    'a lock that is a folder',
    async () => ({ env: { DATA_DIR: await folder('lock', { secret, 'server.lock': null }) } }),
    'server.lock cannot be locked',
  ],
  [
    'a clock that is behind the data',
    async () => {
      const DATA_DIR = await folder('clock', { 'sayso.db': '' });
      const later = new Date(Date.now() + 90 * 24 * 60 * 60_000);
      await utimes(join(DATA_DIR, 'sayso.db'), later, later);
      return { env: { DATA_DIR } };
    },
    /^The clock of this machine is at .* before the last write of .*sayso\.db at .*: set the clock/,
  ],
  ['a .env that is a folder', async () => ({ cwd: await folder('env', { '.env': null }) }), '.env cannot be read (EISDIR)'],
  ['an unknown key in .env', async () => ({ cwd: await folder('key', { '.env': 'COLOUR=red' }) }), 'COLOUR in .env is not a setting'],
  ['a plugin that is missing', async () => ({ env: { PLUGINS: 'no-such-plugin' } }), 'Install it, or take it out of the list.'],
  [
    'a mail server by http',
    async () => ({ env: { SMTP_URL: 'http://mail.example.org' } }),
    'SMTP_URL has a bad value: must be an address such as smtp://',
  ],
  ['a sender without an address', async () => ({ env: { MAIL_FROM: 'Sayso' } }), 'MAIL_FROM is "Sayso": must be an email address'],
  [
    'MongoDB that is not there',
    async () => ({ env: { MONGODB_URI: 'mongodb://ada:swordfish@127.0.0.1:1/x', DATA_DIR: await folder('mongo') } }),
    'MONGODB_URI names a server that cannot be reached',
  ],
  [
    'an address of MongoDB that is none',
    async () => ({ env: { MONGODB_URI: 'mongodb://ada:sword@fish@host:1:2/x', DATA_DIR: await folder('uri') } }),
    'MONGODB_URI is not written as an address',
  ],
  [
    'MinIO that is not there',
    async () => ({ env: { ...minio('http://127.0.0.1:1'), DATA_DIR: await folder('minio') } }),
    'MINIO_ENDPOINT names a server that cannot be reached',
  ],
  [
    'MinIO that refuses the keys',
    async () => ({ env: { ...minio(`http://127.0.0.1:${await listening(refusing())}`), DATA_DIR: await folder('keys') } }),
    'refuses the log-in',
  ],
  [
    'a web server in place of MinIO',
    async () => ({ env: { ...minio(`http://127.0.0.1:${await listening(notS3())}`), DATA_DIR: await folder('web') } }),
    'MINIO_ENDPOINT names a server that answers, but stores nothing',
  ],
  [
    'MinIO without TLS by https',
    async () => ({ env: { ...minio(`https://127.0.0.1:${await listening(notS3())}`), DATA_DIR: await folder('tls') } }),
    'agree on no encryption',
  ],
];

/** Limits of the file size end a start as a full disk does: in the middle of a write, at any file. In KiB. */
const fileSizes = [20, 100, 800];
const WRITES = /^The data folder .* cannot be written.*: (?:it would be larger than|check its disk, and the limit).*\.$/;

/** Which root may do. */
const ofAnother: typeof starts = [
  [
    'a data folder of another user',
    async () => {
      const DATA_DIR = await folder('theirs', { secret });
      await chmod(DATA_DIR, 0o755);
      return { env: { DATA_DIR }, uid: NOBODY };
    },
    'cannot be written (EACCES): it belongs to another user than',
  ],
  [
    'a data folder that another user made private',
    async () => {
      const DATA_DIR = await folder('private', { secret });
      await chmod(DATA_DIR, 0o700);
      return { env: { DATA_DIR }, uid: NOBODY };
    },
    'give it to this user with chown -R',
  ],
  [
    'a database of another user',
    async () => {
      const DATA_DIR = await folder('mixed', { 'sayso.db': '' });
      await chown(DATA_DIR, NOBODY, NOBODY);
      await chmod(join(DATA_DIR, 'sayso.db'), 0o600);
      return { env: { DATA_DIR }, uid: NOBODY };
    },
    'sayso.db cannot be written (EACCES)',
  ],
];

describe('really started', () => {
  test.concurrent.each(fileSizes)('files of at most %i KiB', { timeout: 120_000 }, async (fileSize) => {
    const { code, said } = await start({ env: { DATA_DIR: await folder(`size-${fileSize}`), LOG_LEVEL: 'silent' }, fileSize });
    expect(said.trim()).toMatch(WRITES);
    expect(code).toBe(1);
  });
  test.concurrent.each(isRoot ? [...starts, ...ofAnother] : starts)('%s', { timeout: 120_000 }, async (_name, prepare, sentence) => {
    const { code, said } = await start(await prepare());
    expect(said.trim()).toMatch(sentence);
    expect(code).toBe(1);
    // One sentence, below a heading where there could be several.
    const lines = said.trim().split('\n');
    const [heading, ...rest] = lines;
    expect(/^(?:The settings are not right|Sayso cannot start):$/.test(heading ?? '') ? rest.length : lines.length).toBe(1);
    expect(said).not.toMatch(/^ +at |node:internal|Error:|swordfish/m);
    expect(said.trim()).toMatch(/\.$/);
  });
});
