import { type RoutablePage, rootOf } from '../pages.ts';
import { routesIn } from './route-reader.ts';
import type { Files } from './sources.ts';

/** `react-router-dom` within the frame's own router, and `react-dom/client` within its own root. */
export const ROUTER = '@sayso/router';
export const ROOT = '@sayso/root';

/** Exports of `react-router-dom` that `browser/router.tsx` replaces. */
const REPLACED = new Set([
  'BrowserRouter',
  'HashRouter',
  'MemoryRouter',
  'Routes',
  'RouterProvider',
  'createBrowserRouter',
  'createHashRouter',
  'createMemoryRouter',
  'useRoutes',
]);

/** Whether an import needs the router that `browser/router.tsx` adapts; other apps get the package as it is. */
export function isRouterImport(specifier: string, names: readonly string[]): boolean {
  return specifier === 'react-router' || (specifier === 'react-router-dom' && names.some((name) => REPLACED.has(name)));
}

/** The pages with the addresses that the app's own router gives them, where its text names them; the one at `/` is the main page. */
export function withAddresses(pages: readonly RoutablePage[], files: Files): readonly RoutablePage[] {
  if (rootOf(files) === null) return pages;
  const addresses = new Map<string, string>();
  for (const { page, address } of routesIn(files)) if (!addresses.has(page)) addresses.set(page, address);
  const found = pages.map((page) => {
    const address = addresses.get(page.name);
    return address === undefined ? page : { ...page, address };
  });
  const main = found.find(({ address }) => address === '/');
  if (main === undefined) return found;
  const marked = found.map((page) => ({ ...page, isMain: page.name === main.name }));
  return marked.sort((a, b) => Number(b.isMain) - Number(a.isMain));
}
