import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  INDEXED_DB,
  INTERNAL_MODULES,
  INTERNAL_PACKAGES,
  OTHER_BACK_ENDS,
  PACKAGES,
  SDK_MODULES,
  SHARED_WHEN_PUBLISHED,
} from '../compile/allowed.ts';
import { DIST, type Libraries, readLibraries } from '../compile/libraries.ts';
import { ON_DEMAND, OWN_PACKAGES, packageOf } from '../packages/catalogue.ts';
import { buildSet, type Entries } from './bundle-set.ts';
import { blockEntries, componentCandidates, kitEntries } from './components.ts';
import { FONT, fontStyles } from './fonts.ts';
import { buildOnDemand, withStandIns } from './on-demand.ts';

const ROOT = new URL('../', import.meta.url);
/** The inputs of the libraries; packages by their versions. */
const SOURCES = [
  'kit',
  'blocks',
  'sdk',
  'browser',
  'packages',
  'render/page',
  'scripts',
  'pages.ts',
  'protocol.ts',
  'compile/allowed.ts',
  'compile/libraries.ts',
];

const PREVIEW_ENTRIES: Entries = {
  '@sayso/refresh': file('browser/refresh.ts'),
  '@sayso/preview': file('browser/preview.tsx'),
  '@sayso/render': file('render/page/render.tsx'),
  [INDEXED_DB]: file('browser/indexed-db.ts'),
};
/** Imports of every module of an app. */
const ALWAYS = ['react', 'react/jsx-runtime'];
const PUBLISHED_ENTRIES: Entries = { '@sayso/app': file('browser/published.tsx') };

