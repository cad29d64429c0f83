import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type OutputChunk, rolldown } from 'rolldown';
import { LIMITS, type PackageBundle, type PackageFacts, type PackageOutcome, Refused } from './bundle.ts';
import { type Budget, type Extracted, extractPackage, megabytes } from './extract.ts';
import { type Fault, refusalOf } from './faults.ts';
import { entryId, type Gathered, packageFiles } from './resolver.ts';
import type { SharedModules } from './shared.ts';
import { sheetText } from './sheets.ts';
import { type Importable, importables, licenceOf, type Manifest } from './specifiers.ts';
import type { BundleRequest, RequestedPackage } from './wire.ts';

interface Unpacked extends RequestedPackage, Extracted {
  readonly manifest: Manifest;
}

/** Bundles the first package of the request, in a process of its own. */
export async function bundlePackage(request: BundleRequest, shared: SharedModules): Promise<PackageOutcome> {
  try {
    return await build(request, shared);
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal };
    return { ok: false, refusal: { code: 'invalid', message: `It cannot be bundled: ${firstLine(error, request.directory)}` } };
  }
}

async function build(request: BundleRequest, shared: SharedModules): Promise<PackageOutcome> {
  const unpacked = await unpack(request);
  const [root] = unpacked;
  if (root === undefined) throw new Error('A bundle has a package.');
  const all = await readable(importables(root.name, root.manifest, root.files), folderOf(request, root));
  const entries = all.filter(({ specifier, file }) => !(file ?? specifier).endsWith('.css'));
  const gathered: Gathered = { faults: new Map(), commonJs: new Set(), uses: new Set(), sheets: new Map() };
  const sheets = await styleSheets(request, root, all);
  if (entries.length === 0 && Object.keys(sheets).length === 0)
    throw new Refused('invalid', 'It has no JavaScript and no style sheet that a browser can load.');
  const reached = new Map<string, ReadonlySet<string>>();
  const build = await rolldown({
    cwd: request.directory,
    input: Object.fromEntries(entries.map(({ specifier }, index) => [`e${index}`, entryId(specifier)])),
    platform: 'browser',
    // A package may bring the settings of its author.
    tsconfig: false,
    plugins: [
      packageFiles({ request, entries, shared, gathered, needs: (folder, name) => needs(unpacked, folder, name) }),
      {
        name: 'reached-modules',
        buildEnd() {
          for (const { specifier } of entries)
            reached.set(
              specifier,
              reachable(entryId(specifier), (id) => this.getModuleInfo(id)),
            );
        },
      },
    ],
    transform: {
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"', 'process.env': '({})', 'process.browser': 'true', global: 'globalThis' },
      jsx: { runtime: 'automatic', development: false },
    },
    preserveEntrySignatures: 'strict',
    // As at run time: a name that a module lacks is undefined.
    shimMissingExports: true,
    logLevel: 'silent',
  });
  try {
    const names = { entryFileNames: 'e-[hash:16].js', chunkFileNames: 'c-[hash:16].js' };
    const outputs = [];
    for (const minify of [true, false]) {
      const comments = { legal: false, jsdoc: false, annotation: !minify };
      const { output } = await build.generate({ format: 'esm', minify, comments, ...names });
      outputs.push(output.filter((part): part is OutputChunk => part.type === 'chunk'));
    }
    const [minified = [], readable = []] = outputs;
    return assemble({ request, unpacked, entries, gathered, reached, sheets, minified, readable });
  } finally {
    await build.close();
  }
}

async function unpack({ directory, packages }: BundleRequest): Promise<readonly Unpacked[]> {
  const budget: Budget = { bytes: LIMITS.unpackedBytes, files: LIMITS.files };
  const unpacked: Unpacked[] = [];
  for (const one of packages) {
    const folder = join(directory, one.folder, 'node_modules', ...one.name.split('/'));
    const found: Extracted = await extractPackage(join(directory, `${one.folder}.tgz`), folder, budget);
    unpacked.push({ ...one, ...found, manifest: await manifestOf(folder, one.name) });
  }
  for (const { folder, links } of packages) {
    for (const [name, target] of Object.entries(links)) {
      const linked = packages.find((one) => one.folder === target);
      const path = join(directory, folder, 'node_modules', ...name.split('/'));
      await mkdir(join(path, '..'), { recursive: true });
      if (linked === undefined) continue;
      // A package that names itself among its dependencies is there already.
      await symlink(join(directory, target, 'node_modules', ...linked.name.split('/')), path, 'junction').catch(ignoreExisting);
    }
  }
  return unpacked;
}

