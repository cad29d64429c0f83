import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openWorld, type World } from './builder-world.ts';
import { type ExtendedPages, extendPages } from './panels.ts';

/** A panel as a contributor adds it: a folder with declaration, texts and component. */
const panelFiles = (id: string, { title, order, isVisible = 'true' }: { title: string; order: number; isVisible?: string }) => ({
  [`${id}/panel.ts`]: `import { StickyNote } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';

export const panel: Panel = {
  id: '${id}',
  title: '${id}.title',
  icon: StickyNote,
  order: ${order},
  place: 'main',
  isVisible: (app, account) => ${isVisible},
  load: () => import('./NotePanel.tsx'),
};
`,
  [`${id}/en.ts`]: `export const texts = { title: '${title}', tool: 'Tool of {panel}', note: 'Note' } as const;
`,
  [`${id}/NotePanel.tsx`]: `import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApp, usePageName, useTurn, useUnsaved } from '../../lib/workspace/hooks.ts';
import { Toolbar } from '../../lib/workspace/Toolbar.tsx';

export default function NotePanel() {
  const t = useTranslations();
  const { name } = useApp();
  const { isBusy } = useTurn();
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  return (
    <section aria-label={t('${id}.title')}>
      <Toolbar><button type="button">{t('${id}.tool', { panel: t('${id}.title') })}</button></Toolbar>
      <p>{name}: page {usePageName()}, {isBusy ? 'busy' : 'at rest'}</p>
      <input aria-label={t('${id}.note')} value={text} onChange={(event) => setText(event.currentTarget.value)} />
    </section>
  );
}
`,
});

let world: World;
let pages: ExtendedPages;
let page: Page;
let complaints: string[];
let address: string;
beforeAll(async () => {
  [world, pages] = await Promise.all([
    openWorld(),
    extendPages({
      ...panelFiles('notes', { title: 'Notes', order: 25, isVisible: "account?.isAdmin === true && app.name === 'Habits'" }),
      ...panelFiles('sketches', { title: 'Sketches', order: 90 }),
      ...panelFiles('secrets', { title: 'Secrets', order: 95, isVisible: 'false' }),
    }),
  ]);
  ({ page, complaints } = await world.visit());
  const { request } = page.context();
  const headers = { origin: world.url };
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers, data: person });
  const genApp = { name: 'Habits', pages: { Home: 'export default function Home() { return <h1>Habits of today</h1>; }' } };
  const made = await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } });
  address = `${world.url}/build/app/${(await made.json()).id}`;
  await pages.serve(page.context(), world.url);
});
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await pages?.[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await page.getByLabel('Message', { exact: true }).waitFor();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Habits of today' }).waitFor();
});

const header = () => page.getByRole('banner');
const notes = () => page.getByRole('region', { name: 'Notes' });
const sketches = () => page.getByRole('region', { name: 'Sketches' });

it('appears in the header, or in the menu beside it', async () => {
  expect(await header().getByRole('radiogroup', { name: 'View' }).getByRole('radio').count()).toBe(3);
  await header().locator('label', { hasText: 'Notes' }).click();
  await notes().getByText('Habits: page Home, at rest').waitFor();
  await header().getByRole('button', { name: 'Tool of Notes' }).waitFor();

  await header().getByRole('button', { name: 'More panels' }).click();
  expect(await page.getByRole('menuitemradio').allTextContents()).toEqual([
    'Code',
    'Functions',
    'Integrations',
    'Other servers',
    'Sketches',
  ]);
  await page.getByRole('menuitemradio', { name: 'Sketches' }).click();
  await sketches().waitFor();
  await header().getByRole('button', { name: 'Tool of Sketches' }).waitFor();
  expect(await header().getByRole('button', { name: 'Tool of Notes' }).count()).toBe(0);
});

it('has a URL', async () => {
  await header().locator('label', { hasText: 'Notes' }).click();
  await notes().waitFor();
  expect(new URL(page.url()).searchParams.get('panel')).toBe('notes');
  await page.reload();
  await notes().waitFor();
  await page.goto(`${address}?panel=secrets`);
  await page.frameLocator('iframe').getByRole('heading', { name: 'Habits of today' }).waitFor();
});

it('is found in the search', async () => {
  await page.keyboard.press('ControlOrMeta+K');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('button', { name: 'Notes' }).waitFor();
  expect(await search.getByRole('button', { name: 'Secrets' }).count()).toBe(0);
  await search.getByRole('button', { name: 'Sketches' }).click();
  await sketches().waitFor();
});

it('asks before its unsaved changes are discarded', async () => {
  await page.goto(`${address}?panel=sketches`);
  await sketches().getByLabel('Note').fill('Remember');
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.message();
  });
  await header().getByRole('link', { name: 'Home' }).click();
  expect(await asked).toContain('unsaved changes');
  await sketches().getByLabel('Note').fill('');
});

it('appears in the panel switch of phones, or in the menu beside it', async () => {
  await page.setViewportSize({ width: 375, height: 812 });
  const bar = page.getByRole('navigation', { name: 'What is shown' });
  expect(await bar.locator('label').allTextContents()).toEqual(['Chat', 'Preview', 'Database', 'Notes']);
  await bar.locator('label', { hasText: 'Notes' }).click();
  await notes().waitFor();
  await bar.getByRole('button', { name: 'More panels' }).click();
  await page.getByRole('menuitemradio', { name: 'Sketches' }).click();
  await sketches().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect(complaints).toEqual([]);
});
