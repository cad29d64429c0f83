import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { type Builder, openBuilder } from './builder.ts';
import { atMost, type Options, type Result, reported } from './measure.ts';
import { memoryOfTree } from './pss.ts';

const SCROLL_MS = 10_000;
const BATCH = 1_000;
const FIELDS = 20;
const MB = 1_000_000;

interface Table {
  readonly name: string;
  readonly rows: number;
  readonly properties: Readonly<Record<string, unknown>>;
  rowOf(index: number): Readonly<Record<string, unknown>>;
}

/** The data browser in a real browser: scrolling through many rows, and jumping to the last one. */
export default async function* grid({ rows }: Options): AsyncGenerator<Result> {
  await using builder = await openBuilder({ MAX_ROWS_PER_TABLE: '1000000' });
  for (const table of [longTable(rows), wideTable(Math.min(rows, 3_000))]) yield* measure(builder, table);
}

function longTable(rows: number): Table {
  const properties = {
    title: { type: 'string' },
    count: { type: 'number' },
    done: { type: 'boolean' },
    state: { type: 'string', enum: ['open', 'done'] },
  };
  return {
    name: 'Long',
    rows,
    properties,
    rowOf: (index) => ({ title: `Row ${index}`, count: index, done: index % 2 === 0, state: index % 3 ? 'open' : 'done' }),
  };
}

function wideTable(rows: number): Table {
  const names = Array.from({ length: FIELDS }, (_, field) => (field % 4 === 1 ? `image${field}` : `field${field}`));
  return {
    name: 'Wide',
    rows,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    rowOf: (index) =>
      Object.fromEntries(names.map((name) => [name, name.startsWith('image') ? `/favicon.svg?${index % 50}` : `${name} of row ${index}`])),
  };
}

async function* measure(builder: Builder, table: Table): AsyncGenerator<Result> {
  const { name, rows } = table;
  const appId = await fill(builder, table);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const data = { email: 'ada@example.org', password: 'correct horse battery' };
    await context.request.post(`${builder.product.builderUrl}/api/auth/sign-in/email`, { data });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`${builder.product.builderUrl}/build/app/${appId}?panel=data`);
    await page
      .getByRole('gridcell', { name: String(table.rowOf(rows - 1)[Object.keys(table.properties)[0] ?? '']), exact: true })
      .waitFor();
    const scrolled = await scroll(page);
    const jump = await jumpToEnd(page);
    const what = `grid: ${rows} rows × ${Object.keys(table.properties).length} fields`;
    yield atMost(50, { name: `${what}, longest task of a 10 s scroll`, ours: scrolled.longestTask, unit: 'ms' });
    yield atMost(80, { name: `${what}, row elements`, ours: scrolled.mostRows, unit: 'rows' });
    yield reported({ name: `${what}, frames of the scroll`, ours: scrolled.frames / (SCROLL_MS / 1000), unit: '/s' });
    yield atMost(300, { name: `${what}, last row painted`, ours: jump, unit: 'ms' });
    yield reported({ name: `${what}, heap after it (${name})`, ours: (await heapOf(session)) / MB, unit: 'MB' });
    yield atMost(300, { name: `${what}, memory of the tab`, ours: (await memoryOfTab(browser)) / MB, unit: 'MB' });
  } finally {
    await browser.close();
  }
}

async function fill(builder: Builder, { name, rows, properties, rowOf }: Table): Promise<string> {
  const schema = JSON.stringify({ name, type: 'object', properties });
  const appId = await builder.createApp({
    'pages/Home': 'export default function Home() { return <h1>Home</h1>; }',
    [`entities/${name}.json`]: schema,
  });
  for (let start = 0; start < rows; start += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, rows - start) }, (_, offset) => rowOf(start + offset));
    await builder.call(`/live_api/apps/${appId}/entities/${name}/bulk?rows=draft`, batch);
  }
  return appId;
}

/** Scrolls from the first row to the last one at a constant speed. */
function scroll(page: Page) {
  return page.evaluate(async (duration) => {
    const grid = document.querySelector('[role=grid]');
    if (grid === null) throw new Error('The page has no grid.');
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
    observer.observe({ type: 'longtask' });
    const begun = performance.now();
    const end = grid.scrollHeight - grid.clientHeight;
    let frames = 0;
    let mostRows = 0;
    for (let passed = 0; passed < duration; passed = performance.now() - begun) {
      grid.scrollTop = (end * passed) / duration;
      await new Promise(requestAnimationFrame);
      frames += 1;
      mostRows = Math.max(mostRows, grid.querySelectorAll('[role=row]').length);
    }
    observer.disconnect();
    return { longestTask: Math.max(0, ...tasks), mostRows, frames };
  }, SCROLL_MS);
}

/** From the key to a painted last row, after a return to the first one. */
async function jumpToEnd(page: Page): Promise<number> {
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+Home');
  // A reload empties the page cache, so that the last rows are read from the server.
  await page.reload();
  await page.getByRole('grid').locator('[role=row][aria-rowindex="2"] [data-cell="0:0"] span').first().waitFor();
  await page.getByRole('grid').focus();
  return page.evaluate(async () => {
    const grid = document.querySelector('[role=grid]');
    if (grid === null) throw new Error('The page has no grid.');
    const count = Number(grid.getAttribute('aria-rowcount'));
    const begun = performance.now();
    grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true, cancelable: true }));
    while ((grid.querySelector(`[aria-rowindex="${count}"]`)?.textContent ?? '').replace(/^\d+/, '') === '') {
      await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  });
}

/** The largest process that renders pages, with its share of what it shares with others. Linux only. */
async function memoryOfTab(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const trees = await Promise.all(renderers.map(({ id }) => memoryOfTree(id)));
  return Math.max(...trees.flat().map(({ bytes }) => bytes));
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
