import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard's place: when the control that has the focus goes away, as buttons do that have done their work, the focus
 * moves to what `next` finds rather than to the top of the page. Spread the result on an element around those controls.
 */
export function useKeptFocus(next: () => HTMLElement | null | undefined): { readonly onFocus: (event: FocusEvent) => void } {
  const last = useRef<Element | null>(null);
  // After every drawing: nobody tells when an element with the focus is removed or switched off.
  useEffect(() => {
    const element = last.current;
    if (element === null || (element.isConnected && !element.matches(':disabled'))) return;
    last.current = null;
    const holder = document.activeElement;
    if (holder === null || holder === document.body || holder === element) next()?.focus();
  });
  return {
    onFocus: (event) => {
      // What opens elsewhere, such as a dialog, looks after its own focus.
      if (event.currentTarget.contains(event.target)) last.current = event.target;
    },
  };
}
