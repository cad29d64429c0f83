// Bundles the server into few files: Node takes about a millisecond for each module that it finds and links, and the start needs 700.
import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { BUNDLES, CURRENT, digestOf, stateOf } from '../core/bundled.mjs';
import { listedPlugins } from '../core/plugins/index.ts';

const root = join(import.meta.dirname, '..');
const bundles = join(root, BUNDLES);
const KEPT_MS = 24 * 60 * 60_000;
/** `core/load.mjs` loads these by name. */
const ENTRIES = ['main', 'processes/serve-apps', 'foreign-plugins'];

/** Loaded by threads: by the paths of their sources. */
const THREADS = globSync(['core/workers/thread.ts', 'core/store/**/*.thread.ts', 'plugins/*/{,*/}*.worker.ts'], { cwd: root });

/** Packages of plain JavaScript that each start loads. All others stay where they are: native ones, and those that few requests need. */
const INLINED = new Set([
  ...['@fastify/cookie', '@fastify/multipart', '@fastify/proxy-addr', '@fastify/rate-limit', '@fastify/static', '@fastify/swagger'],
  ...[
    '@pothos/core',
    'better-auth',
    'jose',
    '@pothos/plugin-scope-auth',
    'croner',
    'fastest-levenshtein',
    'fastify',
    'fastify-type-provider-zod',
    'graphql',
  ],
  ...['graphql-ws', 'graphql-yoga', 'helmet', 'ipaddr.js', 'lru-cache', 'p-limit', 'p-timeout', 'pino', 'prom-client', 'ws', 'zod'],
]);

/** What decides on the bundle besides the modules in it. npm writes the second at each change of a package. */
const RULES = ['package.json', 'node_modules/.package-lock.json', 'scripts/bundle.ts'];

const packageOf = (id: string): string =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');

/** What our own sources import from npm is inlined if listed; so is what an inlined package imports, as far as it is installed. */
function isExternal(id: string, importer: string | undefined): boolean {
  if (id.startsWith('node:')) return true;
  if (/^[./\0]/.test(id) || id.startsWith('@sayso/')) return false;
  if (importer?.includes('node_modules')) return !existsSync(join(root, 'node_modules', packageOf(id)));
  return !INLINED.has(packageOf(id));
}

/** Sources find workers and assets beside themselves, so each keeps the address of its own file. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.startsWith('\0')) return null;
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

const LISTED = join(root, 'core', 'plugins', 'listed.ts');
const listPlugins: Plugin = {
  name: 'list-plugins',
  load(id) {
    if (id !== LISTED) return null;
    const imports = listedPlugins().map((name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(name)})`);
    return `const plugins = { ${imports.join(', ')} };\nexport const importListed = (name) => plugins[name]?.() ?? import(name);\n`;
  },
};

const MODULES = join(root, 'core', 'ports', 'modules.ts');
const threadEntry = (path: string): string => `threads/${path.split(sep).join('/').replace(/\.ts$/, '')}`;
const listThreads: Plugin = {
  name: 'list-threads',
  load(id) {
    if (id !== MODULES) return null;
    const entries = THREADS.map((path) => [pathToFileURL(join(root, path)).href, `${threadEntry(path)}.js`]);
    // The bundle is moved when it is complete, so that its folder is known at run time only.
    return `const { url } = import.meta;
const folder = url.slice(0, url.indexOf('/', url.lastIndexOf('/server/') + '/server/'.length) + 1);
const entries = new Map(${JSON.stringify(entries)});
export const moduleOf = (source) => (entries.has(source.href) ? new URL(entries.get(source.href), folder) : source);\n`;
  },
};

/** Bundles into `dir`; returns the paths of our own sources in it, relative to the root. */
async function write(dir: string): Promise<string[]> {
  const build = await rolldown({
    cwd: root,
    platform: 'node',
    input: Object.fromEntries([
      ...ENTRIES.map((entry) => [entry, join(root, 'core', `${entry}.ts`)]),
      ...THREADS.map((path) => [threadEntry(path), join(root, path)]),
    ]),
    external: isExternal,
    plugins: [listPlugins, listThreads, keepAddresses],
    treeshake: { moduleSideEffects: true },
    logLevel: 'silent',
  });
  const { output } = await build.write({ dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' });
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])).filter((id) => id.startsWith(root));
  const paths = modules.map((id) => relative(root, id).split(sep).join('/'));
  return paths.filter((path) => !path.includes('node_modules/'));
}

/** Writes a bundle to a folder of its own, named by its sources, and makes it the current one. Several processes may do so at once. */
async function bundle(): Promise<void> {
  const begun = Date.now();
  const written = join(bundles, `new-${process.pid}`);
  const sources = [...(await write(written)), ...RULES].sort();
  const state = stateOf(root, sources);
  const digest = digestOf(root, sources);
  // A source that changed meanwhile may be in the bundle as it was.
  if (sources.some((path) => statSync(join(root, path)).ctimeMs >= begun)) return bundle();
  const folder = digest.slice(0, 16);
  if (!existsSync(join(bundles, folder))) renameSync(written, join(bundles, folder));
  const next = join(bundles, `${CURRENT}.${process.pid}`);
  writeFileSync(next, JSON.stringify({ root, folder, sources, state, digest }));
  renameSync(next, join(bundles, CURRENT));
  removeOld(folder);
}

/** The bundles before stay for a while: a server that still runs one may load more of it. */
function removeOld(current: string): void {
  for (const name of readdirSync(bundles)) {
    const path = join(bundles, name);
    if (name !== current && name !== CURRENT && statSync(path).mtimeMs < Date.now() - KEPT_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

mkdirSync(bundles, { recursive: true });
await bundle();
