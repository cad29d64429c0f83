import { type App, appsRef } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, stranger, table } from '../testing/apps.ts';

const text = { type: 'string' } as const;
const properties = { name: text, count: { type: 'number' }, constructor: text, toString: text } as const;
const base = (appId = 'app') => `/live_api/apps/${appId}/entities/Item`;

async function start(config: Record<string, unknown> = {}, runJobs = false) {
  const tables = { Item: table('all', 'admin', properties as never) };
  const [, fake] = fakeApps({ app: { isPublished: true, tables }, other: { isPublished: true, tables } });
  const state = { versionId: 'v1', ownerId: 'owner', tables: tables as Record<string, ReturnType<typeof table>> };
  const apps: typeof fake = {
    ...fake,
    async find(id) {
      const app = await fake.find(id);
      return app && ({ ...app, ownerId: state.ownerId, currentVersionId: state.versionId } as App);
    },
    schemas: async () => Object.fromEntries(Object.entries(state.tables).map(([name, make]) => [name, make(name)])),
  };
  const host = await testHost(entities, { provide: [[appsRef, apps] as const], config, runJobs });
  const json = async (path: string, init: RequestInit = {}, as: Actor = owner) => {
    const answer = await host.fetch(path, init, as);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const formOf = (content: string | Uint8Array<ArrayBuffer>, name: string, options: object) => {
    const form = new FormData();
    form.set('options', JSON.stringify(options));
    form.set('file', new File([content], name));
    return form;
  };
  const rows = host.context.collections.rows;
  return {
    ...{ host, json, rows, state, [Symbol.asyncDispose]: host.close },
    count: () => rows.count({ appId: 'app', entity: 'Item' }),
    stored: async () => (await rows.find({ appId: 'app', entity: 'Item' }, { sort: { _id: 1 } })).map(({ data }) => data),
    begin: (content: string | Uint8Array<ArrayBuffer>, name = 'a.csv', options: object = {}) =>
      json(`${base()}/imports`, { method: 'POST', body: formOf(content, name, options) }),
    upload: (content: string | Uint8Array<ArrayBuffer>, name = 'a.csv') =>
      json(`${base()}/import`, { method: 'POST', body: formOf(content, name, {}) }),
    get: async (id: unknown) => (await json(`${base()}/imports/${id}`)).body,
    cancel: (id: unknown) => json(`${base()}/imports/${id}`, { method: 'DELETE' }),
    run: (id: unknown) => host.runJob('import', { importId: String(id) }),
    async change(change: Partial<typeof state>) {
      Object.assign(state, change);
      await host.emit('apps.changed', { appId: 'app', ownerId: state.ownerId, currentVersionId: state.versionId });
    },
    /** Runs work after so many batches. */
    after(batches: number, work: () => Promise<unknown>) {
      const insert = rows.insertLines.bind(rows);
      let left = batches;
      rows.insertLines = async (documents) => {
        await insert(documents);
        left -= 1;
        if (left === 0) await work();
      };
    },
    async blobs() {
      const keys: string[] = [];
      for await (const key of host.context.blobs.list('imports/')) keys.push(key);
      return keys;
    },
  };
}
const many = (rows: number, from = 0) => `name,count\n${Array.from({ length: rows }, (_, n) => `row ${from + n},${from + n}`).join('\n')}`;
const longRow = 'A row of a CSV file has at most 1000000 characters. Is a quote missing?';
const header = 'The first line of a CSV file names its columns: at most 500, with at most 200 characters each.';

it.each<[what: string, content: () => string | Uint8Array<ArrayBuffer>, message: string]>([
  ['one line of 95 MB', () => `name\n${'x'.repeat(95_000_000)}`, longRow],
  ['one line of 20 MB of separators', () => `name\n${','.repeat(20_000_000)}`, longRow],
  ['one line of 20 MB of quotes', () => `name\n${'"'.repeat(20_000_000)}`, longRow],
  ['10,000 columns', () => `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')}\n1`, header],
  ['a first line of 20 MB', () => 'x'.repeat(20_000_000), header],
  ['a quote that is never closed in 20 MB', () => `name\n"${'x,\n'.repeat(6_000_000)}`, longRow],
])(
  'refuses %s',
  async (_what, content, message) => {
    await using world = await start();
    expect(await world.begin(content())).toMatchObject({ status: 400, body: { message } });
    expect([await world.count(), await world.blobs()]).toEqual([0, []]);
  },
  60_000,
);

it('imports long quoted cells', async () => {
  await using world = await start();
  const cell = `"${'x,\n'.repeat(100_000)}"`;
  const { body } = await world.upload(`name,count\n${Array.from({ length: 20 }, (_, n) => `${cell},${n}`).join('\n')}`);
  expect(body).toMatchObject({ imported: 20, failed: 0 });
}, 60_000);

it.each<[what: string, content: string | Uint8Array<ArrayBuffer>, rows: readonly object[]]>([
  ['a NUL character', 'name\na\0b\n\0\n', [{ name: 'a\0b' }, { name: '\0' }]],
  ['invalid UTF-8', new Uint8Array([...strToU8('name\na'), 0xff, 0xc3, 0x28]), [{ name: 'aÿÃ(' }]],
  ['UTF-8 that ends within a character', new Uint8Array([...strToU8('name\na'), 0xe2, 0x82]), [{ name: 'aâ‚' }]],
  [
    'a lone surrogate of UTF-16',
    new Uint8Array(Buffer.concat([Buffer.from('\uFEFFname\na', 'utf16le'), Buffer.from([0x00, 0xd8])])),
    [{ name: 'a\uFFFD' }],
  ],
  ['UTF-16 without a mark', new Uint8Array(Buffer.from('name\nCafé\n', 'utf16le')), [{ name: 'Café' }]],
  ['formulas', 'name\n=1+1\n"=cmd|\' /C calc\'!A0"\n@SUM(A1)\n', [{ name: '=1+1' }, { name: "=cmd|' /C calc'!A0" }, { name: '@SUM(A1)' }]],
  [
    'headers of inherited names',
    '__proto__,constructor,toString,hasOwnProperty,name\n1,2,3,4,5\n',
    [{ constructor: '2', toString: '3', name: '5' }],
  ],
  ['duplicate headers', 'name,name,Name,NAME\n1,2,3,4\n', [{ name: '1' }]],
])('imports a file with %s', async (_what, content, rows) => {
  await using world = await start();
  const { body } = await world.upload(content);
  expect(body).toMatchObject({ imported: rows.length, failed: 0 });
  expect(await world.stored()).toEqual(rows);
  expect(({} as Record<string, unknown>)['1']).toBeUndefined();
});

const ns = 'http://schemas.openxmlformats.org';
const relationships = `${ns}/officeDocument/2006/relationships`;
function workbook(sheet: string, more: Readonly<Record<string, Uint8Array>> = {}): Uint8Array<ArrayBuffer> {
  const files = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${ns}/spreadsheetml/2006/main" xmlns:r="${relationships}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
  };
  return new Uint8Array(zipSync({ ...Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])), ...more }));
}
const cells = (...values: string[]) =>
  values.map((value, at) => `<c r="${'AB'[at]}ROW" t="inlineStr"><is><t>${value}</t></is></c>`).join('');
