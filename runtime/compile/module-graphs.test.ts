import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ensureLibraries } from '../scripts/libraries.ts';
import { appOf } from './app.fixture.ts';
import { DIST, type Libraries } from './libraries.ts';
import { compilePreview } from './preview.ts';
import { publishApp } from './publish.ts';

// Random module graphs are evaluated by Node's own loader, as a preview and as a published app: all three must agree on the order in which
// modules run and on what each reads of the others. A read before the exporter ran throws in the preview; in a published app, as after any
// bundler, it may find `undefined`.

const MODULES = 7;
const GRAPHS = 150;
const UNINITIALISED = 'ReferenceError';
const SEED = 20_261_127;
/** The lines of an import or export by its kind; those with a local name bind a value that the module reads. */
const BINDING = {
  named: ({ to, local, from }: Line) => `import { m${to} as ${local} } from ${from};`,
  renamed: ({ to, local, from }: Line) => `import { m${to} as ${local} } from ${from};\nexport { ${local} };`,
  default: ({ local, from }: Line) => `import ${local} from ${from};`,
  namespace: ({ local, from }: Line) => `import * as ${local} from ${from};`,
};
const OTHERS = {
  sideEffect: ({ from }: Line) => `import ${from};`,
  reExport: ({ to, local, from }: Line) => `export { m${to} as ${local} } from ${from};`,
  reExportAll: ({ from }: Line) => `export * from ${from};`,
  reExportNamespace: ({ local, from }: Line) => `export * as ${local} from ${from};`,
};
interface Line {
  readonly to: number;
  readonly local: string;
  readonly from: string;
}
const KINDS = ['deferred', ...namesOf(BINDING), ...namesOf(OTHERS)] as const;

/** What a module declares by its own name, and whether it can be read before the module ran. */
const SHAPES = {
  const: (own: string) => `export const ${own} = () => '${own}';`,
  let: (own: string) => `export let ${own} = () => '${own}';`,
  var: (own: string) => `export var ${own} = () => '${own}';`,
  function: (own: string) => `export function ${own}() { return '${own}'; }`,
  class: (own: string) => `export class ${own} { render() { return '${own}'; } }`,
  component: (own: string) => `export const ${own.toUpperCase()} = () => '${own}';\nexport { ${own.toUpperCase()} as ${own} };`,
};
const DEFAULTS = {
  expression: (index: number) => `export default ['default', ${index}];`,
  function: (index: number) => `export default function Shown${index}() { return ${index}; }`,
  anonymous: (index: number) => `export default () => ${index};`,
  class: (index: number) => `export default class Shown${index} {}`,
};

/** One import or export of a module, from the module numbered `to`. */
interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly to: number;
  /** Whether the module reads the imported value while it is evaluated. */
  readonly isRead: boolean;
}
interface RandomModule {
  readonly steps: readonly Step[];
  readonly shape: keyof typeof SHAPES;
  readonly defaultShape: keyof typeof DEFAULTS;
}

const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...KINDS), to: fc.nat(MODULES - 1), isRead: fc.boolean() });
const randomModule: fc.Arbitrary<RandomModule> = fc.record({
  steps: fc.array(step, { maxLength: 4 }),
  shape: fc.constantFrom(...namesOf(SHAPES)),
  defaultShape: fc.constantFrom(...namesOf(DEFAULTS)),
});
const graphs = fc.sample(fc.array(randomModule, { minLength: MODULES, maxLength: MODULES }), { seed: SEED, numRuns: GRAPHS });

/** The source of a module. It reports its evaluation to `trace`, which the runner provides for each graph. */
function sourceOf({ steps, shape, defaultShape }: RandomModule, index: number, address: (to: number) => string): string {
  const imports: string[] = [];
  const body: string[] = [];
  for (const [at, { kind, to, isRead }] of steps.entries()) {
    const line = { to, local: `local${index}_${at}`, from: JSON.stringify(address(to)) };
    if (kind === 'deferred') body.push(`trace.later(() => import(${line.from}));`);
    else if (kind in OTHERS) imports.push(OTHERS[kind as keyof typeof OTHERS](line));
    else {
      imports.push(BINDING[kind as keyof typeof BINDING](line));
      const read = (label: string) =>
        `trace.read('${index}.${at}${label}', () => typeof ${line.local}${kind === 'namespace' ? `.m${to}` : ''})`;
      body.push(isRead ? `${read('')};` : `trace.later(async () => ${read(' later')});`);
    }
  }
  const begin = `const trace = globalThis.trace;\ntrace.log.push('begin ${index}');`;
  return [...imports, begin, ...body, SHAPES[shape](`m${index}`), DEFAULTS[defaultShape](index), `trace.log.push('end ${index}');`].join(
    '\n',
  );
}

