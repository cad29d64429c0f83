import '../../browser/storage.ts';
import { type ComponentType, createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { App } from '../../browser/app.tsx';
import { type AppDefinition, componentOf, type LayoutProps } from '../../browser/definition.ts';
import type { RoutablePage } from '../../pages.ts';
import { connection } from '../../sdk/connection.ts';
import { ApiError, onErrorReport } from '../../sdk/errors.ts';
import type { Opened, Progress, Raised, RenderedPage } from '../wire.ts';
import type { controls } from './dom.ts';

const { answerImport, appRows, clearTimers, clock, runTimers, wantedImports } = (
  globalThis as unknown as { $saysoControls: typeof controls }
).$saysoControls;
/** An app without waiting is settled at once; one that animates or polls is looked at for this long, on the virtual clock. */
const SETTLE_MS = 1_500;
/** More timers than any animation needs in that time. */
const MAX_TIMERS = 5_000;
const MAX_RAISED = 20;
const MAX_TEXT = 4_000;

type Module<Props> = { readonly default?: ComponentType<Props> } & Readonly<Record<string, unknown>>;

const pages = new Map<string, Module<object> | Error>();
let appRoot: Module<object> | Error | null = null;
let layout: Module<LayoutProps> | Error | null = null;
let routes: readonly RoutablePage[] = [];
let root: Root | null = null;
let holder: HTMLElement | null = null;
let raised: Raised[] = [];
let wanted = '';
let isElsewhere = false;
let end = 0;
let timers = 0;

// An app that mounts itself looks for its root before the first page is opened.
const placeholder = document.createElement('div');
placeholder.id = 'root';
document.body.append(placeholder);
Object.assign(connection, { appId: 'app', apiUrl: '', builderUrl: '', token: 'sample' });
onErrorReport(({ error, componentStack }) => raise('render', error, componentStack));
// React warns of effects that set state without end; it gives up only while rendering.
console.error = (format: unknown, ...values: unknown[]) => {
  if (String(format).startsWith('Maximum update depth exceeded')) raise('loop', new Error(String(format)), values.map(String).join('\n'));
};

function raise(kind: Raised['kind'], error: unknown, componentStack?: string | null): void {
  // The server of the app is not here: its refusals say nothing about the page.
  if (error instanceof ApiError || raised.length === MAX_RAISED || isOurs(error)) return;
  const isError = error instanceof Error;
  const message = isError ? `${error.name}: ${error.message}` : String(error);
  const stack = `${isError ? (error.stack ?? '') : ''}\n${componentStack ?? ''}`;
  const isLoop = /^Error: (?:Too many re-renders|Maximum update depth)/.test(message);
  raised.push({ kind: isLoop ? 'loop' : kind, message: message.slice(0, MAX_TEXT), stack: stack.slice(0, 4 * MAX_TEXT) });
}

/** Whether the document failed itself, in a function that a browser has; or a package, which may need more of a browser. */
function isOurs(error: unknown): boolean {
  const [, first = ''] = error instanceof Error ? (/^\s*at (.*)$/m.exec(error.stack ?? '') ?? []) : [];
  return first.includes('render/dom-') || first.includes('lib/package-');
}

/** Adds a page of the app, or why its module failed. */
export function addPage(name: string, module: Module<object> | Error): void {
  pages.set(name, module);
}

export function setLayout(module: Module<LayoutProps> | Error | null): void {
  layout = module;
}

/** Sets what mounts an app with a router of its own. */
export function setRoot(module: Module<object> | Error | null): void {
  appRoot = module;
}

/** Starts to render a page; `run` continues. */
export function open(json: string): void {
  const opened = JSON.parse(json) as Opened;
  appRows.tables = opened.tables;
  ({ routes } = opened);
  raised = [];
  timers = 0;
  isElsewhere = false;
  wanted = opened.page;
  end = clock() + SETTLE_MS;
  holder = document.createElement('div');
  holder.id = 'root';
  document.body.replaceChildren(holder);
  root = createRoot(holder, {
    onUncaughtError: (error, { componentStack }) => raise('render', error, componentStack),
    onCaughtError: () => {},
    onRecoverableError: () => {},
  });
  const app: AppDefinition = {
    routes,
    layout: layout === null ? null : loaderOf(layout),
    root: appRoot === null ? null : loaderOf(appRoot),
    pages: Object.fromEntries([...pages].map(([name, module]) => [name, name === wanted ? shownIn(module) : loaderOf(module)])),
  };
  const follow = (_path: string, page: string | null) => {
    if (page !== wanted) isElsewhere = true;
  };
  root.render(
    <MemoryRouter initialEntries={[opened.path]}>
      <App app={app} id="app" onLocation={follow} />
    </MemoryRouter>,
  );
}

function loaderOf<Props>(module: Module<Props> | Error) {
  return async () => {
    // A new error for each page and each kind of rows: the same one is reported once.
    if (module instanceof Error) throw Object.assign(new Error(module.message), { name: module.name, stack: module.stack });
    return module;
  };
}

/** The page in an element of its own, which shows whether it draws anything. */
function shownIn(module: Module<object> | Error) {
  const Page = module instanceof Error ? undefined : componentOf<object>(module, wanted);
  if (Page === undefined) return loaderOf(module);
  return async () => ({ default: () => createElement('div', { id: 'sayso-page' }, createElement(Page)) });
}

/** Runs what is due. Returns JSON of a `Progress`. Promises settle after the call. */
export function run(): string {
  const ran = runTimers(end, (error) => raise('rejection', error));
  timers += ran;
  if (timers > MAX_TIMERS) raise('loop', new Error('It never comes to rest.'));
  const isEndless = raised.some(({ kind }) => kind === 'loop');
  return JSON.stringify({ isSettled: ran === 0 || isEndless, imports: wantedImports() } satisfies Progress);
}

export { answerImport };

/** A promise was rejected without a handler. */
export function rejected(error: unknown): void {
  raise('rejection', error);
}

/** The page as it is now. */
export function look(): string {
  const shown = document.getElementById('sayso-page');
  const isShown = isElsewhere || raised.length > 0 || shown === null || shown.childNodes.length > 0 || document.body.childNodes.length > 1;
  return JSON.stringify({ raised, isShown } satisfies RenderedPage);
}

export function close(): void {
  try {
    flushSync(() => root?.unmount());
  } catch {
    // An effect's cleanup failed; the page is left either way.
  }
  root = null;
  clearTimers();
}
