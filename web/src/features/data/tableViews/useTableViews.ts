import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TableAddress } from '../rows/api.ts';
import type { SavedArrangement } from '../useArrangement.ts';
import { createViewsApi, type TableView } from './api.ts';

interface Options {
  readonly table: Pick<TableAddress, 'appId' | 'entity'>;
  /** How the table is arranged now. */
  readonly arrangement: SavedArrangement;
  /** The id of the view that was chosen last. */
  readonly viewId: string | null;
  readonly onChoose: (view: TableView | null) => void;
}

/** The builder's views of a table, and which of them is shown. */
export function useTableViews({ table: { appId, entity }, arrangement, viewId, onChoose }: Options) {
  const api = useMemo(() => createViewsApi({ appId, entity }), [appId, entity]);
  const [views, setViews] = useState<readonly TableView[]>([]);
  const changes = useRef(0);
  const change = (next: (current: readonly TableView[]) => readonly TableView[]) => {
    changes.current += 1;
    setViews(next);
  };
  const read = useCallback(async () => {
    // A list may be from before a change whose answer came first.
    for (let before = -1; before !== changes.current; ) {
      before = changes.current;
      const found = await api.list();
      if (before === changes.current) setViews(found);
    }
  }, [api]);
  useEffect(() => void read().catch(() => undefined), [read]);
  const shown = views.find(({ id }) => id === viewId) ?? null;
  const keep = (view: TableView) => change((current) => [...current.filter(({ id }) => id !== view.id), view].toSorted(byName));
  return {
    views,
    shown,
    /** The arrangement differs from that of the shown view. */
    isChanged: shown !== null && textOf(shown.arrangement) !== textOf(arrangement),
    read,
    choose: onChoose,
    add: async (name: string) => {
      const view = await api.add({ name, arrangement });
      keep(view);
      onChoose(view);
    },
    save: async ({ id }: TableView) => keep(await api.update(id, { arrangement })),
    rename: async ({ id }: TableView, name: string) => keep(await api.update(id, { name })),
    remove: async ({ id }: TableView) => {
      await api.remove(id);
      change((current) => current.filter((each) => each.id !== id));
    },
  };
}

export type TableViews = ReturnType<typeof useTableViews>;

const byName = (one: TableView, other: TableView): number => one.name.localeCompare(other.name);

/** The same for equal arrangements, whose properties may be in another order. */
const textOf = ({ order, hidden, pinned, widths, sort, conditions: { match, conditions } }: SavedArrangement): string =>
  JSON.stringify([
    order,
    hidden,
    pinned,
    Object.entries(widths).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    sort,
    match,
    conditions.map(({ field, operator, text, options }) => [field, operator, text, options]),
  ]);
