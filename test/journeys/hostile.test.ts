import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchAt, pkce } from '../app-origin.ts';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { hostileFiles, NOTE } from '../security/hostile-app.ts';
import { bearer, type Data, type Person, signUp } from '../security/world.ts';
import { pointAt } from './point.ts';

// Hostile generated code in a real browser, next to the session of the builder who owns the app.

let product: Product;
let browser: Browser;
let owner: Person;
let hostile: { id: string; url: string };
let other: { id: string; url: string };

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  await signUp(product, 'admin@example.org');
  owner = await signUp(product, 'owner@example.org');
  const stranger = await signUp(product, 'stranger@example.org');
  const plain = { pages: { Home: 'export default () => <h1>Other</h1>;' }, entities: { Note: NOTE } };
  other = await newApp(stranger, 'Other', plain);
  const { builderUrl, runtimeUrl } = product;
  hostile = await newApp(owner, 'Hostile', hostileFiles({ builderUrl, runtimeUrl, otherAppId: other.id, otherUrl: other.url }));
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function graphql(person: Person, query: string, variables: object = {}): Promise<Data> {
  const headers = { 'content-type': 'application/json', ...bearer(person.token) };
  const answer = await fetch(`${product.builderUrl}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = (await answer.json()) as Data;
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Creates and publishes an app. */
async function newApp(person: Person, name: string, files: object): Promise<{ id: string; url: string }> {
  const headers = { 'content-type': 'application/json', ...bearer(person.token) };
  const body = JSON.stringify({ appType: 'generated', genApp: { name, ...files } });
  const { id } = (await (await fetch(`${product.builderUrl}/api/apps`, { method: 'POST', headers, body })).json()) as Data;
  const { publishApp } = await graphql(person, 'mutation ($id: ID!) { publishApp(id: $id) { id url } }', { id });
  return publishApp;
}

/** Server state that an attack must not change. */
const state = async () => {
  const { apps, app } = await graphql(owner, 'query ($id: ID!) { apps { name } app(id: $id) { messages { content } latestTurn { id } } }', {
    id: hostile.id,
  });
  return { apps: apps.map(({ name }: Data) => name), messages: app.messages.length, turn: app.latestTurn };
};
const untouched = { apps: ['Hostile'], messages: 0, turn: null };

interface Visit extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** All requests of all pages: URL, and the session cookie when it was sent. */
  readonly requests: { readonly url: string; readonly cookie: string }[];
  readonly pages: Page[];
  /** Chat messages that were sent to the builder. */
  readonly sent: string[];
}

/** A browser in which the owner is logged in to the builder. */
async function visit(): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const requests: { url: string; cookie: string }[] = [];
  const pages: Page[] = [];
  const sent: string[] = [];
  await context.route('https://evil.example/**', (route) => route.fulfill({ body: 'gotcha' }));
  context.on('request', (request) => {
    const body = request.postData() ?? '';
    if (/sendMessage/.test(body) && request.url().startsWith(product.builderUrl)) sent.push(body);
    void request
      .allHeaders()
      .then((headers) => requests.push({ url: request.url(), cookie: headers['cookie'] ?? '' }))
      .catch(() => undefined);
  });
  const page = await context.newPage();
  context.on('page', (opened) => pages.push(opened));
  const answer = await context.request.post(`${product.builderUrl}/api/auth/sign-in/email`, {
    data: { email: owner.email, password: 'correct horse battery' },
  });
  expect(answer.status()).toBe(200);
  return { context, page, requests, pages, sent, [Symbol.asyncDispose]: () => context.close() };
}

const refused = (name: string) => ({ refused: name });
const nothing = {};

async function openPreview(page: Page, name: string) {
  await page.goto(`${product.builderUrl}/build/app/${hostile.id}/${name}`);
  return page.frameLocator('iframe');
}

describe('in the preview', () => {
  test('code that attacks the builder reads and changes nothing', async () => {
    await using here = await visit();
    const frame = await openPreview(here.page, 'preview');
    const text = await frame.locator('#results').textContent({ timeout: 60_000 });
    expect(JSON.parse(text ?? '')).toEqual({
      origin: { got: 'null' },
      parentDocument: refused('SecurityError'),
      parentStorage: refused('SecurityError'),
      parentName: refused('SecurityError'),
      topAddress: refused('SecurityError'),
      ownCookies: refused('SecurityError'),
      ownStorage: refused('SecurityError'),
      ownDatabase: refused('SecurityError'),
      // One in memory, of this frame alone.
      database: { got: 0 },
      caches: refused('ReferenceError'),
      navigateTop: refused('SecurityError'),
      replaceParent: refused('SecurityError'),
      openTop: { got: 'null' },
      linkTop: nothing,
      openBuilder: refused('SecurityError'),
      serviceWorker: refused('TypeError'),
      graphql: refused('TypeError'),
      graphqlPlain: refused('TypeError'),
      api: refused('TypeError'),
      socket: refused('SocketRefused'),
      form: nothing,
      formElsewhere: nothing,
      frameElsewhere: nothing,
      refresh: { got: '200, refreshed: 401' },
      framed: refused('TypeError'),
      elsewhere: refused('TypeError'),
      clipboard: refused('NotAllowedError'),
      otherApp: { got: 'with a token: 404' },
      wrongNonce: nothing,
      wrongSource: nothing,
      ownNavigation: nothing,
      malformed: nothing,
      spend: { got: 'with a token: 0' },
    });
    // The builder is on the same URL, responsive, and shows the same page of the app.
    expect(here.page.url()).toMatch(new RegExp(`^${product.builderUrl}/build/app/${hostile.id}/preview`));
    await frame.locator('#results').waitFor();
    expect(await state()).toEqual(untouched);
    expect(here.requests.filter(({ url }) => url.startsWith('https://evil.example'))).toEqual([]);
    // Windows opened by the app have an opaque origin, hence no session.
    expect(here.pages.length).toBeGreaterThanOrEqual(1);
    for (const opened of here.pages) expect(await opened.evaluate(() => self.origin)).toBe('null');
  });

  test('ignores messages that other windows send in the name of the frame', async () => {
    await using here = await visit();
    const frame = await openPreview(here.page, 'home');
    await frame.getByRole('heading', { name: 'Welcome' }).waitFor();
    const { hash } = new URL((await here.page.locator('iframe').getAttribute('src')) ?? '');
    const nonce = new URLSearchParams(hash.slice(1)).get('nonce') ?? '';
    expect(nonce.length).toBeGreaterThanOrEqual(16);
    await here.page.locator('body').click({ position: { x: 5, y: 300 } });
    // A valid message from another window.
    await here.page.evaluate((message) => window.postMessage(message, '*'), {
      source: 'sayso-preview',
      nonce,
      type: 'send-chat-message',
      content: 'Forged by another window',
    });
    await settled(here.page);
    expect(await state()).toEqual(untouched);
    expect(here.sent).toEqual([]);
  });

  test('code cannot spend the messages of the builder: one message for each click, none without', async () => {
    await using here = await visit();
    // Only listens until then: evaluating code in a page counts as user activation.
    const asked = here.page.waitForEvent('console', (message) => message.text() === 'asked');
    const frame = await openPreview(here.page, 'ask');
    await asked;
    expect(await state()).toEqual(untouched);
    const again = here.page.waitForEvent('console', (message) => message.text() === 'asked again');
    await frame.locator('#ask').click();
    await expect.poll(async () => (await state()).messages, { timeout: 20_000 }).toBe(2);
    await expect
      .poll(async () => (await graphql(owner, LATEST, { id: hostile.id })).app.latestTurn.status, { timeout: 30_000 })
      .not.toMatch(/queued|streaming|applying/);
    await again;
    await settled(here.page);
    expect((await state()).messages).toBe(2);
    expect(here.sent).toHaveLength(1);
  });

  test('code cannot select an element: one answer for each click of the builder, and the code of the answer is shown', async () => {
    await using here = await visit();
    const { page } = here;
    const forged = (asked: number) => page.waitForEvent('console', (message) => message.text() === `forged, asked ${asked}`);
    const frame = await openPreview(page, 'point');
    await frame.getByRole('heading', { name: 'Welcome' }).waitFor();
    const versions = 'query ($id: ID!) { app(id: $id) { currentVersion { id } } }';
    const before = await graphql(owner, versions, { id: hostile.id });
    await page.getByRole('button', { name: 'Select an element' }).click();
    const inspector = page.getByRole('complementary', { name: 'Selected element' });
    await inspector.getByText('Click something in your app').waitFor();
    const code = inspector.getByLabel('Its code');
    await forged(0);
    await settled(page);
    expect(await code.count()).toBe(0);
    // The app answers before the frame's client: the builder sees which element it names.
    await pointAt(page, frame.getByRole('heading', { name: 'Welcome' }));
    await expect.poll(() => code.textContent()).toBe('<i>Small</i>');
    await forged(1);
    await forged(1);
    await settled(page);
    expect(await code.textContent()).toBe('<i>Small</i>');
    await page.getByRole('button', { name: 'Stop selecting' }).click();
    await forged(1);
    await settled(page);
    expect(await inspector.count()).toBe(0);
    expect(await graphql(owner, versions, { id: hostile.id })).toEqual(before);
  });

  test('the same request costs a message when the builder makes it', async () => {
    const app = await newApp(owner, 'Spent', { pages: { Home: 'export default () => <h1>Spent</h1>;' } });
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'Spend it all' }] });
    const headers = { 'content-type': 'application/json', ...bearer(owner.token) };
    const answer = await fetch(`${product.builderUrl}/api/apps/${app.id}/chat`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    await answer.text();
    const { messages } = (await graphql(owner, 'query ($id: ID!) { app(id: $id) { messages { id } } }', { id: app.id })).app;
    expect(messages).toHaveLength(2);
    await graphql(owner, 'mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id: app.id });
  });

  test('an infinite loop in the app does not block the builder', async () => {
    await using here = await visit();
    const looping = here.page.waitForEvent('console', (message) => message.text() === 'for ever');
    await openPreview(here.page, 'forever');
    await looping;
    const box = here.page.getByPlaceholder('Ask for a change');
    await box.fill('still here', { timeout: 20_000 });
    expect(await box.inputValue()).toBe('still here');
    await here.page.goto(`${product.builderUrl}/home`);
    await here.page.getByText('Hostile').first().waitFor();
  });
});

const LATEST = 'query ($id: ID!) { app(id: $id) { latestTurn { status } } }';

/** Messages arrive in order: once this one has been handled, all earlier ones have been. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener('message', ({ data }) => data === 'last' && setTimeout(resolve));
        window.postMessage('last', '*');
      }),
  );
}

describe('published', () => {
  test('code that attacks the builder or another app reads and changes nothing', async () => {
    await using here = await visit();
    const before = await state();
    const cookies = await here.context.cookies(product.builderUrl);
    // Signed in as a user of the app, so that its code has the user's token.
    await here.page.goto(`${hostile.url}/enter`);
    await here.page.getByRole('button', { name: 'Log in' }).click();
    await here.page.getByRole('button', { name: 'Continue' }).click();
    const text = await here.page.locator('#results').textContent({ timeout: 60_000 });
    expect(JSON.parse(text ?? '')).toEqual({
      origin: { got: 'http://*.localhost' },
      cookies: { got: '' },
      plantCookie: { got: '' },
      graphql: refused('TypeError'),
      graphqlPlain: refused('TypeError'),
      api: refused('TypeError'),
      socket: refused('SocketRefused'),
      ownGraphql: { got: '404' },
      ownApi: { got: 404 },
      form: nothing,
      image: refused('ImageRefused'),
      openBuilder: refused('SecurityError'),
      forge: nothing,
      framePreview: nothing,
      top: { got: true },
      openOther: refused('SecurityError'),
      frameBuilder: refused('TypeError'),
      frameOther: refused('SecurityError'),
      serviceWorker: refused('TypeError'),
      elsewhere: refused('TypeError'),
      otherApp: { got: 'with a token: 404' },
      evaluate: refused('EvalError'),
      spend: { got: 'with a token: 0' },
    });
    // The builder window that the app opened received none of its messages, and the frame that it created was refused.
    const builders = here.pages.filter((opened) => opened.url().startsWith(product.builderUrl));
    expect(builders.length).toBeGreaterThanOrEqual(2);
    expect(here.sent).toEqual([]);
    expect(here.page.frames().filter((frame) => frame.url().includes('/preview/'))).toEqual([]);
    expect(await state()).toEqual(before);
    expect(await here.context.cookies(product.builderUrl)).toEqual(cookies);
    expect(here.requests.filter(({ url }) => url.startsWith('https://evil.example'))).toEqual([]);
    // The builder's session cookie never reached the app's origin.
    const own = here.requests.filter(({ url }) => url.startsWith(hostile.url));
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter(({ cookie }) => cookie !== '')).toEqual([]);
  });

  test('rejects log-in CSRF: a link does not log its recipient in as the sender', async () => {
    const Home = `import { useEffect, useState } from 'react';\nimport { User } from '@/entities/User';
export default function Home() {
  const [who, setWho] = useState('');
  useEffect(() => { User.me().then((user) => setWho(user?.email ?? 'a visitor')); }, []);
  return <><p>You are {who}.</p><button onClick={() => User.login()}>Log in</button></>;
}`;
    const members = await newApp(owner, 'Members', { pages: { Home } });
    const sender = await signUp(product, 'sender@example.org');
    const post = async (person: Person, rest: string, body: object) =>
      (await fetch(`${product.builderUrl}/api/apps/${members.id}/${rest}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(person.token) },
        body: JSON.stringify(body),
      }).then((answer) => answer.json())) as Data;
    await post(owner, 'settings', { appSettings: { isSignupEnabled: true } });
    const link = async (path: string) =>
      (await post(sender, 'login-code', { nextUrl: members.url + path, codeChallenge: pkce().codeChallenge })).redirectTo as string;
    await using here = await visit();
    await here.page.goto(await link('/'));
    await here.page.getByText('You are a visitor.').waitFor();
    await here.page.getByRole('button', { name: 'Log in' }).click();
    await here.page.getByRole('button', { name: 'Continue' }).click();
    await here.page.getByText(`You are ${owner.email}.`).waitFor();
    await here.page.goto(await link('/?again'));
    await here.page.getByText(`You are ${owner.email}.`).waitFor();
    expect(new URL(here.page.url()).hash).toBe('');
    await graphql(owner, 'mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id: members.id });
  });

  test('a log-in code of one app never reaches another app, and is invalid there', async () => {
    const victim = await newApp(owner, 'Victim', { pages: { Home: 'export default () => <h1>Victim</h1>;' } });
    await using here = await visit();
    const visited: string[] = [];
    here.page.on('framenavigated', (frame) => visited.push(frame.url()));
    const attack = pkce();
    const nextUrl = `${victim.url}/app/${new URL(other.url).hostname.split('.')[0]}/`;
    const query = new URLSearchParams({ nextUrl, codeChallenge: attack.codeChallenge });
    await here.page.goto(`${product.builderUrl}/apps/${victim.id}/login?${query}`);
    await here.page.getByRole('button', { name: 'Continue' }).click();
    await here.page.getByRole('heading', { name: 'Victim', exact: true }).waitFor();
    expect(visited.filter((url) => url.startsWith(other.url))).toEqual([]);
    // The page did not start this log-in: it ignores the code and removes it from the URL.
    expect(here.page.url()).toBe(`${victim.url}/`);
    // An intercepted code is useless: the attacker lacks the verifier and calls from another origin.
    const own = pkce();
    const asked = await fetch(`${product.builderUrl}/api/apps/${victim.id}/login-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(owner.token) },
      body: JSON.stringify({ nextUrl: victim.url, codeChallenge: own.codeChallenge }),
    });
    const code = new URLSearchParams(new URL(((await asked.json()) as Data).redirectTo).hash.slice(1)).get('code');
    const exchange = async (origin: string, body: object) =>
      (await fetchAt(origin, `/live_api/apps/${victim.id}/auth/exchange`, { body: { code, ...body } })).status;
    expect(await exchange(other.url, { codeVerifier: own.codeVerifier })).toBe(404);
    expect(await exchange(product.runtimeUrl, { codeVerifier: own.codeVerifier })).toBe(404);
    expect(await exchange(product.builderUrl, { codeVerifier: own.codeVerifier })).toBe(404);
    expect(await exchange(victim.url, { codeVerifier: attack.codeVerifier })).toBe(401);
    await graphql(owner, 'mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id: victim.id });
  });

  test('a link of the app changes nothing in the builder, though the browser sends the session cookie', async () => {
    await using here = await visit();
    const before = await state();
    await here.page.goto(`${hostile.url}/home`);
    const query = encodeURIComponent('mutation { createApp(input: { name: "Forged" }) { id } }');
    const [answer] = await Promise.all([
      here.page.waitForResponse((response) => response.url().includes('/graphql')),
      here.page.evaluate((url) => location.assign(url), `${product.builderUrl}/graphql?query=${query}`),
    ]);
    expect(answer.status()).toBe(405);
    expect(await state()).toEqual(before);
  });
});
