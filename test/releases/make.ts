// Fills a data folder with every kind of data that a release stores, and packs it: `node test/releases/make.ts <file.tar.gz>`, in a
// checkout of that release. `releases.test.ts` opens the archive with the current program.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../product.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the caller's request
type Data = any;

const PASSWORD = 'correct horse battery';
const PICTURE = `data:image/png;base64,${Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64').toString('base64')}`;
const HOME = `import { Plant } from '@/entities/Plant';
import { useEffect, useState } from 'react';
export default function Home() {
  const [plants, setPlants] = useState([]);
  useEffect(() => { Plant.list().then(setPlants); }, []);
  return <ul>{plants.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>;
}
`;
const PLANT = {
  name: 'Plant',
  type: 'object',
  properties: { name: { type: 'string' }, litres: { type: 'number' }, wateredOn: { type: 'string', format: 'date' } },
  required: ['name'],
  'x-accessControl': { permissions: { read: 'all', write: 'all' } },
};

/** A client of the builder host. */
function clientOf(builderUrl: string, token = '') {
  const call = async (method: string, path: string, body?: unknown): Promise<Data> => {
    const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
    if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
    const content = body instanceof FormData ? { body } : body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(builderUrl + path, { method, headers, ...content });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const graphql = async (query: string, variables: object = {}): Promise<Data> => {
    const { data, errors } = await call('POST', '/graphql', { query, variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  return { call, graphql };
}

async function signUp(builderUrl: string, name: string, more: object = {}) {
  const body = { name, email: `${name.toLowerCase()}@example.org`, password: PASSWORD, ...more };
  const { token } = await clientOf(builderUrl).call('POST', '/api/auth/sign-up/email', body);
  return clientOf(builderUrl, token);
}

/** Fills the installation; returns what a test needs to know of it. */
async function fill(builderUrl: string): Promise<object> {
  const ada = await signUp(builderUrl, 'Ada');
  await signUp(builderUrl, 'Bo');

  const genApp = { name: 'Plants', description: 'What to water', pages: { Home: HOME }, entities: { Plant: PLANT } };
  const { id: plants, currentVersionId: first } = await ada.call('POST', '/api/apps', { appType: 'generated', genApp });
  await ada.call('POST', `/live_api/apps/${plants}/entities/Plant`, { name: 'Fern', litres: 0.5, wateredOn: '2026-05-01' });
  await ada.call('POST', `/live_api/apps/${plants}/entities/Plant/bulk`, [{ name: 'Cactus', litres: 0.1 }, { name: 'Ivy' }]);
  const form = new FormData();
  form.set('file', new File(['name,litres\nPalm,2\n'], 'plants.csv', { type: 'text/csv' }));
  await ada.call('POST', `/live_api/apps/${plants}/entities/Plant/import`, form);
  const edit = `mutation ($id: ID!, $base: ID!) {
    updateAppFile(id: $id, baseVersionId: $base, path: "pages/About", content: "export default () => <p>About plants</p>;") { id }
  }`;
  const { updateAppFile } = await ada.graphql(edit, { id: plants, base: first });
  await ada.graphql('mutation ($id: ID!) { setAppThumbnail(id: $id, image: "PICTURE") { id } }'.replace('PICTURE', PICTURE), {
    id: plants,
  });
  await ada.graphql('mutation ($id: ID!) { updateAppStyle(id: $id, style: { styleName: "dark" }) { id } }', { id: plants });
  const settings = '{ mainPage: "Home", supportEmail: "help@example.org" }';
  await ada.graphql(`mutation ($id: ID!) { updateAppSettings(id: $id, settings: ${settings}) { id } }`, { id: plants });
  await ada.graphql('mutation ($id: ID!) { updateAppSlug(id: $id, slug: "my-plants") { id } }', { id: plants });
  await ada.graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id: plants });
  await ada.graphql('mutation ($id: ID!) { updateAppSettings(id: $id, settings: { isSignupEnabled: true }) { id } }', { id: plants });
  await signUp(builderUrl, 'Cleo', { appId: plants });
  const { startPreview } = await ada.graphql('mutation ($id: ID!) { startPreview(appId: $id) { token } }', { id: plants });
  await clientOf(builderUrl, startPreview.token).call('PUT', `/live_api/apps/${plants}/auth/me`, { favorite: 'Fern' });

  const { createApp } = await ada.graphql('mutation { createApp(input: { prompt: "A habit tracker with name and frequency" }) { id } }');
  const input = { appId: createApp.id, clientId: 'first', content: 'A habit tracker with name and frequency' };
  await ada.graphql('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', { input });
  for (;;) {
    const { app } = await ada.graphql('query ($id: ID!) { app(id: $id) { latestTurn { status error } } }', { id: createApp.id });
    if (app.latestTurn.status === 'ready') break;
    if (app.latestTurn.error) throw new Error(app.latestTurn.error);
    await pause(100);
  }

  const { createApp: gone } = await ada.graphql('mutation { createApp(input: { name: "Gone" }) { id } }');
  await ada.graphql('mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id: gone.id });
  const { createInvitation } = await ada.graphql('mutation { createInvitation(days: 30, uses: 3) { link } }');
  await clientOf(builderUrl).call('POST', '/api/auth/request-password-reset', { email: 'bo@example.org', redirectTo: '/' });
  await ada.graphql('mutation ($input: ModelConnectionInput!) { saveModelConnection(input: $input) { model } }', {
    input: { endpoint: 'http://127.0.0.1:9/v1', key: 'a-key-that-ends-in-4711', model: 'small' },
  });
  const { apps } = await ada.graphql('{ apps { id name } }');
  const { outbox } = await ada.graphql('{ outbox { subject to } }');
  return {
    at: new Date().toISOString(),
    plants: { id: plants, versions: [first, updateAppFile.id] },
    habits: { id: createApp.id },
    gone: { id: gone.id },
    invitation: createInvitation.link,
    apps: apps.map(({ name }: Data) => name).sort(),
    mail: outbox,
  };
}

/** Shrinks the database file: without write-ahead log and free pages. */
function compact(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = DELETE; VACUUM');
  database.close();
}

const target = resolve(process.argv[2] ?? 'release.tar.gz');
const folder = await mkdtemp(join(tmpdir(), 'sayso-release-'));
try {
  const product = await startProduct({ DATA_DIR: folder, RATE_LIMIT: '0' });
  const known = await fill(product.builderUrl).finally(() => product.stop());
  await writeFile(join(folder, 'known.json'), `${JSON.stringify(known, null, 2)}\n`);
  compact(join(folder, 'sayso.db'));
  execFileSync('tar', ['-czf', target, '-C', folder, '.']);
} finally {
  await rm(folder, { recursive: true, force: true });
}
