import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CodeSplittingGroup, type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import type { PackageFormat } from '../compile/allowed.ts';
import { pureStatements } from './pure.ts';

const require = createRequire(import.meta.url);
/** CommonJS packages that need a browser to be loaded, and their exports. */
const BROWSER_ONLY: Readonly<Record<string, readonly string[]>> = { 'react-quill-new': ['default', 'Mixin', 'Quill', 'Toolbar'] };
const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** What packages import by these names. Leaflet's main file is not its ES module. */
const REPLACED: Readonly<Record<string, string>> = {
  html2canvas: `${ROOT}packages/stand-ins/html2canvas.ts`,
  leaflet: require.resolve('leaflet/dist/leaflet-src.esm.js'),
};

/** Import specifier → the format of the npm package of that name, or a file of this package. */
export type Entries = Readonly<Record<string, PackageFormat | { readonly file: string }>>;

export interface SetOptions {
  readonly entries: Entries;
  readonly folder: string;
  /** Replacement for `process.env.NODE_ENV`. */
  readonly mode: 'development' | 'production';
  readonly minify: boolean;
  /** What the names of all files begin with. */
  readonly prefix?: string;
  /** External specifiers. */
  readonly external?: readonly string[];
  /**
   * Chunks that are always loaded together, by file name: all imports of these entries form one file instead of a file per shared part.
   * A module that several of them import belongs to the first.
   */
  readonly together?: Readonly<Record<string, readonly string[]>>;
  /** Modules of one file, by its name, besides entries. */
  readonly shared?: Readonly<Record<string, (id: string) => boolean>>;
  /** Whether a module gets a file of its own, so that bundling again can place it where it is used. */
  readonly separate?: (id: string) => boolean;
}

export interface BuiltSet {
  /** Specifier → file name in the folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, readonly string[]>>;
  /** Specifier → the files it imports statically, itself first. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** Files that have to run when they are imported for nothing, by what their packages state. */
  readonly impure: readonly string[];
}

/** Bundles modules with shared chunks, each with its own entry file. */
export async function buildSet(options: SetOptions): Promise<BuiltSet> {
  const { entries, folder, mode, minify, prefix = '', external = [] } = options;
  const bundle = await rolldown({
    // Packages of the versions that this package has.
    cwd: ROOT,
    input: Object.fromEntries(Object.keys(entries).map((specifier) => [chunkName(specifier), inputOf(specifier, entries)])),
    platform: 'browser',
    plugins: [
      ...(external.length === 0 ? [] : [esmExternalRequirePlugin({ external: [...external] })]),
      commonJsEntries(),
      replacements(),
      kitAliases(entries),
      ...(mode === 'production' ? [pureStatements()] : []),
    ],
    moduleTypes: { '.png': 'dataurl' },
    transform: { define: { 'process.env.NODE_ENV': JSON.stringify(mode) }, jsx: { runtime: 'automatic', development: false } },
    // Modules of their own name may meet in an entry's file.
    preserveEntrySignatures: options.separate === undefined ? 'strict' : 'allow-extension',
    logLevel: 'silent',
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    minify,
    // Licences are collected in a separate file; bundles for a later bundling keep their annotations.
    comments: { legal: false, jsdoc: false, annotation: !minify },
    entryFileNames: `${prefix}[name]-[hash:12].js`,
    chunkFileNames: `${prefix}shared-[hash:12].js`,
    codeSplitting: { groups: groupsOf(options) },
  });
  await bundle.close();
  const chunks = output.filter((part): part is OutputChunk => part.type === 'chunk');
  const byName = new Map(chunks.filter(({ isEntry }) => isEntry).map((chunk) => [chunk.name, chunk]));
  const built = Object.keys(entries).map((specifier) => {
    const chunk = byName.get(chunkName(specifier));
    if (chunk === undefined) throw new Error(`The library "${specifier}" was not built.`);
    return [specifier, chunk] as const;
  });
  return {
    files: Object.fromEntries(built.map(([specifier, chunk]) => [specifier, chunk.fileName])),
    exports: Object.fromEntries(built.map(([specifier, chunk]) => [specifier, chunk.exports])),
    imports: Object.fromEntries(built.map(([specifier, chunk]) => [specifier, staticImports(chunk, chunks)])),
    impure: chunks.filter(({ moduleIds }) => !moduleIds.every(isPure)).map(({ fileName }) => fileName),
  };
}

