// Runs before the first paint. A file of its own, because the content security policy allows no inline scripts.
(() => {
  const read = (key) => {
    try {
      return window.localStorage.getItem(key);
    } catch {
      // Storage may be blocked; the settings of the browser and the system are used then.
      return null;
    }
  };
  const scheme = read('sayso-color-scheme');
  const dark = scheme === 'dark' || (scheme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The languages of `src/i18n/languages.ts`; the pseudo-language is for developers.
  const languages = ['en', 'de'];
  const chosen = read('sayso-language');
  const preferred = window.navigator.languages.map((tag) => tag.split('-')[0]).find((language) => languages.includes(language));
  const language = [...languages, 'en-XA'].includes(chosen) ? chosen : (preferred ?? 'en');
  document.documentElement.lang = language;

  // The screen's files and its texts load beside the ones of the page, not after them (`scripts/preloads.ts`).
  const list = document.getElementById('preloads');
  const { screens } = list === null ? { screens: [] } : JSON.parse(list.textContent);
  const screen = screens.find(({ path }) => new RegExp(path).test(window.location.pathname));
  for (const file of new Set([...(screen?.languages[language] ?? []), ...(screen?.files ?? [])])) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    if (file.endsWith('.css')) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
})();
