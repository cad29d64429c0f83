import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard's place: when the control that has the focus goes away or is switched off, as buttons are that have done their
 * work, the focus moves to what `next` finds rather than to the top of the page. One that only loads gets it back afterwards.
 * Spread the result on an element around those controls.
 */
export function useKeptFocus(next: () => HTMLElement | null | undefined) {
  const last = useRef<HTMLElement | null>(null);
  // After every drawing: nobody tells when an element with the focus is removed or switched off.
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
      // What opens elsewhere, such as a dialog, looks after its own focus.
      if (currentTarget.contains(target)) last.current = target;
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      // Whoever leaves by themselves stays away.
      if (target === last.current && !target.matches(':disabled')) last.current = null;
    },
  };
}
