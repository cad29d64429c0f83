import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { appOf } from './apps.ts';
import { type Builder, openBuilder } from './builder.ts';
import { atMost, median, type Result } from './measure.ts';

const TURNS = 7;

interface Opening {
  readonly ms: number;
  /** The longest task of the builder's page, in ms. */
  readonly longestTask: number;
}

/** From opening an app's URL to its first page in the preview, in a browser with an empty cache. */
export default async function openApp(): Promise<Result[]> {
  await using builder = await openBuilder();
  const appId = await builder.createApp(appOf(20));
  const browser = await launchBrowser();
  try {
    const openings: Opening[] = [];
    // The first round is a warm-up: it compiles the app.
    for (let turn = -1; turn < TURNS; turn += 1) {
      const opening = await open(builder, browser, appId);
      if (turn >= 0) openings.push(opening);
    }
    return [
      atMost(1000, { name: 'open an app: address to first page', ours: median(openings.map(({ ms }) => ms)), unit: 'ms' }),
      atMost(100, { name: 'open an app: longest task', ours: median(openings.map(({ longestTask }) => longestTask)), unit: 'ms' }),
    ];
  } finally {
    await browser.close();
  }
}

async function open({ product }: Builder, browser: Browser, appId: string): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const data = { email: 'ada@example.org', password: 'correct horse battery' };
    await context.request.post(`${product.builderUrl}/api/auth/sign-in/email`, { data });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(window, { longTasks: tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    });
    const begun = performance.now();
    await page.goto(`${product.builderUrl}/build/app/${appId}`, { waitUntil: 'commit' });
    await page.frameLocator('iframe').locator('#root > *').first().waitFor();
    const ms = performance.now() - begun;
    const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
    return { ms, longestTask: Math.max(0, ...tasks) };
  } finally {
    await context.close();
  }
}
