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

  it('renders without accessibility violations or horizontal overflow, light and dark, on desktop and phone', async () => {
    for (const path of app.paths) {
      await using opened = await world.open(app, { path });
      for (const look of LOOKS) {
        await show(opened.page, look);
        const where = `${path}, ${look.theme}, ${look.width} px`;
        expect(await violations(opened.page), where).toEqual([]);
        expect(await overflow(opened.page), where).toBe(0);
      }
      expect(opened.complaints, path).toEqual([]);
    }
  });

  it('opens for visitors without console errors', async () => {
    for (const path of app.paths) {
      await using opened = await world.open(app, { path, as: 'visitor' });
      expect(await violations(opened.page), path).toEqual([]);
      expect(opened.complaints, path).toEqual([]);
    }
  });

  it('adds a row', async () => {
    const before = await app.countRows();
    expect(before).toBeGreaterThan(0);
    let isAdded = false;
    for (const path of app.paths) {
      await using opened = await world.open(app, { path });
      isAdded = await addRow(opened.page);
      if (!isAdded) continue;
      await expect.poll(() => app.countRows()).toBeGreaterThan(before);
      expect(await opened.page.getByRole('alert').count()).toBe(0);
      break;
    }
    expect(isAdded, 'no page of it adds rows').toBe(true);
  });
});