function groupsOf({ together = {}, shared = {}, separate, entries }: SetOptions): CodeSplittingGroup[] {
  const inputs = new Set(Object.keys(entries).map((specifier) => inputOf(specifier, entries)));
  const groups: CodeSplittingGroup[] = Object.entries(together).map(([name, specifiers], index, all) => {
    const ids = specifiers.map((specifier) => inputOf(specifier, entries).replace(/^cjs:/, '\0cjs:'));
    return { name, test: (id: string) => ids.includes(id), priority: all.length - index };
  });
  for (const [name, test] of Object.entries(shared)) groups.push({ name, test: (id: string) => test(id) && !inputs.has(id), priority: 0 });
  if (separate === undefined) return groups;
  const apart = {
    name: (id: string) => basename(id).replace(/\W+/g, '-'),
    test: (id: string) => separate(id) && !inputs.has(id),
    includeDependenciesRecursively: false,
  };
  return [...groups, apart];
}

function staticImports(chunk: OutputChunk, chunks: readonly OutputChunk[]): string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) visit(imported);
  };
  visit(chunk.fileName);
  return [...seen].filter((name) => name.endsWith('.js'));
}

function chunkName(specifier: string): string {
  return specifier.replace(/^@\//, '').replace(/[^\w-]+/g, '_');
}

function inputOf(specifier: string, entries: Entries): string {
  const entry = entries[specifier];
  if (typeof entry === 'object') return entry.file;
  return entry === 'cjs' ? `cjs:${specifier}` : specifier;
}

const purity = new Map<string, boolean>();

/** Whether the package of a module states that its modules have no side effects. */
function isPure(id: string): boolean {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id) ?? [];
  if (folder === undefined) return id.startsWith('\0');
  const known = purity.get(folder) ?? (require(`${folder}/package.json`) as { sideEffects?: unknown }).sideEffects === false;
  purity.set(folder, known);
  return known;
}

function replacements(): Plugin {
  return { name: 'replacements', resolveId: (id) => (Object.hasOwn(REPLACED, id) ? (REPLACED[id] ?? null) : null) };
}

/** A module per CommonJS package that exports all its names: ES modules cannot import them by name otherwise. */
function commonJsEntries(): Plugin {
  return {
    name: 'commonjs-entries',
    resolveId: (id) => (id.startsWith('cjs:') ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith('\0cjs:')) return null;
      const specifier = id.slice('\0cjs:'.length);
      const known = BROWSER_ONLY[specifier];
      const loaded = known === undefined ? (require(specifier) as { readonly __esModule?: unknown }) : { __esModule: true };
      const names = (known ?? Object.keys(loaded)).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default');
      // What was compiled from an ES module has its default export beside the others; of others it is the whole.
      const isCompiled = loaded.__esModule === true;
      const values = isCompiled ? '* as all' : 'all';
      const whole = isCompiled ? `export { default } from ${JSON.stringify(specifier)};` : 'export default all;';
      return `import ${values} from ${JSON.stringify(specifier)};\n${whole}\nexport const { ${names.join(', ')} } = all;`;
    },
  };
}

/** The kit's files may use the import specifiers of generated code. */
function kitAliases(entries: Entries): Plugin {
  return {
    name: 'kit-aliases',
    resolveId(id) {
      const entry = id.startsWith('@/') ? entries[id] : undefined;
      return typeof entry === 'object' ? entry.file : null;
    },
  };
}
