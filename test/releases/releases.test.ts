import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import accounts from '@sayso/accounts';
import apps from '@sayso/apps';
import chat from '@sayso/chat';
import { startTestServer, type TestServer } from '@sayso/core/testing';
import entities from '@sayso/entities';
import models from '@sayso/models';
import { type ModelServer, saying, startModelServer } from '@sayso/models/testing';
import runtime from '@sayso/runtime';
import validator from '@sayso/validator';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fetchAt } from '../app-origin.ts';
import { type Client, clientOf } from '../loss/client.ts';

// Data folders of earlier releases, made by `make.ts`, work with the current program.

const PASSWORD = 'correct horse battery';
const releases = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tar.gz'));

describe.each(releases)('the data of %s', (release) => {
  const folder = mkdtempSync(join(tmpdir(), 'sayso-release-'));
  execFileSync('tar', ['-xzf', join(import.meta.dirname, release), '-C', folder]);
  const known = JSON.parse(readFileSync(join(folder, 'known.json'), 'utf8'));
  const { plants, habits, gone } = known;
  let server: TestServer;
  let model: ModelServer;
  let ada: Client;

  async function logIn(email: string, password = PASSWORD): Promise<Client> {
    const answer = await clientOf(server, '').call('POST', '/api/auth/sign-in/email', { email, password });
    expect([email, answer.status]).toEqual([email, 200]);
    return clientOf(server, ((await answer.json()) as { token: string }).token);
  }
  const rows = async (query = '') => (await ada.call('GET', `/live_api/apps/${plants.id}/entities/Plant${query}`)).json();

  beforeAll(async () => {
    // Sets the clock to the day of the archive: mail, invitations and deleted apps expire after 30 days.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(known.at) + 60_000, shouldAdvanceTime: true });
    model = await startModelServer(() => saying('I add notes.'));
    const SECRET = readFileSync(join(folder, 'secret'), 'utf8').trim();
    const plugins = [accounts, apps, models, validator, chat, entities, runtime];
    server = await startTestServer(plugins, { SECRET, RATE_LIMIT: 0, BUILDER_SIGNUP: 'open' }, { dataDir: folder });
    ada = await logIn('ada@example.org');
  }, 60_000);
  afterAll(async () => {
    await server?.close();
    await model?.close();
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has its accounts, which log in, and their data in apps', async () => {
    const { me, accounts: found } = await ada.graphql('{ me { isAdmin } accounts { accounts { name accountType } } }');
    expect(me).toEqual({ isAdmin: true });
    const kinds = Object.fromEntries(
      found.accounts.map(({ name, accountType }: Record<string, string>) => [name, accountType?.toLowerCase()]),
    );
    expect(kinds).toEqual({ Ada: 'builder', Bo: 'builder', Cleo: 'user' });
    await logIn('cleo@example.org');
    const { startPreview } = await ada.graphql('mutation ($id: ID!) { startPreview(appId: $id) { token } }', { id: plants.id });
    const person = await (await clientOf(server, startPreview.token).call('GET', `/live_api/apps/${plants.id}/auth/me`)).json();
    expect(person).toMatchObject({ user: { favorite: 'Fern', role: 'admin' } });
  });

  it('has its mail and invitations: a reset by the stored link works', async () => {
    const { outbox } = await ada.graphql('{ outbox { subject to text } }');
    expect(outbox).toMatchObject(known.mail);
    const reset = outbox.find(({ to }: { to: string }) => to === 'bo@example.org');
    const [, token] = /#token=([\w-]+)/.exec(reset.text) ?? [];
    const change = await clientOf(server, '').call('POST', '/api/auth/reset-password', { token, newPassword: 'another long password' });
    expect(change.status).toBe(200);
    await logIn('bo@example.org', 'another long password');
    const code = known.invitation.split('#code=')[1];
    expect(await ada.graphql('query ($code: String!) { isInvitationOpen(code: $code) }', { code })).toEqual({ isInvitationOpen: true });
  });

  it('has its apps with files, versions, settings, styles and pictures', async () => {
    expect((await ada.graphql('{ apps { name } }')).apps.map(({ name }: { name: string }) => name).sort()).toEqual(known.apps);
    const { app } = await ada.graphql(
      `query ($id: ID!) { app(id: $id) { slug description thumbnailUrl style { styleName } settings { mainPage supportEmail isSignupEnabled }
        versions { id } currentVersion { files { path content } } } }`,
      { id: plants.id },
    );
    expect(app).toMatchObject({
      slug: 'my-plants',
      description: 'What to water',
      style: { styleName: 'dark' },
      settings: { mainPage: 'Home', supportEmail: 'help@example.org', isSignupEnabled: true },
    });
    expect(app.versions.map(({ id }: { id: string }) => id)).toEqual(plants.versions.toReversed());
    const files = Object.fromEntries(app.currentVersion.files.map((file: { path: string; content: string }) => [file.path, file.content]));
    expect(Object.keys(files).sort()).toEqual(['entities/Plant.json', 'pages/About', 'pages/Home']);
    expect(files['pages/About']).toBe('export default () => <p>About plants</p>;');
    const picture = await ada.call('GET', app.thumbnailUrl);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('has its rows in one file for each app, and no table of all rows', async () => {
    expect(readdirSync(join(folder, 'apps')).filter((name) => name.endsWith('.db'))).toContain(`${plants.id}.db`);
    expect(existsSync(join(folder, 'apps.new'))).toBe(false);
    const database = new DatabaseSync(join(folder, 'sayso.db'), { readOnly: true });
    const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE '%entities_rows%' OR name LIKE '%moved%'`).all();
    database.close();
    expect(tables).toEqual([]);
  });

  it('has a copy of its rows for previews', async () => {
    const { startPreview } = await ada.graphql('mutation ($id: ID!) { startPreview(appId: $id) { token } }', { id: plants.id });
    const preview = clientOf(server, startPreview.token);
    const drafts = await (await preview.call('GET', `/live_api/apps/${plants.id}/entities/Plant?sort=id`)).json();
    expect(drafts).toHaveLength(4);
    expect(drafts).toEqual(await rows('?sort=id'));
  });

  it('has its rows, which can be filtered, sorted, added, changed and deleted', async () => {
    expect(await rows('?sort=name')).toMatchObject([
      { name: 'Cactus', litres: 0.1 },
      { name: 'Fern', litres: 0.5, wateredOn: '2026-05-01' },
      { name: 'Ivy' },
      { name: 'Palm', litres: 2 },
    ]);
    const [fern] = await rows(`?q=${encodeURIComponent('{"name":"Fern"}')}`);
    const path = `/live_api/apps/${plants.id}/entities/Plant`;
    expect((await ada.call('PUT', `${path}/${fern.id}`, { litres: 1 })).status).toBe(200);
    expect((await ada.call('POST', path, { name: 'Moss' })).status).toBeLessThan(300);
    expect((await ada.call('DELETE', `${path}/${fern.id}`)).status).toBeLessThan(300);
    expect((await rows('?sort=name')).map(({ name }: { name: string }) => name)).toEqual(['Cactus', 'Ivy', 'Moss', 'Palm']);
  });

  it('serves its published app, which can be edited, restored, copied and published again', async () => {
    const origin = server.runtimeUrl.replace('localhost', 'my-plants.localhost');
    const isServed = async (): Promise<void> => {
      const page = await fetchAt(origin, '/');
      const html = await page.text();
      expect([page.status, html]).toEqual([200, expect.stringContaining('<title>Plants</title>')]);
      const addresses = [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path = '']) => path);
      expect(addresses.length).toBeGreaterThan(1);
      for (const path of addresses) expect([path, (await fetchAt(origin, path)).status]).toEqual([path, 200]);
    };
    await isServed();
    const { id } = plants;
    const [first] = plants.versions;
    await ada.graphql('mutation ($id: ID!, $versionId: ID!) { restoreVersion(id: $id, versionId: $versionId) { id } }', {
      id,
      versionId: first,
    });
    await ada.graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id });
    await isServed();
    const { duplicateApp } = await ada.graphql('mutation ($id: ID!) { duplicateApp(id: $id) { name } }', { id });
    expect(duplicateApp).toEqual({ name: 'Plants copy' });
    const back = await ada.graphql('mutation ($id: ID!) { undoDeleteApp(id: $id) { deletedAt } }', { id: gone.id });
    expect(back).toEqual({ undoDeleteApp: { deletedAt: null } });
  });

  it('has its model and its conversation, which can be continued', async () => {
    const CONNECTION = '{ endpoint hasKey keyEnding keyProblem model }';
    expect((await ada.graphql(`{ modelConnection ${CONNECTION} }`)).modelConnection).toMatchObject({
      endpoint: 'http://127.0.0.1:9/v1',
      hasKey: true,
      keyProblem: null,
      model: 'small',
    });
    const reachable = { endpoint: model.url, key: null, model: 'small' };
    await ada.graphql('mutation ($input: ModelConnectionInput!) { saveModelConnection(input: $input) { model } }', { input: reachable });
    const TURN = 'query ($id: ID!) { app(id: $id) { messages { role content } latestTurn { id status error } } }';
    const { app: before } = await ada.graphql(TURN, { id: habits.id });
    expect(before.latestTurn.status).toBe('ready');
    expect(before.messages[0].content).toBe('A habit tracker with name and frequency');
    const input = { appId: habits.id, clientId: 'second', content: 'Add a field "Notes" to habits' };
    const { sendMessage } = await ada.graphql('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', { input });
    const turn = async () => (await ada.graphql(TURN, { id: habits.id })).app.latestTurn;
    await expect.poll(turn).toEqual({ id: sendMessage.id, status: 'ready', error: null });
    expect((await ada.graphql(TURN, { id: habits.id })).app.messages).toHaveLength(before.messages.length + 2);
  });
});
