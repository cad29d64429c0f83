import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** What every journey needs and no more: the package's own flags switch web security off, which these tests are about. */
const flags = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];
/** The machine's own libraries come first; the package's serve where one is missing. */
const systemLibraries = ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/lib64', '/usr/lib64'];

/**
 * The Chromium that a registry package carries, with the libraries and fonts that it brings for bare machines. The package unpacks
 * those where it believes to run on Amazon's; what it sets in the environment for that is for the browser alone.
 */
export async function launchBrowser(): Promise<Browser> {
  const before = { ...process.env };
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  const executablePath = await packaged.executablePath();
  const { LD_LIBRARY_PATH: libraries = '', FONTCONFIG_PATH: fonts = '' } = process.env;
  process.env = before;
  const env = {
    ...before,
    LD_LIBRARY_PATH: [...systemLibraries, libraries].join(':'),
    ...(existsSync('/usr/share/fonts') || fonts === '' ? {} : { FONTCONFIG_PATH: fonts }),
  };
  return chromium.launch({ executablePath, args: flags, env });
}
