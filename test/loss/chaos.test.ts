import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { freePorts } from '../../core/free-ports.ts';
import { launchBrowser } from '../browser.ts';
import { type CuttingProxy, openCuttingProxy } from '../cutting-proxy.ts';
import { type Product, startProduct } from '../product.ts';
import { between, chance, rounds, seed } from './chance.ts';
import { FIRST_PAGE, requestOf, startChaosModel } from './chaos-model.ts';
import { type Client, clientOf, type Data, isPending, readApp, settledApp, signUp } from './client.ts';

/** Turns: each is disturbed once. */
const turns = rounds(10, 50);
/** A turn takes about this long without a disturbance, in ms. */
const SPAN = 900;
const DISTURBANCES = ['server', 'page', 'connection'] as const;

/** The files of the app, and its messages as role and text. */
interface Outcome {
  readonly files: readonly (readonly [path: string, content: string])[];
  readonly messages: readonly (readonly [role: string, content: string])[];
}

const SEND = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }';

/** The same turns without disturbances. */
async function undisturbed(modelUrl: string): Promise<Outcome> {
  await using product = await startProduct({ OPENAI_BASE_URL: modelUrl, RATE_LIMIT: '0' });
  const client = await signUp(product);
  const appId = await makeApp(client);
  for (let turn = 1; turn <= turns; turn++) {
    await client.graphql(SEND, { input: { appId, content: requestOf(turn), clientId: `${turn}` } });
    expect((await settledApp(client, appId)).latestTurn.status).toBe('ready');
  }
  return await outcomeOf(client, appId);
}

async function makeApp(client: Client): Promise<string> {
  const answer = await client.call('POST', '/api/apps', { appType: 'generated', genApp: { name: 'Parts', pages: { Home: FIRST_PAGE } } });
  return ((await answer.json()) as Data).id;
}

async function outcomeOf(client: Client, id: string): Promise<Outcome> {
  const query = 'query ($id: ID!) { app(id: $id) { currentVersion { files { path content } } messages(limit: 100) { role content } } }';
  const { app } = await client.graphql(query, { id });
  return {
    files: app.currentVersion.files.map(({ path, content }: Data) => [path, content]).sort(),
    messages: app.messages.map(({ role, content }: Data) => [role, content]),
  };
}

/** The product behind a line that can be cut, and a builder in a browser who goes on after every failure. */
class Chaos implements AsyncDisposable {
  readonly #env: Readonly<Record<string, string>>;
  readonly #browser: Browser;
  readonly #line: CuttingProxy;
  #product: Product;
  #context: BrowserContext | null = null;
  client: Client;
  page: Page | null = null;
  appId = '';

  private constructor(parts: {
    env: Readonly<Record<string, string>>;
    browser: Browser;
    line: CuttingProxy;
    product: Product;
    client: Client;
  }) {
    this.#env = parts.env;
    this.#browser = parts.browser;
    this.#line = parts.line;
    this.#product = parts.product;
    this.client = parts.client;
  }

  static async open(modelUrl: string, folder: string): Promise<Chaos> {
    const [PORT = 0, RUNTIME_PORT = 0] = await freePorts(2);
    const line = await openCuttingProxy(`http://127.0.0.1:${PORT}`);
    const more = { OPENAI_BASE_URL: modelUrl, MODEL_RETRY_DELAY: '1', RATE_LIMIT: '0', DATA_DIR: folder, BUILDER_URL: line.url };
    const env = { PORT: `${PORT}`, RUNTIME_PORT: `${RUNTIME_PORT}`, ...more };
    const [product, browser] = await Promise.all([startProduct(env), launchBrowser()]);
    const client = clientOf({ builderUrl: line.url }, (await signUp({ builderUrl: line.url })).token);
    const chaos = new Chaos({ env, browser, line, product, client });
    chaos.appId = await makeApp(client);
    return chaos;
  }

