import { expect, it, vi } from 'vitest';
import type { Fields, Row, TableApi } from './api.ts';
import { RowPages } from './pages.ts';
import { TableRows } from './table-rows.ts';

/** An empty table whose server answers a creation only when `answer` is called. */
async function open() {
  const stored = new Map<string, Row>();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const api: TableApi = {
    list: async () => [...stored.values()],
    count: async () => stored.size,
    get: vi.fn(),
    async create(fields: Fields) {
      const row = { ...fields, id: `saved ${stored.size}` };
      stored.set(row.id, row);
      await held;
      return row;
    },
    createMany: vi.fn(),
    async update(id: string, fields: Fields) {
      const row = { ...stored.get(id), ...fields, id };
      stored.set(id, row);
      return row;
    },
    remove: vi.fn(),
    removeMany: vi.fn(),
  };
  const pages = new RowPages(api, { filter: null, sort: '-createdAt' });
  await pages.reload();
  const rows = new TableRows({ api, trash: { restore: vi.fn() }, pages });
  return { rows, answer, stored: () => [...stored.values()] };
}

it('saves the cells that are changed while their new row is being saved', async () => {
  const { rows, answer, stored } = await open();
  const { id } = rows.addPending({ name: 'Read', streak: 12 });
  const saved = rows.confirm(id);
  await vi.waitFor(() => expect(stored()).toHaveLength(1), { timeout: 15_000 });
  const changed = rows.change([{ id, fields: { name: 'Read more' } }]);
  answer();
  expect(await Promise.all([saved, changed])).toEqual([true, undefined]);
  expect(stored()).toEqual([{ id: 'saved 0', name: 'Read more', streak: 12 }]);
  expect([rows.count, rows.at(0)]).toEqual([1, stored()[0]]);
  await rows.undo();
  expect(stored()).toEqual([{ id: 'saved 0', name: 'Read', streak: 12 }]);
});

it('saves a new row once, however often that is asked for', async () => {
  const { rows, answer, stored } = await open();
  const { id } = rows.addPending({ name: 'Read' });
  const asked = [rows.confirm(id), rows.confirm(id)];
  answer();
  expect(await Promise.all(asked)).toEqual([true, false]);
  expect(stored()).toEqual([{ id: 'saved 0', name: 'Read' }]);
});

it('finds and changes a row by the id that it had before it was saved', async () => {
  const { rows, answer, stored } = await open();
  const { id } = rows.addPending({ name: 'Read' });
  answer();
  await rows.confirm(id);
  rows.addPending({ name: 'Walk' });
  expect(rows.indexOf(id)).toBe(1);
  await rows.change([{ id, fields: { name: 'Read more' } }]);
  expect(stored()).toEqual([{ id: 'saved 0', name: 'Read more' }]);
});
