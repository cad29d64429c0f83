import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { type CodeSplittingGroup, type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import type { PackageFormat } from '../compile/allowed.ts';
import { pureStatements } from './pure.ts';

/** Import specifier → the format of the npm package of that name, or a file of this package. */
export type Entries = Readonly<Record<string, PackageFormat | { readonly file: string }>>;

export interface SetOptions {
  readonly entries: Entries;
  readonly folder: string;
  /** Replacement for `process.env.NODE_ENV`. */
  readonly mode: 'development' | 'production';
  readonly minify: boolean;
  /** External specifiers. */
  readonly external?: readonly string[];
  /**
   * Chunks that are always loaded together, by file name: all imports of these entries form one file instead of a file per shared part.
   * A module that several of them import belongs to the first.
   */
  readonly together?: Readonly<Record<string, readonly string[]>>;
  /** Whether a module gets a file of its own, so that bundling again can place it where it is used. */
  readonly separate?: (id: string) => boolean;
}

export interface BuiltSet {
  /** Specifier → file name in the folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, readonly string[]>>;
  /** Specifier → the files it imports statically, itself first. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
}

/** Bundles modules with shared chunks, each with its own entry file. */
export async function buildSet(options: SetOptions): Promise<BuiltSet> {
  const { entries, folder, mode, minify, external = [] } = options;
  const bundle = await rolldown({
    input: Object.fromEntries(Object.keys(entries).map((specifier) => [chunkName(specifier), inputOf(specifier, entries)])),
    platform: 'browser',
    plugins: [
      ...(external.length === 0 ? [] : [esmExternalRequirePlugin({ external: [...external] })]),
      commonJsEntries(),
      kitAliases(entries),
      ...(mode === 'production' ? [pureStatements()] : []),
    ],
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
    entryFileNames: '[name]-[hash:12].js',
    chunkFileNames: 'shared-[hash:12].js',
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
  };
}

function groupsOf({ together = {}, separate, entries }: SetOptions): CodeSplittingGroup[] {
  const inputs = new Set(Object.keys(entries).map((specifier) => inputOf(specifier, entries)));
  const groups = Object.entries(together).map(([name, specifiers], index, all) => {
    const ids = specifiers.map((specifier) => inputOf(specifier, entries).replace(/^cjs:/, '\0cjs:'));
    return { name, test: (id: string) => ids.includes(id), priority: all.length - index };
  });
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

/** A module per CommonJS package that exports all its names: ES modules cannot import them by name otherwise. */
function commonJsEntries(): Plugin {
  const require = createRequire(import.meta.url);
  return {
    name: 'commonjs-entries',
    resolveId: (id) => (id.startsWith('cjs:') ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith('\0cjs:')) return null;
      const specifier = id.slice('\0cjs:'.length);
      const names = Object.keys(require(specifier) as object).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default');
      return `import all from ${JSON.stringify(specifier)};\nexport default all;\nexport const { ${names.join(', ')} } = all;`;
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
