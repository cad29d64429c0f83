import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startProduct } from '../product.ts';
import { addNotes, clientOf, type Data, makeApp, readApp, readNotes, signUp } from './client.ts';

/** The page of a published app. The host name is sent as a header, without a DNS lookup. */
async function openPage(runtimeUrl: string, host: string): Promise<string> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(runtimeUrl, { headers: { host } }, resolve).on('error', reject);
  });
  return text(answer);
}

// Follows `docs/operating.md` step by step.
test('a copy made at run time, database first, is consistent in a new folder', { timeout: 90_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-backup-'));
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const env = { RATE_LIMIT: '0' };
  await using product = await startProduct({ ...env, DATA_DIR: data });
  try {
    const client = await signUp(product);
    const id = await makeApp(client, 'Notes');
    const published = (await client.graphql('mutation ($id: ID!) { publishApp(id: $id) { url } }', { id })).publishApp;
    const { promise: underLoad, resolve } = Promise.withResolvers<void>();
    const { promise: enough, resolve: stop } = Promise.withResolvers<void>();
    let acknowledged = 0;
    const writing = addNotes(client, id, {
      prefix: 'n',
      count: 1500,
      onRow(total) {
        acknowledged = total;
        if (total === 200) resolve();
        if (total === 1500) stop();
      },
    });
    await underLoad;

    const before = acknowledged;
    await mkdir(join(copy, 'apps'), { recursive: true });
    const rows = (await readdir(join(data, 'apps'))).filter((name) => name.endsWith('.db'));
    expect(rows).toEqual([`${id}.db`]);
    for (const name of ['sayso.db', ...rows.map((name) => join('apps', name))]) {
      const database = new DatabaseSync(join(data, name), { readOnly: true });
      database.exec(`VACUUM INTO '${join(copy, name)}'`);
      database.close();
    }
    await cp(join(data, 'blobs'), join(copy, 'blobs'), { recursive: true });
    await cp(join(data, 'secret'), join(copy, 'secret'));
    await enough;
    await writing;
    await product.stop();

    await using restored = await startProduct({ ...env, DATA_DIR: copy });
    // The session is still valid, and the app unchanged.
    const again = clientOf(restored, client.token);
    const app = await readApp(again, id);
    expect(app.currentVersion.files.map(({ path }: Data) => path)).toEqual(['entities/Note.json', 'pages/Home']);
    const kept = await readNotes(again, id);
    expect(kept.size).toBeGreaterThanOrEqual(before);
    expect(kept.size).toBeLessThan(1500);
    expect(await openPage(restored.runtimeUrl, new URL(published.url).host)).toContain('<title>Notes</title>');
    expect((await fetch(`${restored.builderUrl}/readyz`)).status).toBe(200);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
