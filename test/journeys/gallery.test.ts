import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeContent } from '../gallery/content.suite.ts';
import { describeControls } from '../gallery/controls.suite.ts';
import { overflow, PAGES, type Theme, violations } from '../gallery/gallery.ts';
import { describeOverlays } from '../gallery/overlays.suite.ts';
import { type PageName, visitGallery } from '../gallery/visit.ts';

// The subjects share one server, one published app and one browser, which take longer to start than most tests.
const visits = visitGallery();
const { on } = visits;
const names = Object.keys(PAGES) as PageName[];

describe('every page', () => {
  const cases = names.flatMap((name) =>
    (['light', 'dark'] as const).flatMap((theme) => [1280, 375].map((width) => ({ name, theme, width }))),
  );

  it.each(cases)('$name, $theme, $width px: no accessibility violations, no horizontal overflow', async ({ name, theme, width }) => {
    await on(
      name,
      async (page) => {
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      },
      { theme, width },
    );
  });

  it('compiles for the preview without problems, and no page has React warnings', async () => {
    expect(await visits.gallery.runtime.check(visits.gallery.sources)).toEqual([]);
    await using preview = await visits.gallery.preview();
    for (const name of names) {
      await preview.show(name);
      await preview.frame.getByRole('heading', { level: 1, name: name === 'Home' ? 'Good morning' : name }).waitFor();
    }
    expect(preview.complaints).toEqual([]);
  });
});

describe('the theme', () => {
  const token = (page: Page, name: string) =>
    page.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim(), name);

  it.each([
    ['light', '--ring', 'oklch(60% .15 265)'],
    ['dark', '--ring', 'oklch(70% .14 265)'],
    ['light', '--chart-5', '#010203'],
  ] as const)('%s: %s is what globals.css says', async (theme: Theme, name, value) => {
    await on('Home', async (page) => expect(await token(page, name)).toBe(value), { theme });
  });

  it('respects reduced motion, and keeps all animations short', async () => {
    const longest = (page: Page) =>
      page.evaluate(() => {
        const seconds = (list: string) => Math.max(...list.split(',').map(Number.parseFloat));
        const moving = [...document.querySelectorAll('[data-slot]:not([data-slot=skeleton])')].map((element) => {
          const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
          return Math.max(seconds(transitionDuration), animationName === 'none' ? 0 : seconds(animationDuration));
        });
        return Math.max(...moving);
      });
    for (const [reducedMotion, most] of [
      ['reduce', 0.001],
      ['no-preference', 0.151],
    ] as const)
      for (const name of names)
        await on(name, async (page) => expect(await longest(page), `${name}, ${reducedMotion}`).toBeLessThan(most), { reducedMotion });
  });
});

describeOverlays(visits);
describeControls(visits);
describeContent(visits);

it('a page loads only the libraries that it uses', async () => {
  const { gallery } = visits;
  const files = {
    'pages/Home': `import { Button } from '@/components/ui/button';
import { Card, CardTitle } from '@/components/ui/card';
export default function Home() { return <Card><CardTitle>Small</CardTitle><Button>Go</Button></Card>; }`,
  };
  const { buildId } = await gallery.runtime.publish({ ...gallery.sources, appId: 'small', files });
  gallery.show('small', buildId);
  const code = await gallery.load('small');
  expect(code).toContain('Small');
  for (const mark of ['recharts', 'cmdk', 'vaul', 'sonner', 'embla', 'rdp-', 'react-hook-form', 'FocusScope', 'data-panel'])
    expect(code.includes(mark), `${mark} is in a page of a button and a card`).toBe(false);
});
