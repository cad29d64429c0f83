// Sets the color scheme before the first paint. A file of its own, because the content security policy allows no inline scripts.
(() => {
  let stored = null;
  try {
    stored = window.localStorage.getItem('sayso-color-scheme');
  } catch {
    // Storage may be blocked; the system's scheme is used then.
  }
  const dark = stored === 'dark' || (stored !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
