import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { SavedArrangement } from '../useArrangement.ts';
import * as api from './api.ts';
import { useTableViews } from './useTableViews.ts';

const arranged = (hidden: readonly string[]) =>
  ({ order: [], hidden, pinned: [], widths: {}, sort: [], conditions: { match: 'all', conditions: [] } }) as unknown as SavedArrangement;

it('keeps a view that was saved while the list was read, which may be from before', async () => {
  const before = { id: 'v1', name: 'Finished', arrangement: arranged([]) };
  const after = { ...before, arrangement: arranged(['creatorId']) };
  const late = Promise.withResolvers<api.TableView[]>();
  const list = vi.fn(async () => [before]);
  const update = vi.fn(async () => after);
  vi.spyOn(api, 'createViewsApi').mockReturnValue({ list, update, add: vi.fn(), remove: vi.fn() });
  const given = { table: { appId: 'a1', entity: 'Task' }, arrangement: after.arrangement, viewId: 'v1', onChoose: () => undefined };
  const { result } = renderHook(() => useTableViews(given));
  await waitFor(() => expect(result.current.isChanged).toBe(true));
  list.mockImplementationOnce(() => late.promise).mockImplementation(async () => [after]);
  let reading: Promise<void> | undefined;
  act(() => {
    reading = result.current.read();
  });
  await act(() => result.current.save(before));
  expect(result.current.isChanged).toBe(false);
  late.resolve([before]);
  await act(() => reading as Promise<void>);
  expect(result.current.isChanged).toBe(false);
  expect(list).toHaveBeenCalledTimes(3);
});
