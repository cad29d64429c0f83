let current: HTMLLinkElement | null = null;

/** Replaces the style sheet; the previous one stays until the new one has loaded, so nothing flashes. */
export async function swapStyles(href: string): Promise<void> {
  if (current?.href === href) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, crossOrigin: 'anonymous' });
  const before = current;
  current = link;
  await new Promise<void>((resolve) => {
    link.onload = () => resolve();
    // Show the app unstyled rather than not at all.
    link.onerror = () => resolve();
    document.head.append(link);
  });
  before?.remove();
}
