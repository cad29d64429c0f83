// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entity, Row, RowFields } from '../../sdk/entity.ts';
import { changesOf, type RowChanges } from './changes.ts';
import { UNDO_MS } from './notices.ts';
import { storeOf } from './store.ts';

const query = { filter: {}, sort: 'createdAt', limit: 10, skip: 0 };
let entity: { readonly name: string; create: Entity['create']; update: Entity['update']; delete: Entity['delete'] };
let creation: PromiseWithResolvers<Row>;
let changes: RowChanges<Row>;
let tables = 0;

beforeEach(async () => {
  creation = Promise.withResolvers();
  const stub = {
    name: `Chore${++tables}`,
    definition: { title: 'Chore', properties: { title: { type: 'string' } } },
    filter: vi.fn(async () => []),
    subscribe: vi.fn(),
    create: vi.fn(() => creation.promise),
    update: vi.fn(async (id: string, fields: RowFields) => ({ ...made, ...fields, id })),
    delete: vi.fn(async () => ({})),
  };
  entity = stub as never;
  changes = changesOf(stub as unknown as Entity, null);
  storeOf(entity).subscribe('k', query, () => undefined);
  await vi.waitFor(() => expect(storeOf(entity).snapshot('k').status).toBe('ready'), { timeout: 15_000 });
});
afterEach(() => vi.useRealTimers());

const made: Row = { id: 'r1', createdAt: '2026-01-01', creatorId: null, title: 'Sweep', done: false };
const shown = () => storeOf(entity).snapshot('k').rows;

test('a change of a row that is being added reaches the row as the server made it', async () => {
  void changes.create({ title: 'Sweep' });
  const [added] = shown();
  const changed = changes.update(added as Row, { done: true });
  expect(shown()).toMatchObject([{ id: added?.id, done: true }]);
  expect(entity.update).not.toHaveBeenCalled();
  creation.resolve(made);
  expect(await changed).toMatchObject({ id: 'r1', done: true });
  expect(entity.update).toHaveBeenCalledWith('r1', { done: true });
  await changes.update(added as Row, { done: false });
  expect(entity.update).toHaveBeenLastCalledWith('r1', { done: false });
});

test('a change of a row that the server refuses to add is not made', async () => {
  const refused = changes.create({ title: 'Sweep' });
  const changed = changes.update(shown()[0] as Row, { done: true });
  creation.reject(new Error('The table is full.'));
  await expect(refused).rejects.toThrow('The table is full.');
  await expect(changed).rejects.toThrow('The table is full.');
  expect(entity.update).not.toHaveBeenCalled();
  expect(shown()).toEqual([]);
});

test('a row that is deleted while it is being added is deleted on the server', async () => {
  vi.useFakeTimers();
  void changes.create({ title: 'Sweep' });
  changes.remove(shown()[0] as Row);
  expect(shown()).toEqual([]);
  creation.resolve(made);
  await vi.advanceTimersByTimeAsync(UNDO_MS + 1);
  expect(entity.delete).toHaveBeenCalledWith('r1');
});
