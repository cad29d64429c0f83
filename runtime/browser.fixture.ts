import { type Browser, chromium } from 'playwright-core';

/** For tests: the Chromium of the registry package, with the libraries it brings for machines that lack them. */
export async function launchBrowser(): Promise<Browser> {
  const before = { ...process.env };
  // The package unpacks its libraries only where it believes to run on Amazon's machines.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  const executablePath = await packaged.executablePath();
  const libraries = process.env['LD_LIBRARY_PATH'] ?? '';
  process.env = before;
  // Not the package's own flags: they switch off the web security that is under test.
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    env: {
      ...before,
      LD_LIBRARY_PATH: ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/lib64', '/usr/lib64', libraries].join(':'),
    },
  });
}
