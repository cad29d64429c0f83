import type { Page } from 'playwright-core';
import { vi } from 'vitest';

/** Widths at which a longer language has to fit. */
const WIDTHS = [1280, 768, 375] as const;
const SETTLED_MS = 5000;

/** Controls whose label has to be readable as a whole. */
const CONTROLS =
  'button, [role=button], [role=menuitem], [role=menuitemradio], [role=radiogroup] label, a[data-button], [class*=Button-root]';

/** Faults of the layout on the current screen at every width: horizontal overflow, labels of controls that are cut off, neighbours that overlap. */
export async function layoutFaults(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    let faults = ['not measured'];
    // A resize settles in steps: media queries render again, and popovers follow their button.
    const settle = async () => {
      faults = await faultsNow(page, width);
      if (faults.length > 0) throw new Error(faults.join('\n'));
    };
    await vi.waitFor(settle, { timeout: SETTLED_MS, interval: 100 }).catch(() => undefined);
    found.push(...faults.map((fault) => `${state}, ${width}: ${fault}`));
  }
  return found;
}

async function faultsNow(page: Page, width: number): Promise<string[]> {
  const fits = await page.evaluate((wide) => innerWidth === wide && document.documentElement.scrollWidth <= wide, width);
  const clipped = await page.evaluate(clippedLabels, CONTROLS);
  return [...(fits ? [] : ['wider than the window']), ...clipped.map((label) => `“${label}” is cut off`), ...(await headerOverlaps(page))];
}

/** Runs in the page. A label with a `title` may be cut off: it is a name that people chose, such as that of a file. */
function clippedLabels(controls: string): string[] {
  const isClipped = (element: Element) => {
    const { overflowX, display } = getComputedStyle(element);
    return overflowX !== 'visible' && display !== 'inline' && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
  };
  const isOutside = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (left < -1 || right > innerWidth + 1);
  };
  const labels = [...document.querySelectorAll<HTMLElement>(controls)].filter(
    (control) =>
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      control.textContent.trim() !== '' &&
      control.closest('[title]') === null,
  );
  return labels
    .filter((control) => [control, ...control.querySelectorAll(':not(svg, svg *)')].some(isClipped) || isOutside(control))
    .map((control) => control.textContent.replace(/\s+/g, ' ').trim());
}

/** Texts and icons of the header that overlap. */
export const headerOverlaps = (page: Page): Promise<string[]> => page.evaluate(overlaps);

/** Runs in the page. */
function overlaps(): string[] {
  const header = document.querySelector('header');
  const texts =
    header === null
      ? []
      : [...header.querySelectorAll('*')].filter((element) => element.childElementCount === 0 && element.checkVisibility());
  const boxes = texts.flatMap((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    // The part of the text that its element does not cut off.
    const [left, right] = [Math.max(text.left, box.left), Math.min(text.right, box.right)];
    const { top, bottom } = text;
    return element.textContent === '' || right - left < 2 ? [] : [{ name: element.textContent, left, right, top, bottom }];
  });
  const icons = [...(header?.querySelectorAll('svg') ?? [])].filter((icon) => icon.checkVisibility());
  const named = icons.map((icon) => {
    const { left, right, top, bottom } = icon.getBoundingClientRect();
    return { name: icon.closest('[aria-label]')?.getAttribute('aria-label') ?? 'an icon', left, right, top, bottom };
  });
  const all = [...boxes, ...named];
  return all.flatMap((a, index) =>
    all
      .slice(index + 1)
      .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
      .map((b) => `“${a.name}” overlaps “${b.name}”`),
  );
}
