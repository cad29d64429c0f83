import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { startProduct } from '../product.ts';
import { type Client, type Data, makeApp, notesPath, readApp, readNotes, readUntil, sendMessage, settledApp, signUp } from './client.ts';
import { smallDisk } from './small-disk.ts';
import { startWritingModel } from './writing-model.ts';

const LARGE = 'x'.repeat(2000);
/** Larger than what is left of a disk that is full. */
const BYTES = LARGE.repeat(1000);
const CSV = `text\n${'a note that takes some room\n'.repeat(50_000)}`;
const PROJECT = zipSync(
  {
    'package.json': strToU8('{"dependencies":{"react":"19","vite":"7"}}'),
    'index.html': strToU8('<div id="root"></div><script type="module" src="/src/main.jsx"></script>'),
    'src/main.jsx': strToU8(
      "import { createRoot } from 'react-dom/client';\nimport App from './App.jsx';\ncreateRoot(document.getElementById('root')).render(<App />);\n",
    ),
    'src/App.jsx': strToU8(`export default () => <p>${LARGE.repeat(100)}</p>;`),
  },
  { level: 0 },
);

test('a full disk refuses every write with one error, loses nothing acknowledged, and heals without a restart', {
  timeout: 120_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sayso-full-'));
  const disk = smallDisk(directory, 96);
  const refusal = disk.isFileSystem ? { status: 507, code: 'storage-full' } : { status: 503, code: 'storage-read-only' };
  const product = await startProduct({ DATA_DIR: directory, RATE_LIMIT: '0' }, disk.command);
  try {
    const client = await signUp(product);
    const appId = await makeApp(client, 'Notes');
    const emptyId = await makeApp(client, 'Empty');
    const notes = notesPath(appId);
    const version = (await readApp(client, appId)).currentVersion.id;
    const acknowledged = new Set<string>();
    const add = async (text: string): Promise<Response> => {
      const answer = await client.call('POST', notes, { text });
      if (answer.ok) acknowledged.add(text);
      return answer;
    };
    const first = (await (await add('first')).json()) as Data;

    disk.fill(product.pid);
    // The log of SQLite may have room for some more rows.
    let refused = 0;
    for (let index = 0; refused < 3 && index < 20_000; index += 1) if (!(await add(`full-${index}-${LARGE}`)).ok) refused += 1;
    const attempts = attemptsOf(client, { builderUrl: product.builderUrl, appId, emptyId, rowId: first.id, version });
    const outcomes = await Promise.all(Object.entries(attempts).map(async ([name, attempt]) => [name, await attempt()] as const));
    expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(outcomes.map(([name]) => [name, refusal])));
    const ready = await client.call('GET', '/readyz');
    expect({ status: ready.status, ...((await ready.json()) as Data) }).toMatchObject({
      status: 503,
      reasons: [expect.stringMatching(/^store: .*(full|write)/)],
    });
    expect((await client.call('GET', `${notes}/${first.id}`)).status).toBe(200);

    disk.makeRoom(product.pid);
    await vi.waitFor(async () => expect((await client.call('GET', '/readyz')).status).toBe(200), { timeout: 20_000 });
    expect((await add('after')).status).toBe(200);
    const kept = await readNotes(client, appId);
    expect([...acknowledged].filter((text) => !kept.has(text))).toEqual([]);
    expect([...kept].filter((text) => !acknowledged.has(text))).toEqual([]);
    // Events and jobs work again.
    await (await sendMessage(client, appId)).text();
    expect((await settledApp(client, appId)).latestTurn).toMatchObject({ status: 'ready', error: null });
  } finally {
    await product.stop();
    await rm(directory, { recursive: true, force: true });
  }
});

