import { afterEach, expect, it, vi } from 'vitest';
import type { TableSchema } from '../columns.ts';
import { ReferencedTitles } from './titles.ts';

const schemas = new Map<string, TableSchema>([
  ['Person', { properties: { age: { type: 'number' }, name: { type: 'string' } } }],
  ['Count', { properties: { n: { type: 'number' } } }],
]);

/** Titles over a server that has the people `p0` to `p99`; `requests` are the ids of each request. */
function open() {
  vi.useFakeTimers();
  const requests: string[][] = [];
  let suffix = '';
  vi.stubGlobal('fetch', async (url: string) => {
    const filter = JSON.parse(new URL(url, 'http://sayso.test').searchParams.get('q') ?? '{}') as { id: { $in: string[] } };
    requests.push(filter.id.$in);
    const known = filter.id.$in.filter((id) => /^p\d{1,2}$/.test(id));
    return Response.json(known.map((id) => ({ id, name: `Person ${id}${suffix}` })));
  });
  const rename = (text: string) => {
    suffix = text;
  };
  return { titles: new ReferencedTitles({ appId: 'a', entity: 'Task', rows: 'draft' }, schemas), requests, rename };
}
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reads the titles of shown cells in batches, each once', async () => {
  const { titles, requests } = open();
  const listener = vi.fn();
  for (let index = 0; index < 60; index += 1) titles.subscribe('Person', `p${index}`, listener);
  titles.subscribe('Person', 'p0', () => listener());
  titles.subscribe('Person', 'gone', listener);
  titles.subscribe('Count', 'c1', listener);
  expect(titles.title('Person', 'p0')).toBeUndefined();
  await vi.runAllTimersAsync();
  expect(requests.map((ids) => ids.length)).toEqual([50, 11]);
  expect(listener).toHaveBeenCalledTimes(63);
  expect(titles.title('Person', 'p59')).toBe('Person p59');
  expect([titles.title('Person', 'gone'), titles.title('Count', 'c1')]).toEqual([null, null]);
  titles.subscribe('Person', 'p0', listener);
  await vi.runAllTimersAsync();
  expect(requests.length).toBe(2);
});

it('does not read cells that were scrolled past, and reads the shown ones again', async () => {
  const { titles, requests, rename } = open();
  const leave = titles.subscribe('Person', 'p1', () => undefined);
  titles.subscribe('Person', 'p2', () => undefined);
  leave();
  await vi.runAllTimersAsync();
  expect(requests).toEqual([['p2']]);
  rename(' the second');
  titles.reload();
  expect(titles.title('Person', 'p2')).toBe('Person p2');
  await vi.runAllTimersAsync();
  expect(titles.title('Person', 'p2')).toBe('Person p2 the second');
});
