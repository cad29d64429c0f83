import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { button, isGone, text } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import { createChannel } from '../../testing/server.ts';
import DataPanel from './DataPanel.tsx';

const LINK = 'https://example.org/a';
const ROWS = [{ id: 'r1', name: 'Run', site: LINK, createdAt: '2026-01-02T08:00:00.000Z', creatorId: 'ada' }];
const schema = { type: 'object', properties: { name: { type: 'string' }, site: { type: 'string', format: 'uri' } } };

interface Shown {
  readonly olderVersion?: string;
  readonly names?: readonly string[];
}

/** The panel with the calls that it sends, and the tables that they read. */
function panel({ olderVersion, names = ['Habit'] }: Shown = {}) {
  const rowsOf = new Map<string, number>();
  const calls: string[] = [];
  const tables = createChannel();
  const read = new Set<string>();
  const rendered = renderPanel(DataPanel, {
    ...(olderVersion === undefined ? {} : { olderVersion }),
    answers: {
      app: { ...draftApp, version: { id: 'v2', tables: names.map((name) => ({ name, schema })) } },
      rowsChanged: createChannel(),
      tablesChanged: tables,
    },
  });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(method);
    const name = /entities\/(\w+)/.exec(url)?.[1] ?? '';
    read.add(name);
    return Response.json(/\/views/.test(url) ? { views: [] } : /\/count\?/.test(url) ? { count: rowsOf.get(name) ?? 1 } : ROWS);
  });
  return { ...rendered, calls, read, rowsOf, tables };
}

const cell = () => screen.findByRole('gridcell', { name: 'Run' });

it('changes no rows while an older version is viewed: neither by buttons nor by keys', async () => {
  const { calls, user } = panel({ olderVersion: 'v1' });
  await user.click(await cell());
  await user.keyboard('{Enter}changed{Enter}{Delete}');
  await user.dblClick(await cell());
  expect(screen.queryByRole('textbox', { name: /name/i })).toBe(null);
  for (const name of ['Add row', 'Delete row', 'Import', 'Save row']) expect(isGone('button', name)).toBe(true);
  expect(screen.getByRole('checkbox', { name: 'Select row 1' }).hasAttribute('disabled')).toBe(true);
  expect(calls.filter((method) => method !== 'GET')).toEqual([]);
});

it('changes rows of the latest version', async () => {
  panel();
  await cell();
  await button('Add row');
});

it('copies a link, and says so', async () => {
  const { user } = panel();
  await user.click(await button('Copy link'));
  await text('Link copied!');
  expect(await navigator.clipboard.readText()).toBe(LINK);
});

it('leads to the people instead of showing the rows of the table that describes them', async () => {
  const { user, workspace, read } = panel({ names: ['Habit', 'User'] });
  await cell();
  await user.click(await button('People of the app'));
  expect(workspace.show).toHaveBeenCalledWith('people');
  expect(isGone('button', 'User')).toBe(true);
  expect([...read]).not.toContain('User');
});

it('counts a table that is not shown again when anyone has changed it', async () => {
  const { rowsOf, tables } = panel({ names: ['Habit', 'Goal', 'Note'] });
  await cell();
  // The last one that the panel counts at first.
  await button('Note 1');
  await vi.waitFor(() => expect(tables.subscribers.size).toBe(1), { timeout: 15_000 });
  rowsOf.set('Goal', 7).set('Note', 8);
  act(() => tables.send(['Goal']));
  await button('Goal 7');
  await button('Note 1');
  act(() => tables.send(null));
  await button('Note 8');
});
