import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { optimize } from '@tailwindcss/node';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { type RoutablePage, rootOf } from '../pages.ts';
import type { AppSources, CompileProblem } from '../ref.ts';
import { stoodInFor } from './absent.ts';
import { SHARED_WHEN_PUBLISHED } from './allowed.ts';
import { classMergeModule } from './class-merge.ts';
import { unregistered } from './emit.ts';
import type { Graph, Link } from './graph.ts';
import { hashOf } from './hash.ts';
import { DIST, type Libraries } from './libraries.ts';
import { bundledNotices, isPureBundled } from './package-bundles.ts';
import { checkApp } from './preview.ts';
import { spareFaults } from './spared.ts';
import { defines } from './transform.ts';
import { END, entryModule, virtualId } from './virtual.ts';

/** A published build: the files of its pages. File names are under `/m/` and `/c/`. */
export interface BuildManifest {
  readonly entry: string;
  readonly css: string;
  readonly routes: readonly RoutablePage[];
  /** Page name → the files that it needs besides the entry's own; worth fetching with the page's HTML. */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
  /** Whether the app has a router of its own, which decides about paths that are no page's. Default false. */
  readonly hasRouter?: boolean;
  /** The file of the licences of packages that an administrator allowed; none: the app has no such package. */
  readonly notices?: string;
  /** Packages that were not there: the app has stand-ins for them. Absent: none. */
  readonly stoodIn?: readonly string[];
  /** Files that are served at the root of the app, by their paths there: `/logo.png`. Absent: none. */
  readonly publicFiles?: Readonly<Record<string, string>>;
}

export type PublishOutput =
  | { readonly ok: false; readonly problems: readonly CompileProblem[] }
  | {
      readonly ok: true;
      readonly manifest: BuildManifest;
      readonly files: readonly { readonly name: string; readonly code: string }[];
      readonly css: string;
      /** Empty without allowed packages. */
      readonly notices: string;
    };

const ENTRY = 'sayso:entry';
const FILE = 'sayso:file/';
const idOf = (key: string): string => virtualId(FILE, key);
const keyOf = (id: string): string => id.slice(FILE.length, -END.length);
const VENDOR = fileURLToPath(new URL('vendor/', DIST));

/** Bundles an app for its end users: split by page, minified, with tree-shaken libraries. */
export async function publishApp(sources: AppSources, libraries: Libraries, onFile: (path: string) => void): Promise<PublishOutput> {
  const { routes, graph, css, classes, problems } = spareFaults(await checkApp(sources, libraries, onFile), sources.files, libraries);
  if (problems.some(({ severity }) => severity === 'error') || css === null) return { ok: false, problems };
  onFile('globals.css');
  const styles = optimize(css, { minify: true }).code;
  onFile('');
  const chunks = await bundle({ sources, routes, graph, classes, libraries });
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('The bundle has no entry.');
  const pages = routes.map(({ name }) => {
    const own = [rootOf(sources.files) ?? 'layout', `pages/${name}`].flatMap((path) =>
      chunks.filter(({ facadeModuleId }) => facadeModuleId === idOf(path)),
    );
    const needed = new Set(own.flatMap((chunk) => reachable(chunk, chunks)));
    return [name, [...needed].filter((file) => !reachable(entry, chunks).includes(file))] as const;
  });
  const cssName = hashOf(styles);
  const notices = bundledNotices(graph.keys(), libraries);
  const stoodIn = stoodInFor(graph.keys());
  return {
    ok: true,
    manifest: {
      entry: baseName(entry.fileName),
      css: cssName,
      routes,
      preloads: Object.fromEntries(pages),
      ...(rootOf(sources.files) === null ? {} : { hasRouter: true }),
      ...(notices === '' ? {} : { notices: hashOf(notices) }),
      ...(stoodIn.length === 0 ? {} : { stoodIn }),
    },
    files: chunks.map(({ fileName, code }) => ({ name: baseName(fileName), code })),
    css: styles,
    notices,
  };
}

interface BundleInput {
  readonly sources: AppSources;
  readonly routes: readonly RoutablePage[];
  readonly graph: Graph;
  /** Of the app's style sheet. */
  readonly classes: readonly string[];
  readonly libraries: Libraries;
}

