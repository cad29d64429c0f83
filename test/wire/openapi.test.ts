import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestServer, type TestServer } from '@sayso/core/testing';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityCalls } from '../security/identity.ts';
import { allPlugins, type Data, password } from '../security/world.ts';

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

let server: TestServer;
let document: Data;
beforeAll(async () => {
  server = await startTestServer(await allPlugins(), {});
  document = await (await fetch(`${server.builderUrl}/api/docs/json`)).json();
}, 60_000);
afterAll(() => server.close());

const operations = (): [name: string, operation: Data][] =>
  Object.entries<Data>(document.paths).flatMap(([path, item]) =>
    Object.entries<Data>(item).map(([method, operation]): [string, Data] => [`${method.toUpperCase()} ${path}`, operation]),
  );

test('describes the answers, the errors and the security of every operation', () => {
  expect(operations().length).toBeGreaterThan(60);
  for (const [name, { responses, security, summary }] of operations()) {
    expect(summary, name).toEqual(expect.any(String));
    expect(security, name).toBeInstanceOf(Array);
    const statuses = Object.keys(responses);
    expect(statuses.filter((status) => /^[23]/.test(status)).length, name).toBeGreaterThan(0);
    for (const status of statuses.filter((one) => /^[45]/.test(one))) {
      expect(responses[status], name).toEqual({ $ref: `#/components/responses/Error${status}` });
      const { content } = document.components.responses[`Error${status}`];
      expect(content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
  }
});

test('derives errors and security from the permitted callers', () => {
  const { responses, security } = document.paths['/api/apps/{appId}'].get;
  expect(Object.keys(responses)).toEqual(['200', '401', '403', '404', '429', '500']);
  expect(security).toEqual([{ session: [] }, { bearer: [] }]);
  expect(document.paths['/api/apps/{appId}/public'].get.security).toEqual([]);
});

test('describes every open call of sign-up and log-in', () => {
  const described = operations().flatMap(([name]) => (name.includes(' /api/auth/') ? [name.replace('/api/auth', '')] : []));
  const known = Object.keys(identityCalls).map((call) => call.replaceAll(/:(\w+)/g, '{$1}'));
  expect(described.sort()).toEqual(known.sort());
  expect(document.paths['/api/auth/sign-up/email'].post.requestBody.content['application/json'].schema.required).toEqual([
    'email',
    'password',
  ]);
  expect(document.paths['/api/auth/change-password'].post.security).not.toEqual([]);
});

test('a generated client signs up and creates an app', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-client-'));
  try {
    await writeFile(join(folder, 'api.ts'), astToString(await openapiTypes(document)));
    await copyFile(join(root, 'test/outside/client.ts'), join(folder, 'client.ts'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const settings = { extends: join(root, 'tsconfig.base.json'), compilerOptions: { types: ['node'], lib: ['es2024', 'dom'] } };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, include: ['*.ts'] }));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(({ stdout }) => expect(stdout).toBe(''));
    const { stdout } = await run(process.execPath, [join(folder, 'client.ts'), server.builderUrl, password]);
    expect(JSON.parse(stdout)).toEqual({
      hasVersion: true,
      row: 'By hand',
      imported: 1,
      rows: ['By hand', 'From a file'],
      missing: 'not-found',
      stranger: 'unauthenticated',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