const sheetOf = (rows: readonly string[], prolog = '') =>
  `<?xml version="1.0"?>${prolog}<worksheet xmlns="${ns}/spreadsheetml/2006/main"><sheetData>${rows.map((row, n) => `<row r="${n + 1}">${row.replaceAll('ROW', `${n + 1}`)}</row>`).join('')}</sheetData></worksheet>`;
const head = cells('name', 'count');
const laughs = `<!DOCTYPE w [<!ENTITY a0 "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>`;

it.each<[what: string, file: () => Uint8Array<ArrayBuffer>, rows: readonly object[]]>([
  [
    'external entities',
    () => workbook(sheetOf([head, cells('&x;', '1')], '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>')),
    [{ name: '&x;', count: 1 }],
  ],
  ['entities that multiply', () => workbook(sheetOf([head, cells('&a20;', '1')], laughs)), [{ name: '&a20;', count: 1 }]],
  ['headers of prototypes', () => workbook(sheetOf([cells('__proto__', 'name'), cells('x', 'y')])), [{ name: 'y' }]],
  [
    'formulas, of which it takes the results',
    () =>
      workbook(
        sheetOf([head, `${cells('a')}<c r="B2"><f>1+1</f><v>2</v></c>`, `${cells('b')}<c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>`]),
      ),
    [{ name: 'a', count: 2 }, { name: 'b' }],
  ],
])('imports a workbook with %s', async (_what, file, rows) => {
  await using world = await start();
  expect((await world.upload(file(), 'a.xlsx')).body).toMatchObject({ imported: rows.length, failed: 0 });
  expect(await world.stored()).toEqual(rows);
});

