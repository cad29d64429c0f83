import { useState } from 'react';
import { useIsPhone } from '../../lib/screenSize.ts';
import { keepSidebar, readSidebar } from '../../lib/sidebar.ts';
import type { Panel } from '../../lib/workspace/panel.ts';
import type { QueryState } from './useQueryState.ts';

/** Ids of the panels that were opened last. */
interface LastOpen {
  readonly wanted: string | null;
  /** Of the main panels. */
  readonly main: string | null;
  /** Of the main and the side panels. */
  readonly pane: string | null;
}

/** What is open last once `wanted` is; the same object when nothing changes. */
function afterOpening(wanted: Panel | null, last: LastOpen): LastOpen {
  const id = wanted?.id ?? null;
  const main = wanted?.place === 'main' ? id : last.main;
  const pane = wanted?.place === 'main' || wanted?.place === 'side' ? id : last.pane;
  return last.wanted === id && last.main === main && last.pane === pane ? last : { wanted: id, main, pane };
}

/** Which panels are visible. The one that was opened last is in the URL, unless it is the default. */
export function useOpenPanels(panels: readonly Panel[], { query, update }: QueryState) {
  const isPhone = useIsPhone();
  const [isSideOpen, setIsSideOpen] = useState(readSidebar);
  const side = panels.find(({ place }) => place === 'side') ?? null;
  const first = panels.find(({ place }) => place === 'main') ?? null;
  /** Phones show the side and the main panels one at a time. */
  const start = isPhone ? (side ?? first) : first;
  const wanted = panels.find(({ id }) => id === query.get('panel')) ?? start;
  const wantedId = wanted?.id ?? null;

  const [last, setLast] = useState<LastOpen>({ wanted: null, main: first?.id ?? null, pane: start?.id ?? null });
  const next = afterOpening(wanted, last);
  if (next !== last) {
    setLast(next);
    if (last.wanted !== wantedId && wanted?.place === 'side' && !isPhone) setIsSideOpen(true);
  }
  const { main, pane } = next;

  const open = (id: string | null, query: Readonly<Record<string, string | null>> = {}) =>
    update(
      (next) => {
        for (const [name, value] of Object.entries(query)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        if (id === null || id === start?.id) next.delete('panel');
        else next.set('panel', id);
      },
      { replace: true },
    );
  const setSide = (isOpen: boolean) => {
    setIsSideOpen(isOpen);
    keepSidebar(isOpen);
    if (!isOpen && wantedId === side?.id) open(last.main);
  };
  return {
    side,
    /** Whether the side panel is visible beside the main one; phones use `pane`. */
    isSideOpen,
    toggleSide: () => setSide(!isSideOpen),
    /** Id of the main panel. */
    main,
    /** The visible panel on phones: id of the side panel or of a main one. */
    pane,
    popover: wanted?.place === 'popover' ? wanted.id : null,
    closePopover: () => open(isPhone ? last.pane : last.main),
    show: (id: string, query?: Readonly<Record<string, string | null>>) => {
      const panel = panels.find((each) => each.id === id);
      if (panel === undefined) return;
      if (panel.place === 'side' && !isPhone) {
        if (!isSideOpen) setSide(true);
      } else open(id, query);
    },
  };
}
