import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';

const root = join(import.meta.dirname, '..', '..');

/** The builder's pages with further features, built in a folder of their own. */
export interface ExtendedPages extends AsyncDisposable {
  /** Serves them to a visitor in the place of the product's own. */
  serve(context: BrowserContext, builderUrl: string): Promise<void>;
}

/** `files`: texts by path below `web/src/features`. Every other file is as it is. */
export async function extendPages(files: Readonly<Record<string, string>>): Promise<ExtendedPages> {
  // Below the repository, where the packages are found.
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache', 'panels-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const part of ['src', 'public', 'scripts', 'index.html', 'package.json', 'vite.config.ts'])
      await cp(join(root, 'web', part), join(folder, part), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, 'src/features', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text, { flag: 'wx' });
    }
    await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'silent' });
  } catch (error) {
    await remove();
    throw error;
  }
  const dist = join(folder, 'dist');
  return {
    async serve(context, builderUrl) {
      // A page that comes from no address is taken for one of another network than the product's.
      await context.grantPermissions(['local-network-access'], { origin: builderUrl });
      await context.route(`${builderUrl}/assets/**`, (route) =>
        route.fulfill({ path: join(dist, new URL(route.request().url()).pathname) }),
      );
      await context.route(`${builderUrl}/build/**`, async (route) =>
        // With the product's own headers, its content security policy among them.
        route.fulfill({ response: await route.fetch(), body: readFileSync(join(dist, 'index.html'), 'utf8') }),
      );
    },
    [Symbol.asyncDispose]: remove,
  };
}
