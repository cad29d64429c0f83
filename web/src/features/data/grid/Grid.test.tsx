import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../../testing/render.tsx';
import { columnsOf } from '../columns.ts';
import type { Fields, Row, TableApi } from '../rows/api.ts';
import { RowPages } from '../rows/pages.ts';
import { TableRows } from '../rows/table-rows.ts';
import { Grid } from './Grid.tsx';

const [name] = columnsOf({ properties: { name: { type: 'string' } } }, { createdAt: 'Created at', creatorId: 'User ID' });
if (name === undefined) throw new Error('The table has no column.');
const column = { ...name, width: 150, isPinned: false };
const columns = [column];

/** A grid of one row, and its first cell. */
async function open() {
  const stored: Row[] = [{ id: 'anna', name: 'Anna' }];
  const update = vi.fn(async (id: string, fields: Fields) => ({ ...fields, id }));
  const api: TableApi = {
    list: async () => stored,
    count: async () => stored.length,
    update,
    ...{ get: vi.fn(), create: vi.fn(), createMany: vi.fn(), remove: vi.fn(), removeMany: vi.fn() },
  };
  const pages = new RowPages(api, { filter: null, sort: '-createdAt' });
  const rows = new TableRows({ api, trash: { restore: vi.fn() }, pages });
  await pages.reload();
  const ignore = vi.fn();
  const { user } = renderScreen(
    <Grid
      label="People"
      {...{ rows, columns }}
      header={() => null}
      checked={new Set()}
      onCheck={ignore}
      onConfirm={ignore}
      onOpen={ignore}
      onRemove={ignore}
      onPaste={ignore}
    />,
  );
  await screen.findByText('Anna');
  screen.getByRole('grid').focus();
  return { rows, pages, update, user };
}

it('keeps an edit in its row when another row arrives above it', async () => {
  const { pages, update, user } = await open();
  await user.keyboard('B');
  act(() => pages.arrive({ id: 'carl', name: 'Carl' }));
  await user.keyboard('ea{Enter}');
  expect(update.mock.calls).toEqual([['anna', { name: 'Bea' }]]);
});

it('changes no other row when the edited one is removed meanwhile', async () => {
  const { pages, update, user } = await open();
  act(() => pages.prepend({ id: 'carl', name: 'Carl' }));
  await user.keyboard('B');
  act(() => void pages.remove(new Set(['carl'])));
  await user.keyboard('ea{Enter}');
  expect(update).not.toHaveBeenCalled();
});