/** Builds into `dist` unless it is up to date. Safe for concurrent processes. */
export async function ensureLibraries(): Promise<Libraries> {
  const stamp = await hashSources();
  const present = await readLibraries();
  if (present?.stamp === stamp) return present;
  const target = fileURLToPath(DIST);
  const made = await mkdtemp(fileURLToPath(new URL('.dist-', ROOT)));
  try {
    await build(made, stamp);
    const old = `${made}-old`;
    await rename(target, old).catch(() => {});
    await rename(made, target).catch(async (error: unknown) => {
      // Another process built the same libraries first.
      if ((await readLibraries())?.stamp !== stamp) throw error;
    });
    await rm(old, { recursive: true, force: true });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  const libraries = await readLibraries();
  if (libraries === null) throw new Error('The libraries for generated apps were not written.');
  return libraries;
}

async function build(target: string, stamp: string): Promise<void> {
  const lib = `${target}/lib`;
  const vendor = `${target}/vendor`;
  await Promise.all([mkdir(lib, { recursive: true }), mkdir(vendor, { recursive: true })]);
  const components = { ...(await kitEntries()), ...(await blockEntries()) };
  const packages = withStandIns({ ...PACKAGES, ...INTERNAL_PACKAGES });
  const own: Entries = { ...files({ ...SDK_MODULES, ...INTERNAL_MODULES, ...OTHER_BACK_ENDS }), ...components };
  const shared = Object.fromEntries(Object.entries(packages).filter(([name]) => SHARED_WHEN_PUBLISHED.includes(name)));
  const bundled = Object.fromEntries(Object.entries(packages).filter(([name]) => !SHARED_WHEN_PUBLISHED.includes(name)));

  const preview = await buildSet({
    entries: { ...packages, ...own, ...PREVIEW_ENTRIES },
    folder: lib,
    mode: 'development',
    minify: true,
    // Fast Refresh stays separate: it must run before React.
    together: { refresh: ['@sayso/refresh'], frame: ['@sayso/preview', ...ALWAYS] },
  });
  const dom = await buildSet({
    entries: { dom: file('render/page/dom.ts') },
    folder: `${target}/render`,
    mode: 'production',
    minify: false,
  });
  const early = await buildSet({ entries: { early: file('browser/early.ts') }, folder: lib, mode: 'production', minify: true });
  const published = await buildSet({
    entries: shared,
    folder: lib,
    mode: 'production',
    minify: true,
    together: { all: Object.keys(shared) },
  });
  const vendored = await buildSet({
    entries: { ...bundled, ...own, ...PUBLISHED_ENTRIES },
    folder: vendor,
    mode: 'production',
    minify: false,
    external: SHARED_WHEN_PUBLISHED,
    // Each page loads what it uses of the blocks' parts.
    separate: (id) => id.startsWith(fileURLToPath(ROOT)) && !id.includes('/node_modules/'),
  });
  await writeFile(`${target}/fonts.css`, await fontStyles(lib));
  await writeFile(`${lib}/licenses.txt`, await licenses());
  await Promise.all((await readdir(lib)).map((name) => compress(`${lib}/${name}`)));
  // Compressed when they are first loaded: an installation uses few of them.
  const onDemand = await buildOnDemand(target);

  const { '@sayso/preview': client = '', '@sayso/render': render = '', ...imports } = preview.files;
  const libraries: Libraries = {
    stamp,
    preview: { imports, client, early: early.files['early'] ?? '', preloads: previewPreloads(preview) },
    render: { dom: `render/${dom.files['dom']}`, page: `lib/${render}` },
    published: { imports: published.files, preloads: [...new Set(Object.values(published.imports).flat())] },
    vendor: { ...onDemand.vendor, ...vendored.files },
    ...onDemand.libraries,
    exports: preview.exports,
    candidates: await componentCandidates(components),
  };
  await writeFile(`${target}/libraries.json`, JSON.stringify(libraries));
}

/** Preloads: the imports of the frame's client and of every module of an app, which the browser would discover last. */
function previewPreloads({ files, imports }: Awaited<ReturnType<typeof buildSet>>): string[] {
  const own = ALWAYS.flatMap((specifier) => files[specifier] ?? []);
  return [...new Set([...['@sayso/preview', ...ALWAYS].flatMap((specifier) => imports[specifier] ?? []), ...own])];
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

function file(path: string): { readonly file: string } {
  return { file: fileURLToPath(new URL(path, ROOT)) };
}

function files(modules: Readonly<Record<string, string>>): Entries {
  return Object.fromEntries(Object.entries(modules).map(([specifier, path]) => [specifier, file(path)]));
}

/** The licences of all packages that are sent to browsers, including transitive dependencies. */
async function licenses(): Promise<string> {
  const require = createRequire(import.meta.url);
  const texts = new Map<string, string>();
  const visit = async (name: string): Promise<void> => {
    if (texts.has(name)) return;
    texts.set(name, '');
    for (const folder of require.resolve.paths(name) ?? []) {
      const manifest = await readFile(`${folder}/${name}/package.json`, 'utf8').catch(() => null);
      if (manifest === null) continue;
      const {
        version,
        license,
        dependencies = {},
      } = JSON.parse(manifest) as { version: string; license?: string; dependencies?: Record<string, string> };
      const file = (await readdir(`${folder}/${name}`)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : await readFile(`${folder}/${name}/${file}`, 'utf8').catch(() => '');
      texts.set(name, `${name} ${version} (${license ?? 'see its package'})\n\n${text.trim()}\n`);
      for (const dependency of Object.keys(dependencies)) await visit(dependency);
      return;
    }
  };
  const packages = [
    ...Object.keys({ ...PACKAGES, ...INTERNAL_PACKAGES, ...ON_DEMAND }).filter((specifier) => !OWN_PACKAGES.includes(specifier)),
    'radix-ui',
    'react-refresh',
    'tailwindcss',
    'tw-animate-css',
    FONT,
  ];
  for (const specifier of packages) await visit(packageOf(specifier));
  return [...texts.values()].filter(Boolean).join(`\n${'-'.repeat(80)}\n\n`);
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const path of await filesUnder(new URL(source, ROOT))) hash.update(basename(path)).update(await readFile(path));
  const require = createRequire(import.meta.url);
  const { dependencies } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies).sort()) hash.update(`${name}@${await versionOf(name, require)}\n`);
  return hash.digest('hex').slice(0, 20);
}

async function versionOf(name: string, require: NodeJS.Require): Promise<string> {
  for (const folder of require.resolve.paths(name) ?? []) {
    const text = await readFile(`${folder}/${name}/package.json`, 'utf8').catch(() => null);
    if (text !== null) return (JSON.parse(text) as { version: string }).version;
  }
  throw new Error(`The package "${name}" is not installed. Run npm install.`);
}

async function filesUnder(url: URL): Promise<string[]> {
  const path = fileURLToPath(url);
  if (/\.tsx?$/.test(path)) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
}
