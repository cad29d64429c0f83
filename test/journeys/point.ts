import type { Locator, Page } from 'playwright-core';

/** Clicks where an element of the frame is: while the builder selects, a layer of the builder's page lies over the frame. */
export async function pointAt(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
