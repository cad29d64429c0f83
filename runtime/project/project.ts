import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { OTHER_NAMES, PACKAGES, SDK_MODULES } from '../compile/allowed.ts';
import { filesOf, styleWithFileAddresses, withFileAddresses } from '../compile/file-addresses.ts';
import type { Graph } from '../compile/graph.ts';
import type { Libraries } from '../compile/libraries.ts';
import { servedBytes, servedType } from '../compile/served-files.ts';
import { isBesideSources, isCode, isServerFunction, kindOf, TAILWIND_CONFIG } from '../compile/sources.ts';
import { withBase } from '../compile/styles.ts';
import { entryModule } from '../compile/virtual.ts';
import { packageOf } from '../packages/catalogue.ts';
import { type RoutablePage, rootOf } from '../pages.ts';
import type { AppSources } from '../ref.ts';
import type { ProjectAddress } from './address.ts';
import { allowedVersions, installed, isPackageModule, packagesOf, projectText } from './packages.ts';
import { indexHtml, MAIN, readme, VITE_CONFIG } from './starter.ts';

export interface ProjectInput {
  readonly sources: AppSources;
  readonly graph: Graph;
  readonly routes: readonly RoutablePage[];
  readonly libraries: Libraries;
  readonly address: ProjectAddress;
}

type Files = Record<string, string>;

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDERS = ['kit', 'blocks', 'sdk', 'packages/stand-ins'];
const SINGLE_FILES = [
  'browser/app.tsx',
  'browser/definition.ts',
  'browser/login-offer.tsx',
  'browser/published.tsx',
  'browser/root.tsx',
  'browser/router.tsx',
  'browser/screens.tsx',
  'browser/watermark.tsx',
  'pages.ts',
  'protocol.ts',
  'ref.ts',
];
const SHEETS: Readonly<Record<string, string>> = {
  'sayso-fonts': '@fontsource-variable/inter',
  'sayso-theme': './sayso/kit/theme.css',
};
const BUILD_TOOLS = ['@tailwindcss/vite', '@vitejs/plugin-react', 'tailwindcss', 'vite'];
/** Packages of the style sheet and of the libraries, which no app imports. */
const MORE_PACKAGES = ['react-dom', 'radix-ui', '@noble/hashes', '@fontsource-variable/inter', 'tw-animate-css'];
/** Of each file, so that the same version makes the same bytes. Zip files count in the local time of their maker. */
const MODIFIED = new Date(1980, 0, 1, 0, 0, 0);

/** An app as a project that Vite builds: a zip whose bytes depend on the app and the libraries only. */
export async function zipProject(input: ProjectInput): Promise<Uint8Array> {
  const files = await projectFiles(input);
  const folder = input.address.slug;
  const entries = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => [`${folder}/${path}`, servedType(path) === undefined ? strToU8(text) : servedBytes(text)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: MODIFIED });
}

export async function projectFiles({ sources, graph, routes, libraries, address }: ProjectInput): Promise<Files> {
  const { name } = sources;
  // A project runs on an origin of its own.
  const filesAt = filesOf(sources.appId, address.apiUrl);
  return {
    ...(await librarySources()),
    ...withoutOwn(libraryModules(libraries), sources.files),
    ...appFiles(sources, graph, filesAt),
    'src/app.js': entryModule({ routes, hasLayout: graph.has('layout'), root: rootOf(sources.files), address: (path) => `./${path}` }),
    'src/globals.css': styleWithFileAddresses(styles(sources.files['globals.css'] ?? ''), filesAt),
    'src/start.js': rootOf(sources.files) === null ? MAIN : MAIN.replaceAll('routes }', 'root, routes }'),
    'index.html': indexHtml(name, address),
    'vite.config.js': VITE_CONFIG,
    'package.json': await packageJson(address.slug, graph, libraries),
    'README.md': readme(name, address),
    '.env': `VITE_SAYSO_URL=${address.apiUrl}\n`,
    '.gitignore': 'node_modules\ndist\n',
  };
}

/** The app's own files, and the modules that it imports for its tables. */
function appFiles({ files }: AppSources, graph: Graph, filesAt: string): Files {
  const own: Files = {};
  for (const { key, made, isFile, requests } of graph.values()) {
    if (isFile) {
      const text = projectText({ lang: made.lang, text: files[key] ?? '', requests });
      own[`${placeOf(key)}.${made.lang}`] = withFileAddresses(text, { lang: made.lang, filesAt });
    } else Object.assign(own, generatedFile(key, projectText({ lang: 'ts', text: made.code, requests })));
  }
  Object.assign(own, otherFiles(files, graph, filesAt));
  // Pages import what the layout of folders above does not have as a file of its own.
  if (own['src/entities/all.js'] !== undefined) own['src/entities/index.js'] = "export * from './all.js';\n";
  return own;
}

/** Where a file of the app is in the project, which has the same imports. */
const placeOf = (path: string): string => (isBesideSources(path) ? path : `src/${path}`);

