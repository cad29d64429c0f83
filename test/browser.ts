import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The minimum for these tests: the package's own flags disable web security, which some of them test. */
const flags = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];
/** System libraries take precedence; the package's serve where one is missing. */
const systemLibraries = ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/lib64', '/usr/lib64'];

/**
 * Launches the Chromium of an npm package, with the libraries and fonts that it brings for bare machines. The package unpacks them only
 * where it detects AWS Lambda; the environment variables set for that apply to the browser alone.
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
