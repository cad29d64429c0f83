import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { openCuttingProxy } from '../cutting-proxy.ts';
import { between, chance, rounds, seed } from '../loss/chance.ts';
import { type Product, startProduct } from '../product.ts';
import { startGatedModel } from './gated-model.ts';

const PIECES = 40;
/** One paragraph without Markdown, so that the page shows exactly the characters of the model; then a page of the app. */
const WORDS = Array.from({ length: PIECES }, (_, at) => `piece ${at} grüßt 李小龙 und Zoë 👩‍🚀 mit “Worten”, `);
const FILE = '\n\n<action type="add_file" file="pages/Home" title="Write the page">\nexport default () => <p>Written</p>;\n</action>\n';
const textUpTo = (piece: number) => WORDS.slice(0, piece).join('').trimEnd();
const cuts = rounds(30, 100);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** The product with a gated model, and a builder with an empty app. */
async function openWorld() {
  const model = await startGatedModel([...WORDS, FILE]);
  const product = await startProduct({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none', RATE_LIMIT: '0' });
  const post = async (path: string, data: unknown, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(data) };
    const answer = await fetch(`${product.builderUrl}${path}`, init);
    return { answer, json: await answer.json() };
  };
  const { answer, json } = await post('/api/auth/sign-up/email', {
    name: 'Ada',
    email: 'ada@example.org',
    password: 'correct horse battery',
  });
  const authorization = `Bearer ${json.token}`;
  const graphql = async (query: string, variables = {}) => (await post('/graphql', { query, variables }, { authorization })).json.data;
  const { createApp } = await graphql('mutation { createApp(input: {}) { id } }');
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
    return { name, value, url: product.builderUrl };
  });
  return {
    model,
    product,
    appId: createApp.id as string,
    graphql,
    /** A browser context with the builder signed in. */
    async signIn(on: Browser): Promise<BrowserContext> {
      const context = await on.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
      context.setDefaultTimeout(60_000);
      await context.addCookies(cookies);
      return context;
    },
    async [Symbol.asyncDispose]() {
      await product.stop();
      await model[Symbol.asyncDispose]();
    },
  };
}
type World = Awaited<ReturnType<typeof openWorld>>;

const paragraph = (page: Page) => page.getByRole('article', { name: 'Assistant' }).locator('p').first();
const open = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(url);
  return page;
};
const addressOf = ({ product, appId }: { product: Product; appId: string }) => `${product.builderUrl}/build/app/${appId}`;
const ask = async (page: Page): Promise<void> => {
  await page.getByLabel('Message', { exact: true }).fill('Write it all');
  await page.keyboard.press('Enter');
};
/** Waits until a page shows exactly the text before a piece. */
async function shows(page: Page, piece: number): Promise<void> {
  await expect.poll(() => paragraph(page).textContent(), { timeout: 30_000 }).toBe(textUpTo(piece));
}
async function ended({ model, graphql, appId }: World, ...pages: readonly Page[]): Promise<void> {
  model.upTo(PIECES + 1);
  for (const page of pages) {
    await page.locator('article[aria-label=Assistant][aria-busy=false]').waitFor();
    expect(await paragraph(page).textContent()).toBe(textUpTo(PIECES));
  }
  const { app } = await graphql('query ($id: ID!) { app(id: $id) { latestTurn { status } messages { content } } }', { id: appId });
  expect([app.latestTurn.status, app.messages.length, app.messages[1].content]).toEqual(['ready', 2, WORDS.join('') + FILE]);
  expect(model.requests).toBe(1);
}

it('resumes byte for byte in a browser that was closed in mid-answer and opened again', async () => {
  await using world = await openWorld();
  const { model } = world;
  const stays = await world.signIn(browser);
  const witness = await open(stays, addressOf(world));
  const first = await launchBrowser();
  try {
    const closed = await open(await world.signIn(first), addressOf(world));
    await ask(closed);
    model.upTo(10);
    await shows(closed, 10);
  } finally {
    await first.close();
  }
  // The model continues while only the witness page is open.
  model.upTo(20);
  await shows(witness, 20);
  const second = await launchBrowser();
  try {
    const opened = await open(await world.signIn(second), addressOf(world));
    await shows(opened, 20);
    model.upTo(30);
    await shows(opened, 30);
    await shows(witness, 30);
    await opened.reload();
    await shows(opened, 30);
    await ended(world, witness, opened);
    expect(await opened.getByRole('article').allTextContents()).toEqual(await witness.getByRole('article').allTextContents());
  } finally {
    await second.close();
    await stays.close();
  }
});

it('shows the same text in three tabs of one app', async () => {
  await using world = await openWorld();
  const context = await world.signIn(browser);
  const tabs = [await open(context, addressOf(world)), await open(context, addressOf(world))];
  await ask(tabs[0] as Page);
  world.model.upTo(5);
  for (const tab of tabs) await shows(tab, 5);
  tabs.push(await open(context, addressOf(world)));
  for (const piece of [8, 15, 16, PIECES]) {
    world.model.upTo(piece);
    for (const tab of tabs) await shows(tab, piece);
  }
  await ended(world, ...tabs);
  const [first, ...others] = await Promise.all(tabs.map((tab) => tab.getByRole('article').allTextContents()));
  for (const other of others) expect(other).toEqual(first);
  await context.close();
});

it(`shows the whole message over a connection that is cut ${cuts} times`, { timeout: 60_000 + cuts * 10_000 }, async () => {
  await using world = await openWorld();
  await using line = await openCuttingProxy(world.product.builderUrl);
  const context = await world.signIn(browser);
  const page = await open(context, `${line.url}/build/app/${world.appId}`);
  await ask(page);
  world.model.upTo(1);
  await shows(page, 1);
  const random = chance(seed);
  for (let round = 1; round <= cuts; round += 1) {
    // Sometimes cuts the next connection as well, during its handshake or during the replay.
    const again = random() < 0.3 ? between(random, 1, 2000) : null;
    line.cutAfter(() => {
      line.cutAfter(null);
      return again ?? Number.POSITIVE_INFINITY;
    });
    line.cutNow();
    const piece = 1 + Math.floor((round * (PIECES - 2)) / cuts);
    world.model.upTo(piece);
    await shows(page, piece);
  }
  expect(line.cuts).toBeGreaterThanOrEqual(cuts);
  await ended(world, page);
  await context.close();
});
