/**
 * Gives shortcuts the letter that Shift alone decides. With Caps Lock a browser names the key of Ctrl Shift F `f`, which the code editor
 * takes for Ctrl F while the panel around it takes the same key for its own. Returns the function that ends it.
 */
export function normalizeShortcuts(page: Window = window): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    if (!event.isTrusted || !(ctrlKey || metaKey) || altKey || !/^[a-z]$/i.test(key) || target === null) return;
    const letter = shiftKey ? key.toUpperCase() : key.toLowerCase();
    if (letter === key) return;
    event.stopImmediatePropagation();
    const { code, location, repeat, keyCode, bubbles, cancelable, composed } = event;
    const same = { key: letter, code, location, repeat, keyCode, shiftKey, ctrlKey, metaKey, bubbles, cancelable, composed };
    // The browser's own action, such as copying, follows the original event.
    if (!target.dispatchEvent(new KeyboardEvent('keydown', same))) event.preventDefault();
  };
  page.addEventListener('keydown', onKeyDown, { capture: true });
  return () => page.removeEventListener('keydown', onKeyDown, { capture: true });
}
