import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Column } from './columns.ts';
import { type FilterGroup, knownConditions, noConditions } from './filter/conditions.ts';
import type { ColumnActions } from './grid/HeaderCell.tsx';
import { type Arrangement, plainArrangement } from './grid/useColumns.ts';

/** The most fields that the server sorts by. */
export const MAX_SORTED = 4;
export const NEWEST_FIRST = '-createdAt';

/** Everything that a view keeps. */
export interface SavedArrangement extends Arrangement {
  readonly sort: string;
  readonly conditions: FilterGroup;
}

interface Saved extends SavedArrangement {
  /** Id of the view that was chosen last. */
  readonly viewId: string | null;
}

const plain: Saved = { ...plainArrangement, sort: NEWEST_FIRST, conditions: noConditions, viewId: null };
const keyOf = (appId: string, entity: string) => `sayso-table-${appId}-${entity}`;

function read(key: string): Saved {
  try {
    const saved = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Saved> | null;
    return { ...plain, ...saved };
  } catch {
    return plain;
  }
}

/** Only the rows of one account, where the address of the page names it. */
function ofCreator(saved: Saved, creator: string | null): Saved {
  if (creator === null) return saved;
  const conditions = [{ field: 'creatorId', operator: 'is', text: creator, options: [] }] as const;
  return { ...saved, conditions: { match: 'all', conditions } };
}

/** Order, widths, visibility, sort and filter of a table's columns, remembered by this browser. */
export function useArrangement(appId: string, entity: string, columns: readonly Column[]) {
  const key = keyOf(appId, entity);
  const creator = useSearchParams()[0].get('creator');
  const [saved, setSaved] = useState(() => ofCreator(read(key), creator));
  const sort = useMemo(() => knownSort(saved.sort, columns), [saved.sort, columns]);
  const conditions = useMemo(() => knownConditions(saved.conditions, columns), [saved.conditions, columns]);
  const update = useMemo(() => {
    const change = (step: (current: Saved) => Partial<Saved>) =>
      setSaved((current) => {
        const next = { ...current, ...step(current) };
        try {
          localStorage.setItem(key, JSON.stringify(next));
        } catch {
          // Storage may be blocked; the arrangement lasts until the page is closed.
        }
        return next;
      });
    const actions: Pick<ColumnActions, 'sort' | 'resize' | 'hide' | 'pin' | 'move'> = {
      sort: ({ id }, direction, isAdditional) =>
        change((current) => {
          const field = direction === 'desc' ? `-${id}` : id;
          const others = current.sort.split(',').filter((each) => each.replace(/^-/, '') !== id);
          return { sort: isAdditional ? [...others, field].slice(-MAX_SORTED).join(',') : field };
        }),
      resize: ({ id }, width) => change((current) => ({ widths: { ...current.widths, [id]: width } })),
      hide: ({ id }) => change((current) => ({ hidden: [...current.hidden, id] })),
      pin: ({ id }, isPinned) =>
        change((current) => ({ pinned: [...current.pinned.filter((each) => each !== id), ...(isPinned ? [id] : [])] })),
      move: (id, before) =>
        change((current) => {
          const known = [...current.order, ...columns.map((column) => column.id).filter((each) => !current.order.includes(each))];
          if (id === before.id || !known.includes(id)) return {};
          const rest = known.filter((each) => each !== id);
          return { order: rest.toSpliced(rest.indexOf(before.id), 0, id) };
        }),
    };
    return {
      ...actions,
      sortBy: (keys: string) => change(() => ({ sort: keys })),
      filterBy: (group: FilterGroup) => change(() => ({ conditions: group })),
      /** Arranges the table as a view does; null: as it was at first. */
      show: (view: { readonly id: string; readonly arrangement: SavedArrangement } | null) =>
        change(() => (view === null ? plain : { ...plain, ...view.arrangement, viewId: view.id })),
      showAll: () => change(() => ({ hidden: [] })),
      /** Keeps the place of a column whose field has another name. */
      rename: (from: string, to: string) => change((current) => renamed(current, (id) => (id === from ? to : id))),
    };
  }, [key, columns]);
  return { arrangement: saved, sort, conditions, update };
}

function renamed({ order, widths, hidden, pinned, sort, conditions }: Saved, nameOf: (id: string) => string): SavedArrangement {
  return {
    order: order.map(nameOf),
    widths: Object.fromEntries(Object.entries(widths).map(([id, width]) => [nameOf(id), width])),
    hidden: hidden.map(nameOf),
    pinned: pinned.map(nameOf),
    sort: sort
      .split(',')
      .map((field) => (field.startsWith('-') ? `-${nameOf(field.slice(1))}` : nameOf(field)))
      .join(','),
    conditions: { ...conditions, conditions: conditions.conditions.map((each) => ({ ...each, field: nameOf(each.field) })) },
  };
}

/** Columns may have been deleted since. */
function knownSort(sort: string, columns: readonly Column[]): string {
  const sortable = new Set(columns.filter(({ isSortable }) => isSortable).map(({ id }) => id));
  const fields = sort.split(',').filter((field) => sortable.has(field.replace(/^-/, '')));
  return fields.length === 0 ? NEWEST_FIRST : fields.join(',');
}
