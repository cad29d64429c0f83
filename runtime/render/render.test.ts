import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appOf } from '../compile/app.fixture.ts';
import runtime from '../index.ts';
import type { AppIssue } from '../ref.ts';
import { ensureLibraries } from '../scripts/libraries.ts';
import { renderIssues } from './issues.ts';
import { Renderer } from './renderer.ts';

const TASK = JSON.stringify({ properties: { title: { type: 'string' }, due: { type: 'string', format: 'date' } }, required: ['title'] });
const THROWS = "export default function Home() {\n  throw new Error('no');\n}\n";

const open = () => testHost(runtime);
let host: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  await ensureLibraries();
  host = await open();
}, 60_000);
afterAll(() => host.close());

const render = (files: Readonly<Record<string, string>>, changed?: readonly string[]) => host.service().render(appOf(files), changed);

function issue(message: string, more: Partial<AppIssue> = {}): AppIssue {
  return { message, componentName: 'pages/Home', detectorId: 'page-rendering', severity: 'error', line: null, ...more };
}

describe('finds', () => {
  const table: readonly (readonly [what: string, files: Readonly<Record<string, string>>, found: readonly AppIssue[]])[] = [
    ['an error while rendering, by the source map', { 'pages/Home': THROWS }, [issue('The page "Home" fails: Error: no', { line: 2 })]],
    [
      'an error in a component, once for all pages',
      {
        'pages/Home': "import Card from '@/components/Card';\nexport default () => <Card />;",
        'pages/Other': "import Card from '@/components/Card';\nexport default () => <Card />;",
        'components/Card': 'export default function Card({ row }: { row?: { name: string } }) {\n  return <b>{row!.name}</b>;\n}',
      },
      [
        issue('The page "Home", "Other" fails: TypeError: Cannot read properties of undefined (reading \'name\')', {
          componentName: 'components/Card',
          line: 2,
        }),
      ],
    ],
    [
      'an error of a page with rows',
      {
        'entities/Task.json': TASK,
        'pages/Home': `import { useEffect, useState } from 'react';
import { Task } from '@/entities/Task';
export default function Home() {
  const [tasks, setTasks] = useState<any[]>([]);
  useEffect(() => { Task.list().then(setTasks); }, []);
  return <ul>{tasks.map((task) => <li key={task.id}>{task.owner.name}</li>)}<li>New</li></ul>;
}`,
      },
      [
        issue('The page "Home" fails when its tables have rows: TypeError: Cannot read properties of undefined (reading \'name\')', {
          line: 6,
        }),
      ],
    ],
    [
      'an error of a page without rows',
      {
        'entities/Task.json': TASK,
        'pages/Home': `import { useEffect, useState } from 'react';
import { Task } from '@/entities/Task';
export default function Home() {
  const [tasks, setTasks] = useState<any[] | null>(null);
  useEffect(() => { Task.list().then(setTasks); }, []);
  return tasks === null ? <p>Loading</p> : <p>{tasks[0].title}</p>;
}`,
      },
      [
        issue('The page "Home" fails when its tables are empty: TypeError: Cannot read properties of undefined (reading \'title\')', {
          line: 6,
        }),
      ],
    ],
    [
      'a promise whose error is not handled',
      {
        'pages/Home': `import { useEffect } from 'react';
const load = async () => { throw new Error('later'); };
export default function Home() {
  useEffect(() => { load(); }, []);
  return <p>hi</p>;
}`,
      },
      [issue('The page "Home" leaves an error without handling: Error: later', { severity: 'warning', line: 2 })],
    ],
    [
      'a render that sets state each time',
      {
        'pages/Home': `import { useState } from 'react';
export default function Home() {
  const [count, setCount] = useState(0);
  setCount(count + 1);
  return <p>{count}</p>;
}`,
      },
      [issue('The page "Home" renders without end: an effect or a render sets state each time.', { line: 3 })],
    ],
    [
      'an effect that sets state each time',
      {
        'pages/Home': `import { useEffect, useState } from 'react';
export default function Home() {
  const [rows, setRows] = useState({});
  useEffect(() => { setRows({}); });
  return <p>{String(rows)}</p>;
}`,
      },
      [expect.objectContaining({ message: expect.stringContaining('renders without end'), severity: 'error' })],
    ],
    [
      'a page that shows nothing',
      { 'pages/Home': 'export default () => null;' },
      [issue('The page "Home" shows nothing.', { severity: 'warning' })],
    ],
    [
      'an error when a module is loaded',
      { 'pages/Home': "const list = JSON.parse('{');\nexport default () => <p>{list}</p>;" },
      [expect.objectContaining({ message: expect.stringContaining('fails: SyntaxError'), line: 1 })],
    ],
  ];
  for (const [what, files, found] of table)
    test(`${what}`, async () => {
      const { issues, status } = await render(files);
      expect([status, issues]).toEqual(['done', found]);
    }, 30_000);
});

