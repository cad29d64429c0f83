import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { postJson, signUp } from '../wire/builder.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the client's request
type Data = any;

/** A table's schema in an app's version. */
export interface TableSchema {
  readonly name: string;
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required: readonly string[];
  readonly 'x-accessControl': { readonly permissions: { readonly read: string; readonly write: string } };
  readonly 'x-ui': { readonly singular: string; readonly plural: string; readonly layout: string; readonly order: number };
}
export interface PropertySchema {
  readonly type: string;
  readonly title: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly 'x-ui'?: { readonly kind?: string; readonly to?: string };
}

/** Current state of an app. */
export interface AppState {
  readonly name: string;
  readonly pages: readonly string[];
  readonly tables: readonly TableSchema[];
}

/** An app in the builder's preview frame, in a development build, in which React logs warnings. */
export interface Shown extends AsyncDisposable {
  readonly page: Page;
  readonly frame: Frame;
  /** Errors that the app reports to the builder, and the console's errors and warnings. */
  readonly complaints: readonly string[];
  goTo(page: string): Promise<void>;
  resize(width: number): Promise<void>;
}

export interface OpenOptions {
  /** Default 1280. */
  readonly width?: number;
  readonly page?: string;
  /** Selector of what appears once the app has rendered; default: a page's heading. */
  readonly waitFor?: string;
}

/** The whole product with only the demo assistant, one builder, and a browser. */
export interface DemoWorld extends AsyncDisposable {
  readonly product: Product;
  readonly browser: Browser;
  /** Creates an app from a sentence; returns its id. */
  build(request: string): Promise<string>;
  /** The assistant's answer to a first request. */
  ask(request: string): Promise<string>;
  /** Sends a message to an app's chat; returns the answer without its actions. Throws when the turn fails. */
  say(appId: string, request: string): Promise<string>;
  read(appId: string): Promise<AppState>;
  /** Replaces a file's content, as on the code screen. */
  edit(appId: string, path: string, content: string): Promise<void>;
  /** Publishes an app; returns its URL. */
  publish(appId: string): Promise<string>;
  open(appId: string, options?: OpenOptions): Promise<Shown>;
}

const READ_APP = `query ($id: ID!) { app(id: $id) { name
  currentVersion { pages { name } tables { name schema } } } }`;
const LAST_ANSWER = `query ($id: ID!) { app(id: $id) { latestTurn { status error } messages { role content } } }`;
const EDIT_FILE = `mutation ($id: ID!, $path: String!, $content: String!, $base: ID!) {
  updateAppFile(id: $id, path: $path, content: $content, baseVersionId: $base) { id } }`;
const START_PREVIEW = `mutation ($id: ID!) { startPreview(appId: $id) { build { manifest problems { path message } } expiresAt frameUrl token } }`;

const inOrder = (a: TableSchema, b: TableSchema) => a['x-ui'].order - b['x-ui'].order;

