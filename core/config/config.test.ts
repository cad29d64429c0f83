import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigFailure, envFile, installationSecret, keyDerivation, readConfig } from './index.ts';

const mail = { name: 'mail', config: z.object({ SMTP_URL: z.url().optional(), MAIL_SIZE: z.coerce.number().int().default(10) }) };

function problemsOf(env: Record<string, string>, file: Record<string, string> = {}): readonly string[] {
  try {
    readConfig(env, [mail], file);
  } catch (error) {
    if (error instanceof ConfigFailure) return error.problems;
    throw error;
  }
  return [];
}

test('has a default for everything', () => {
  const { core, plugins } = readConfig({}, [mail, { name: 'plain' }]);
  expect(core).toMatchObject({
    PORT: 4000,
    RUNTIME_PORT: 4001,
    DATA_DIR: './data',
    ROLE: ['builder', 'runtime', 'worker'],
    LOG_LEVEL: 'info',
  });
  expect(plugins.get('mail')).toEqual({ MAIL_SIZE: 10 });
  expect(plugins.get('plain')).toBeUndefined();
});

test('the environment wins over the file, and empty means not set', () => {
  const { core } = readConfig({ PORT: '5000', DATA_DIR: '' }, [], { PORT: '6000', RUNTIME_PORT: '6001', ROLE: 'runtime, worker' });
  expect(core).toMatchObject({ PORT: 5000, RUNTIME_PORT: 6001, DATA_DIR: './data', ROLE: ['runtime', 'worker'] });
});

test.each([
  [undefined, false],
  ['false', false],
  ['0', false],
  ['2', 2],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, fd00::/8,192.0.2.1', ['10.0.0.0/8', 'fd00::/8', '192.0.2.1']],
])('TRUST_PROXY=%s trusts %j', (value, expected) => {
  expect(readConfig({ TRUST_PROXY: value }, []).core.TRUST_PROXY).toEqual(expected);
});

test.each(['true', 'proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '300.1.1.1'])('refuses TRUST_PROXY=%s', (value) => {
  expect(problemsOf({ TRUST_PROXY: value })).toEqual([expect.stringContaining(`"${value}" is neither an address`)]);
});

test('removes the trailing slash of URLs', () => {
  const both = { BUILDER_URL: 'https://Build.example:443/', RUNTIME_URL: 'https://apps.example/' };
  expect(readConfig(both, []).core).toMatchObject({ BUILDER_URL: 'https://build.example', RUNTIME_URL: 'https://apps.example' });
});

test('reports all problems at once', () => {
  const problems = problemsOf(
    { PORT: 'x', ROLE: 'cook', MAIL_SIZE: '1.5', MONGODB_URI: 'mysql://user:password@host' },
    { PROT: '1', NOTHING_LIKE_IT: '2' },
  );
  expect(problems).toEqual([
    'PORT is "x": must be a number.',
    expect.stringMatching(/^ROLE is "cook": /),
    'MONGODB_URI has a bad value: starts with mongodb:// or mongodb+srv://.',
    'MAIL_SIZE is "1.5": must be a whole number. It belongs to the plugin "mail".',
    'PROT in .env is not a setting of Sayso or of a plugin. Did you mean PORT?',
    'NOTHING_LIKE_IT in .env is not a setting of Sayso or of a plugin. Remove it.',
  ]);
});

test.each([
  [{ MINIO_ENDPOINT: 'http://localhost:9000' }, 'MINIO_ENDPOINT needs MINIO_ACCESS_KEY and MINIO_SECRET_KEY. Set both.'],
  [{ RUNTIME_PORT: '99999' }, 'RUNTIME_PORT is "99999": must be at most 65535.'],
  [{ PORT: '5000', RUNTIME_PORT: '5000' }, 'PORT and RUNTIME_PORT are both 5000. Give each a port of its own.'],
  [{ BUILDER_URL: 'nope' }, 'BUILDER_URL is "nope": must be an address such as https://sayso.example.org.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud": must be debug, info, warn, error or silent.'],
  [{ SECRET: 'short' }, 'SECRET has a bad value: needs 32 characters or more.'],
])('%o is refused', (env, problem) => {
  expect(problemsOf(env)).toEqual([problem]);
});

test.each([
  ['MONGODB_URL', 'MONGODB_URI'],
  ['MONGODB_HOST', 'MONGODB_URI'],
  ['BUILDER_URI', 'BUILDER_URL'],
  ['RUNTIME_PROT', 'RUNTIME_PORT'],
  ['MINIO_ACCESKEY', 'MINIO_ACCESS_KEY'],
])('%s in the environment is named with %s', (key, setting) => {
  expect(problemsOf({ [key]: 'value' })).toEqual([
    `${key} in the environment is not a setting of Sayso or of a plugin. Did you mean ${setting}? Rename or remove it.`,
  ]);
});

test('ignores unrelated environment variables', () => {
  const other = [
    'HOSTNAME',
    'POST',
    'PORTS',
    'MAIL',
    'HOME',
    'LOGNAME',
    'npm_config_port',
    'MINIO_ROOT_USER',
    'OPENAI_ORG_ID',
    'XDG_RUNTIME_DIR',
  ];
  expect(problemsOf(Object.fromEntries(other.map((key) => [key, 'value'])))).toEqual([]);
  // The correct setting is set: the similar one belongs to another program.
  expect(problemsOf({ MONGODB_URL: 'mongodb://a/b', MONGODB_URI: 'mongodb://a/b' })).toEqual([]);
});

test('reports cross-field problems together with an invalid setting', () => {
  expect(problemsOf({ LOG_LEVEL: 'loud', PORT: '5000', RUNTIME_PORT: '5000', MINIO_ENDPOINT: 'http://localhost:9000' })).toHaveLength(3);
});

test('reads an optional .env file, and stores a generated secret', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sayso-config-'));
  try {
    expect(envFile(join(directory, '.env'))).toEqual({});
    writeFileSync(join(directory, '.env'), 'PORT=4100\n# a remark\nMAIL_FROM="Sayso <a@b.example>"\n');
    expect(envFile(join(directory, '.env'))).toEqual({ PORT: '4100', MAIL_FROM: 'Sayso <a@b.example>' });
    const secret = installationSecret(undefined, join(directory, 'data'));
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(installationSecret(undefined, join(directory, 'data'))).toBe(secret);
    expect(installationSecret('given', directory)).toBe('given');
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('derives the same key for the same purpose, and another for another', () => {
  const derive = keyDerivation('secret');
  expect(derive('blobs')).toHaveLength(32);
  expect(derive('blobs')).toEqual(derive('blobs'));
  expect(derive('blobs')).not.toEqual(derive('tokens'));
});
