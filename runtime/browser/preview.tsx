// Import before React DOM, which looks for Fast Refresh's hook only once.

import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router-dom';
import { pagePath, resolvePage } from '../pages.ts';
import type { BuilderMessage } from '../protocol.ts';
import type { PreviewManifest } from '../ref.ts';
import { connection } from '../sdk/connection.ts';
import { App } from './app.tsx';
import { provideLocation } from './app-location.ts';
import { listen, post, settings } from './bridge.ts';
import { type AppDefinition, loadFirst } from './definition.ts';
import { importComponents, importEntry, keepUsed } from './modules.ts';
import { servePublicFiles, setPublicFiles } from './public-files.ts';
import { componentsOf, performRefresh } from './refresh.ts';
import { forgetReports, reportHere, reportProblems } from './report.ts';
import { keepLoadedRows } from './rows.ts';
import { ProblemsScreen } from './screens.tsx';
import { choose, pick, point, scroll, setSelecting } from './select.ts';
import { snapshot } from './snapshot.ts';
import { swapStyles } from './styles.ts';

let root: Root | null = null;
let navigate: NavigateFunction | null = null;
let shown: { readonly manifest: PreviewManifest; readonly app: AppDefinition } | null = null;
/** The build requested last; an older one that arrives late is dropped. */
let wanted = '';
// Survives a reload of the frame, unlike history state, which browsers drop on an opaque origin.
let path = new URLSearchParams(location.hash.slice(1)).get('path') ?? '/';

reportHere();
servePublicFiles();
keepLoadedRows();
listen(receive);
provideLocation({ path: () => path, go: (next, isLoad) => void setTimeout(() => (isLoad ? start(next) : navigate?.(next))) });
document.addEventListener('click', stayInside);
post({ type: 'ready' });

function receive(message: BuilderMessage): void {
  switch (message.type) {
    case 'preview-state-changed':
      Object.assign(connection, { appId: settings.appId, apiUrl: message.apiUrl, builderUrl: settings.builderUrl, token: message.token });
      if (message.page !== undefined && shown === null) path = startOf(message.page, message.manifest);
      void show(message.manifest, shown === null ? undefined : message.page);
      break;
    case 'token':
      connection.token = message.token;
      break;
    case 'navigate':
      void navigate?.(pathOf(message.page));
      break;
    case 'refresh':
      location.reload();
      break;
    case 'report-errors':
      reportAgain();
      break;
    case 'select':
      setSelecting(message.isOn);
      break;
    case 'point':
      point(message.at);
      break;
    case 'pick':
      void pick(message.at).then((element) => post({ type: 'picked', id: message.id, element }));
      break;
    case 'choose':
      choose(message.place);
      break;
    case 'scroll':
      scroll(message);
      break;
    case 'snapshot':
      void snapshot().then((image) => post({ type: 'snapshot', image }));
      break;
  }
}

/** Renders again what failed: a new object resets the error boundaries, and keeps the state of all else. */
function reportAgain(): void {
  forgetReports();
  if (shown !== null) draw(shown.manifest, { ...shown.app });
}

/** Starts of the app by its own code within a while: one that leads to itself would never end. */
const MAX_STARTS = 10;
const STARTS_WITHIN_MS = 5_000;
let starts: readonly number[] = [];
/** Changes with each start. */
let run = 0;

/** Starts the app anew at a path, as the load of a page does; what it stored stays. */
function start(next: string): void {
  starts = [...starts.filter((at) => at > performance.now() - STARTS_WITHIN_MS), performance.now()];
  if (starts.length > MAX_STARTS) throw new Error(`The app loads itself again and again, at last at ${next}.`);
  path = next;
  run += 1;
  if (shown !== null) draw(shown.manifest, shown.app);
}

