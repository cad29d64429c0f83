import { expect, test } from 'vitest';
import { listTemplates, readPicture, readTemplate, sampleRow, templateNames } from './index.ts';

test('lists every folder with the data of the gallery', async () => {
  const templates = await listTemplates();
  expect(templates.map(({ name }) => name)).toEqual(await templateNames());
  for (const { words } of templates) for (const word of words) expect(word).toBe(word.toLowerCase());
});

test.each(await templateNames())('%s has a first page, a layout, tables and sample rows for them', async (name) => {
  const template = await readTemplate(name);
  const tables = Object.keys(template?.files ?? {}).flatMap((path) => /^entities\/(\w+)\.json$/.exec(path)?.[1] ?? []);
  expect(Object.keys(template?.files ?? {})).toEqual(expect.arrayContaining(['pages/Home', 'layout', 'globals.css']));
  expect(tables.length).toBeGreaterThan(0);
  const ids: Record<string, string[]> = {};
  for (const { table, rows } of template?.rows ?? []) {
    expect(tables).toContain(table);
    // A reference that names no row throws.
    for (const row of rows) sampleRow(row, { now: new Date(), ids });
    ids[table] = rows.map((_, index) => `${table}-${index}`);
  }
});

test.each(await templateNames())('%s has a picture', async (name) => {
  // The first bytes of a JPEG.
  expect([...((await readPicture(name)) ?? [])].slice(0, 3)).toEqual([0xff, 0xd8, 0xff]);
});

test('returns null for an unknown template', async () => {
  expect(await readPicture('../kit')).toBeNull();
  expect(await readTemplate('../kit')).toBeNull();
});

test('replaces placeholders by dates and ids', () => {
  const context = { now: new Date('2026-02-27T23:30:00Z'), ids: { Contact: ['c1', 'c2'] } };
  const row = { due: '{today+2}', at: '{today-1 09:15}', contact: '{Contact 2}', lines: [{ on: '{today}' }], text: 'See {this}', size: 1 };
  expect(sampleRow(row, context)).toEqual({
    due: '2026-03-01',
    at: '2026-02-26T09:15:00Z',
    contact: 'c2',
    lines: [{ on: '2026-02-27' }],
    text: 'See {this}',
    size: 1,
  });
  expect(() => sampleRow({ contact: '{Contact 3}' }, context)).toThrow('"{Contact 3}" names no sample row.');
});
