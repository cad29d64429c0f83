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

/** A grid of these rows, by default of one. */
async function open(stored: readonly Row[] = [{ id: 'anna', name: 'Anna' }]) {
  const update = vi.fn(async (id: string, fields: Fields) => ({ ...fields, id }));
  const api: TableApi = {
    list: async () => [...stored],
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

it('ends an edit whose row is removed with all below it', async () => {
  const { pages, rows, user } = await open(['Anna', 'Bea', 'Cleo'].map((name) => ({ id: name.toLowerCase(), name })));
  await user.keyboard('{ArrowDown}{ArrowDown}C');
  act(() => void pages.remove(new Set(['bea', 'cleo'])));
  expect(rows.count).toBe(1);
  screen.getByText('Anna');
});

const three = ['Anna', 'Bea', 'Cleo'].map((each) => ({ id: each.toLowerCase(), name: each }));
/** Names in the selected cells. */
const selected = () => screen.getAllByRole('gridcell', { selected: true }).map(({ textContent }) => textContent);
const active = () => document.getElementById(screen.getByRole('grid').getAttribute('aria-activedescendant') ?? '')?.textContent;

it('keeps the selection at its rows when another row arrives above them', async () => {
  const { pages, update, user } = await open(three);
  await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  expect([active(), selected()]).toEqual(['Cleo', ['Bea', 'Cleo']]);
  act(() => pages.prepend({ id: 'zoe', name: 'Zoe' }));
  expect([active(), selected()]).toEqual(['Cleo', ['Bea', 'Cleo']]);
  await user.keyboard('{Delete}');
  expect(update.mock.calls.map(([id]) => id)).toEqual(['bea', 'cleo']);
});

it('keeps the place of the selection when its row is removed, and the first cell until one is selected', async () => {
  const { pages, user } = await open(three);
  act(() => pages.prepend({ id: 'zoe', name: 'Zoe' }));
  expect(active()).toBe('Zoe');
  await user.keyboard('{ArrowDown}');
  expect(active()).toBe('Anna');
  act(() => void pages.remove(new Set(['anna'])));
  expect(active()).toBe('Bea');
  act(() => pages.prepend({ id: 'yves', name: 'Yves' }));
  expect(active()).toBe('Bea');
});
