import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testHost } from '@sayso/core/testing';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, stranger, table } from '../testing/apps.ts';

const item = table('all', 'admin', { a: { type: 'string' }, b: { type: 'number' } });
const start = () =>
  testHost(entities, {
    provide: [fakeApps({ app: { isPublished: true, tables: { Item: item } } })],
    config: { IMPORT_MAX_ROWS: 20_000, IMPORT_MAX_BYTES: 10_000_000 },
  });
let host: Awaited<ReturnType<typeof start>>;
// Other tests import files, too.
const folder = mkdtempSync(join(tmpdir(), 'sayso-uploads-'));
beforeAll(async () => {
  vi.stubEnv('TMPDIR', folder);
  host = await start();
});
afterAll(async () => {
  await host.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function upload(name: string, text: string, as = owner) {
  const form = new FormData();
  form.set('file', new File([text], name));
  const answer = await host.fetch('/live_api/apps/app/entities/Item/import', { method: 'POST', body: form }, as);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const uploads = () => readdirSync(tmpdir()).filter((name) => name.startsWith('sayso-import-'));
const header = 'The first line of a CSV file names its columns: at most 500, with at most 200 characters each.';
const tooManyRows = 'A file of at most 20000 rows can be imported at once.';
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it.each<[what: string, name: string, text: () => string, status: number, message: string]>([
  ['100,000 columns', 'a.csv', () => `${Array.from({ length: 100_000 }, (_, n) => `column${n}`).join(',')}\n1`, 400, header],
  ['a first line that is a file', 'a.csv', () => 'x,'.repeat(4_000_000), 400, header],
  ['a column name of 201 characters', 'a.csv', () => `${'x'.repeat(201)},a\n1,2`, 400, header],
  ['2 MB of rows of one letter', 'a.csv', () => `a\n${'x\n'.repeat(1_000_000)}`, 400, tooManyRows],
  ['2 MB of rows of one letter that do not fit', 'a.csv', () => `b\n${'x\n'.repeat(1_000_000)}`, 400, tooManyRows],
  ['too many rows of JSON', 'a.json', () => `[${'{},'.repeat(20_000)}{}]`, 400, tooManyRows],
  [
    'an unclosed quote',
    'a.csv',
    () => `a\n"${'x\n'.repeat(4_000_000)}`,
    400,
    'A row of a CSV file has at most 1000000 characters. Is a quote missing?',
  ],
  ['a quote that nothing closes in a short file', 'a.csv', () => 'a\n"x\ny', 400, 'Failed to parse CSV file. Please check the format.'],
  ['more than 10 MB', 'a.csv', () => `a\n${'x'.repeat(10_000_001)}`, 413, 'The file is too large: at most 10 MB can be imported at once.'],
  ['deep JSON', 'a.json', () => `[{"a":${deep(100_000)}}]`, 200, ''],
  ['a file of another kind', 'a.exe', () => 'x'.repeat(1_000_000), 400, 'Only .csv, .xlsx and .json files can be imported.'],
])('rejects %s', async (_what, name, text, status, message) => {
  const { status: answered, body } = await upload(name, text());
  expect([answered, body['message'] ?? '']).toEqual([status, message]);
  expect(await host.context.collections.rows.count({ appId: 'app' })).toBe(0);
  expect(uploads()).toEqual([]);
});

it('checks the write permission before it reads the file', async () => {
  expect((await upload('a.csv', `a\n${'x\n'.repeat(1_000_000)}`, stranger)).status).toBe(401);
});

it('reads files in a worker thread, and adds their rows in batches', async () => {
  const parse = vi.spyOn(Papa, 'parse');
  const text = `\uFEFFA,b,a,c\n${Array.from({ length: 5000 }, (_, n) => `é${n},${n},twice,no`).join('\n')}\n`;
  expect(await upload('a.csv', text)).toEqual({
    status: 200,
    body: { imported: 5000, failed: 0, total: 5000, errors: [], ignoredColumns: ['a', 'c'] },
  });
  expect(parse).not.toHaveBeenCalled();
  expect(await host.context.collections.rows.count({ appId: 'app', 'data.b': { $gte: 0 } })).toBe(5000);
  expect(await host.context.collections.rows.findOne({ appId: 'app', entity: 'Item', 'data.b': 4321 })).toMatchObject({
    data: { b: 4321 },
  });
});
