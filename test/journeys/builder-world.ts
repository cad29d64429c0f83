import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ModelServer } from '@sayso/models/testing';
import type { RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { BROKEN, REQUESTS, startBuilderModel } from './builder-model.ts';
import { headerOverlaps } from './layout-faults.ts';
import { smallTargets } from './targets.ts';

/** The whole product with a scripted model, and a browser. */
export interface World extends AsyncDisposable {
  readonly url: string;
  readonly product: Product;
  readonly model: ModelServer;
  readonly browser: Browser;
  /** A new browser context; console errors and uncaught errors are collected in `complaints`. */
  visit(options?: BrowserContextOptions): Promise<{ readonly page: Page; readonly complaints: string[] }>;
}

/** `env`: more settings of the product. */
export async function openWorld(env: Readonly<Record<string, string>> = {}): Promise<World> {
  const model = await startBuilderModel();
  const [product, browser] = await Promise.all([
    startProduct({ OPENAI_BASE_URL: model.url, MODEL_RETRY_DELAY: '1', ...env }),
    launchBrowser(),
  ]);
  return {
    url: product.builderUrl,
    product,
    model,
    browser,
    async visit(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        // Browsers log every response of 400 and above, and React logs what an app throws; the journeys provoke both.
        if (message.type() === 'error' && !message.text().includes(BROKEN) && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text());
      });
      return { page, complaints };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await product.stop();
      await model.close();
    },
  };
}

/** A new account, signed in with the page, which shows its home screen. */
export async function signIn(page: Page, url: string, email = 'ada@example.org'): Promise<void> {
  const data = { name: 'Ada', email, password: 'a long enough secret' };
  const answer = await page.context().request.post(`${url}/api/auth/sign-up/email`, { headers: { origin: url }, data });
  if (!answer.ok()) throw new Error(`Signing up answered ${answer.status()}: ${await answer.text()}`);
  await page.goto(`${url}/home`);
}

/** An app of a new account, with one table and no row; returns its id. The page stays where it is. */
export async function startTable(page: Page, url: string, table: { readonly name: string }): Promise<string> {
  const { request } = page.context();
  const init = { headers: { origin: url } };
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${url}/api/auth/sign-up/email`, { ...init, data: person });
  const genApp = {
    name: `${table.name}s`,
    pages: { Home: `export default function Home() { return <h1>${table.name}s</h1>; }` },
    entities: { [table.name]: JSON.stringify(table) },
  };
  const made = await request.post(`${url}/api/apps`, { ...init, data: { appType: 'generated', genApp } });
  return (await made.json()).id;
}

/** Submits a first request on the home page and waits for the builder. */
export async function startApp(page: Page, request: string): Promise<string> {
  await page.getByLabel('Describe your app').fill(request);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/build\/app\//);
  return new URL(page.url()).pathname.split('/')[3] ?? '';
}

/** Sends a message once the previous turn has settled: until then Enter queues it. */
export async function say(page: Page, text: string): Promise<void> {
  const message = page.getByLabel('Message', { exact: true });
  await message.fill(text);
  await page.locator('form').filter({ has: message }).getByRole('button', { name: 'Send', exact: true }).click({ trial: true });
  await message.press('Enter');
}

/** A habit tracker, generated and running in the preview. */
export async function readyApp(page: Page): Promise<string> {
  const id = await startApp(page, REQUESTS.app);
  await page.frameLocator('iframe').getByRole('button', { name: 'Add habit' }).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: /\d+ changes/ }).waitFor();
  return id;
}

const SIZES = [
  [1440, 900],
  [768, 1024],
  [375, 812],
] as const;
const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The axe rules that depend on the colour scheme. */
const COLOURS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
/** The axe rules that depend on the places of elements. */
const LAYOUT = { runOnly: { type: 'rule', values: ['color-contrast', 'target-size', 'scrollable-region-focusable'] } };

/**
 * Faults of the current screen, one line each: axe violations in light and dark at three widths, small targets, horizontal
 * overflow, and overlaps in the header. A width that shows the same elements as one before is only checked by the rules for their places.
 * The app in the frame is another origin with its own tests.
 */
export async function inspect(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  const checked = new Set<string>();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    // Popovers are positioned shortly after their button moves.
    await page
      .waitForFunction((wide) => innerWidth === wide && document.documentElement.scrollWidth <= wide, width, { timeout: 10_000 })
      .catch(() => found.push(`${state}, ${width}: wider than the window`));
    found.push(...(await settledFaults(page, width)).map((line) => `${state}, ${width}: ${line}`));
    const elements = await shownElements(page);
    const isChecked = checked.has(elements);
    checked.add(elements);
    for (const colorScheme of isChecked ? (['light'] as const) : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction((scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme, colorScheme);
      const lines = await page.evaluate(
        async (rules) => {
          const { axe: tool } = globalThis as unknown as { axe: typeof import('axe-core') };
          const { violations } = await tool.run(document, { ...rules, iframes: false, resultTypes: ['violations'] } as RunOptions);
          return violations.flatMap(({ id, nodes }) =>
            nodes.map(
              ({ html, any, all, none }) =>
                `${id}: ${html.slice(0, 300)} ${[...any, ...all, ...none].map((one) => one.message).join('; ')}`,
            ),
          );
        },
        colorScheme === 'dark' ? COLOURS : isChecked ? LAYOUT : RULES,
      );
      found.push(...lines.map((line) => `${state}, ${width} ${colorScheme}: ${line}`));
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return found;
}

/** The document as text, without the elements that the current width hides, and without sizes and places in styles. */
function shownElements(page: Page): Promise<string> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('*'), (element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return '';
      const own = Array.from(element.childNodes, (node) => (node instanceof Text ? node.data : '')).join('');
      const attributes = Array.from(element.attributes, ({ name, value }) => (name === 'style' ? '' : `${name}=${value}`));
      return [element.localName, ...attributes, own].join(' ');
    }).join('\n'),
  );
}

/** The small targets and overlaps that remain: components render their layout for phones shortly after the window is resized. */
async function settledFaults(page: Page, width: number): Promise<string[]> {
  const until = Date.now() + 5_000;
  for (;;) {
    const found = [...(await smallTargets(page, width)), ...(await headerOverlaps(page))];
    if (found.length === 0 || Date.now() > until) return found;
    await page.waitForTimeout(100);
  }
}