async function bundle({ routes, ...input }: BundleInput): Promise<OutputChunk[]> {
  const root = rootOf(input.sources.files);
  const entry = entryModule({ routes, hasLayout: input.graph.has('layout'), root, address: idOf });
  const build = await rolldown({
    input: ENTRY,
    platform: 'browser',
    plugins: [
      virtualFiles(
        `import { startApp } from "@sayso/app";\n${entry}\nvoid startApp({ pages, layout, routes${root === null ? '' : ', root'} });\n`,
        input,
      ),
    ],
    transform: { jsx: { runtime: 'automatic', development: false }, define: defines('production'), target: 'es2022' },
    preserveEntrySignatures: false,
    logLevel: 'silent',
  });
  try {
    const { output } = await build.generate({
      format: 'esm',
      // A module of two pages is in a chunk of its own, which would run before the modules that precede it. Costs about 4 % of the size.
      strictExecutionOrder: true,
      minify: true,
      // Their licences are at /lib/licenses.txt.
      comments: false,
      entryFileNames: '[hash:20].js',
      chunkFileNames: '[hash:20].js',
    });
    return output.filter((part): part is OutputChunk => part.type === 'chunk');
  } finally {
    await build.close();
  }
}

/** Resolves the graph's modules and the built libraries, nothing else. */
function virtualFiles(entry: string, { sources, graph, classes, libraries }: Omit<BundleInput, 'routes'>): Plugin {
  const classNames = VENDOR + libraries.vendor['@/lib/utils'];
  const impure = new Set(libraries.impure.map((file) => VENDOR + file));
  return {
    name: 'sayso-files',
    resolveId(id, importer = '', { kind }) {
      if (id === ENTRY || id.startsWith(FILE)) return id;
      const target = targetOf(id, importer, graph);
      // An app's own `main` mounts into the page's root: for `react-dom/client` its graph names another module.
      const specifier = target?.kind === 'library' ? target.specifier : id;
      if (target?.kind !== 'module' && SHARED_WHEN_PUBLISHED.includes(specifier)) return { id: specifier, external: true };
      if (importer.startsWith(VENDOR) && id.startsWith('./') && importer !== classNames) return VENDOR + id.slice(2);
      // No import: the code calls `require`, which browsers do not have, mostly to catch that it throws. So it does, as in the preview.
      if (target === undefined && kind === 'require-call') return { id, external: true };
      return addressOf(target, libraries) ?? refuse(id, importer);
    },
    async load(id) {
      if (id === ENTRY) return { code: entry, moduleType: 'js' };
      if (id === classNames) return { code: classMergeModule(classes), moduleType: 'js', moduleSideEffects: false };
      if (id.startsWith(VENDOR)) return { code: await readFile(id, 'utf8'), moduleType: 'js', moduleSideEffects: impure.has(id) };
      const key = keyOf(id);
      const module = graph.get(key);
      if (!id.startsWith(FILE) || module === undefined) throw new Error(`"${id}" is not part of the app.`);
      return module.isFile
        ? { code: sources.files[key] ?? '', moduleType: module.made.lang }
        : { code: unregistered(module.made.code), moduleType: 'js', ...(isPureBundled(key, libraries) && { moduleSideEffects: false }) };
    },
  };
}

/** What a module of the app imports by this specifier; the entry and the merger of class names import libraries. */
function targetOf(id: string, importer: string, graph: Graph): Link | undefined {
  if (!importer.startsWith(FILE)) return { kind: 'library', specifier: id };
  return graph.get(keyOf(importer))?.requests.find(({ specifier }) => specifier === id)?.to;
}

function addressOf(target: Link | undefined, { vendor }: Libraries): string | undefined {
  if (target?.kind === 'module') return idOf(target.key);
  const file = target === undefined ? undefined : vendor[target.specifier];
  return file === undefined ? undefined : VENDOR + file;
}

function refuse(id: string, importer: string): never {
  throw new Error(`"${id}" cannot be imported from ${keyOf(importer)}.`);
}

function reachable(from: OutputChunk, chunks: readonly OutputChunk[]): string[] {
  const seen = new Set<string>();
  const visit = (chunk: OutputChunk | undefined) => {
    if (chunk === undefined || seen.has(baseName(chunk.fileName))) return;
    seen.add(baseName(chunk.fileName));
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name));
  };
  visit(from);
  return [...seen];
}

function baseName(fileName: string): string {
  return fileName.replace(/\.js$/, '');
}