/** Whether a package states that it cannot do without another one. */
function needs(unpacked: readonly Unpacked[], folder: string, name: string): boolean {
  const { dependencies } = unpacked.find((one) => one.folder === folder)?.manifest ?? {};
  return typeof dependencies === 'object' && dependencies !== null && Object.hasOwn(dependencies, name);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function manifestOf(folder: string, name: string): Promise<Manifest> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest;
  } catch {
    // Below.
  }
  throw new Refused('invalid', `The package "${name}" has no package.json that can be read.`);
}

const folderOf = ({ directory }: BundleRequest, { folder, name }: RequestedPackage): string =>
  join(directory, folder, 'node_modules', ...name.split('/'));

/** Without files that are named as JSON and are none, such as settings with comments: one would end the whole bundle. */
async function readable(all: readonly Importable[], folder: string): Promise<readonly Importable[]> {
  const isReadable = async ({ file }: Importable) => {
    if (file === null || !file.endsWith('.json')) return true;
    const text = await readFile(join(folder, ...file.split('/')), 'utf8');
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const found = await Promise.all(all.map(isReadable));
  return all.filter((_one, index) => found[index]);
}

async function styleSheets(request: BundleRequest, root: Unpacked, all: readonly Importable[]): Promise<Record<string, string>> {
  const folder = folderOf(request, root);
  const sheets: Record<string, string> = {};
  let size = 0;
  for (const { specifier, file } of all) {
    if (file === null || !file.endsWith('.css') || size > LIMITS.sheetBytes) continue;
    const text = await sheetText(join(folder, ...file.split('/')), folder).catch(ignoreLarge);
    if (text === null) continue;
    size += text.length;
    sheets[specifier] = text;
  }
  return sheets;
}

/** A sheet that no module of the package imports: what needs none of it works. */
function ignoreLarge(error: unknown): null {
  if (error instanceof Refused) return null;
  throw error;
}

interface ModuleLinks {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

function reachable(start: string, infoOf: (id: string) => ModuleLinks | null): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const id of reached) {
    const info = infoOf(id);
    for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) reached.add(next);
  }
  return reached;
}

interface Built {
  readonly request: BundleRequest;
  readonly unpacked: readonly Unpacked[];
  readonly entries: readonly Importable[];
  readonly gathered: Gathered;
  /** Specifier → the modules that it leads to. */
  readonly reached: ReadonlyMap<string, ReadonlySet<string>>;
  readonly sheets: Readonly<Record<string, string>>;
  readonly minified: readonly OutputChunk[];
  readonly readable: readonly OutputChunk[];
}

function assemble(built: Built): PackageOutcome {
  const { request, unpacked, entries, gathered, reached } = built;
  const [root] = unpacked;
  if (root === undefined) throw new Error('A bundle has a package.');
  const faultsOf = (specifier: string) => faultsIn(reached.get(specifier) ?? new Set(), { request, unpacked, gathered });
  const faulty = new Map<string, string>();
  for (const { specifier } of entries) {
    const faults = faultsOf(specifier);
    if (faults.length > 0) faulty.set(specifier, refusalOf(faults).message);
  }
  const withheld = Object.fromEntries(faulty);
  const usable = entries.filter(({ specifier }) => !faulty.has(specifier));
  // The module of its name decides; a package without one has at least one that works.
  const decisive = entries.some(({ specifier }) => specifier === root.name) ? root.name : entries[0]?.specifier;
  if (decisive !== undefined && faulty.has(decisive) && (decisive === root.name || usable.length === 0))
    return { ok: false, refusal: refusalOf(faultsOf(decisive)) };
  const preview = bundleOf(built, built.minified, { usable, withheld });
  const published = bundleOf(built, built.readable, { usable, withheld });
  const main = usable.find(({ specifier }) => specifier === root.name) ?? usable[0];
  const facts = factsOf(built, main === undefined ? [] : loadedBy(chunksOf(built.minified), entryId(main.specifier)));
  const total = Object.values(preview.modules).reduce((sum, code) => sum + code.length, 0);
  if (facts.bytes > LIMITS.bundleBytes) throw tooLarge(facts.bytes, LIMITS.bundleBytes);
  if (total > LIMITS.allBytes) throw tooLarge(total, LIMITS.allBytes);
  return { ok: true, preview, published, facts };
}

function tooLarge(bytes: number, limit: number): Refused {
  return new Refused('too-large', `Bundled, it has ${megabytes(bytes)}; at most ${megabytes(limit)} are possible.`);
}

