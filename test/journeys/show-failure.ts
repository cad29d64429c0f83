import type { Frame, Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { browsers } from '../browser.ts';

const MAX_CHARACTERS = 3_000;
const TIMEOUT_MS = 5_000;

/** What a frame shows, and where the focus is. */
async function shownIn(frame: Frame): Promise<string> {
  const text = frame.locator('body').ariaSnapshot({ timeout: TIMEOUT_MS });
  const focused = frame.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.getAttribute('aria-label') ?? ''}`);
  return Promise.all([text, focused]).then(
    ([shown, name]) => `focus: ${name}\n${shown.slice(0, MAX_CHARACTERS)}`,
    (error: unknown) => `unreadable: ${error}`,
  );
}

async function describePage(page: Page): Promise<string> {
  const frames = await Promise.all(page.frames().map(async (frame) => `${frame.url().split('#')[0]}\n${await shownIn(frame)}`));
  const errors = [...(await page.consoleMessages())].filter((message) => ['error', 'warning'].includes(message.type()));
  return [...frames, ...errors.map((message) => `console: ${message.text().slice(0, 300)}`)].join('\n');
}

// A journey that fails only on a busy machine cannot be looked at again.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const pages = [...browsers].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages());
  for (const page of pages) process.stderr.write(`\n${task.name}: the browser showed\n${await describePage(page)}\n`);
});
