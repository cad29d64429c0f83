import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { text } from '../../testing/find.ts';
import { draftApp } from '../../testing/fixtures.ts';
import { renderPanel } from '../../testing/renderPanel.tsx';
import ChangesPanel from './ChangesPanel.tsx';

const version = (number: number) => ({ id: `v${number}`, title: `Change ${number}`, name: null, createdAt: '2026-01-02T08:00:00Z' });
const all = Array.from({ length: 8 }, (_, index) => version(8 - index));
/** As many as this server returns at once. */
const PAGE = 2;

function show(comparison: { readonly versionId: string; readonly sinceId: string | null }) {
  const app = {
    ...draftApp,
    versions: ({ before }: { before?: string }) => {
      const start = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
      return all.slice(start, start + PAGE);
    },
    version: ({ id }: { id: string }) => {
      const number = Number(id.slice(1));
      return { ...version(number), parentId: number === 1 ? null : `v${number - 1}`, changes: [] };
    },
  };
  const { workspace } = renderPanel(ChangesPanel, { answers: { app } });
  act(() => workspace.state.comparisons.send(comparison));
}

it.each([
  ['a recent version', { versionId: 'v8', sinceId: null }, /^Change 7 · /, /^Change 8 · /],
  ['versions below the recent ones', { versionId: 'v5', sinceId: 'v2' }, /^Change 2 · /, /^Change 5 · /],
  ['an old version with the one before it', { versionId: 'v5', sinceId: null }, /^Change 4 · /, /^Change 5 · /],
  ['the first version', { versionId: 'v1', sinceId: null }, /^Before the first version$/, /^Change 1 · /],
])('names what it compares: %s', async (_what, comparison, from, to) => {
  show(comparison);
  await text('No changes found between versions');
  const chosen = (label: string) => screen.getByRole<HTMLInputElement>('combobox', { name: label }).value;
  expect(chosen('From')).toMatch(from);
  expect(chosen('To')).toMatch(to);
});
