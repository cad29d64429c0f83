const TEXT_FIELD = 'input:not([type=checkbox], [type=radio], [type=button], [type=file]), textarea, select, [contenteditable=true]';

/**
 * Whether the keys of a panel (clipboard, undo) are meant for it: the focus is on it or on one of its controls, but not in a text field,
 * which has a clipboard and an undo history of its own.
 */
export function ownsKeys(panel: HTMLElement | null): boolean {
  const { activeElement } = document;
  return panel?.contains(activeElement) === true && activeElement?.matches(TEXT_FIELD) === false;
}
