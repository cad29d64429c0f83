import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const execute = promisify(execFile);
const CACHE = join(import.meta.dirname, '..', '.cache');
/** The minimum for these tests: the package's own flags disable web security, which some of them test. */
const flags = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];
/** System libraries take precedence; the package's serve where one is missing. */
const systemLibraries = ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/lib64', '/usr/lib64'];

let unpacked: Promise<string> | undefined;

/** The browsers that run, so that a failed test can show what they showed. */
export const browsers = new Set<Browser>();

/** Launches the Chromium of an npm package, with the libraries and fonts that it brings for bare machines. */
export async function launchBrowser(): Promise<Browser> {
  unpacked ??= unpack();
  const folder = await unpacked;
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [...systemLibraries, join(folder, 'al2023', 'lib')].join(':'),
    ...(existsSync('/usr/share/fonts') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
  };
  const browser = await chromium.launch({ executablePath: join(folder, 'chromium'), args: flags, env });
  browsers.add(browser);
  browser.on('disconnected', () => browsers.delete(browser));
  return browser;
}

/** Unpacks the package once for each of its versions. Test files run concurrently, so the complete folder appears by a rename. */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(readFileSync(findPackageJSON('@sparticuz/chromium', import.meta.url) ?? '', 'utf8'));
  const folder = join(CACHE, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const partial = await mkdtemp(join(CACHE, 'unpacking-'));
  // The package unpacks into the temporary folder, and its libraries only where it detects AWS Lambda: another process has that environment.
  const program = "import packaged from '@sparticuz/chromium'; await packaged.executablePath();";
  const env = { ...process.env, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', TMPDIR: partial };
  await execute(process.execPath, ['--input-type=module', '--eval', program], { cwd: import.meta.dirname, env });
  await rename(partial, folder).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}
