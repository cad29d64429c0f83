/** Takes the pictures of the gallery: `node test/templates/pictures.ts [name …]`, after `npm run build`. */
import { writeFile } from 'node:fs/promises';
import { readTemplate, templateNames } from '@sayso/runtime/templates';
import { openTemplateWorld } from './world.ts';

const named = process.argv.slice(2);
const names = named.length > 0 ? named : await templateNames();
await using world = await openTemplateWorld();
for (const name of names) {
  const template = await readTemplate(name);
  if (template === null) throw new Error(`There is no template ${name}.`);
  const app = await world.start(template);
  const [path = '/'] = app.paths;
  await using opened = await world.open(app, { path });
  // Rendered at 1200 × 750, so that a whole page is visible, and scaled to two thirds.
  await opened.page.setViewportSize({ width: 1200, height: 750 });
  await opened.page.waitForLoadState('networkidle');
  const large = await opened.page.screenshot({ type: 'png' });
  const context = await world.browser.newContext({ viewport: { width: 800, height: 500 } });
  const page = await context.newPage();
  await page.setContent(
    `<body style="margin:0"><img style="display:block;width:800px;height:500px" src="data:image/png;base64,${large.toString('base64')}">`,
  );
  const picture = await page.screenshot({ type: 'jpeg', quality: 72 });
  await context.close();
  await writeFile(new URL(`../../runtime/templates/${name}/picture.jpg`, import.meta.url), picture);
}
