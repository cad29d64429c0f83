import { afterEach, expect, it, vi } from 'vitest';
import type { ListRequest, Row } from './api.ts';
import { RowPages, reversed } from './pages.ts';

/** A table of `count` rows whose ids sort as their positions, answered as the server does. */
function table(count: number) {
  const data: Row[] = Array.from({ length: count }, (_, index) => ({ id: String(index).padStart(6, '0'), n: index }));
  const requests: ListRequest[] = [];
  const api = {
    async list(request: ListRequest) {
      requests.push(request);
      const { sort, limit, skip = 0, after } = request;
      const sorted = sort === 'n' ? data : data.toReversed();
      const from = after == null ? 0 : sorted.findIndex(({ id }) => id === after) + 1;
      return sorted.slice(from + skip, from + skip + limit);
    },
    count: async () => data.length,
  };
  return { data, requests, api };
}

let open: RowPages | null = null;
afterEach(() => open?.close());

async function show(count: number) {
  const { data, requests, api } = table(count);
  const pages = new RowPages(api, { filter: null, sort: 'n' });
  open = pages;
  await pages.reload();
  const at = async (start: number, end: number) => {
    pages.show(start, end);
    await vi.waitFor(() => expect([pages.row(start)?.['n'], pages.row(end)?.['n']]).toEqual([start, end]), { timeout: 15_000 });
  };
  await at(0, 20);
  requests.length = 0;
  return { data, requests, pages, at };
}

it('reads the last rows of a large table by one request', async () => {
  const { requests, at } = await show(100_000);
  await at(99_980, 99_999);
  expect(requests).toEqual([{ filter: null, sort: '-n', limit: 100, skip: 0, after: null }]);
});

it('reaches the middle in steps that the server allows, and keeps them', async () => {
  const { requests, at } = await show(100_000);
  await at(45_000, 45_020);
  expect(requests.length).toBeLessThanOrEqual(5);
  expect(Math.max(...requests.map(({ skip = 0 }) => skip))).toBeLessThanOrEqual(10_000);
  requests.length = 0;
  await at(45_100, 45_120);
  expect(requests.length).toBe(1);
});

it('keeps a bounded number of rows', async () => {
  const { pages, at } = await show(20_000);
  for (let start = 0; start < 10_000; start += 100) await at(start, start + 99);
  expect(pages.size).toBeLessThanOrEqual(3_000);
  await at(0, 20);
});

it('shifts positions for rows that are added and removed', async () => {
  const { pages, at } = await show(300);
  await at(0, 199);
  pages.prepend({ id: 'new', n: -1 });
  expect([pages.count, pages.row(0)?.id, pages.row(1)?.['n']]).toEqual([301, 'new', 0]);
  expect(pages.remove(new Set(['new', '000001']))).toBe(true);
  expect([pages.count, pages.row(0)?.['n'], pages.row(1)?.['n']]).toEqual([299, 0, 2]);
});

it.each([
  ['-createdAt', 'createdAt'],
  ['a,-b', '-a,b'],
])('reverses the sort %s', (sort, expected) => {
  expect(reversed(sort)).toBe(expected);
});
