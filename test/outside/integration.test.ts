// Journey of the author of an integration package: from the scaffold to a call from a preview, with the packed tool and npm. npm needs the registry
// for the three packages of the tool that its cache lacks.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBuilder } from '../bench/builder.ts';
import { callFromPreview } from '../bench/first-integration.ts';
import { type Author, linkPackages, openAuthor } from './author.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SECRET = 'ghp_an_authors_own_token_4711';
let author: Author;
let folder: string;
let server: Server;
let site: string;
beforeAll(async () => {
  author = await openAuthor({ npm_config_prefer_offline: 'true', npm_config_loglevel: 'error', NO_COLOR: '1', SECRET_TOKEN: SECRET });
  folder = await author.createIntegration('my-orders');
  await linkPackages(folder, ['quickjs-wasi', 'undici', 'zod', 'typescript'], 'plugins/integrations');
  await author.must('npm', ['install', '--ignore-scripts'], folder);
  server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ full_name: 'a/b', stargazers_count: 3, you: request.headers.authorization }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.close();
  await author?.[Symbol.asyncDispose]();
});

const change = async (file: string, from: string, to: string) => {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replaceAll(from, to));
};

test('a new package passes its own test', async () => {
  const output = await author.must('npm', ['test'], folder);
  for (const line of [
    'ok      greet  greet.json',
    'ok      repository  repository.json',
    'ok      webhook star  star-forged.json',
    'All 7 calls and deliveries are as recorded.',
  ])
    expect(output).toContain(line);
});

test('its types are checked, and those of its functions come from its declaration', async () => {
  await author.must('npm', ['run', 'check'], folder);
  await change('integration.js', 'settings.greeting', 'settings.colour');
  await expect(author.must('npm', ['run', 'check'], folder)).rejects.toThrow("Property 'colour' does not exist");
  await change('integration.js', 'settings.colour', 'settings.greeting');
});

test('a changed answer fails it, and names the difference', async () => {
  await change('integration.js', 'greeting} ', 'greeting}, ');
  await expect(author.must('npm', ['test'], folder)).rejects.toThrow('It answered {"text":"Good day, Ada!"}');
  await change('integration.js', 'greeting}, ', 'greeting} ');
});

test('its calls are recorded from the server, without the secret of the environment', async () => {
  await change('integration.js', 'https://api.github.com', `http://${site}`);
  await change('integration.js', "'api.github.com'", `'${site}'`);
  await rm(join(folder, 'recorded', 'repository-unknown.json'));
  await author.must('npm', ['run', 'record', '--', '--private-host', site], folder);
  const recorded = await readFile(join(folder, 'recorded', 'repository.json'), 'utf8');
  expect(JSON.parse(recorded)).toMatchObject({
    output: { name: 'a/b', description: '', stars: 3 },
    requests: [{ answer: { body: { you: 'Bearer recorded-token' } } }],
  });
  expect(recorded).not.toContain(SECRET);
  expect(await author.must('npm', ['test', '--', '--private-host', site], folder)).toContain('All 6 calls and deliveries are as recorded.');
});

test('an operator offers the folder, a builder installs it, and a preview calls it', async () => {
  await cp(folder, join(author.dataDir, 'integrations', 'my-orders'), { recursive: true });
  await using builder = await openBuilder({ DATA_DIR: author.dataDir });
  expect(await callFromPreview(builder, { packageName: 'my-orders', endpoint: 'greet', input: { name: 'Bo' } })).toEqual({
    text: 'Hello Bo!',
  });
});

test.each([
  ['My Orders', '"My Orders" cannot be the name of a package.'],
  ['core', '"core" cannot be the name of a package.'],
  ['../escape', '"../escape" cannot be the name of a package.'],
  ['my-orders', 'The folder my-orders is not empty.'],
])('rejects the name %s', async (name, message) => {
  await expect(author.createIntegration(name)).rejects.toThrow(message);
});
