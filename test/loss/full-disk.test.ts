import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startProduct } from '../product.ts';
import { type Client, type Data, makeApp, notesPath, readNotes, sendMessage, settledApp, signUp } from './client.ts';
import { smallDisk } from './small-disk.ts';

const LARGE = 'x'.repeat(2000);

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
    const attempts = attemptsOf(client, { appId, emptyId, rowId: first.id });
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

interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** Every kind of write, each answering its refusal. */
function attemptsOf(
  client: Client,
  { appId, emptyId, rowId }: Readonly<Record<'appId' | 'emptyId' | 'rowId', string>>,
): Readonly<Record<string, () => Promise<Refusal>>> {
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
    turn: () =>
      graph('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', {
        input: { appId, clientId: 'full', content: LARGE },
      }),
  };
}
