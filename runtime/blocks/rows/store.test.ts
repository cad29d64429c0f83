import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entity, Row, RowEvent, RowFields } from '../../sdk/entity.ts';
import { ApiError } from '../../sdk/errors.ts';
import { MAX_ALL, type RowQuery, RowStore } from './store.ts';

interface Call {
  readonly args: readonly [RowFields, string, number, number];
  readonly answer: (rows: readonly Row[] | Error) => Promise<void>;
}

let calls: Call[];
let publish: (event: RowEvent) => void;
let receiving: () => void;
let store: RowStore;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  calls = [];
  const entity = {
    filter: (...args: Call['args']) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly Row[]>();
      const answer = async (rows: readonly Row[] | Error) => {
        if (rows instanceof Error) reject(rows);
        else resolve(rows);
        await settled();
      };
      calls.push({ args, answer });
      return promise;
    },
    subscribe: (listener: typeof publish, { onReady }: { onReady: () => void }) => {
      publish = listener;
      receiving = onReady;
    },
  };
  store = new RowStore(entity as unknown as Entity);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Resolves after all microtasks. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const row = (size: number, fields: RowFields = {}): Row => ({ id: `r${size}`, createdAt: '', creatorId: null, size, ...fields });
const rows = (first: number, last: number): Row[] => Array.from({ length: last - first + 1 }, (_, index) => row(first + index));

function open(query: Partial<RowQuery> = {}) {
  const listener = vi.fn();
  const close = store.subscribe('k', { filter: {}, sort: 'size', limit: 3, skip: 0, ...query }, listener);
  return { listener, close };
}
const shown = () => store.snapshot('k').rows.map(({ id }) => id);

/** A ready query of these rows. */
async function ready(found: readonly Row[], query: Partial<RowQuery> = {}) {
  const opened = open(query);
  await calls[0]!.answer(found);
  opened.listener.mockClear();
  return opened;
}

test('loads the rows once for all subscribers, and again when they are stale', async () => {
  expect(store.snapshot('k')).toEqual({ status: 'loading', rows: [], hasMore: false, error: null });
  const { listener } = open({ filter: { done: false }, skip: 6 });
  open();
  expect(calls.map(({ args }) => args)).toEqual([[{ done: false }, 'size', 4, 6]]);
  await calls[0]!.answer(rows(1, 2));
  expect(store.snapshot('k')).toEqual({ status: 'ready', rows: rows(1, 2), hasMore: false, error: null });
  expect(listener).toHaveBeenCalledOnce();
  open();
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(10_001);
  open();
  expect(calls).toHaveLength(2);
});

test('keeps the snapshot until something changes, as useSyncExternalStore needs', async () => {
  await ready(rows(1, 2));
  expect(store.snapshot('k')).toBe(store.snapshot('k'));
  expect(store.snapshot('other')).toBe(store.snapshot('another'));
});

test('reloads stale queries when the page becomes visible and evicts those without subscribers', async () => {
  const { close } = await ready(rows(1, 2));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(10_001);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(calls).toHaveLength(2);
  await calls[1]!.answer(rows(1, 2));
  close();
  store.refresh();
  expect(calls).toHaveLength(2);
  expect(store.snapshot('k').status).toBe('loading');
});

test.each([
  ['one row less than the limit', 2, 2, false],
  ['as many rows as the limit', 3, 3, false],
  ['one row more than the limit', 4, 3, true],
])('with %s', async (_, found, count, hasMore) => {
  await ready(rows(1, found));
  expect(store.snapshot('k')).toMatchObject({ rows: rows(1, count), hasMore });
});

test('reads more rows than one response holds in pages, from the skipped row on', async () => {
  open({ limit: Number.POSITIVE_INFINITY, skip: 5 });
  await calls[0]!.answer(rows(1, 1000));
  expect(store.snapshot('k').status).toBe('loading');
  await calls[1]!.answer([]);
  expect(calls.map(({ args }) => args.slice(2))).toEqual([
    [1000, 5],
    [1000, 1005],
  ]);
  expect(store.snapshot('k')).toMatchObject({ status: 'ready', hasMore: false });
  expect(shown()).toHaveLength(1000);
});

test('ends at the maximum number of rows', async () => {
  open({ limit: Number.POSITIVE_INFINITY });
  for (let page = 0; page < 10; page += 1) await calls[page]!.answer(rows(page * 1000, page * 1000 + 999));
  expect(calls[10]!.args.slice(2)).toEqual([1, MAX_ALL]);
  await calls[10]!.answer(rows(MAX_ALL, MAX_ALL));
  expect(calls).toHaveLength(11);
  expect(store.snapshot('k').hasMore).toBe(true);
  expect(shown()).toHaveLength(MAX_ALL);
});

