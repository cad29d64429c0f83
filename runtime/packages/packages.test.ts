import { type TestHost, testHost } from '@sayso/core/testing';
import { launchBrowser } from '@sayso/test/browser';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appOf, compile } from '../compile/app.fixture.ts';
import runtime from '../index.ts';
import { type AppDirectory, appDirectory, type PreviewBuild } from '../ref.ts';
import { ensureLibraries } from '../scripts/libraries.ts';
import type { RuntimeService } from '../service.ts';
import { ON_DEMAND, packageOf, SAME_MODULE } from './catalogue.ts';
import { pageOf, SAMPLES } from './gallery.fixture.ts';

// An app with a page for each package, compiled, rendered without a browser, shown in the preview's frame, and published.

const names = Object.keys(SAMPLES);
const pageName = (name: string) => `P${names.indexOf(name)}`;
const gallery = appOf(Object.fromEntries(Object.entries(SAMPLES).map(([name, sample]) => [`pages/${pageName(name)}`, pageOf(sample)])));
const NONCE = 'n-1';

let host: TestHost<unknown, RuntimeService>;
let service: RuntimeService;
let browser: Browser;
let preview: PreviewBuild;
/** Build of each published app, by its slug. */
const builds: Record<string, string> = {};
const directory: AppDirectory = {
  published: async (slug) => {
    const buildId = builds[slug];
    return buildId === undefined ? null : { appId: slug, slug, name: slug, description: '', buildId, isSignupEnabled: false };
  },
  publishedAt: async () => null,
};

beforeAll(async () => {
  await ensureLibraries();
  host = await testHost(runtime, { additions: [[appDirectory, [directory]]] });
  service = host.service();
  browser = await launchBrowser();
  preview = await service.preview(gallery);
  builds['gallery'] = (await service.publish(gallery)).buildId;
}, 300_000);
afterAll(async () => {
  await browser.close();
  await host.close();
});

const BUILDER =
  '<iframe id="frame" style="width:800px;height:600px"></iframe><script>window.ready=false;addEventListener("message",({data})=>{if(data.type==="ready")ready=true})</script>';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Immutable answers of all pages by their addresses, as one browser keeps them: the limit of requests is per client. */
const kept = new Map<string, Answer>();

async function fetchOnce(address: string): Promise<Answer> {
  const known = kept.get(address);
  if (known !== undefined) return known;
  const response = await host.fetch(address, { headers: { 'accept-encoding': 'identity' }, redirect: 'manual' });
  const headers = Object.fromEntries(response.headers);
  const answer = { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
  if (answer.status === 200 && headers['cache-control']?.includes('immutable')) kept.set(address, answer);
  return answer;
}

/** A page whose requests the test host answers. */
async function openPage(): Promise<{ readonly page: Page; readonly files: string[]; readonly faults: string[] }> {
  const page = await browser.newPage();
  const files: string[] = [];
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  // Packages that draw pictures of the page resolve addresses with a base element in a document that is never shown.
  page.on('console', (message) => message.type() === 'error' && !/base URI/.test(message.text()) && faults.push(message.text()));
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.hostname === 'tile.invalid') return route.fulfill({ contentType: 'image/png', body: '' });
    if (url.origin === host.builderUrl) return route.fulfill({ contentType: 'text/html', body: BUILDER });
    files.push(url.pathname);
    return route.fulfill(await fetchOnce(url.href));
  });
  return { page, files, faults };
}

