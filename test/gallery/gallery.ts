import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { startTestServer, type TestServer } from '@sayso/core/testing';
import runtime from '@sayso/runtime';
import { type AppDirectory, type AppSources, appDirectory, type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';
import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';

const FOLDER = new URL('./app/', import.meta.url);
/** Pages of the gallery app and their paths. */
export const PAGES = { Home: '/', Controls: '/controls', Overlays: '/overlays', Content: '/content', Dates: '/dates' } as const;
export type Theme = 'light' | 'dark';

/** An app that uses every component of the kit as generated code does, published by the real runtime. */
export interface Gallery extends AsyncDisposable {
  readonly server: TestServer;
  readonly runtime: RuntimeApi;
  readonly sources: AppSources;
  /** Opens a page in its own browser context. Console errors and warnings are collected in `complaints`. */
  open(page: keyof typeof PAGES, options?: OpenOptions): Promise<OpenedPage>;
  /** The app in the builder's frame, in a development build, in which React logs warnings. */
  preview(): Promise<Preview>;
  /** The app's URL, without a trailing slash. */
  readonly url: string;
  readonly browser: Browser;
  /** Publishes another app at this slug. */
  show(slug: string, buildId: string): void;
  /** JavaScript of the first page of the app at a slug, without the shared libraries. */
  load(slug: string): Promise<string>;
}

export interface OpenOptions extends BrowserContextOptions {
  readonly theme?: Theme;
  readonly width?: number;
}

export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
}

export interface Preview extends AsyncDisposable {
  readonly frame: FrameLocator;
  readonly complaints: readonly string[];
  show(page: keyof typeof PAGES): Promise<void>;
}

export async function openGallery(): Promise<Gallery> {
  const sources: AppSources = { appId: 'gallery', versionId: '1', name: 'Gallery', mainPage: null, files: await readFiles() };
  const builds = new Map<string, string>();
  const directory: AppDirectory = {
    async published(slug) {
      const found = builds.get(slug);
      if (found === undefined) return null;
      return { appId: slug, slug, name: 'Gallery', description: '', buildId: found, isSignupEnabled: false, hideBuildAI: true };
    },
    publishedAt: async () => null,
  };
  const server = await startTestServer([runtime], {}, { additions: [[appDirectory, [directory]]] });
  const api = server.service(runtimeRef);
  builds.set('gallery', (await api.publish(sources)).buildId);
  const browser = await launchBrowser();
  const url = api.appUrl('gallery');
  return {
    server,
    runtime: api,
    sources,
    browser,
    url,
    preview: () => openPreview({ browser, server, runtime: api, sources }),
    show: (slug, id) => void builds.set(slug, id),
    async load(slug) {
      const page = await browser.newPage();
      const texts: Promise<string>[] = [];
      page.on('response', (response) => {
        if (new URL(response.url()).pathname.startsWith('/m/')) texts.push(response.text());
      });
      await page.goto(api.appUrl(slug));
      await page.locator('#root > *').first().waitFor();
      const code = (await Promise.all(texts)).join('\n');
      await page.close();
      return code;
    },
    async open(name, { theme = 'light', width = 1280, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce', ...options });
      const page = await context.newPage();
      const complaints = listenForComplaints(page);
      if (theme === 'dark') await page.addInitScript(startDark);
      await page.goto(`${url}${PAGES[name]}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.close();
    },
  };
}

/** A minimal builder that only posts the build to the frame. */
async function openPreview({
  browser,
  server,
  runtime: api,
  sources,
}: Pick<Gallery, 'browser' | 'server' | 'runtime' | 'sources'>): Promise<Preview> {
  const { manifest } = await api.preview(sources);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const complaints = listenForComplaints(page);
  const nonce = 'gallery';
  // The frame answers only pages of the builder's origin; any of them will do.
  await page.goto(`${server.builderUrl}/healthz`);
  const post = (message: object) =>
    page.evaluate((data) => window.frames[0]?.postMessage(data, '*'), { source: 'sayso-builder', nonce, ...message });
  await page.evaluate(
    (address) =>
      new Promise<void>((resolve) => {
        window.addEventListener('message', ({ data }) => data?.type === 'ready' && resolve());
        document.body.innerHTML = '<iframe style="width: 1200px; height: 850px"></iframe>';
        document.querySelector('iframe')?.setAttribute('src', address);
      }),
    `${api.frameUrl(sources.appId)}#nonce=${nonce}`,
  );
  await post({ type: 'preview-state-changed', manifest, token: 'none', expiresAt: '', apiUrl: server.runtimeUrl });
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1 }).waitFor();
  return { frame, complaints, show: (name) => post({ type: 'navigate', page: name }), [Symbol.asyncDispose]: () => context.close() };
}

/** Runs before the document element exists. */
function startDark(): void {
  const set = () => document.documentElement?.classList.add('dark');
  new MutationObserver((_, observer) => {
    set();
    observer.disconnect();
  }).observe(document, { childList: true });
}

/** Console errors and warnings of a page, and uncaught errors. */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The fake directory has no accounts, so this request fails.
    if (['error', 'warning'].includes(message.type()) && !message.location().url.includes('/auth/me'))
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** Violations found by axe-core, one line each: rule, element, reason. In the whole page, or within one element. */
export async function violations(page: Page, within?: Locator): Promise<string[]> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  return (within ?? page.locator('html')).evaluate(async (element, isWhole) => {
    const { axe: tool } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await tool.run(isWhole ? document : element, { resultTypes: ['violations'] });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any, all, none }) => `${id}: ${html} ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`),
    );
  }, within === undefined);
}

/** Pixels by which the document is wider than the viewport. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

async function readFiles(): Promise<Record<string, string>> {
  const paths = (await readdir(FOLDER, { recursive: true })).filter((path) => /\.(?:jsx|css)$/.test(path));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.replace(/\.jsx$/, ''), await readFile(new URL(path, FOLDER), 'utf8')] as const)),
  );
}