/** Module → elements of it that use much of a browser. */
const KIT: Readonly<Record<string, string>> = {
  accordion:
    '<Accordion type="single" defaultValue="a"><AccordionItem value="a"><AccordionTrigger>a</AccordionTrigger><AccordionContent>b</AccordionContent></AccordionItem></Accordion>',
  'alert-dialog': '<AlertDialog defaultOpen><AlertDialogContent><AlertDialogTitle>a</AlertDialogTitle></AlertDialogContent></AlertDialog>',
  avatar: '<Avatar><AvatarImage src="/a.png" /><AvatarFallback>A</AvatarFallback></Avatar>',
  calendar: '<Calendar mode="single" />',
  carousel: '<Carousel><CarouselContent><CarouselItem>a</CarouselItem></CarouselContent><CarouselNext /></Carousel>',
  checkbox: '<Checkbox checked />',
  command: '<Command><CommandInput /><CommandList><CommandEmpty>a</CommandEmpty><CommandItem>b</CommandItem></CommandList></Command>',
  dialog:
    '<Dialog open><DialogTrigger>a</DialogTrigger><DialogContent><DialogTitle>b</DialogTitle><input autoFocus /></DialogContent></Dialog>',
  drawer: '<Drawer open><DrawerContent><DrawerTitle>a</DrawerTitle></DrawerContent></Drawer>',
  'dropdown-menu':
    '<DropdownMenu defaultOpen><DropdownMenuTrigger>a</DropdownMenuTrigger><DropdownMenuContent><DropdownMenuItem>b</DropdownMenuItem></DropdownMenuContent></DropdownMenu>',
  'hover-card': '<HoverCard defaultOpen><HoverCardTrigger>a</HoverCardTrigger><HoverCardContent>b</HoverCardContent></HoverCard>',
  'input-otp': '<InputOTP maxLength={4}><InputOTPGroup><InputOTPSlot index={0} /></InputOTPGroup></InputOTP>',
  popover: '<Popover defaultOpen><PopoverTrigger>a</PopoverTrigger><PopoverContent>b</PopoverContent></Popover>',
  'radio-group': '<RadioGroup defaultValue="a"><RadioGroupItem value="a" /></RadioGroup>',
  recharts:
    '<ResponsiveContainer width="100%" height={200}><BarChart data={[{ n: 1 }]}><XAxis dataKey="n" /><YAxis /><Tooltip /><Legend /><Bar dataKey="n" /></BarChart></ResponsiveContainer>',
  resizable:
    '<ResizablePanelGroup><ResizablePanel>a</ResizablePanel><ResizableHandle /><ResizablePanel>b</ResizablePanel></ResizablePanelGroup>',
  'scroll-area': '<ScrollArea>a</ScrollArea>',
  select:
    '<Select defaultOpen defaultValue="a"><SelectTrigger><SelectValue /></SelectTrigger><SelectContent><SelectItem value="a">A</SelectItem></SelectContent></Select>',
  sheet: '<Sheet defaultOpen><SheetContent><SheetTitle>a</SheetTitle></SheetContent></Sheet>',
  sidebar: '<SidebarProvider><Sidebar><SidebarContent>a</SidebarContent></Sidebar><SidebarTrigger /></SidebarProvider>',
  slider: '<Slider defaultValue={[3]} />',
  tabs: '<Tabs defaultValue="a"><TabsList><TabsTrigger value="a">a</TabsTrigger></TabsList><TabsContent value="a">b</TabsContent></Tabs>',
  tooltip:
    '<TooltipProvider><Tooltip defaultOpen><TooltipTrigger>a</TooltipTrigger><TooltipContent>b</TooltipContent></Tooltip></TooltipProvider>',
};