async function openPreview(page: Page, name: string): Promise<Frame> {
  await page.goto(host.builderUrl);
  await page.evaluate(`frame.src = ${JSON.stringify(`${service.frameUrl('app')}#nonce=${NONCE}`)}`);
  await page.waitForFunction('ready');
  const { manifest } = preview;
  const message = {
    source: 'sayso-builder',
    nonce: NONCE,
    type: 'preview-state-changed',
    manifest,
    token: 't',
    expiresAt: '',
    apiUrl: host.runtimeUrl,
  };
  await page.evaluate(`frame.contentWindow.postMessage(${JSON.stringify({ ...message, page: pageName(name) })}, '*')`);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('The page has no frame.');
  return frame;
}

async function shows(frame: Frame | Page, name: string): Promise<void> {
  const { shows: text, draws } = SAMPLES[name] ?? { shows: '' };
  await frame
    .waitForSelector(`#shown:text-is(${JSON.stringify(text)})`, { state: 'attached', timeout: 15_000 })
    .catch(async (error: unknown) => {
      throw new Error(`${name} shows ${await frame.evaluate('document.body.innerText')}`, { cause: error });
    });
  if (draws !== undefined) await frame.waitForSelector(draws, { state: 'attached', timeout: 15_000 });
}

test('compiles without a problem', () => {
  expect(preview.problems).toEqual([]);
});

test('renders without a finding where there is no browser', async () => {
  const { issues, status } = await service.render(gallery);
  expect({ issues, status }).toEqual({ issues: [], status: 'done' });
}, 120_000);

describe.each(names)('%s', (name) => {
  test('works in the preview', async () => {
    const { page, faults } = await openPage();
    await shows(await openPreview(page, name), name);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('works in the published app', async () => {
    const { page, faults } = await openPage();
    await page.goto(`${service.appUrl('gallery')}/${pageName(name)}`);
    await shows(page, name);
    expect(faults).toEqual([]);
    await page.close();
  });
});

test('each package has a sample', () => {
  const sampled = Object.values(SAMPLES).flatMap(({ imports }) =>
    [...imports.matchAll(/from '([^']+)'/g)].map(([, specifier = '']) => specifier),
  );
  const packages = new Set(sampled.map((specifier) => packageOf(SAME_MODULE[specifier] ?? specifier)));
  expect(Object.keys(ON_DEMAND).filter((specifier) => !packages.has(packageOf(specifier)))).toEqual([]);
});

describe('an app without these packages', () => {
  const plain = appOf({ 'pages/Home': `import { Home } from 'lucide-react';\nexport default () => <p id="shown"><Home/>plain</p>;` });

  test('loads none of their files, in the preview and published', async () => {
    const libraries = await ensureLibraries();
    preview = await service.preview(plain);
    builds['plain'] = (await service.publish(plain)).buildId;
    const { page, files } = await openPage();
    const frame = await openPreview(page, names[0] ?? '');
    await frame.waitForSelector('text=There is no page at this address.');
    await frame.click('text=Go to the start page');
    await frame.waitForSelector('#shown');
    await page.goto(service.appUrl('plain'));
    await page.waitForSelector('#shown');
    const onDemand = new Set(Object.values(libraries.onDemand).map(({ file }) => `/lib/${file}`));
    expect(files.filter((file) => onDemand.has(file) || file.includes('package-'))).toEqual([]);
    expect(files).toContain(`/lib/${libraries.preview.client}`);
    await page.close();
  });

  test('has none of their names in its import maps and preloads', async () => {
    const { preview: shell, published, onDemand } = await ensureLibraries();
    const addresses = [...Object.values(shell.imports), ...Object.values(published.imports), ...shell.preloads, ...published.preloads];
    expect(addresses.filter((file) => Object.values(onDemand).some((other) => other.file === file))).toEqual([]);
  });
});

describe('names that a package lacks', () => {
  const page = (line: string, drawn: string) => ({
    'pages/Home': `import * as React from 'react';\n${line}\nexport default () => <p>${drawn}</p>;`,
  });

  test.each([
    ["import { Home, Unheard } from 'lucide-react';", '<Unheard/>', 'lucide-react does not export `Unheard`', 16],
    ["import { FaUnheard } from 'react-icons/fa';", '<FaUnheard/>', 'react-icons/fa does not export `FaUnheard`', 10],
    ["import { UnheardIcon } from '@heroicons/react/24/outline';", '<UnheardIcon/>', 'does not export `UnheardIcon`', 10],
    ["import { Unheard } from 'recharts';", '<Unheard/>', 'recharts does not export `Unheard`', 10],
    ["import { unheard } from 'date-fns';", '{typeof unheard}', 'date-fns does not export `unheard`', 10],
    ["import dates from 'date-fns';", '{String(dates.isValid(new Date()))}', 'date-fns has no default export', 8],
  ])('%s', async (line, drawn, message, column) => {
    const { problems, entry } = await compile(page(line, drawn));
    expect(problems).toEqual([{ path: 'pages/Home', line: 2, column, severity: 'warning', message: expect.stringContaining(message) }]);
    expect(entry).not.toBeNull();
    const sources = appOf(page(line, drawn));
    expect((await service.render(sources)).issues).toEqual([]);
    await expect(service.publish(sources)).resolves.toHaveProperty('buildId');
  });

  test('stay problems that keep an app from running when they are those of its own files and the kit', async () => {
    const { problems } = await compile(page("import { Unheard } from '@/components/ui/card';", '<Unheard/>'));
    expect(problems).toMatchObject([{ severity: 'error' }]);
  });

  test('warn again after an edit of another file', async () => {
    const files = page("import { Unheard } from 'lucide-react';", '<Unheard/>');
    for (const text of ['one', 'two']) {
      const { problems } = await compile({ ...files, 'components/Other': `export default () => '${text}';` });
      expect(problems).toHaveLength(1);
    }
  });
});
