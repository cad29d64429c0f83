import type { Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { type Builder, openBuilder } from './builder.ts';
import { atMost, type Options, type Result, reported } from './measure.ts';
import { startPacedModel } from './model.ts';

const SCROLL_MS = 10_000;
/** An answer of usual length, with the Markdown that models write. */
const ANSWER = `I added a filter above the list.

- **State**: open, done or all of them
- *Due*: this week, next week, later

\`\`\`tsx
const open = tasks.filter(({ done }) => !done);
\`\`\`

| Field | Shown |
| --- | --- |
| title | always |
| due | on wide screens |

You can say what else the list should show.`;

/** A conversation of 1,000 messages in a real browser: reading it up to its start, and scrolling through it. */
export default async function* conversation({ rows }: Options): AsyncGenerator<Result> {
  const turns = rows >= 100_000 ? 500 : 100;
  await using model = await startPacedModel({ pieces: [() => ANSWER], everyMs: 0 });
  await using builder = await openBuilder({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none' });
  const appId = await builder.createApp({ 'pages/Home': 'export default () => <b>home</b>;' });
  for (let turn = 0; turn < turns; turn += 1) await say(builder, appId, `Request ${turn}: show only what is due this week`);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const data = { email: 'ada@example.org', password: 'correct horse battery' };
    await context.request.post(`${builder.product.builderUrl}/api/auth/sign-in/email`, { data });
    const page = await context.newPage();
    await page.goto(`${builder.product.builderUrl}/build/app/${appId}`);
    await page.getByText(`Request ${turns - 1}:`).waitFor();
    await page.getByText('You can say what else the list should show.').last().waitFor();
    await page.waitForLoadState('networkidle');
    const read = await readToStart(page);
    const scrolled = await scroll(page);
    const what = `conversation: ${turns * 2} messages`;
    yield atMost(50, { name: `${what}, longest task while they are read`, ours: read.longestTask, unit: 'ms' });
    yield atMost(50, { name: `${what}, longest task of a 10 s scroll`, ours: scrolled.longestTask, unit: 'ms' });
    yield reported({ name: `${what}, frames of the scroll`, ours: scrolled.frames / (SCROLL_MS / 1000), unit: '/s' });
    yield atMost(80, { name: `${what}, message elements`, ours: scrolled.most, unit: 'messages' });
    if (scrolled.first !== true) throw new Error('The first message was not shown at the start.');
  } finally {
    await browser.close();
  }
}

async function say({ product, headers }: Builder, appId: string, content: string): Promise<void> {
  const message = { id: crypto.randomUUID(), role: 'user', content };
  const init = { method: 'POST', headers, body: JSON.stringify({ messages: [message] }) };
  const response = await fetch(`${product.builderUrl}/api/apps/${appId}/chat`, init);
  await response.text();
}

/** Scrolls up until the first message is shown. */
function readToStart(page: Page) {
  return page.evaluate(async () => {
    const box = document.querySelector('[data-testid=chat-scroll]');
    if (box === null) throw new Error('The page has no conversation.');
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
    observer.observe({ type: 'longtask' });
    const until = performance.now() + 60_000;
    while (!box.textContent?.includes('Request 0:') && performance.now() < until) {
      // A scroll counts as the reader's after an input.
      box.dispatchEvent(new WheelEvent('wheel'));
      box.scrollTop -= 400;
      await new Promise(requestAnimationFrame);
    }
    observer.disconnect();
    return { longestTask: Math.max(0, ...tasks) };
  });
}

/** Scrolls from the first message to the last one at a constant speed. */
function scroll(page: Page) {
  return page.evaluate(async (duration) => {
    const box = document.querySelector('[data-testid=chat-scroll]');
    if (box === null) throw new Error('The page has no conversation.');
    const first = box.textContent?.includes('Request 0:');
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
    observer.observe({ type: 'longtask' });
    const begun = performance.now();
    let frames = 0;
    let most = 0;
    for (let passed = 0; passed < duration; passed = performance.now() - begun) {
      box.scrollTop = ((box.scrollHeight - box.clientHeight) * passed) / duration;
      await new Promise(requestAnimationFrame);
      frames += 1;
      most = Math.max(most, box.querySelectorAll('article').length);
    }
    observer.disconnect();
    return { longestTask: Math.max(0, ...tasks), most, frames, first };
  }, SCROLL_MS);
}
