import type { Frame, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { pointAt } from '../journeys/point.ts';
import { appOf } from './apps.ts';
import { openBuilder } from './builder.ts';
import { atMost, median, type Result } from './measure.ts';

/** Of the inspector. Each once, so that each is a new build. */
const COLORS = [
  'black',
  'slate-500',
  'red-600',
  'orange-500',
  'amber-400',
  'green-600',
  'teal-500',
  'blue-600',
  'indigo-600',
  'purple-600',
];
const HOME = `import { Button } from '@/components/ui/button';

export default function Home() {
  return (
    <main>
      <Button id="chosen">Add habit</Button>
    </main>
  );
}
`;

/** From a click on a colour in the inspector to the paint of the preview that shows it, in an app of 20 files. */
export default async function elementEdit(): Promise<Result[]> {
  await using builder = await openBuilder();
  const appId = await builder.createApp({ ...appOf(20), 'pages/Home': HOME });
  const { builderUrl } = builder.product;
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const data = { email: 'ada@example.org', password: 'correct horse battery' };
    await page.context().request.post(`${builderUrl}/api/auth/sign-in/email`, { data });
    await page.goto(`${builderUrl}/build/app/${appId}/home`);
    const button = page.frameLocator('iframe').locator('#chosen');
    await button.waitFor();
    await page.getByRole('button', { name: 'Select an element' }).click();
    await pointAt(page, button);
    await page.getByRole('button', { name: `Background: ${COLORS[0]}` }).waitFor();
    const frame = page.frames().find((one) => one !== page.mainFrame());
    if (frame === undefined) throw new Error('The preview has no frame.');
    const times: number[] = [];
    // The first one is a warm-up.
    for (const color of COLORS) times.push(await choose({ page, frame, color }));
    return [atMost(150, { name: 'edit an element: click to preview', ours: median(times.slice(1)), unit: 'ms' })];
  } finally {
    await browser.close();
  }
}

async function choose({ page, frame, color }: { readonly page: Page; readonly frame: Frame; readonly color: string }): Promise<number> {
  const clicked = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('click', () => resolve(performance.timeOrigin + performance.now()), { once: true, capture: true });
      }),
  );
  const painted = frame.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.getElementById('chosen')?.className.includes(name)) resolve(performance.timeOrigin + performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    `bg-${color}`,
  );
  await page.getByRole('button', { name: `Background: ${color}` }).click();
  const [from, to] = await Promise.all([clicked, painted]);
  return to - from;
}