function pathOf(page: string, manifest: PreviewManifest | undefined = shown?.manifest): string {
  if (manifest !== undefined && hasRouter(manifest)) return rootPathOf(page, manifest);
  const at = page.search(/[?#]/);
  const name = at < 0 ? page : page.slice(0, at);
  return `/${name.split('/').filter(Boolean).map(pagePath).join('/')}${at < 0 ? '' : page.slice(at)}`;
}

/** Where the frame begins: an app whose own router draws its start without a page begins there. */
function startOf(page: string, manifest: PreviewManifest): string {
  const { pages } = manifest;
  const isStart = pages.some(({ name, path: at, isMain }) => isMain && (name === page || at === page));
  return hasRouter(manifest) && isStart && !pages.some(({ address }) => address === '/') ? '/' : pathOf(page, manifest);
}

const hasRouter = ({ modules }: PreviewManifest): boolean => modules['App'] !== undefined || modules['main'] !== undefined;

/** In an app with a router of its own: a path as it is, and the address of a named page. */
function rootPathOf(page: string, { pages }: PreviewManifest): string {
  if (page.startsWith('/')) return page;
  const route = pages.find(({ name, path }) => name === page || path === page);
  if (route === undefined) return `/${page}`;
  if (route.address !== undefined && !/[:*]/.test(route.address)) return route.address;
  return route.isMain ? '/' : `/${route.path}`;
}

async function show(manifest: PreviewManifest, page?: string): Promise<void> {
  if (wanted !== manifest.buildId) forgetReports();
  wanted = manifest.buildId;
  // Elements keep the pictures that they show.
  if (setPublicFiles(manifest.publicFiles ?? {}) && shown !== null) return location.reload();
  if (manifest.entry === null) {
    reportProblems(manifest.problems);
    if (shown === null) rootElement().render(<ProblemsScreen problems={manifest.problems} />);
    return;
  }
  if (shown?.manifest.buildId !== manifest.buildId && !(await replace(manifest, manifest.entry))) return;
  if (page !== undefined) void navigate?.(pathOf(page));
  post({ type: 'rendered', buildId: manifest.buildId });
}

/** Draws another build; false when a newer one is wanted by then, or when the frame starts again. */
async function replace(manifest: PreviewManifest, entry: string): Promise<boolean> {
  try {
    const [app] = await Promise.all([load(entry, manifest), swapStyles(manifest.css)]);
    const route = resolvePage({ pages: app.routes, id: settings.appId }, path.split(/[?#]/)[0] ?? '/');
    // The rendering of the page reports a failed load.
    await loadFirst(app, route?.name ?? null);
    if (wanted !== manifest.buildId) return false;
    draw(manifest, app);
    return true;
  } catch (error) {
    if (wanted !== manifest.buildId) return false;
    if (shown !== null) location.reload();
    else if (!isLost(error) || !loadAgain()) throw error;
    return false;
  }
}

/** Whether a module did not arrive, as each browser says it. */
const isLost = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script failed/i.test(error.message);

/** Milliseconds before each attempt to load again what was lost. */
const PAUSES = [300, 1_000, 3_000];

/** Starts the frame again, since browsers remember that a module did not load; false after the last attempt. */
function loadAgain(): boolean {
  const hash = new URLSearchParams(location.hash.slice(1));
  const attempt = Number(hash.get('attempt') ?? 0);
  const pause = PAUSES[attempt];
  if (pause === undefined) return false;
  hash.set('attempt', String(attempt + 1));
  hash.set('path', path);
  location.replace(`#${hash}`);
  setTimeout(() => location.reload(), pause);
  return true;
}

/** Loads the app of `manifest`: by its one new module when possible, otherwise from its entry. */
async function load(entry: string, manifest: PreviewManifest): Promise<AppDefinition> {
  const path = shown === null ? null : onlyChange(shown.manifest, manifest);
  if (shown !== null && path !== null) {
    const before = componentsOf(path);
    await importComponents(manifest.modules[path] ?? '');
    // A new object, so that React re-renders after an error.
    if (componentsOf(path) === before) return { ...shown.app };
  }
  const before = shown?.manifest.modules ?? {};
  const changed = Object.entries(manifest.modules).flatMap(([key, url]) => (before[key] === url ? [] : url));
  return importEntry<AppDefinition>(entry, { changed, all: Object.values(manifest.modules) });
}

/** The only file in which two builds differ, if it exports only components and is loaded. */
function onlyChange(before: PreviewManifest, after: PreviewManifest): string | null {
  const paths = Object.keys(after.hashes);
  if (paths.length !== Object.keys(before.hashes).length || JSON.stringify(before.pages) !== JSON.stringify(after.pages)) return null;
  const [path, ...more] = paths.filter((one) => before.hashes[one] !== after.hashes[one]);
  return path !== undefined && more.length === 0 && componentsOf(path) !== null ? path : null;
}

function rootElement(): Root {
  root ??= createRoot(document.getElementById('root') as HTMLElement);
  return root;
}

function draw(manifest: PreviewManifest, app: AppDefinition): void {
  if (shown !== null) performRefresh();
  shown = { manifest, app };
  keepUsed(Object.values(manifest.modules));
  flushSync(() =>
    rootElement().render(
      <MemoryRouter key={run} initialEntries={[path]}>
        <Steering />
        <App app={app} id={settings.appId} onLocation={follow} />
      </MemoryRouter>,
    ),
  );
}

/** Lets messages from the builder reach the router. */
function Steering() {
  navigate = useNavigate();
  return null;
}

/** Keeps the query in the frame's own URL, where many apps read it, and reports the path to the builder. */
function follow(next: string, page: string | null): void {
  if (next === path && lastPage === page) return;
  path = next;
  lastPage = page;
  const query = /\?[^#]*/.exec(next)?.[0] ?? '';
  const hash = new URLSearchParams(location.hash.slice(1));
  hash.set('path', next);
  try {
    history.replaceState(null, '', `${location.pathname}${query}#${hash}`);
  } catch {
    // Some browsers reject this on an opaque origin; the router is not affected.
  }
  post({ type: 'app-changed-url', path: next, page });
}
let lastPage: string | null | undefined;

/** Routes plain links to pages of the app through its router: the frame must not leave the shell. */
function stayInside(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  const href = link?.getAttribute('href') ?? '';
  if (link === null || link?.getAttribute('target') === '_blank' || !href.startsWith('/') || href.startsWith('//')) return;
  event.preventDefault();
  void navigate?.(href);
}