/** A local and central directory that state a smaller size than the entry has. */
function forged(): Uint8Array<ArrayBuffer> {
  const file = workbook(sheetOf([head, cells(' '.repeat(90_000_000), '1')]));
  const view = new DataView(file.buffer);
  for (let at = 0; at < file.length - 46; at++) {
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 80_000_000) view.setUint32(at + 24, 1000, true);
    if (view.getUint32(at, true) === 0x04034b50 && view.getUint32(at + 22, true) > 80_000_000) view.setUint32(at + 22, 1000, true);
  }
  return file;
}

it.each<[what: string, file: () => Uint8Array<ArrayBuffer>]>([
  ['forged sizes', forged],
  ['a truncated archive', () => workbook(sheetOf([head])).slice(0, 300)],
  ['no archive', () => new Uint8Array(strToU8('PK\x03\x04 not a workbook'))],
  ['no sheet', () => new Uint8Array(zipSync({ 'a.txt': strToU8('x') }))],
  ['XML that is cut off', () => workbook('<?xml version="1.0"?><worksheet><sheetData><row>')],
])('refuses a workbook with %s', async (_what, file) => {
  await using world = await start();
  const message = 'Failed to read the Excel file. Please save it again as .xlsx or as CSV.';
  expect(await world.upload(file(), 'a.xlsx')).toMatchObject({ status: 400, body: { message } });
  expect(await world.count()).toBe(0);
});

const far = (address: string) => `The workbook has a cell at ${address}, far from the others. Please delete it, or save the sheet as CSV.`;
const long = 'A cell of the workbook has more than 200000 characters.';
const at = (cell: string, row = '2') =>
  `<?xml version="1.0"?><worksheet><sheetData><row r="1">${head.replaceAll('ROW', '1')}</row><row r="${row}">${cell}</row></sheetData></worksheet>`;
it.each<[what: string, sheet: () => string, message: string]>([
  ['the last cell of Excel', () => at('<c r="XFD1048576"><v>1</v></c>', '1048576'), far('XFD1048576')],
  ['a column that no sheet has', () => at('<c r="ZZZZZZ2"><v>1</v></c>'), far('ZZZZZZ2')],
  ['a row that no sheet has', () => at('<c r="A9"><v>1</v></c>', '999999999'), far('999999999')],
  ['a row in scientific notation', () => at('<c r="A9"><v>1</v></c>', '1e9'), far('1e9')],
  ['an escaped address', () => at('<c r="&#90;ZZZZZ2"><v>1</v></c>'), far('ZZZZZZ2')],
  ['an address with a prefix', () => at('<c r="A2" x:r="ZZZZZZ2"><v>1</v></c>'), far('ZZZZZZ2')],
  ['a million attributes', () => at(`<c ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`), long],
  ['attributes behind a sign', () => at(`<c b=">" ${Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`), long],
])('refuses a workbook with %s', async (_what, sheet, message) => {
  await using world = await start();
  expect(await world.upload(workbook(sheet()), 'a.xlsx')).toMatchObject({ status: 400, body: { message } });
});

it('imports a workbook whose empty cells reach the last column', async () => {
  await using world = await start();
  const { body } = await world.upload(workbook(at('<c r="A2"><v>1</v></c><c r="XFD2" />')), 'a.xlsx');
  expect([body['imported'], await world.stored()]).toEqual([1, [{ name: '1' }]]);
});

it('hides imports of one app from the paths of another one, and from other builders', async () => {
  await using world = await start();
  const { body } = await world.begin(many(3));
  const id = body['id'];
  for (const [path, method, as] of [
    [`${base('other')}/imports/${id}`, 'GET', owner],
    [`${base('other')}/imports/${id}`, 'DELETE', owner],
    [`${base('other')}/imports/${id}/report`, 'GET', owner],
    [`${base()}/imports/${id}`, 'GET', stranger],
    [`${base()}/imports/${id}`, 'DELETE', stranger],
    [`${base()}/imports/${id}/report`, 'GET', stranger],
    [`${base()}/imports/..%2F..%2Fother%2F${id}`, 'GET', owner],
  ] as const)
    expect([path, method, (await world.json(path, { method }, as)).status]).toEqual([path, method, 404]);
  expect(await world.get(id)).toMatchObject({ state: 'queued' });
});

it('can be cancelled while it is queued, after it is done, and twice', async () => {
  await using world = await start();
  const { body } = await world.begin(many(10));
  for (let time = 0; time < 2; time++) expect((await world.cancel(body['id'])).body).toMatchObject({ state: 'cancelled', stored: 0 });
  await world.run(body['id']);
  expect([await world.count(), await world.blobs()]).toEqual([0, []]);
  const { body: next } = await world.begin(many(10));
  await world.run(next['id']);
  expect((await world.cancel(next['id'])).body).toMatchObject({ state: 'done', stored: 10 });
  expect(await world.count()).toBe(10);
});