/** What is wrong with these modules. A package with a native addon is, even if it has code for Node only besides. */
function faultsIn(ids: ReadonlySet<string>, { request, unpacked, gathered }: Pick<Built, 'request' | 'unpacked' | 'gathered'>): Fault[] {
  const found = [...ids].flatMap((id) => gathered.faults.get(id) ?? []);
  for (const { name, addon, manifest } of ownersOf(ids, { request, unpacked }))
    if (addon !== null || manifest.gypfile === true) found.push({ kind: 'native', what: addon ?? 'binding.gyp', by: name });
  return [...new Map(found.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** The packages that modules are of. */
function ownersOf(ids: ReadonlySet<string>, { request, unpacked }: Pick<Built, 'request' | 'unpacked'>): readonly Unpacked[] {
  const start = `${request.directory}${sep}`;
  const folders = new Set([...ids].flatMap((id) => (id.startsWith(start) ? [id.slice(start.length, id.indexOf(sep, start.length))] : [])));
  return unpacked.filter(({ folder }) => folders.has(folder));
}

/** As those of built-in packages are written. */
function noticesOf(built: Built, usable: readonly Importable[]): string {
  const [root] = built.unpacked;
  const reached = new Set(usable.flatMap(({ specifier }) => [...(built.reached.get(specifier) ?? [])]));
  return [...new Set([...(root === undefined ? [] : [root]), ...ownersOf(reached, built)])]
    .map(({ name, version, manifest, notices }) => `${name} ${version} (${licenceOf(manifest) ?? 'see its package'})\n\n${notices}\n`)
    .join('\n');
}

function bundleOf(
  built: Built,
  chunks: readonly OutputChunk[],
  { usable, withheld }: { readonly usable: readonly Importable[]; readonly withheld: Readonly<Record<string, string>> },
): PackageBundle {
  const { unpacked, gathered, sheets } = built;
  const [root] = unpacked;
  const modules: Record<string, string> = {};
  const entries: Record<string, PackageBundle['entries'][string]> = {};
  const known = chunksOf(chunks);
  for (const { specifier } of usable) {
    const loaded = loadedBy(known, entryId(specifier), true);
    const [first] = loaded;
    if (first === undefined) continue;
    entries[specifier] = { file: first.fileName, exports: first.exports, isCommonJs: gathered.commonJs.has(specifier) };
    for (const { fileName, code } of loaded) modules[fileName] = code;
  }
  return {
    name: root?.name ?? '',
    version: root?.version ?? '',
    entries,
    withheld,
    modules,
    css: [...gathered.sheets.values()].join('\n'),
    sheets,
    isPure: unpacked.every(({ manifest }) => manifest.sideEffects === false),
    uses: [...gathered.uses].sort(),
    notices: noticesOf(built, usable),
  };
}

interface Chunks {
  readonly byName: ReadonlyMap<string, OutputChunk>;
  readonly byEntry: ReadonlyMap<string | null, OutputChunk>;
}

function chunksOf(chunks: readonly OutputChunk[]): Chunks {
  return {
    byName: new Map(chunks.map((chunk) => [chunk.fileName, chunk])),
    byEntry: new Map(chunks.map((chunk) => [chunk.facadeModuleId, chunk])),
  };
}

/** The chunk of an entry and those that it imports. */
function loadedBy({ byName, byEntry }: Chunks, entry: string, withDynamic = false): readonly OutputChunk[] {
  const first = byEntry.get(entry);
  const loaded = new Set(first === undefined ? [] : [first]);
  for (const { imports, dynamicImports } of loaded)
    for (const name of withDynamic ? [...imports, ...dynamicImports] : imports) {
      const chunk = byName.get(name);
      if (chunk !== undefined) loaded.add(chunk);
    }
  return [...loaded];
}

function factsOf({ unpacked }: Built, loaded: readonly OutputChunk[]): PackageFacts {
  const [root] = unpacked;
  const unknown = unpacked.filter(({ manifest }) => licenceOf(manifest) === null).map(({ name }) => name);
  const warnings = unknown.length === 0 ? [] : [`The licence of ${unknown.slice(0, 5).join(', ')} is unknown.`];
  return {
    licence: root === undefined ? null : licenceOf(root.manifest),
    bytes: loaded.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
    gzipBytes: loaded.reduce((sum, { code }) => sum + gzipSync(code).length, 0),
    warnings,
  };
}

/** What a bundler says first, without the paths of this machine. */
function firstLine(error: unknown, directory: string): string {
  const lines = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).split('\n');
  const line = lines.find((one) => one.trim() !== '' && !/^Build failed with/.test(one)) ?? '';
  return line
    .replaceAll(directory, '')
    .replace(/\/?p\d+\/node_modules\//g, '')
    .trim()
    .slice(0, 300);
}
