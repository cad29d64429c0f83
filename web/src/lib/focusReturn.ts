/** A panel, with the selector of the control in it that receives the focus. */
const OWNER = '[data-focus-owner]';
const DIALOG = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** An element that had the focus, and where it was: an element that is removed has no ancestors. */
interface Place {
  readonly element: HTMLElement;
  /** From the inside out. */
  readonly owners: readonly HTMLElement[];
  readonly dialog: Element | null;
  /** What had the focus before its dialog opened. */
  readonly opener: Place | null;
}

/**
 * Returns the focus when the element that has it is removed, hidden or disabled, instead of leaving it on the page, where no key reaches a
 * panel. It goes to the nearest owner around the element, which names the selector of its main control (`data-focus-owner`); from a dialog
 * that has closed, to what opened it. A control that is only loading gets it back. Returns the function that ends it.
 */
export function returnFocus(page: Document = document): () => void {
  let current: Place | null = null;
  let frame = 0;

  const placeOf = (element: HTMLElement): Place => {
    const dialog = element.closest(DIALOG);
    const owners: HTMLElement[] = [];
    for (let owner = element.closest<HTMLElement>(OWNER); owner !== null; owner = owner.parentElement?.closest<HTMLElement>(OWNER) ?? null)
      owners.push(owner);
    return { element, owners, dialog, opener: openerOf(dialog) };
  };
  const openerOf = (dialog: Element | null): Place | null => {
    if (dialog === null) return null;
    for (let place = current; place !== null; place = place.opener) if (place.dialog === dialog) return place.opener;
    return current;
  };
  const check = () => {
    frame = 0;
    if (current === null || !isLost(page)) return;
    if (isUsable(current.element)) {
      // The user clicked beside it. An open dialog keeps its opener.
      if (current.dialog === null) current = null;
    } else if (!current.element.isConnected || !current.element.hasAttribute('data-loading'))
      targetOf(current)?.focus({ preventScroll: true });
  };
  // In the next frame: until then, components move the focus themselves, and browsers still name a disabled element.
  const checkSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(check);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== page.body) current = placeOf(target);
  };
  // No event fires when the focused element is removed.
  const observer = new MutationObserver(() => {
    if (current !== null && !isUsable(current.element)) checkSoon();
  });
  page.addEventListener('focusin', onFocus);
  page.addEventListener('focusout', checkSoon);
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'inert'] });
  return () => {
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('focusout', checkSoon);
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

const isLost = ({ activeElement, body }: Document): boolean => activeElement === null || activeElement === body;

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.closest('[inert]') === null && element.checkVisibility();

function targetOf({ element, owners, dialog, opener }: Place): HTMLElement | null {
  if (isUsable(element)) return element;
  for (const owner of owners) {
    const target = owner.querySelector<HTMLElement>(owner.dataset['focusOwner'] ?? '') ?? null;
    if (target !== null && isUsable(target)) return target;
  }
  // A dialog that is still open traps the focus itself.
  if (dialog?.isConnected === true && dialog.checkVisibility())
    return dialog.querySelector<HTMLElement>('button, input, textarea, [tabindex="0"]');
  return opener === null ? null : targetOf(opener);
}
