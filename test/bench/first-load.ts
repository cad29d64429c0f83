import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readTemplate } from '@sayso/runtime/templates';
import { build } from 'vite';
import { openTemplateWorld, type TemplateApp, type TemplateWorld } from '../templates/world.ts';
import { atMostTimes, type Result } from './measure.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Templates, the permitted ratio of their first page's scripts to React with the router, and who opens them. */
const LOADS = [
  { name: 'landing-page', limit: 1.25, as: 'visitor' },
  { name: 'todo-board', limit: 1.5, as: 'owner' },
  { name: 'crm', limit: 1.75, as: 'owner' },
] as const;

/** The baseline: a one-page app of React and the router with one link, built by Vite. */
const least = `import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
function Home() {
  const [count, setCount] = useState(0);
  return <Link to="/" onClick={() => setCount(count + 1)}>{count}</Link>;
}
createRoot(document.getElementById('root')).render(<BrowserRouter><Routes><Route path="*" element={<Home />} /></Routes></BrowserRouter>);
`;

/** Scripts (gzip) of a published template's first page with its rows, compared with React and the router alone. */
export default async function firstLoad(): Promise<Result[]> {
  const theirs = (await bytesOfLeast()) / 1000;
  await using world = await openTemplateWorld();
  const results: Result[] = [];
  for (const { name, limit, as } of LOADS) {
    const template = await readTemplate(name);
    if (template === null) throw new Error(`There is no template "${name}".`);
    const ours = (await bytesOfFirstPage(world, await world.start(template), as)) / 1000;
    results.push(atMostTimes(limit, { name: `first load: scripts of the template ${name} (React, router)`, ours, theirs, unit: 'kB' }));
  }
  return results;
}

async function bytesOfFirstPage(world: TemplateWorld, app: TemplateApp, as: 'owner' | 'visitor'): Promise<number> {
  await using opened = await world.open(app, { path: '/', as });
  const scripts = await opened.page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (new URL(name).pathname.endsWith('.js') ? name : [])),
  );
  const sizes = await Promise.all([...new Set(scripts)].map(gzipBytes));
  return sizes.reduce((total, size) => total + size, 0);
}

/** Size as a browser receives it; published apps have host names that only browsers resolve. */
async function gzipBytes(url: string): Promise<number> {
  const { host, port, pathname } = new URL(url);
  const request = get({ host: '127.0.0.1', port, path: pathname, headers: { host, 'accept-encoding': 'gzip' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length;
  return size;
}

async function bytesOfLeast(): Promise<number> {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, '.cache', 'bench-'));
  try {
    await writeFile(join(folder, 'main.tsx'), least);
    await writeFile(join(folder, 'index.html'), '<!doctype html><div id="root"></div><script type="module" src="/main.tsx"></script>');
    const modulePreload = { polyfill: false };
    const built = await build({ root: folder, configFile: false, logLevel: 'silent', build: { write: false, modulePreload } });
    const output = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
    return output.reduce((total, part) => (part.type === 'chunk' ? total + gzipSync(part.code, { level: 9 }).length : total), 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