/** Files of the app that are no modules of it. */
function otherFiles(files: AppSources['files'], graph: Graph, filesAt: string): Files {
  const own: Files = {};
  for (const [path, text] of Object.entries(files)) {
    if (kindOf(path) === 'entity' || kindOf(path) === 'asset') own[placeOf(path)] = text;
    // What does not compile, and nothing imports.
    if (isCode(path) && !graph.has(path)) own[`${placeOf(path)}.tsx`] = text;
    // Pages call them at this server; `src/functions` has only the calls.
    if (isServerFunction(path)) own[`server/${path}.ts`] = withFileAddresses(text, { lang: 'ts', filesAt });
    if (path === TAILWIND_CONFIG) own[`${path}.js`] = text;
  }
  return own;
}

/** The modules of tables, and of Base44's client; Vite makes those of assets itself. */
function generatedFile(key: string, code: string): Files {
  if (!key.startsWith('$') || isPackageModule(key)) return { [`src/${key}.js`]: code };
  if (key.startsWith('$functions/')) return { [`src/${key.slice(1)}.js`]: toTheirs(code) };
  const path = THEIR_FILES[key];
  return path === undefined ? {} : { [`src/${path}.js`]: toTheirs(code) };
}

function toTheirs(code: string): string {
  return code.replaceAll('"$base44/client"', '"@/api/base44Client"');
}

/** Modules for the client of Base44, by where the app's code imports them from. */
const THEIR_FILES: Readonly<Record<string, string>> = {
  '$base44/client': 'api/base44Client',
  '$base44/entities': 'api/entities',
  '$base44/integrations': 'api/integrations',
  '$base44/functions': 'api/functions',
  '$base44/agents': 'agents/index',
  '$base44/sdk': 'api/sdk',
};

/** An app's own file stands in for the library's of its name. */
function withoutOwn(modules: Files, own: AppSources['files']): Files {
  return Object.fromEntries(Object.entries(modules).filter(([path]) => !Object.hasOwn(own, path.replace(/^src\/|\.js$/g, ''))));
}

function styles(globals: string): string {
  return withBase(globals).replace(/(@import\s+["'])(sayso-[a-z]+)(["'])/g, (_, start, id, end) => `${start}${SHEETS[id] ?? id}${end}`);
}

/** The sources of the kit, the blocks and the client, as they are. */
async function librarySources(): Promise<Files> {
  const found = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
    }),
  );
  const paths = [...found.flat().filter((path) => /\.(?:tsx?|css)$/.test(path) && !/\.test\.tsx?$/.test(path)), ...SINGLE_FILES];
  const read = async (path: string) => [`src/sayso/${path.replaceAll('\\', '/')}`, await readFile(join(ROOT, path), 'utf8')] as const;
  return Object.fromEntries(await Promise.all(paths.map(read)));
}

/** What `@/components/ui/button` and the like lead to. */
function libraryModules({ exports }: Libraries): Files {
  const modules: Files = {};
  const own = Object.entries(exports).filter(([specifier]) => specifier.startsWith('@/'));
  for (const [specifier, names] of own) {
    const path = specifier.slice(2);
    modules[`src/${path}.js`] = reexport(path, specifier, names);
  }
  for (const [other, path] of Object.entries(OTHER_NAMES)) {
    const file = other === 'integrations' ? 'integrations/index' : other;
    modules[`src/${file}.js`] = reexport(file, `@/${path}`, exports[`@/${path}`] ?? []);
  }
  return modules;
}

/** From the library itself: names that differ only in case, which are one file on macOS and Windows, have the same text. */
function reexport(path: string, specifier: string, names: readonly string[]): string {
  const up = '../'.repeat(path.split('/').length - 1) || './';
  return `export { ${names.join(', ')} } from '${up}sayso/${sourceOf(specifier)}';\n`;
}

/** The source of a library, without an extension. */
function sourceOf(specifier: string): string {
  const own = SDK_MODULES[specifier];
  if (own !== undefined) return own.replace(/\.ts$/, '');
  if (specifier === '@/lib/utils') return 'kit/cn';
  return specifier.replace(/^@\/(?:components\/ui|hooks)\//, 'kit/').replace(/^@\/components\/blocks\//, 'blocks/');
}

/** Exact versions: those that the app was developed with. */
async function packageJson(name: string, graph: Graph, libraries: Libraries): Promise<string> {
  const exact = async (names: readonly string[]) =>
    Object.fromEntries(await Promise.all([...new Set(names)].sort().map(async (one) => [one, await installed(one)])));
  return `${JSON.stringify(
    {
      name,
      private: true,
      type: 'module',
      scripts: { dev: 'vite', build: 'vite build', preview: 'vite preview' },
      dependencies: {
        ...(await exact([...Object.keys(PACKAGES).map(packageOf), ...MORE_PACKAGES, ...packagesOf(graph)])),
        ...allowedVersions(graph, libraries),
      },
      devDependencies: await exact(BUILD_TOOLS),
    },
    null,
    2,
  )}\n`;
}
