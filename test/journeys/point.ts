import type { FrameLocator, Locator, Page } from 'playwright-core';
import { openWorld, signIn, type World } from './builder-world.ts';

/** Clicks where an element of the frame is: while the builder selects, a layer of the builder's page lies over the frame. */
export async function pointAt(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

export interface OpenedApp extends AsyncDisposable {
  readonly world: World;
  readonly page: Page;
  readonly complaints: string[];
  /** The app in its frame. */
  readonly app: () => FrameLocator;
  /** What the builder shows of the selected element. */
  readonly inspector: () => Locator;
}

/** An app with one page, opened in the builder; the page has a heading "Habits". */
export async function openHabits(home: string): Promise<OpenedApp> {
  const world = await openWorld();
  const { page, complaints } = await world.visit();
  await signIn(page, world.url);
  const { request } = page.context();
  const genApp = { name: 'Habits', pages: { Home: home } };
  const made = await request.post(`${world.url}/api/apps`, { headers: { origin: world.url }, data: { appType: 'generated', genApp } });
  await page.goto(`${world.url}/build/app/${(await made.json()).id}`);
  const app = () => page.frameLocator('iframe');
  await app().getByRole('heading', { name: 'Habits' }).waitFor();
  const inspector = () => page.getByRole('complementary', { name: 'Selected element' });
  return { world, page, complaints, app, inspector, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}
