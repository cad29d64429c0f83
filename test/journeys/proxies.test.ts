import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../bench/ports.ts';
import { launchBrowser } from '../browser.ts';
import { openPlainProxy, type PlainProxy, type ProxyBehaviour, proxies } from '../plain-proxy.ts';
import { type Product, startProduct } from '../product.ts';
import { bearer, type Data, type Person, password, signUp } from '../security/world.ts';
import { startApp } from './builder-world.ts';

// Everything live behind proxies that pass no WebSockets: chat and preview, rows in the data browser, who is here, a published app.

const HOME = `import { useEffect, useState } from 'react';
import { Note } from '@/entities/Note';
export default function Home() {
  const [notes, setNotes] = useState([]);
  useEffect(() => {
    const read = () => Note.list().then(setNotes);
    return Note.subscribe(read, { onReady: read });
  }, []);
  return <ul>{notes.map((note) => <li key={note.id}>{note.text}</li>)}</ul>;
}`;
const permissions = { read: 'anonymous', write: 'admin' };
const entities = { Note: { type: 'object', properties: { text: { type: 'string' } }, 'x-accessControl': { permissions } } };
const CHAT = 'a habit tracker with name, frequency and streak';

let product: Product;
let builder: PlainProxy;
let runtime: PlainProxy;
let browser: Browser;
let ada: Person;
let nell: Person;
let appId: string;

const post = async (path: string, body: object, as: Person, base = product.builderUrl): Promise<Data> => {
  const headers = { 'content-type': 'application/json', ...bearer(as.token) };
  const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};
const graphql = async (query: string, variables: object, as: Person): Promise<Data> => {
  const { data, errors } = await post('/graphql', { query, variables }, as);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
};
const addNote = (text: string, rows: 'draft' | 'live') => post(`/live_api/apps/${appId}/entities/Note?rows=${rows}`, { text }, ada);

beforeAll(async () => {
  const [port, runtimePort] = await Promise.all([freePort(), freePort()]);
  builder = await openPlainProxy(() => port, proxies.caddy);
  runtime = await openPlainProxy(() => runtimePort, proxies.caddy);
  const env = { PORT: String(port), RUNTIME_PORT: String(runtimePort), BUILDER_URL: builder.url, RUNTIME_URL: runtime.url };
  [product, browser] = await Promise.all([startProduct(env), launchBrowser()]);
  ada = await signUp(product, 'ada@example.org');
  nell = await signUp(product, 'nell@example.org');
  appId = (await post('/api/apps', { appType: 'generated', genApp: { name: 'Notes', pages: { Home: HOME }, entities } }, ada)).id;
  await graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id: appId }, ada);
  const { inviteBuilder } = await graphql(
    'mutation ($appId: ID!) { inviteBuilder(appId: $appId, role: view, uses: 9, days: 1) { link } }',
    { appId },
    ada,
  );
  const code = new URL(inviteBuilder.link).hash.slice('#code='.length);
  await graphql('mutation ($code: String!) { acceptAppInvitation(code: $code) }', { code }, nell);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await builder?.[Symbol.asyncDispose]();
  await runtime?.[Symbol.asyncDispose]();
});

async function openAs({ email }: Person, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(90_000);
  const answer = await page.context().request.post(`${builder.url}/api/auth/sign-in/email`, { data: { email, password } });
  expect(answer.status()).toBe(200);
  await page.goto(`${builder.url}${path}`);
  return page;
}

const behaviours: readonly (readonly [string, ProxyBehaviour])[] = [
  ['nginx without its lines', proxies.nginx],
  ['a proxy that never answers WebSockets', proxies.silent],
  ['a proxy that closes WebSockets at once', proxies.closing],
  ['a company proxy that holds answers back', proxies.company],
];

describe.each(behaviours)('behind %s', (name, behaviour) => {
  it('shows turns, rows, people and apps as they change', { timeout: 240_000 }, async () => {
    for (const proxy of [builder, runtime]) proxy.behave(behaviour);
    const page = await openAs(ada, `/build/app/${appId}?panel=data`);
    const grid = page.getByRole('grid', { name: 'Note' });
    await grid.waitFor();
    const other = await openAs(nell, `/build/app/${appId}`);
    await page.getByRole('list', { name: 'Also here' }).getByRole('img', { name: 'nell' }).waitFor();
    await addNote(`draft ${name}`, 'draft');
    await grid.getByText(`draft ${name}`).waitFor();
    // The preview as well.
    await other.frameLocator('iframe').getByText(`draft ${name}`).waitFor();

    const { app } = await graphql('query ($id: ID!) { app(id: $id) { slug } }', { id: appId }, ada);
    await other.goto(`http://${app.slug}.localhost:${runtime.port}`);
    await other.getByRole('list').waitFor({ state: 'attached' });
    await addNote(`live ${name}`, 'live');
    await other.getByText(`live ${name}`).waitFor();
    await other.context().close();

    await page.getByText('passes no WebSockets').or(page.getByText('holds answers back')).first().waitFor();
    await page.goto(`${builder.url}/home`);
    await startApp(page, CHAT);
    await page.frameLocator('iframe').getByRole('button', { name: 'Add habit' }).waitFor();
    await page.getByText('Added the page Home').waitFor();
    await page.context().close();
  });
});

it('returns to WebSockets once they arrive', async () => {
  builder.behave(proxies.nginx);
  const page = await openAs(ada, `/build/app/${appId}`);
  await page.getByText('passes no WebSockets').first().waitFor();
  builder.behave(proxies.caddy);
  const arrived = page.waitForEvent('websocket');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await arrived;
  await page.getByText('passes no WebSockets').first().waitFor({ state: 'hidden' });
  await page.context().close();
});
