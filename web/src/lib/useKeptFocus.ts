import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Focus management: when the focused control is removed or disabled, as buttons are after their use, moves the focus to what `next` finds
 * rather than to the top of the page. A control that is only loading gets it back afterwards. Spread the result on an element around the
 * controls.
 */
export function useKeptFocus(next: () => HTMLElement | null | undefined) {
  const last = useRef<HTMLElement | null>(null);
  // After every render: no event fires when the focused element is removed or disabled.
  useEffect(() => {
    const element = last.current;
    const holder = document.activeElement;
    if (element === null || (holder !== element && holder !== null && holder !== document.body)) return;
    if (element.isConnected && !element.matches(':disabled')) return element.focus();
    if (element.isConnected && element.hasAttribute('data-loading')) return;
    last.current = null;
    next()?.focus();
  });
  return {
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      // Portals, such as dialogs, manage their own focus.
      if (currentTarget.contains(target)) last.current = target;
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      // The user moved the focus away.
      if (target === last.current && !target.matches(':disabled')) last.current = null;
    },
  };
}
