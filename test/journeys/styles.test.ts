import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, startTable, type World } from './builder-world.ts';
import { styleScreens } from './style-screens.ts';

// Styles of the built product: chunks load in any order, so every rule belongs to a cascade layer.

const ASSETS = join(import.meta.dirname, '..', '..', 'web', 'dist', 'assets');
const TASK = { name: 'Task', type: 'object', properties: { title: { type: 'string' }, state: { type: 'string', enum: ['open', 'done'] } } };

let world: World;
let page: Page;
let screens: ReturnType<typeof styleScreens>;

beforeAll(async () => {
  world = await openWorld();
  ({ page } = await world.visit());
  const id = await startTable(page, world.url, TASK);
  await page.context().request.post(`${world.url}/live_api/apps/${id}/entities/Task/bulk?rows=draft`, {
    headers: { origin: world.url },
    data: [{ title: 'Water', state: 'open' }],
  });
  screens = styleScreens(world.url, `${world.url}/build/app/${id}`);
});
afterAll(() => world?.[Symbol.asyncDispose]());

/** Runs in the page: rules of this sheet that belong to no layer. */
function unlayered(css: string): string[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const visit = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSLayerBlockRule || rule instanceof CSSLayerStatementRule) return [];
      return rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule ? visit(rule.cssRules) : [rule.cssText.slice(0, 200)];
    });
  return visit(sheet.cssRules);
}

it('assigns every rule of every style sheet to a layer', async () => {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith('.css'));
  expect(names.length).toBeGreaterThan(20);
  // A person who is signed in is led on from the log-in page.
  await page.goto(`${world.url}/home`);
  for (const name of names) expect([name, await page.evaluate(unlayered, await readFile(join(ASSETS, name), 'utf8'))]).toEqual([name, []]);
});

/** Styles that libraries insert without a layer. They concern these libraries' own elements and variables only. */
const INSERTED = ['[data-mantine-styles]', '.ͼ', 'data-scroll-locked'];

/** Runs in the page: style elements that none of these libraries inserted. */
const insertedSheets = (known: readonly string[]) =>
  [...document.querySelectorAll('style')]
    .filter((style) => !known.some((mark) => (mark.startsWith('[') ? style.matches(mark) : style.textContent.includes(mark))))
    .map((style) => style.textContent.slice(0, 200));

/** Runs in the page: elements whose style differs when the style sheets are loaded in the reverse order. */
function orderDependent(): string[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const sheets = links.map(({ sheet: loaded }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync([...(loaded?.cssRules ?? [])].map((rule) => rule.cssText).join('\n'));
    return sheet;
  });
  const before = [...document.adoptedStyleSheets];
  const elements = [...document.body.querySelectorAll(':not(svg *)')];
  // All properties of a thousand elements would take a minute.
  const names = [
    ...['display', 'position', 'inset', 'z-index', 'overflow', 'visibility', 'opacity', 'transform', 'cursor', 'content', 'transition'],
    ...['width', 'height', 'min-width', 'min-height', 'max-width', 'max-height', 'margin', 'padding', 'gap', 'flex', 'order'],
    ...['align-items', 'align-content', 'justify-content', 'grid-template-columns', 'border', 'border-radius', 'outline', 'box-shadow'],
    ...['color', 'background', 'font', 'letter-spacing', 'text-align', 'text-decoration', 'text-transform', 'white-space', 'list-style'],
  ];
  const styles = () =>
    elements.flatMap((element) =>
      [null, '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        return pseudo !== null && style.content === 'none' ? [] : names.map((name) => style.getPropertyValue(name));
      }),
    );
  for (const link of links) link.disabled = true;
  document.adoptedStyleSheets = [...before, ...sheets];
  const loaded = styles();
  document.adoptedStyleSheets = [...before, ...sheets.toReversed()];
  const reversed = styles();
  document.adoptedStyleSheets = before;
  for (const link of links) link.disabled = false;
  return loaded.flatMap((style, index) => {
    const other = reversed[index];
    const changed = style.flatMap((value, at) => (other?.[at] === value ? [] : [`${names[at]} ${value} or ${other?.[at]}`]));
    const element = elements[Math.floor(index / 3)];
    return changed.length === 0
      ? []
      : [`<${element?.localName} class="${element?.getAttribute('class')}">: ${changed.slice(0, 4).join(', ')}`];
  });
}

const names = Object.keys(styleScreens('', ''));
it.each(names)('draws the same whatever the order in which styles load: %s', async (name) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await screens[name]?.(page);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(orderDependent)).toEqual([]);
  }
  expect(await page.evaluate(insertedSheets, INSERTED)).toEqual([]);
});

it('gives the rows of the command menu their space', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await screens['commands']?.(page);
  const row = page.locator('[role=dialog] [class*=Spotlight-action]').first();
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(32);
  expect(await row.evaluate((element) => getComputedStyle(element).paddingInlineStart)).not.toBe('0px');
});
