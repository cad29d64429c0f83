import type { Page } from 'playwright-core';

/** CSS pixels; WCAG 2.2, 2.5.8. */
const LEAST = 24;
/** CSS pixels for touch; WCAG 2.5.5. */
const LEAST_ON_PHONES = 44;

/** Visible interactive elements whose target is smaller than `LEAST` px in either direction, 44 px on phones; one line each. */
export async function smallTargets(page: Page, width: number): Promise<string[]> {
  return page.evaluate(
    (least) => {
      const selector =
        'a[href], button, input, select, textarea, summary, [role=button], [role=menuitem], [role=switch], [role=tab], [role=option]';
      const isShown = (element: Element) => element.checkVisibility({ opacityProperty: false, visibilityProperty: true });
      /** Inline links keep the height of their line. */
      const isInline = (element: Element) =>
        element.matches('a') &&
        getComputedStyle(element).display.startsWith('inline') &&
        [...(element.parentElement?.childNodes ?? [])].some((node) => node !== element && (node.textContent ?? '').trim() !== '');
      /** The label of a control that is drawn by its label, else the element. */
      const targetOf = (element: Element): Element => {
        const label = element instanceof HTMLInputElement && /checkbox|radio/.test(element.type) ? element.labels?.[0] : null;
        return label ?? element;
      };
      const takes = (target: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (target.contains(hit) || hit.closest('label')?.contains(target) === true);
      };
      /** How far the target extends from its centre: overlays such as `::after` count. */
      const extent = (target: Element, dx: number, dy: number) => {
        const { left, right, top, bottom } = target.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        let far = 0;
        while (far < least / 2 && takes(target, x + dx * (far + 0.5), y + dy * (far + 0.5))) far += 0.5;
        return far;
      };
      /** Excludes elements outside the viewport, covered and visually hidden ones. */
      const isReachable = (target: Element) => {
        const { left, right, top, bottom } = target.getBoundingClientRect();
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right - left > 1;
        return isInside && takes(target, (left + right) / 2, (top + bottom) / 2);
      };
      /** The size up to `least` in each direction. */
      const sizeOf = (target: Element) => {
        const { width, height } = target.getBoundingClientRect();
        return {
          width: width >= least ? least : extent(target, -1, 0) + extent(target, 1, 0),
          height: height >= least ? least : extent(target, 0, -1) + extent(target, 0, 1),
        };
      };
      const nameOf = (element: Element) =>
        element.getAttribute('aria-label') ??
        (targetOf(element).textContent || element.getAttribute('name') || element.outerHTML).slice(0, 60);
      const found = new Set<string>();
      for (const element of document.querySelectorAll(selector)) {
        if (!isShown(element) || isInline(element) || (element as HTMLButtonElement).disabled) continue;
        const target = targetOf(element);
        if (!isReachable(target)) continue;
        const { width, height } = sizeOf(target);
        if (width >= least - 0.5 && height >= least - 0.5) continue;
        const size = `${Math.round(width)} × ${Math.round(height)}`;
        found.add(`target of ${size} px: ${element.tagName.toLowerCase()} "${nameOf(element).trim()}"`);
      }
      return [...found];
    },
    width < 768 ? LEAST_ON_PHONES : LEAST,
  );
}