const RUNNER = `
globalThis.window = globalThis;
const logs = [];
for (const load of JSON.parse(process.argv[2])) {
  const log = [];
  const deferred = [];
  globalThis.trace = {
    log,
    later: (act) => deferred.push(act),
    read: (label, value) => {
      try { log.push(label + ' ' + value()); } catch (error) { log.push(label + ' ' + error.name); }
    },
  };
  try {
    const started = await import(load);
    await started.pages?.Start();
    await globalThis.startedApp?.pages.Start();
    for (const act of deferred) await act();
  } catch (error) { log.push('failed: ' + error); }
  globalThis.startedApp = undefined;
  logs.push(log);
}
console.log(JSON.stringify(logs));
`;

function namesOf<T extends object>(given: T): (keyof T)[] {
  return Object.keys(given) as (keyof T)[];
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The logs of all graphs, each evaluated from its entry in one process. */
async function run(folder: string, entry: string): Promise<readonly (readonly string[])[]> {
  await write(folder, { 'run.mjs': RUNNER, 'package.json': '{"type":"module"}' });
  const entries = graphs.map((_, number) => `./${number}/${entry}`);
  const { stdout } = await promisify(execFile)(process.execPath, ['run.mjs', JSON.stringify(entries)], { cwd: folder });
  return JSON.parse(stdout) as readonly (readonly string[])[];
}

const filesOf = (modules: readonly RandomModule[]) =>
  Object.fromEntries(modules.map((module, index) => [`components/m${index}`, sourceOf(module, index, (to) => `@/components/m${to}`)]));
const START = "import '@/components/m0';\nexport default () => null;";

async function inNode(root: string) {
  const folder = join(root, 'node');
  for (const [number, modules] of graphs.entries())
    for (const [index, module] of modules.entries())
      await write(join(folder, `${number}`), { [`m${index}.js`]: sourceOf(module, index, (to) => `./m${to}.js`) });
  return run(folder, 'm0.js');
}

async function inPreview(root: string, libraries: Libraries) {
  const folder = join(root, 'preview');
  const refresh = `export * from ${JSON.stringify(new URL(`lib/${libraries.preview.imports['@sayso/refresh']}`, DIST).href)};`;
  await write(folder, { 'node_modules/@sayso/refresh/index.js': refresh, 'node_modules/@sayso/refresh/package.json': '{"type":"module"}' });
  for (const [number, modules] of graphs.entries()) {
    const sources = appOf({ ...filesOf(modules), 'pages/Start': START });
    const { entry, modules: made, problems } = await compilePreview(sources, libraries, { onFile: () => {}, isSent: () => false });
    expect([problems, entry]).toEqual([[], expect.any(String)]);
    const files = made.map(({ key, name, code }) => [key === '' ? 'entry.js' : `${name}.js`, code ?? '']);
    await write(join(folder, `${number}`), Object.fromEntries(files));
  }
  return run(folder, 'entry.js');
}

/** With a module in place of the one that draws a published app, since nothing is drawn here. */
async function asPublished(root: string, { vendor, ...libraries }: Libraries) {
  const folder = join(root, 'published');
  await write(folder, { 'app.js': 'export const startApp = (app) => { globalThis.startedApp = app; };' });
  const start = relative(fileURLToPath(new URL('vendor/', DIST)), join(folder, 'app.js'));
  const given = { ...libraries, vendor: { ...vendor, '@sayso/app': start }, impure: [...libraries.impure, start] };
  for (const [number, modules] of graphs.entries()) {
    const made = await publishApp(appOf({ ...filesOf(modules), 'pages/Start': START }), given, () => {});
    if (!made.ok) throw new Error(JSON.stringify(made.problems));
    const files = Object.fromEntries(made.files.map(({ name, code }) => [`${name}.js`, code]));
    await write(join(folder, `${number}`), { ...files, 'entry.js': `import "./${made.manifest.entry}.js";` });
  }
  return run(folder, 'entry.js');
}

it('evaluates random module graphs like Node, as a preview and as a published app', async () => {
  const libraries = await ensureLibraries();
  const root = await mkdtemp(join(tmpdir(), 'graphs-'));
  const [expected, preview, published] = [await inNode(root), await inPreview(root, libraries), await asPublished(root, libraries)];
  expect(expected.flat().filter((line) => line.endsWith(UNINITIALISED)).length).toBeGreaterThan(GRAPHS / 4);
  for (const [number, modules] of graphs.entries()) {
    const log = expected[number] ?? [];
    const source = Object.entries(filesOf(modules)).map(([path, text]) => `// ${path}\n${text}`);
    expect.soft(preview[number], source.join('\n\n')).toEqual(log);
    const bundled = published[number]?.map((line, at) =>
      log[at]?.endsWith(UNINITIALISED) ? line.replace(/undefined$/, UNINITIALISED) : line,
    );
    expect.soft(bundled, source.join('\n\n')).toEqual(log);
  }
}, 120_000);
