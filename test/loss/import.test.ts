import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProduct } from '../product.ts';
import { clientOf, type Data, makeApp, notesPath, signUp } from './client.ts';

const ROWS = 120_000;
const PAGE = 1000;
/** Shares of the rows after which the server is killed. A busy machine may learn of the later ones when the import is already done. */
const KILLS = [0.01, 0.3, 0.6];
const limits = { IMPORT_MAX_ROWS: `${ROWS}`, MAX_ROWS_PER_TABLE: `${ROWS}`, MAX_ROWS_PER_APP: `${ROWS}` };

test('an import continues after its server was killed, with each row once', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-import-'));
  const env = { DATA_DIR: folder, RATE_LIMIT: '0', ...limits };
  let product = await startProduct(env);
  try {
    const { token } = await signUp(product);
    const call = async (path: string): Promise<Data> => (await clientOf(product, token).call('GET', path)).json();
    const table = notesPath(await makeApp(clientOf(product, token), 'Notes'));
    const started = await fetch(`${product.builderUrl}${table}/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: fileOf(ROWS),
    });
    const { id } = (await started.json()) as Data;
    const state = (): Promise<Data> => call(`${table}/imports/${id}`);
    const until = async (reached: (progress: Data) => boolean): Promise<Data> => {
      for (;;) {
        const progress = await state();
        if (reached(progress) || !['queued', 'running'].includes(progress.state)) return progress;
        await pause(5);
      }
    };
    for (const share of KILLS) {
      const progress = await until(({ done }) => done >= share * ROWS);
      if (progress.state === 'done' && share !== KILLS[0]) break;
      expect(progress).toMatchObject({ state: 'running', error: null });
      await product.kill();
      product = await startProduct(env);
      // What was reported as stored is still there.
      expect((await call(`${table}/count`)).count).toBeGreaterThanOrEqual(progress.stored);
    }
    expect(await until(() => false)).toMatchObject({ state: 'done', stored: ROWS, done: ROWS, failed: 0 });
    expect((await call(`${table}/count`)).count).toBe(ROWS);
    const texts = new Set<string>();
    for (let after = ''; texts.size % PAGE === 0; ) {
      const rows = (await call(`${table}?limit=${PAGE}&sort=createdAt${after}`)) as Data[];
      if (rows.length === 0) break;
      for (const { text } of rows) texts.add(text);
      after = `&after=${rows.at(-1).id}`;
    }
    expect(texts.size).toBe(ROWS);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

function fileOf(rows: number): FormData {
  const form = new FormData();
  form.set(
    'file',
    new File([`text\n${Array.from({ length: rows }, (_, n) => `note ${n}`).join('\n')}`], 'notes.csv', { type: 'text/csv' }),
  );
  return form;
}
