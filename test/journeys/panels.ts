import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';

const root = join(import.meta.dirname, '..', '..');

/** The builder's pages with additional features, built in a temporary folder. */
export interface ExtendedPages extends AsyncDisposable {
  /** Serves them to a browser instead of the product's own. */
  serve(context: BrowserContext, builderUrl: string): Promise<void>;
}

/** `files`: contents by path below `web/src/features`. All other files are unchanged. */
export async function extendPages(files: Readonly<Record<string, string>>): Promise<ExtendedPages> {
  // Inside the repository, so that packages resolve.
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
      // The browser treats intercepted responses as another address space than the product's.
      await context.grantPermissions(['local-network-access'], { origin: builderUrl });
      await context.route(`${builderUrl}/assets/**`, (route) =>
        route.fulfill({ path: join(dist, new URL(route.request().url()).pathname) }),
      );
      await context.route(`${builderUrl}/build/**`, async (route) =>
        // Keeps the product's headers, including its content security policy.
        route.fulfill({ response: await route.fetch(), body: readFileSync(join(dist, 'index.html'), 'utf8') }),
      );
    },
    [Symbol.asyncDispose]: remove,
  };
}
