/** A page as the router knows it. */
export interface RoutablePage {
  readonly name: string;
  /** See `pagePath`. */
  readonly path: string;
  readonly isMain: boolean;
  /** The path of the app's own router, such as `/products/:id`; only in apps with a root. */
  readonly address?: string;
}

/**
 * The module that mounts an app with a router of its own: `main` if it draws, else `App`. Null for an app that is made of pages alone, which
 * are found by their names.
 */
export function rootOf(files: Readonly<Record<string, string>>): 'main' | 'App' | null {
  if (/\brender\s*\(/.test(files['main'] ?? '') && /\b(?:createRoot|hydrateRoot|ReactDOM)\b/.test(files['main'] ?? '')) return 'main';
  return Object.hasOwn(files, 'App') ? 'App' : null;
}

/** Files among the pages that are no pages: the router and the layout of a root. */
const PARTS_OF_ROOT = new Set(['pages/index', 'pages/Layout', 'pages/_app', 'pages/_document']);

/** Name of the main page, if the app has it. */
export const DEFAULT_PAGE = 'Home';
/** Tried in this order when there is neither the default page nor a chosen one. */
export const FALLBACK_PAGES: readonly string[] = ['Index', 'Main', 'Dashboard', 'Landing', 'App', 'Start', 'Welcome'];

/** A page's name in addresses: lower-cased, dashes removed. */
export function pagePath(name: string): string {
  return name.toLowerCase().replaceAll('-', '');
}

/** The name of the main page: the default one, the builder's choice, the fallback names, the first. Null without pages. */
export function mainPageOf(names: readonly string[], mainPage: string | null): string | null {
  const wanted = [DEFAULT_PAGE, ...(mainPage === null ? [] : [mainPage]), ...FALLBACK_PAGES];
  for (const name of wanted) {
    const found = names.find((candidate) => pagePath(candidate) === pagePath(name));
    if (found !== undefined) return found;
  }
  return names[0] ?? null;
}

/** All pages, the main one first and marked, the others by name. */
export function listPages(files: Readonly<Record<string, string>>, mainPage: string | null): RoutablePage[] {
  const hasRoot = rootOf(files) !== null;
  // Beside a router of its own, a file that exports no component is none that the router could show.
  const isPart = (path: string) => hasRoot && (PARTS_OF_ROOT.has(path) || !/\bdefault\b/.test(files[path] ?? ''));
  const names = Object.keys(files)
    .filter((path) => /^pages\/[^/.]+$/.test(path) && !isPart(path))
    .map((path) => path.slice('pages/'.length))
    .sort((a, b) => a.localeCompare(b, 'en'));
  const main = mainPageOf(names, mainPage);
  const pages = names.map((name) => ({ name, path: pagePath(name), isMain: name === main }));
  return pages.sort((a, b) => Number(b.isMain) - Number(a.isMain));
}

/** Whether the path is an API route. The folders of such routes are none themselves: an app may have a page `/integrations`. */
export function isCall(path: string): boolean {
  return /^\/(?:(?:api|live_api|integrations|runtime)\/[^?]|(?:graphql|healthz|readyz|metrics)(?:[/?]|$))/.test(path);
}

/** Whether an app's own origin answers people who open this path with something other than one of the app's pages. */
export function isReserved(path: string): boolean {
  return /^\/(?:api|live_api|integrations|runtime|lib|m|c)\/[^?]/.test(path);
}

/** An app's address. One of `id` and `slug` must be given: a path that ends with it opens the main page. */
export interface AppAddress {
  readonly pages: readonly RoutablePage[];
  readonly id?: string;
  readonly slug?: string;
}

/** The page at `pathname`, by its last segment; null when the segment is no page, slug or id. */
export function resolvePage({ pages, id, slug }: AppAddress, pathname: string): RoutablePage | null {
  if (id === undefined && slug === undefined) throw new Error('Either an id or a slug must be given.');
  const segment = decode(pathname.split('/').filter(Boolean).at(-1) ?? '');
  const page =
    pages.find(({ address }) => address !== undefined && isAt(address, pathname)) ?? pages.find(({ path }) => path === pagePath(segment));
  if (page !== undefined) return page;
  const isRoot = segment === '' || segment === id || segment === slug;
  return isRoot ? (pages.find(({ isMain }) => isMain) ?? null) : null;
}

/** Whether a path matches that of a route, such as `/products/:id`. */
function isAt(address: string, pathname: string): boolean {
  const [wanted, given] = [address, pathname].map((path) => path.toLowerCase().split('/').filter(Boolean)) as [string[], string[]];
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // An invalid escape, which no page name contains.
    return segment;
  }
}
