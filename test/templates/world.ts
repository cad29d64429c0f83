import type { Template } from '@sayso/runtime/ref';
import { sampleRow } from '@sayso/runtime/templates';
import type { Browser, Page, Request } from 'playwright-core';
import { fetchAt, pkce } from '../app-origin.ts';
import { type Builder, openBuilder } from '../bench/builder.ts';
import { launchBrowser } from '../browser.ts';
import { listenForComplaints } from '../gallery/gallery.ts';

export type Theme = 'light' | 'dark';

/** A template as an app: created, with its sample rows, and published. */
export interface TemplateApp {
  readonly appId: string;
  /** Its own origin. */
  readonly url: string;
  /** Paths of its pages. */
  readonly paths: readonly string[];
  /** A token of the app for its owner. */
  readonly token: string;
  /** Total number of rows in its tables. */
  countRows(): Promise<number>;
}

export interface TemplateWorld extends AsyncDisposable {
  readonly builder: Builder;
  readonly browser: Browser;
  start(template: Pick<Template, 'files' | 'rows'>): Promise<TemplateApp>;
  open(app: TemplateApp, options: OpenOptions): Promise<OpenedApp>;
}

export interface OpenOptions {
  readonly path: string;
  /** The owner of the app, as its admin, or a visitor; default the owner. */
  readonly as?: 'owner' | 'visitor';
}

export interface OpenedApp extends AsyncDisposable {
  readonly page: Page;
  /** Since the page was opened. */
  readonly complaints: readonly string[];
  /** Loads another page of the app in the same browser context. */
  visit(path: string): Promise<void>;
}

const PREVIEW = 'mutation ($id: ID!) { startPreview(appId: $id) { build { problems { path line message } pages { path } } } }';
const PUBLISH = 'mutation ($id: ID!) { publishApp(id: $id) { url } }';

export async function openTemplateWorld(): Promise<TemplateWorld> {
  const builder = await openBuilder();
  const browser = await launchBrowser();
  return {
    builder,
    browser,
    start: (template) => start(builder, template),
    open: (app, options) => openPublished(browser, app, options),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await builder[Symbol.asyncDispose]();
    },
  };
}

async function start(builder: Builder, { files, rows }: Pick<Template, 'files' | 'rows'>): Promise<TemplateApp> {
  const appId = await builder.createApp(files);
  const base = `/live_api/apps/${appId}/entities`;
  const ids: Record<string, readonly string[]> = {};
  for (const { table, rows: samples } of rows) {
    const ready = samples.map((row) => sampleRow(row, { now: new Date(), ids }));
    const created: readonly { id: string }[] = await builder.call(`${base}/${table}/bulk`, ready);
    ids[table] = created.map(({ id }) => id);
  }
  const { startPreview } = await builder.graphql(PREVIEW, { id: appId });
  const { problems, pages } = startPreview.build;
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const { publishApp } = await builder.graphql(PUBLISH, { id: appId });
  const url = publishApp.url.replace(/\/$/, '');
  const tables = Object.keys(files).flatMap((path) => /^entities\/(\w+)\.json$/.exec(path)?.[1] ?? []);
  return {
    appId,
    url,
    paths: pages.map(({ path }: { path: string }) => `/${path}`),
    token: JSON.stringify(await logIn(builder, appId, url)),
    async countRows() {
      const lists = await Promise.all(tables.map((table) => builder.call(`${base}/${table}?limit=1000&fields=id`)));
      return lists.reduce((sum, list) => sum + list.length, 0);
    },
  };
}

/** Logs in to the published app as its pages do. */
export async function logIn(builder: Builder, appId: string, url: string): Promise<{ readonly token: string; readonly expiresAt: string }> {
  const { codeVerifier, codeChallenge } = pkce();
  const { redirectTo } = await builder.call(`/api/apps/${appId}/login-code`, { nextUrl: `${url}/`, codeChallenge });
  const code = new URLSearchParams(new URL(redirectTo).hash.slice(1)).get('code');
  const { token, expiresAt } = await (await fetchAt(url, `/live_api/apps/${appId}/auth/exchange`, { body: { code, codeVerifier } })).json();
  return { token, expiresAt };
}

/** Opens a page of a published app in a browser context of its own. */
export async function openPublished(
  browser: Browser,
  app: Pick<TemplateApp, 'appId' | 'url' | 'token'>,
  { path, as = 'owner' }: OpenOptions,
): Promise<OpenedApp> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints = listenForComplaints(page);
  const session = { key: `sayso.token.${app.appId}`, token: as === 'owner' ? app.token : null };
  await page.addInitScript(({ key, token }) => token !== null && localStorage.setItem(key, token), session);
  recordRequests(page);
  const visit = async (to: string) => {
    await page.goto(app.url + to);
    await page.locator('#root > *').first().waitFor();
    await settle(page);
  };
  await visit(path);
  return { page, complaints, visit, [Symbol.asyncDispose]: () => context.close() };
}

/** Sets viewport width and theme of an open page. */
export async function show(page: Page, { width, theme }: { readonly width: number; readonly theme: Theme }): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), theme === 'dark');
  // Inherited colours change level by level, each with a transition. Transitions in closed details never end.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility() === false),
  );
  await settle(page);
}

/** Requests in flight, by page. */
const requests = new WeakMap<Page, ReadonlySet<Request>>();

function recordRequests(page: Page): void {
  const pending = new Set<Request>();
  requests.set(page, pending);
  // A stream of events does not end.
  page.on('request', (request) => request.resourceType() !== 'eventsource' && pending.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', (request) => pending.delete(request));
}

/** Waits for rows and for lazily loaded components: no request for 100 ms, a fifth of what `networkidle` waits. */
async function settle(page: Page): Promise<void> {
  for (let quiet = 0; quiet < 4; await page.waitForTimeout(25)) quiet = requests.get(page)?.size === 0 ? quiet + 1 : 0;
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}
