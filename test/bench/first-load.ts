import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { launchBrowser } from '../browser.ts';
import { openBuilder } from './builder.ts';
import { atMostTimes, type Result } from './measure.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const page = (name: string, body: string, imports = '') => `import { Link } from 'react-router-dom';
import { createPageUrl } from '@/utils';
${imports}
export default function ${name}() {
  return <main className="mx-auto max-w-3xl p-6"><Link to={createPageUrl('Home')}>Home</Link>${body}</main>;
}
`;
/** Three pages: the first uses a button, a card, an input and a table of the kit; the others what it must not load. */
const files = {
  'pages/Home': `import { useState } from 'react';
import { Link } from 'react-router-dom';
import { createPageUrl } from '@/utils';
import { Button } from '@/components/ui/button';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card';
import { Input } from '@/components/ui/input';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table';

export default function Home() {
  const [title, setTitle] = useState('');
  const [habits, setHabits] = useState(['Run', 'Read']);
  return (
    <Card className="mx-auto max-w-3xl">
      <CardHeader><CardTitle>Habits</CardTitle></CardHeader>
      <CardContent>
        <Input value={title} onChange={(event) => setTitle(event.target.value)} />
        <Button onClick={() => setHabits([...habits, title])}>Add</Button>
        <Table>
          <TableHeader><TableRow><TableHead>Name</TableHead></TableRow></TableHeader>
          <TableBody>{habits.map((habit) => <TableRow key={habit}><TableCell>{habit}</TableCell></TableRow>)}</TableBody>
        </Table>
        <Link to={createPageUrl('Stats')}>Statistics</Link>
      </CardContent>
    </Card>
  );
}
`,
  'pages/Stats': page(
    'Stats',
    '<BarChart width={300} height={200} data={[{ day: format(new Date(), "EEE"), done: 3 }]}><Bar dataKey="done" /></BarChart>',
    "import { Bar, BarChart } from 'recharts';\nimport { format } from 'date-fns';",
  ),
  'pages/Settings': page(
    'Settings',
    '<Bell /><Dialog><DialogTrigger>More</DialogTrigger><DialogContent><DialogTitle>More</DialogTitle></DialogContent></Dialog>',
    "import { Bell } from 'lucide-react';\nimport { Dialog, DialogContent, DialogTitle, DialogTrigger } from '@/components/ui/dialog';",
  ),
};

/** The least that an app of React and the router is: one page with a link, as Vite builds it. */
const least = `import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
function Home() {
  const [count, setCount] = useState(0);
  return <Link to="/" onClick={() => setCount(count + 1)}>{count}</Link>;
}
createRoot(document.getElementById('root')).render(<BrowserRouter><Routes><Route path="*" element={<Home />} /></Routes></BrowserRouter>);
`;

/** What the first page of a published app with three weighs, beside React and the router alone; scripts, compressed with gzip. */
export default async function firstLoad(): Promise<Result[]> {
  const theirs = await bytesOfLeast();
  const ours = await bytesOfFirstPage();
  const kilobytes = { ours: ours / 1000, theirs: theirs / 1000, unit: 'kB' };
  return [atMostTimes(1.25, { name: 'first load: scripts of a page (React, router)', ...kilobytes })];
}

async function bytesOfFirstPage(): Promise<number> {
  await using builder = await openBuilder();
  const appId = await builder.createApp(files);
  const { publishApp } = await builder.graphql('mutation ($id: ID!) { publishApp(id: $id) { url } }', { id: appId });
  const browser = await launchBrowser();
  try {
    const tab = await browser.newPage();
    const scripts = new Set<string>();
    tab.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.add(response.url());
    });
    await tab.goto(publishApp.url, { waitUntil: 'networkidle' });
    await tab.getByText('Statistics').waitFor();
    const sizes = await Promise.all([...scripts].map(gzipBytes));
    return sizes.reduce((total, size) => total + size, 0);
  } finally {
    await browser.close();
  }
}

/** As a browser receives it; published apps are at names of this machine that only browsers know. */
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
