import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveSpa } from './spa.ts';

let directory: string;
let app: FastifyInstance;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sayso-spa-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), 'first page');
  await writeFile(join(directory, '.inputs'), 'a digest');
  await writeFile(join(directory, 'assets', 'a-1f.js'), 'plain');
  await writeFile(join(directory, 'assets', 'a-1f.js.br'), 'small');
  app = fastify();
  await serveSpa(app, directory);
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const html = { accept: 'text/html,*/*' };
test.each([
  ['GET', '/', html, 200, 'first page'],
  ['GET', '/build/app/1/Home', html, 200, 'first page'],
  ['GET', '/apps/1/login?nextUrl=%2F', html, 200, 'first page'],
  ['GET', '/assets/a-1f.js', {}, 200, 'plain'],
  ['GET', '/assets/a-1f.js', { 'accept-encoding': 'br' }, 200, 'small'],
  ['GET', '/assets/gone.js', { accept: '*/*' }, 404, null],
  ['GET', '/home', { accept: 'application/json' }, 404, null],
  ['POST', '/home', html, 404, null],
  ['GET', '/api/apps', html, 404, null],
  ['GET', '/graphql', html, 404, null],
  ['GET', '/live_api/x', html, 404, null],
  ['GET', '/runtime/bundle', html, 404, null],
  ['GET', '/integrations/Core/x', html, 404, null],
  ['GET', '/apps/1/integrations/schema', html, 404, null],
  ['GET', '/../core/main.ts', { accept: '*/*' }, 404, null],
] as const)('%s %s with %o answers %i', async (method, url, headers, status, body) => {
  const answer = await app.inject({ method, url, headers });
  expect(answer.statusCode).toBe(status);
  if (body !== null) expect(answer.body).toBe(body);
});

test('does not serve dotfiles of the build', async () => {
  expect((await app.inject({ url: '/.inputs' })).body).not.toContain('digest');
});

test('caches assets forever, and revalidates index.html', async () => {
  expect((await app.inject({ url: '/assets/a-1f.js' })).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await app.inject({ url: '/home', headers: html })).headers['cache-control']).toBe('no-cache');
});
