const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element.');

const { pathname, search } = window.location;
// The log-in is a page of its own, which is small; clients of another product are led on from it by the builder's pages.
const isLogin = /^\/login\/?$/.test(pathname) && !new URLSearchParams(search).has('from_url');
const page: Promise<{ readonly start: (root: HTMLElement) => Promise<void> }> = isLogin
  ? import('./app/login/start.tsx')
  : import('./app/start.tsx');
void page.then(({ start }) => start(root));