describe('accepts', () => {
  const fine: Readonly<Record<string, string>> = {
    'a page that leads to another one':
      "import { useEffect } from 'react';\nimport { useNavigate } from 'react-router-dom';\nexport default function Home() {\n  const go = useNavigate();\n  useEffect(() => { go('/other'); }, []);\n  return null;\n}",
    'a page that polls and animates':
      "import { useEffect, useState } from 'react';\nexport default function Home() {\n  const [n, setN] = useState(0);\n  useEffect(() => { const id = setInterval(() => setN((one) => one + 1), 10); return () => clearInterval(id); }, []);\n  return <p>{n}</p>;\n}",
    'a component that is loaded when it is shown':
      "import { lazy, Suspense } from 'react';\nconst Late = lazy(() => import('@/components/Late'));\nexport default () => <Suspense fallback=\"…\"><Late /></Suspense>;",
    'drawing, storage and addresses':
      "import { useEffect, useRef } from 'react';\nexport default function Home() {\n  const canvas = useRef<HTMLCanvasElement>(null);\n  useEffect(() => {\n    canvas.current!.getContext('2d')!.fillRect(0, 0, 1, 1);\n    localStorage.setItem('a', '1');\n    new URL('/x', location.href).searchParams.get('a');\n    fetch('https://example.com').catch(() => {});\n    crypto.randomUUID();\n  }, []);\n  return <canvas ref={canvas} />;\n}",
    'a missing row':
      "import { useEffect, useState } from 'react';\nimport { Task } from '@/entities/Task';\nexport default function Home() {\n  const [task, setTask] = useState<any>(null);\n  useEffect(() => { Task.get('gone').then(setTask); }, []);\n  return <p>{task?.title ?? 'Not found'}</p>;\n}",
  };
  for (const [what, page] of Object.entries(fine))
    test(`${what}`, async () => {
      const files = { 'pages/Home': page, 'pages/Other': 'export default () => <p>other</p>;' };
      const more = { 'components/Late': 'export default () => <p>late</p>;', 'entities/Task.json': TASK };
      expect(await render({ ...files, ...more })).toMatchObject({ issues: [], status: 'done', pages: ['Home', 'Other'] });
    }, 30_000);

  test('open dialogs, menus, inputs and charts of the kit', async () => {
    const pages = Object.entries(KIT).map(([module, markup]) => {
      const names = [...new Set([...markup.matchAll(/<([A-Z]\w*)/g)].map(([, name]) => name))];
      const from = module === 'recharts' ? module : `@/components/ui/${module}`;
      return [`pages/${module}`, `import { ${names.join(', ')} } from '${from}';\nexport default () => ${markup};`];
    });
    const { issues, status } = await render(Object.fromEntries(pages));
    expect([status, issues]).toEqual(['done', []]);
  }, 60_000);

  test('every template', async () => {
    const failed: unknown[] = [];
    for (const { name } of await host.service().templates()) {
      const template = await host.service().template(name);
      const { issues, status } = await render(template?.files ?? {});
      if (issues.length > 0 || status !== 'done') failed.push([name, status, issues]);
    }
    expect(failed).toEqual([]);
  }, 120_000);
});

test('renders the pages that load a changed file', async () => {
  const files = {
    'pages/Home': "import Card from '@/components/Card';\nexport default () => <Card />;",
    'pages/Other': 'export default () => <p>other</p>;',
    'components/Card': 'export default () => <b>card</b>;',
    'entities/Task.json': TASK,
    'pages/Tasks':
      "import { DataTable } from '@/components/blocks/table';\nimport { Task } from '@/entities/Task';\nexport default () => <DataTable entity={Task} />;",
  };
  const pagesOf = async (...changed: readonly string[]) => (await render(files, changed)).pages;
  expect(await pagesOf('components/Card')).toEqual(['Home']);
  expect(await pagesOf('entities/Task.json')).toEqual(['Tasks']);
  expect(await pagesOf('globals.css')).toEqual([]);
}, 30_000);

test('says once that a page does not end, whichever limit it meets each time', () => {
  const ending = { page: 'Home', message: '', file: 'pages/Home', line: null };
  const other = { ...ending, page: 'Other', file: 'pages/Other' };
  const issues = renderIssues([
    { ...ending, rows: 'empty', kind: 'time' },
    { ...ending, rows: 'samples', kind: 'memory' },
    { ...other, rows: 'empty', kind: 'memory' },
    { ...other, rows: 'samples', kind: 'memory' },
  ]);
  expect(issues.map(({ message }) => message)).toEqual([
    'The page "Home" does not finish rendering when its tables are empty.',
    'The page "Other" takes too much memory.',
  ]);
});

