// Runs before the first paint. A file of its own, because the content security policy allows no inline scripts.
(() => {
  let stored = null;
  try {
    stored = window.localStorage.getItem('sayso-color-scheme');
  } catch {
    // Storage may be blocked; the system's scheme is used then.
  }
  const dark = stored === 'dark' || (stored !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The screen's files load beside the ones of the page, not after them (`scripts/preloads.ts`).
  const list = document.getElementById('screens');
  const screens = list === null ? [] : JSON.parse(list.textContent);
  const screen = screens.find(({ path }) => new RegExp(path).test(window.location.pathname));
  for (const file of screen?.files ?? []) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    if (file.endsWith('.css')) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
})();