  /** Opens the builder in a new browser context, as on the next day. */
  async visit(): Promise<Page> {
    await this.#context?.close();
    this.#context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    const signIn = { data: { email: 'ada@example.org', password: 'correct horse battery' } };
    await this.#context.request.post(`${this.#line.url}/api/auth/sign-in/email`, signIn);
    const page = await this.#context.newPage();
    this.page = page;
    await page.goto(`${this.#line.url}/build/app/${this.appId}`);
    await page.getByLabel('Message', { exact: true }).waitFor({ timeout: 30_000 });
    return page;
  }

  /** Disturbs after `ms`, and restores what it took away. */
  async disturb(what: (typeof DISTURBANCES)[number], ms: number): Promise<void> {
    await pause(ms);
    if (what === 'connection') return this.#line.cutNow();
    if (what === 'page') {
      await this.#context?.close();
      this.#context = null;
      this.page = null;
      return;
    }
    await this.#product.kill();
    this.#product = await startProduct(this.#env);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.#product.stop();
    await this.#line[Symbol.asyncDispose]();
  }
}

/** One turn as a person makes it: says what they want, and when something fails, looks and tries again. */
async function take(chaos: Chaos, turn: number, disturbance: Promise<void>): Promise<void> {
  const request = requestOf(turn);
  const sending = say(chaos.page ?? (await chaos.visit()), request).catch(() => undefined);
  await disturbance;
  await sending;
  for (;;) {
    const page = chaos.page ?? (await chaos.visit());
    const app = await readApp(chaos.client, chaos.appId).catch(() => null);
    const isStored = app?.messages.some(({ role, content }: Data) => role === 'user' && content === request) === true;
    if (isStored && app.latestTurn.status === 'ready') return;
    if (app === null || (isStored && isPending(app.latestTurn))) await pause(50);
    else await goOn(page, isStored ? null : request).catch(() => undefined);
  }
}

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Message', { exact: true });
  await field.fill(text, { timeout: 5000 });
  await field.press('Enter', { timeout: 5000 });
}

/** Clicks what the chat offers; says it again where nothing was sent. */
async function goOn(page: Page, request: string | null): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' });
  const pending = page.locator('[data-pending]');
  if (await again.first().isVisible()) return again.first().click({ timeout: 1000 });
  // Said before the page had heard that the last answer ended, it waits in the queue.
  const queue = page.getByRole('region', { name: 'Queued messages' });
  const send = queue.getByRole('button', { name: 'Send now' });
  if (await send.isVisible()) return send.click({ timeout: 1000 });
  if (request === null || (await pending.count()) > 0 || (await queue.count()) > 0) return pause(50);
  const shown = await page.getByRole('article', { name: 'You' }).filter({ hasText: request }).count();
  if (shown === 0) await say(page, request);
  else await pause(50);
}

it(`${turns} turns, during each of which the server, the page or the connection ends, make what undisturbed ones make`, {
  timeout: turns * 20_000 + 60_000,
}, async () => {
  const random = chance(seed);
  const folder = await mkdtemp(join(tmpdir(), 'sayso-chaos-'));
  try {
    await using quick = await startChaosModel(0);
    await using slow = await startChaosModel(25);
    const expected = await undisturbed(quick.url);
    await using chaos = await Chaos.open(slow.url, folder);
    const plan: string[] = [];
    for (let turn = 1; turn <= turns; turn++) {
      const what = DISTURBANCES[between(random, 0, DISTURBANCES.length - 1)] ?? 'connection';
      const ms = between(random, 0, SPAN);
      plan.push(`${what} ${ms}`);
      if (chaos.page === null) await chaos.visit();
      await take(chaos, turn, chaos.disturb(what, ms));
    }
    const where = `seed ${seed}: ${plan.join(', ')}`;
    expect(await outcomeOf(chaos.client, chaos.appId), where).toEqual(expected);
    // The page of the last turns shows each message once, and so does a new one.
    const page = chaos.page ?? (await chaos.visit());
    await expect
      .poll(() =>
        page
          .getByRole('article', { name: 'You' })
          .filter({ hasText: requestOf(turns) })
          .count(),
      )
      .toBe(1);
    const fresh = await chaos.visit();
    await expect.poll(() => fresh.getByRole('article', { name: 'You' }).count()).toBe(Math.min(turns, 25));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
