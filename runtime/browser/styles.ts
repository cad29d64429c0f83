let current: HTMLLinkElement | null = null;

/** Puts a style sheet in the place of the one before, which stays until the new one is there: nothing flashes. */
export async function swapStyles(href: string): Promise<void> {
  if (current?.href === href) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, crossOrigin: 'anonymous' });
  const before = current;
  current = link;
  await new Promise<void>((resolve) => {
    link.onload = () => resolve();
    // An app without its styles is better than no app.
    link.onerror = () => resolve();
    document.head.append(link);
  });
  before?.remove();
}

const preloaded = new Set<string>();

/** Fetches all modules at once instead of one level of imports after another. */
export function preload(urls: readonly string[]): void {
  for (const href of urls) {
    if (preloaded.has(href)) continue;
    preloaded.add(href);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
