/** Copies text to the clipboard; false when the browser refuses. Also works without the Clipboard API, which plain HTTP lacks. */
export async function copyText(text: string): Promise<boolean> {
  // Typed as always present, but missing outside secure contexts.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined) {
    const isCopied = await clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (isCopied) return true;
  }
  return copySelected(text);
}

/** Fallback without the Clipboard API: copies the selection of a temporary field. */
function copySelected(text: string): boolean {
  const holder = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (holder instanceof HTMLElement) holder.focus();
  }
}