export async function openDemoWorld(): Promise<DemoWorld> {
  const [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  // Pages of one context share the HTTP cache.
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const { token } = await signUp(product.builderUrl, 'ada@example.org');
  const headers = { authorization: `Bearer ${token}` };
  const post = (path: string, body: object) => postJson(`${product.builderUrl}${path}`, body, headers);
  const graphql = async (query: string, variables: object): Promise<Data> => {
    const { data, errors } = (await (await post('/graphql', { query, variables })).json()) as Data;
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const say = async (appId: string, request: string) => {
    const answer = await post(`/api/apps/${appId}/chat`, { messages: [{ role: 'user', content: request }] });
    await answer.text();
    const { app } = await graphql(LAST_ANSWER, { id: appId });
    if (app.latestTurn.status !== 'ready') throw new Error(`“${request}” ended ${app.latestTurn.status}: ${app.latestTurn.error}`);
    return app.messages
      .at(-1)
      .content.replace(/<action[\s\S]*?<\/action>/g, '')
      .trim() as string;
  };
  const newApp = async (): Promise<string> => (await graphql('mutation { createApp(input: {}) { id } }', {})).createApp.id;
  return {
    product,
    browser,
    say,
    async build(request) {
      const id = await newApp();
      await say(id, request);
      return id;
    },
    ask: async (request) => say(await newApp(), request),
    async read(appId) {
      const { app } = await graphql(READ_APP, { id: appId });
      const { pages, tables } = app.currentVersion;
      return { name: app.name, pages: pages.map(({ name }: Data) => name), tables: tables.map(({ schema }: Data) => schema).sort(inOrder) };
    },
    async edit(appId, path, content) {
      const { app } = await graphql('query ($id: ID!) { app(id: $id) { currentVersion { id } } }', { id: appId });
      const variables = { id: appId, path, content, base: app.currentVersion.id };
      await graphql(EDIT_FILE, variables);
    },
    async publish(appId) {
      const { publishApp } = await graphql('mutation ($id: ID!) { publishApp(id: $id) { url } }', { id: appId });
      return publishApp.url;
    },
    async open(appId, options) {
      const { startPreview } = await graphql(START_PREVIEW, { id: appId });
      const problems = startPreview.build.problems as { path: string; message: string }[];
      if (problems.length > 0) throw new Error(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
      return openFrame(context, product, startPreview, options);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await product.stop();
    },
  };
}

/** A minimal builder that only posts the build to the frame. */
async function openFrame(
  context: BrowserContext,
  product: Product,
  { build, expiresAt, frameUrl, token }: Data,
  { width = 1280, page: first, waitFor = 'h1' }: OpenOptions = {},
): Promise<Shown> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  // The frame answers only pages of the builder's origin; any of them will do.
  await page.goto(`${product.builderUrl}/healthz`);
  const nonce = 'demo';
  const message = { type: 'preview-state-changed', manifest: build.manifest, token, expiresAt, apiUrl: product.runtimeUrl, page: first };
  await page.evaluate(
    ([address, state]) =>
      new Promise<void>((resolve) => {
        window.addEventListener('message', ({ data }) => {
          if (data?.type === 'ready') window.frames[0]?.postMessage(state, '*');
          if (data?.type === 'rendered') resolve();
          if (data?.type === 'app-changed-url') document.documentElement.dataset['page'] = data.page ?? '';
          // biome-ignore lint/suspicious/noConsole: runs in the browser, whose console the test reads
          if (data?.type === 'app-error') console.error(`${data.error.title}: ${data.error.details}`);
        });
        document.documentElement.innerHTML =
          '<body style="margin:0"><iframe title="App" style="border:0;width:100vw;height:100vh;display:block"></iframe></body>';
        document.querySelector('iframe')?.setAttribute('src', address);
      }),
    [`${frameUrl}#nonce=${nonce}`, { source: 'sayso-builder', nonce, ...message }] as const,
  );
  const frame = page.frames()[1];
  if (!frame) throw new Error('The preview has no frame.');
  const isDrawn = () => frame.locator(waitFor).first().waitFor();
  await isDrawn();
  return {
    page,
    frame,
    complaints,
    async goTo(name) {
      if ((await page.evaluate(() => document.documentElement.dataset['page'])) === name) return;
      // Marks the old page's heading, so that the new one is distinguishable.
      await frame.evaluate(() => document.querySelector('h1')?.setAttribute('data-left', ''));
      await page.evaluate((data) => window.frames[0]?.postMessage(data, '*'), {
        source: 'sayso-builder',
        nonce,
        type: 'navigate',
        page: name,
      });
      await page.waitForFunction((wanted) => document.documentElement.dataset['page'] === wanted, name);
      await frame.locator('h1[data-left]').waitFor({ state: 'detached' });
      await isDrawn();
    },
    async resize(next) {
      await page.setViewportSize({ width: next, height: 900 });
      await frame.waitForFunction((wide) => innerWidth === wide, next);
    },
    [Symbol.asyncDispose]: () => page.close(),
  };
}