test('lists a row once that moved to the next page between two responses', async () => {
  open({ limit: 2000 });
  await calls[0]!.answer(rows(1, 1000));
  await calls[1]!.answer(rows(1000, 1004));
  expect(shown()).toHaveLength(1004);
  expect(new Set(shown()).size).toBe(1004);
});

test.each<[string, RowEvent, string[]]>([
  ['a created row at its place', { type: 'create', id: 'r2', data: row(2) }, ['r1', 'r2', 'r3']],
  ['a created row at the end', { type: 'create', id: 'r4', data: row(4) }, ['r1', 'r3', 'r4']],
  ['no created row that the filter excludes', { type: 'create', id: 'r2', data: row(2, { done: true }) }, ['r1', 'r3']],
  ['an updated row at its new place', { type: 'update', id: 'r1', data: { ...row(5), id: 'r1' } }, ['r3', 'r1']],
  ['no updated row that left the filter', { type: 'update', id: 'r1', data: row(1, { done: true }) }, ['r3']],
  ['an updated row that entered the filter', { type: 'update', id: 'r2', data: row(2) }, ['r1', 'r2', 'r3']],
  ['no deleted row', { type: 'delete', id: 'r1', data: null }, ['r3']],
  ['the same rows after another row was deleted', { type: 'delete', id: 'r9', data: null }, ['r1', 'r3']],
])('lists %s, without a request', async (_, event, expected) => {
  const { listener } = await ready([row(1), row(3)], { filter: { done: { $ne: true } } });
  publish(event);
  expect(shown()).toEqual(expected);
  expect(listener).toHaveBeenCalledOnce();
  expect(calls).toHaveLength(1);
});

test('a row created on a full page moves the last one to the next page', async () => {
  await ready([row(1), row(2), row(4)]);
  publish({ type: 'create', id: 'r3', data: row(3) });
  expect(store.snapshot('k')).toMatchObject({ rows: [row(1), row(2), row(3)], hasMore: true });
  publish({ type: 'create', id: 'r9', data: row(9) });
  expect(shown()).toEqual(['r1', 'r2', 'r3']);
  expect(calls).toHaveLength(1);
});

test('a deletion on a page with a following one loads the row that moves up', async () => {
  await ready(rows(1, 4));
  publish({ type: 'delete', id: 'r2', data: null });
  expect(shown()).toEqual(['r1', 'r3']);
  await settled();
  await calls[1]!.answer([row(1), row(3), row(4)]);
  expect(store.snapshot('k')).toMatchObject({ rows: [row(1), row(3), row(4)], hasMore: false });
});

test('an update that moves a row past the end of its page loads the page again', async () => {
  await ready(rows(1, 4));
  publish({ type: 'update', id: 'r1', data: { ...row(9), id: 'r1' } });
  await settled();
  expect(calls).toHaveLength(2);
  await calls[1]!.answer([...rows(2, 4), { ...row(9), id: 'r1' }]);
  expect(shown()).toEqual(['r2', 'r3', 'r4']);
});

test.each<[string, RowEvent]>([
  ['created', { type: 'create', id: 'r1', data: row(1) }],
  ['deleted', { type: 'delete', id: 'r1', data: null }],
])('a row %s on an earlier page loads the page again', async (_, event) => {
  await ready(rows(4, 6), { skip: 3 });
  publish(event);
  await settled();
  expect(calls).toHaveLength(2);
});

test('loads a page once after many changes in one call', async () => {
  await ready(rows(4, 6), { skip: 3 });
  for (const { id, ...data } of rows(7, 20)) publish({ type: 'create', id, data: { ...data, id } });
  await settled();
  expect(calls).toHaveLength(2);
});

test('loads again after changes that only the server can apply', async () => {
  const { close } = await ready(rows(1, 2), { filter: { tags: { $size: 2 } } });
  publish({ type: 'create', id: 'r3', data: row(3) });
  await settled();
  await calls[1]!.answer(rows(1, 3));
  publish({ type: 'delete', id: null, data: null });
  await settled();
  await calls[2]!.answer([]);
  expect(shown()).toEqual([]);
  close();
  publish({ type: 'delete', id: null, data: null });
  await settled();
  expect(calls).toHaveLength(3);
  open();
  expect(calls).toHaveLength(4);
});

test('shows an error, and the rows after a retry', async () => {
  open();
  await calls[0]!.answer(new Error('Server unreachable.'));
  expect(store.snapshot('k')).toMatchObject({ status: 'error', rows: [], error: new Error('Server unreachable.') });
  store.retry('k');
  expect(store.snapshot('k')).toEqual({ status: 'loading', rows: [], hasMore: false, error: null });
  await calls[1]!.answer(rows(1, 1));
  expect(store.snapshot('k')).toEqual({ status: 'ready', rows: rows(1, 1), hasMore: false, error: null });
  store.retry('unknown');
  expect(calls).toHaveLength(2);
});