it('stays cancelled when it is cancelled with its last batch', async () => {
  await using world = await start();
  const { body } = await world.begin(many(700));
  world.after(2, () => world.cancel(body['id']));
  await world.run(body['id']);
  expect(await world.get(body['id'])).toMatchObject({ state: 'cancelled', stored: 700 });
  expect([await world.count(), await world.blobs()]).toEqual([700, []]);
});

it.each<[what: string, change: Parameters<Awaited<ReturnType<typeof start>>['change']>[0], error: string]>([
  ['its caller may no longer write', { ownerId: 'someone' }, 'Please log in to change the rows of Item.'],
  ['its table is deleted', { versionId: 'v2', tables: {} }, 'The table "Item" was not found.'],
  [
    'its table gets other permissions',
    { versionId: 'v2', tables: { Item: table('none', 'none', properties as never) } },
    'You may not change the rows of Item.',
  ],
])('fails when %s meanwhile, and says how many rows are stored', async (_what, change, error) => {
  await using world = await start();
  const { body } = await world.begin(many(3000));
  world.after(2, () => world.change(change));
  await world.run(body['id']);
  await world.change({ ownerId: 'owner', versionId: 'v1', tables: { Item: table('all', 'admin', properties as never) } });
  expect(await world.get(body['id'])).toMatchObject({ state: 'failed', stored: 1000, error });
  expect([await world.count(), await world.blobs()]).toEqual([1000, []]);
});

it('reads the rest by the fields that its table gets meanwhile', async () => {
  await using world = await start();
  const { body } = await world.begin(many(12_000));
  world.after(1, () => world.change({ versionId: 'v2', tables: { Item: table('all', 'admin', { name: { type: 'number' } }) } }));
  await world.run(body['id']);
  const { state, stored, failed, errors } = await world.get(body['id']);
  expect([state, Number(stored) + Number(failed), await world.count()]).toEqual(['done', 12_000, stored]);
  expect([stored, (errors as { message: string }[])[0]?.message]).toEqual([5000, '`name` must be a number.']);
});

it('stores the rows of two imports into one table at once, each once, also when a job runs twice', async () => {
  await using world = await start();
  const [one, two] = [await world.begin(many(6000)), await world.begin(many(6000, 6000))];
  await Promise.all([world.run(one.body['id']), world.run(two.body['id']), world.run(one.body['id'])]);
  for (const { body } of [one, two]) expect(await world.get(body['id'])).toMatchObject({ state: 'done', stored: 6000 });
  expect([await world.count(), (await world.rows.distinct('data.count', { appId: 'app', entity: 'Item' })).length]).toEqual([
    12_000, 12_000,
  ]);
});

it('stores the rows of 50 imports that are started at once', async () => {
  await using world = await start({}, true);
  const begun = await Promise.all(Array.from({ length: 50 }, (_, n) => world.begin(many(200, n * 200))));
  expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200]));
  await expect
    .poll(async () => (await Promise.all(begun.map(({ body }) => world.get(body['id'])))).every(({ state }) => state === 'done'), {
      timeout: 30_000,
    })
    .toBe(true);
  expect([await world.count(), await world.blobs()]).toEqual([10_000, []]);
}, 60_000);

it.each<[options: object, rows: readonly object[]]>([
  [{ columns: [{ index: 0, field: 'constructor' }] }, [{ constructor: 'a' }]],
  [{ columns: [0, 1e9].map((index) => ({ index, field: index === 0 ? 'name' : 'count' })) }, [{ name: 'a' }]],
  [{ columns: [0, 1].map((index) => ({ index, field: 'name' })) }, [{ name: '1' }]],
  [{ columns: [{ index: 0, field: 'name', replace: JSON.parse('{"__proto__": "x"}') }] }, [{ name: 'a' }]],
  [{ edits: [{ row: 1, index: 1e9, value: 'x' }] }, [{ name: 'a', count: 1 }]],
])('takes the options %j', async (options, rows) => {
  await using world = await start();
  const { body } = await world.begin('name,count\na,1', 'a.csv', options);
  await world.run(body['id']);
  expect(await world.stored()).toEqual(rows);
});

it.each([[[]], [[{ index: 2, field: 'name' }]], [[{ index: 1e9, field: 'name' }]]])(
  'adds no empty rows for the columns %j',
  async (columns) => {
    await using world = await start();
    expect(await world.begin('name,count\na,1', 'a.csv', { columns })).toMatchObject({
      status: 400,
      body: { message: 'No valid data rows found in CSV' },
    });
    expect(await world.count()).toBe(0);
  },
);