test('a turn that writes while the disk becomes full tells why, changes nothing, and is repeated once there is room', {
  timeout: 120_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sayso-full-'));
  const disk = smallDisk(directory, 96);
  await using model = await startWritingModel({ everyMs: 40 });
  const product = await startProduct({ DATA_DIR: directory, RATE_LIMIT: '0', OPENAI_BASE_URL: model.url }, disk.command);
  try {
    const client = await signUp(product);
    const appId = await makeApp(client, 'Notes');
    const before = await readApp(client, appId);
    await readUntil(client, appId, (text) => text.length > 2000);
    disk.fill(product.pid);
    // The log of SQLite may have room for some more rows.
    for (let refused = 0, index = 0; refused < 3 && index < 20_000; index += 1)
      if (!(await client.call('POST', notesPath(appId), { text: `${index}-${LARGE}` })).ok) refused += 1;
    // The disk may become full before the sentence of the refusal is stored: the streams report it all the same.
    const ended = async () => {
      const { latestTurn, messages } = await readApp(client, appId);
      expect(latestTurn).toMatchObject({ status: 'failed', errorCode: disk.isFileSystem ? 'storage-full' : 'storage-read-only' });
      expect(latestTurn.error).toMatch(/so nothing can be saved\. Its administrator has to/);
      expect(messages.map(({ role }: Data) => role)).toEqual(['user', 'assistant']);
    };
    await vi.waitFor(ended, { timeout: 30_000 });
    disk.makeRoom(product.pid);
    await vi.waitFor(async () => expect((await client.call('GET', '/readyz')).status).toBe(200), { timeout: 20_000 });
    await ended();
    const after = await readApp(client, appId);
    expect(after.currentVersion.id).toBe(before.currentVersion.id);
    const retry = 'mutation ($id: ID!) { retryTurn(turnId: $id) { id } }';
    await vi.waitFor(() => client.graphql(retry, { id: after.latestTurn.id }), { timeout: 20_000 });
    expect((await settledApp(client, appId)).latestTurn).toMatchObject({ status: 'ready', error: null });
  } finally {
    await product.stop();
    await rm(directory, { recursive: true, force: true });
  }
});

interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** Every kind of write, each answering its refusal. */
function attemptsOf(
  client: Client,
  { builderUrl, appId, emptyId, rowId, version }: Readonly<Record<'builderUrl' | 'appId' | 'emptyId' | 'rowId' | 'version', string>>,
): Readonly<Record<string, () => Promise<Refusal>>> {
  const form = async (path: string, file: File): Promise<Refusal> => {
    const body = new FormData();
    body.set('file', file);
    const answer = await fetch(builderUrl + path, { method: 'POST', headers: { authorization: `Bearer ${client.token}` }, body });
    return { status: answer.status, code: ((await answer.json()) as Data).code };
  };
  const rest = async (method: string, path: string, body: unknown): Promise<Refusal> => {
    const answer = await client.call(method, path, body);
    return { status: answer.status, code: ((await answer.json()) as Data).code };
  };
  const graph = async (query: string, variables: object): Promise<Refusal> => {
    const answer = await client.call('POST', '/graphql', { query, variables });
    const [error] = ((await answer.json()) as Data).errors ?? [];
    return { status: error?.extensions.status, code: error?.extensions.code };
  };
  const notes = notesPath(appId);
  return {
    create: () => rest('POST', notes, { text: LARGE }),
    bulk: () =>
      rest(
        'POST',
        `${notes}/bulk`,
        Array.from({ length: 1000 }, () => ({ text: LARGE })),
      ),
    'first row of an app': () => rest('POST', notesPath(emptyId), { text: LARGE }),
    update: () => rest('PUT', `${notes}/${rowId}`, { text: LARGE }),
    'new app': () =>
      rest('POST', '/api/apps', {
        appType: 'generated',
        genApp: { name: 'Other', pages: { Home: `export default () => <p>${LARGE}</p>;` } },
      }),
    publish: () => graph('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id: appId }),
    'file of the app': () =>
      graph(
        'mutation ($id: ID!, $version: ID!, $content: String!) { updateAppFile(id: $id, baseVersionId: $version, path: "pages/Home", content: $content) { id } }',
        { id: appId, version, content: `export default () => <p>${LARGE.repeat(100)}</p>;` },
      ),
    upload: () => form(`/api/apps/${appId}/integration-endpoints/Core/UploadFile`, new File([BYTES], 'a.txt', { type: 'text/plain' })),
    attachment: () => form(`/api/apps/${appId}/attachments`, new File([BYTES], 'a.txt', { type: 'text/plain' })),
    import: () => form(`${notes}/import`, new File([CSV], 'notes.csv', { type: 'text/csv' })),
    'import in the background': () => form(`${notes}/imports`, new File([CSV], 'notes.csv', { type: 'text/csv' })),
    project: () => form('/api/apps/import', new File([PROJECT], 'project.zip', { type: 'application/zip' })),
    copy: () => graph('mutation ($id: ID!) { duplicateApp(id: $id, withRows: true) { id } }', { id: appId }),
    settings: () => rest('POST', `/api/apps/${appId}/settings`, { appSettings: { description: LARGE.repeat(20) } }),
    turn: () =>
      graph('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', {
        input: { appId, clientId: 'full', content: LARGE },
      }),
  };
}