test.each([
  [401, 'denied'],
  [403, 'denied'],
  [500, 'error'],
])('a response with status %d means "%s"', async (code, status) => {
  open();
  await calls[0]!.answer(new ApiError('No.', code, 'no'));
  expect(store.snapshot('k').status).toBe(status);
});

test('keeps the rows when a reload fails, but not when it is denied', async () => {
  await ready(rows(1, 2));
  store.refresh();
  await calls[1]!.answer(new Error('Server unreachable.'));
  expect(store.snapshot('k')).toMatchObject({ status: 'ready', rows: rows(1, 2) });
  store.refresh();
  await calls[2]!.answer(new ApiError('No.', 403, 'no'));
  expect(store.snapshot('k')).toMatchObject({ status: 'denied', rows: [] });
});

test('ignores a late response after a newer one', async () => {
  const { listener } = await ready(rows(1, 1));
  store.refresh();
  store.refresh();
  await calls[2]!.answer(rows(1, 2));
  expect(shown()).toEqual(['r1', 'r2']);
  listener.mockClear();
  await calls[1]!.answer(rows(1, 1));
  expect(shown()).toEqual(['r1', 'r2']);
  expect(listener).not.toHaveBeenCalled();
});

test('a late error does not replace the rows of a newer response', async () => {
  open();
  store.retry('k');
  await calls[1]!.answer(rows(1, 2));
  await calls[0]!.answer(new Error('Server unreachable.'));
  expect(store.snapshot('k')).toMatchObject({ status: 'ready', rows: rows(1, 2) });
});

test('a response to a request from before a change does not undo the change', async () => {
  await ready(rows(1, 2));
  store.refresh();
  publish({ type: 'delete', id: 'r1', data: null });
  await calls[1]!.answer(rows(1, 2));
  expect(shown()).toEqual(['r2']);
  expect(calls).toHaveLength(2);
});

test('a change during the first load is in the rows', async () => {
  open();
  publish({ type: 'create', id: 'r2', data: row(2) });
  await calls[0]!.answer([row(1)]);
  expect(shown()).toEqual(['r1', 'r2']);
  expect(calls).toHaveLength(1);
});

test('loads again when changes of others are received from now on', async () => {
  await ready(rows(1, 2));
  receiving();
  await settled();
  await calls[1]!.answer(rows(1, 3));
  expect(shown()).toEqual(['r1', 'r2', 'r3']);
});

test('changes one after the other do not keep the rows from loading, and reload them once in a while', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  await ready(rows(1, 3), { filter: { $unknown: 1 } });
  for (let change = 0; change < 50; change++) {
    publish({ type: 'update', id: 'r1', data: row(1, { change }) });
    await settled();
  }
  expect(calls).toHaveLength(2);
  await calls[1]!.answer(rows(1, 2));
  expect(shown()).toEqual(['r1', 'r2']);
  vi.advanceTimersByTime(500);
  await settled();
  expect(calls).toHaveLength(3);
});

test('shows optimistic changes over each response until they are removed', async () => {
  await ready(rows(1, 2));
  const removeFirst = store.show('r1', null);
  const removeNew = store.show('new-1', { ...row(9), id: 'new-1' });
  expect(shown()).toEqual(['r2', 'new-1']);
  store.refresh();
  await calls[1]!.answer(rows(1, 2));
  expect(shown()).toEqual(['r2', 'new-1']);
  expect(store.find('new-1')).toMatchObject({ size: 9 });
  removeNew();
  removeFirst();
  expect(shown()).toEqual(['r1', 'r2']);
  expect(store.find('new-1')).toBeUndefined();
});

test('shows a new row once when the server tells of it before it answers the call', async () => {
  await ready(rows(1, 1));
  const end = store.showNew(row(2, { id: 'new-1' }));
  publish({ type: 'create', id: 'r2', data: row(2) });
  publish({ type: 'create', id: 'r3', data: row(3) });
  publish({ type: 'update', id: 'r2', data: row(2, { done: true }) });
  expect(shown()).toEqual(['r1', 'new-1']);
  end(row(2));
  expect(store.snapshot('k').rows).toEqual([row(1), row(2, { done: true }), row(3)]);
});

test('shows the row of each of two calls once, whichever is answered first', async () => {
  await ready(rows(1, 1));
  const endFirst = store.showNew(row(2, { id: 'new-1' }));
  const endSecond = store.showNew(row(3, { id: 'new-2' }));
  publish({ type: 'create', id: 'r3', data: row(3) });
  publish({ type: 'create', id: 'r2', data: row(2) });
  endFirst(row(2));
  expect(shown()).toEqual(['r1', 'r2', 'new-2']);
  endSecond();
  expect(shown()).toEqual(['r1', 'r2', 'r3']);
});
