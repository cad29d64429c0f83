import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Gallery, type OpenedPage, type OpenOptions, openGallery, type PAGES } from './gallery.ts';

export type PageName = keyof typeof PAGES;

/** The gallery of a test file. */
export interface GalleryVisits {
  /** Usable within tests. */
  readonly gallery: Gallery;
  /** Runs a test on a page and expects no console errors or warnings. */
  on(name: PageName, act: (page: Page, opened: OpenedPage) => Promise<void>, options?: OpenOptions): Promise<void>;
}

/** Registers the set-up of the gallery with Vitest. */
export function visitGallery(): GalleryVisits {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await openGallery();
  });
  afterAll(() => gallery?.[Symbol.asyncDispose]());
  return {
    get gallery() {
      return gallery;
    },
    async on(name, act, options) {
      await using opened = await gallery.open(name, options);
      await act(opened.page, opened);
      expect(opened.complaints).toEqual([]);
    },
  };
}

export const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });
export const isFocused = (locator: Locator) =>
  expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);
export const isGone = (locator: Locator) => locator.waitFor({ state: 'detached' });
/** Whether the focus is within an element. */
export const holdsFocus = (locator: Locator) => locator.evaluate((element) => element.contains(document.activeElement));
