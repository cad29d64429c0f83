import { readTemplate, templateNames } from '@sayso/runtime/templates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflow, violations } from '../gallery/gallery.ts';
import { addRow } from '../templates/use.ts';
import { openTemplateWorld, show, type TemplateApp, type TemplateWorld } from '../templates/world.ts';

let world: TemplateWorld;
beforeAll(async () => {
  world = await openTemplateWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

// Both themes and both widths, not each with each: colours and layout do not depend on one another, and these are many pages.
const LOOKS = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 375 },
] as const;

// One test suite for each folder in runtime/templates.
describe.each(await templateNames())('the template %s', (name) => {
  let app: TemplateApp;
  beforeAll(async () => {
    const template = await readTemplate(name);
    app = await world.start(template!);
  });
  /** Each page in turn, in one browser context. */
  async function* pages(as: 'owner' | 'visitor') {
    const [first = '/', ...others] = app.paths;
    await using opened = await world.open(app, { path: first, as });
    yield { path: first, ...opened };
    for (const path of others) {
      await opened.visit(path);
      yield { path, ...opened };
    }
  }

  it('renders without accessibility violations or horizontal overflow, light and dark, on desktop and phone', async () => {
    for await (const { path, page, complaints } of pages('owner')) {
      for (const look of LOOKS) {
        await show(page, look);
        const where = `${path}, ${look.theme}, ${look.width} px`;
        expect(await violations(page), where).toEqual([]);
        expect(await overflow(page), where).toBe(0);
      }
      expect(complaints, path).toEqual([]);
    }
  });

  it('opens for visitors without console errors', async () => {
    for await (const { path, page, complaints } of pages('visitor')) {
      expect(await violations(page), path).toEqual([]);
      expect(complaints, path).toEqual([]);
    }
  });

  it('adds a row', async () => {
    const before = await app.countRows();
    expect(before).toBeGreaterThan(0);
    let isAdded = false;
    for await (const { page } of pages('owner')) {
      isAdded = await addRow(page);
      if (!isAdded) continue;
      await expect.poll(() => app.countRows()).toBeGreaterThan(before);
      expect(await page.getByRole('alert').count()).toBe(0);
      break;
    }
    expect(isAdded, 'no page of it adds rows').toBe(true);
  });
});