describe('survives', () => {
  const page = (body: string) => `export default function Home() {\n  ${body}\n  return <p>hi</p>;\n}\n`;
  const other = { 'pages/Other': 'export default () => <p>other</p>;' };
  const attacks: Readonly<Record<string, readonly [body: string, found: string | null]>> = {
    'an endless loop': ['for (;;);', 'does not finish rendering'],
    'an endless chain of promises': [
      'const again = (): Promise<void> => Promise.resolve().then(again); again();',
      'takes too much memory|does not finish rendering',
    ],
    'a heap without end': [
      'const all: object[] = []; for (;;) all.push(new Array(1e5).fill({}));',
      'takes too much memory|does not finish rendering',
    ],
    'buffers without end': [
      'const all: Uint8Array[] = []; for (;;) all.push(new Uint8Array(2e7).fill(1));',
      '(takes too much memory|fails|does not finish)',
    ],
    'process.exit': ['(globalThis as any).process.exit(0);', 'process is not defined|Cannot read properties of undefined'],
    'a function made from text': ["new Function('return process')();", 'Code generation from strings'],
    'an error of 10 MB': ["throw new Error('x'.repeat(1e7));", 'fails: Error: xxx'],
    'output of 10 MB': ["console.log('x'.repeat(1e7));", null],
  };
  for (const [what, [body, found]] of Object.entries(attacks))
    test(what, async () => {
      const { issues, pages } = await render({ 'pages/Home': page(body), ...other });
      if (found === null) expect(issues).toEqual([]);
      else expect(issues).toEqual([expect.objectContaining({ severity: 'error', message: expect.stringMatching(found) })]);
      expect(issues.every(({ message }) => message.length < 1_000)).toBe(true);
      expect(pages).toContain('Other');
    }, 60_000);

  test('code that looks for a way out of its context', async () => {
    const body = `
  const found: string[] = [];
  const look = (value: any, name: string) => { if (value !== undefined && value !== null) found.push(name); };
  look((globalThis as any).process, 'process'); look((globalThis as any).require, 'require'); look((globalThis as any).Buffer, 'Buffer');
  for (const value of [globalThis, document, window, setTimeout, fetch, console.log, location, URL, new Error('a'), import.meta]) {
    const made = (value as any).constructor?.constructor;
    if (made !== undefined && made !== Function) found.push('another Function');
  }
  const kept = (Error as any).prepareStackTrace;
  (Error as any).prepareStackTrace = (_error: Error, sites: any[]) => sites;
  const sites: any = new Error('a').stack;
  (Error as any).prepareStackTrace = kept;
  for (const value of [sites, ...sites.flatMap((site: any) => [site.getThis(), site.getFunction()])])
    if (value !== undefined && value.constructor?.constructor !== Function) found.push('a frame');
  try { (async () => {}).constructor('return 1'); found.push('code from text'); } catch {}
  if (found.length > 0) throw new Error(found.join());`;
    expect((await render({ 'pages/Home': page(body) })).issues).toEqual([]);
  }, 30_000);

  test('changed prototypes, which the next app does not see', async () => {
    const pollute = page(
      'Object.assign(Object.prototype, { leaked: 1 }); (Array.prototype as any).map = () => []; (globalThis as any).kept = 1;',
    );
    await render({ 'pages/Home': pollute });
    const clean = page(
      "if (({} as any).leaked || (globalThis as any).kept || [1].map((one) => one).length === 0) throw new Error('leaked');",
    );
    expect((await render({ 'pages/Home': clean })).issues).toEqual([]);
  }, 30_000);

  test('requests to servers, which get no answer', async () => {
    const server = createServer();
    let requests = 0;
    server.on('connection', () => {
      requests += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const body = `fetch('http://127.0.0.1:${port}/').catch(() => {}); new Image().src = 'http://127.0.0.1:${port}/a.png'; navigator.sendBeacon('http://127.0.0.1:${port}/', 'a');`;
    expect((await render({ 'pages/Home': page(body) })).issues).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
    expect(requests).toBe(0);
  }, 30_000);

  test('100 pages', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`pages/P${index}`, page(index === 50 ? "throw new Error('no');" : '')]),
    );
    const { issues, pages, status } = await render(files);
    expect([status, pages.length, issues.length]).toEqual(['done', 101, 1]);
  }, 60_000);
});

test('renders nothing of an app that does not compile, and says so when there is no process', async () => {
  expect(await render({ 'pages/Home': 'export default (' })).toMatchObject({ issues: [], status: 'done', pages: [] });
  const closed = await open();
  const service = closed.service();
  await closed.close();
  expect(await service.render(appOf({}))).toMatchObject({ issues: [], status: 'unavailable', pages: [] });
}, 30_000);

test('an app does not wait long for another one', async () => {
  const renderer = new Renderer({ waitMs: 1 });
  const routes = [{ name: 'Home', path: 'home', isMain: true }];
  const request = (code: string) => ({
    modules: [{ key: 'pages/Home', code, mappings: '' }],
    routes,
    pages: ['Home'],
    samples: {},
    root: null,
  });
  const endless = renderer.render(request('for (;;);'));
  expect(await renderer.render(request('export default () => null;'))).toMatchObject({ status: 'unavailable', pages: [] });
  expect((await endless).findings).toMatchObject([{ kind: 'time' }, { kind: 'time' }]);
  await renderer.close();
}, 30_000);
