import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, signIn, type World } from './builder-world.ts';

const HOME = `import { Note } from '@/entities/Note';
import { Weather } from '@/components/Weather';
import { useState } from 'react';

export default function Home() {
  const [clicks, setClicks] = useState(0);
  const raise = () => {
    throw new Error('There is no counter');
  };
  return (
    <main>
      <button type="button" onClick={() => setClicks(clicks + 1)}>Clicked {clicks}</button>
      <button type="button" onClick={raise}>Raise</button>
      <button type="button" onClick={() => Note.list()}>Load notes</button>
      <button type="button" onClick={async () => await fetch('https://weather.example/now?key=hidden', { method: 'post' })}>Ask</button>
      <Weather />
    </main>
  );
}
`;
const WEATHER = `async function forecast() {
  await Promise.resolve();
  throw new Error('The weather is unknown');
}

export function Weather() {
  const [isBroken, setIsBroken] = React.useState(false);
  if (isBroken) throw new Error('There is no sky');
  return (
    <section>
      <button type="button" onClick={() => void forecast()}>Forecast</button>
      <button type="button" onClick={() => setIsBroken(true)}>Look up</button>
    </section>
  );
}
`;
const NOTE = { name: 'Note', type: 'object', properties: { title: { type: 'string' } } };

let world: World;
let page: Page;
beforeAll(async () => {
  world = await openWorld();
  ({ page } = await world.visit());
  await signIn(page, world.url);
  const genApp = {
    name: 'Club',
    pages: { Home: HOME },
    components: { Weather: `import React from 'react';\n${WEATHER}` },
    entities: { Note: NOTE },
  };
  const headers = { origin: world.url };
  const { request } = page.context();
  const made = await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } });
  const { id } = await made.json();
  const query = 'mutation ($id: ID!, $hosts: AppHostsInput!) { updateAppSettings(id: $id, settings: { hosts: $hosts }) { id } }';
  const hosts = { scripts: [], styles: [], pictures: [], frames: [], calls: ['weather.example'] };
  expect(
    await (await request.post(`${world.url}/graphql`, { headers, data: { query, variables: { id, hosts } } })).json(),
  ).not.toHaveProperty('errors');
  await page.goto(`${world.url}/build/app/${id}`);
  await inApp('Clicked 0').waitFor();
});
afterAll(() => world?.[Symbol.asyncDispose]());

const inApp = (name: string) => page.frameLocator('iframe').getByRole('button', { name });
const widget = () => page.getByRole('complementary', { name: 'Problems in your app' });
const button = (name: string | RegExp) => widget().getByRole('button', { name });
/** Scope, place and title of each listed problem. */
const listed = async () => (await widget().getByRole('listitem').allInnerTexts()).map((shown) => shown.split(/\s*\n\s*/).slice(0, 3));
/** The builder's message in a call of the model. */
const lastMessage = (call: number): string => {
  const messages = world.model.requests[call]?.body['messages'] as readonly { readonly content: string }[] | undefined;
  return messages?.at(-1)?.content ?? '';
};
const HANDLER = ['Page', 'pages/Home:8', 'There is no counter'];
const PROMISE = ['Component', 'components/Weather:4', 'The weather is unknown'];
const CALL = ['Call', 'pages/Home:14', 'Note.list: the server could not be reached.'];
const RENDERING = ['Component', 'components/Weather:9', 'There is no sky'];

it('lists errors of handlers, promises and calls once each, with component, file and line', async () => {
  await inApp('Clicked 0').click();
  await inApp('Raise').click();
  await inApp('Raise').click();
  await button('1 problem').click();
  await inApp('Forecast').click();
  await page.route('**/live_api/**/Note**', (route) => route.abort());
  await inApp('Load notes').click();
  await button('3 problems').waitFor();
  await inApp('Forecast').click();
  await inApp('Raise').click();
  expect(await listed()).toEqual([HANDLER, PROMISE, CALL]);
  expect(await inspect(page, 'problems')).toEqual([]);
  await button('pages/Home:8').click();
  await page.getByRole('textbox', { name: 'pages/Home' }).waitFor();
  await page.locator('header label', { hasText: 'Preview' }).click();
  await button('3 problems').waitFor();
});

it('names the request of a failed fetch, without its query', async () => {
  await page.route('https://weather.example/**', (route) => route.abort());
  await inApp('Ask').click();
  await button('4 problems').waitFor();
  expect((await listed()).at(-1)).toEqual(['Call', 'pages/Home:15', 'Failed to fetch: POST https://weather.example/now']);
  await button('Hide: Failed to fetch: POST https://weather.example/now').click();
});

it('does not list again what was hidden, not even after a reload of the app', async () => {
  await button('Hide: The weather is unknown').click();
  await expect.poll(listed).toEqual([HANDLER, CALL]);
  await page.getByRole('button', { name: 'Refresh preview' }).click();
  await widget().waitFor({ state: 'detached' });
  await inApp('Clicked 0').click();
  await inApp('Forecast').click();
  await inApp('Raise').click();
  await button('1 problem').waitFor();
});

it('gives the errors to the assistant, and shows what occurs again after a fix that changed nothing', async () => {
  await inApp('Look up').click();
  await button('2 problems').waitFor();
  const before = world.model.requests.length;
  await button('Resolve with AI').click();
  await page.getByText('I have nothing to add.').first().waitFor();
  await page.getByRole('article', { name: 'You' }).getByText('Please fix the errors in my app').waitFor();
  for (const problem of [HANDLER, RENDERING]) expect(lastMessage(before)).toContain(`"title": "${problem[2]}"`);
  expect(lastMessage(before)).not.toContain(PROMISE[2]);
  await widget().waitFor({ state: 'detached' });
  await inApp('Raise').click();
  await button('1 problem').waitFor();
  await inApp('Look up').click();
  await button('2 problems').waitFor();
  expect(await listed()).toEqual([HANDLER, RENDERING]);
});

it('asks for one of them with its title', async () => {
  const before = world.model.requests.length;
  await button('Fix: There is no sky').click();
  await expect.poll(() => world.model.requests.length).toBeGreaterThan(before);
  expect(lastMessage(before)).toContain('"title": "There is no sky"');
  await page.getByRole('article', { name: 'You' }).getByText('Fix this error: There is no sky').waitFor();
});
