import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Aligns an editor that is larger than its cell to the side on which the grid has room. */
export function useInView(): RefObject<HTMLSpanElement | null> {
  const root = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = root.current;
    const view = element?.closest('[role=grid]')?.getBoundingClientRect();
    if (element == null || view === undefined) return;
    const { right, bottom } = element.getBoundingClientRect();
    if (right > view.right) element.dataset['end'] = 'true';
    if (bottom > view.bottom) element.dataset['up'] = 'true';
  }, []);
  return root;
}
