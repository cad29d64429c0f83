import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { extname, join, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Plugin, PluginContext } from 'rolldown';
import { END, virtualId } from '../compile/virtual.ts';
import { packageOf } from '../packages/catalogue.ts';
import { EQUIVALENTS } from './bundle.ts';
import { commonJsNames, commonJsWrapper, esModuleWrapper } from './common-js.ts';
import type { Fault } from './faults.ts';
import type { SharedModules } from './shared.ts';
import { dataUrl, sheetText } from './sheets.ts';
import type { Importable } from './specifiers.ts';
import type { BundleRequest, RequestedPackage } from './wire.ts';

const ENTRY = '\0entry:';
const WHOLE = '\0whole:';
const STUB = '\0stub:';
/** The module of an import specifier of the package. */
export const entryId = (specifier: string): string => virtualId(ENTRY, specifier);
const specifierOf = (id: string, prefix: string): string => id.slice(prefix.length, -END.length);
/** A worker of a file: bundles have none, and pages load no other scripts. */
const WORKER = /\bnew\s+(?:Shared)?Worker\s*\(\s*new\s+URL\s*\(\s*["'`]?([^"'`,)]{0,100})/;
/** The policy of pages permits no WebAssembly, wherever its bytes are from. */
const WASM = /\bWebAssembly\s*\.\s*(?:instantiate|compile)(?:Streaming)?\s*\(|\bnew\s+WebAssembly\s*\.\s*Module\b/;
/**
 * Modules → the file that apps name as the address of their worker. The policy of previews permits workers from blobs alone, and addresses in a
 * package lead nowhere once it is bundled; these libraries use the code without a worker where it has been loaded.
 */
const MAIN_THREAD: Readonly<Record<string, string>> = {
  'pdfjs-dist': 'pdfjs-dist/build/pdf.worker.min.mjs',
  'pdfjs-dist/legacy/build/pdf.mjs': 'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
  'pdfjs-dist/legacy/build/pdf': 'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
};
const PICTURES = /\.(?:svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|eot)$/i;

/** What the modules of a bundle lead to, gathered while it is built. */
export interface Gathered {
  /** Module → what it imports and a browser has not. */
  readonly faults: Map<string, Fault[]>;
  /** Specifiers whose modules are CommonJS. */
  readonly commonJs: Set<string>;
  /** Allowed packages whose modules are imported. */
  readonly uses: Set<string>;
  /** Texts of imported style sheets by their files. */
  readonly sheets: Map<string, string>;
}

export interface PackageFiles {
  readonly request: BundleRequest;
  readonly entries: readonly Importable[];
  readonly shared: SharedModules;
  readonly gathered: Gathered;
  /** Whether the package in a folder states that it cannot do without another one. */
  needs(folder: string, name: string): boolean;
}

/** Resolves what modules of the packages import: files of the packages, and modules that all apps share. Nothing else is read. */
export function packageFiles(given: PackageFiles): Plugin {
  const resolver = new Resolver(given);
  return {
    name: 'package-files',
    resolveId(id, importer, { kind }) {
      return resolver.resolve(this, { id, importer, kind });
    },
    load(id) {
      return resolver.load(this, id);
    },
    transform(code, id) {
      if (resolver.ownerOf(id) !== undefined) resolver.checkCode(code, id);
      return null;
    },
  };
}

type Kind = 'import-statement' | 'dynamic-import' | 'require-call' | (string & {});
type Resolved = { readonly id: string; readonly external?: boolean | 'absolute' | 'relative' } | string | null;
interface Loaded {
  readonly code: string;
  readonly moduleType: 'js';
  readonly moduleSideEffects?: true;
}

const js = (code: string): Loaded => ({ code, moduleType: 'js' });

class Resolver {
  readonly #given: PackageFiles;
  readonly #root: RequestedPackage;
  /** Not a file of the package, so that its own name leads to what others import. */
  readonly #outside: string;
  /** Code of workers that runs in the page. */
  readonly #onPage = new Set<string>();
  readonly #byFolder: ReadonlyMap<string, RequestedPackage>;

  constructor(given: PackageFiles) {
    const [root] = given.request.packages;
    if (root === undefined) throw new Error('A bundle has a package.');
    this.#given = given;
    this.#root = root;
    this.#byFolder = new Map(given.request.packages.map((one) => [one.folder, one]));
    this.#outside = join(given.request.directory, root.folder, 'entry.js');
  }

  /** The package that a file is of; undefined for files outside of all packages. */
  ownerOf(id: string): RequestedPackage | undefined {
    const start = this.#given.request.directory + sep;
    return id.startsWith(start) ? this.#byFolder.get(id.slice(start.length, id.indexOf(sep, start.length))) : undefined;
  }

  async resolve(
    context: PluginContext,
    { id, importer, kind }: { readonly id: string; readonly importer: string | undefined; readonly kind: Kind },
  ): Promise<Resolved> {
    if (id.startsWith('\0') || importer === undefined) return id.startsWith('\0') ? id : null;
    if (importer.startsWith(WHOLE)) return { id, external: true };
    if (isForeign(id)) return this.#fault(importer, 'outside', id);
    if (extname(id) === '.wasm') return this.#fault(importer, 'wasm', id.slice(id.lastIndexOf('/') + 1));
    const found = await context.resolve(id, importer.startsWith(ENTRY) ? this.#outside : importer, { kind, skipSelf: true } as object);
    if (found !== null && (found.id.startsWith('\0') || this.ownerOf(found.id) !== undefined)) return found;
    if (/^[./#]/.test(id)) return this.#fault(importer, found === null ? 'absent' : 'outside', id);
    return (await this.#equivalent(context, id)) ?? this.#bare(id, importer, kind);
  }

  /** What is the same as a module of Node, if it was fetched. */
  async #equivalent(context: PluginContext, id: string): Promise<Resolved> {
    const plain = id.replace(/^node:/, '').replace(/\/$/, '');
    const name = Object.hasOwn(EQUIVALENTS, plain) ? EQUIVALENTS[plain] : undefined;
    const fetched = this.#given.request.packages.find((one) => one.name === name);
    if (fetched === undefined) return null;
    const target = name === 'process' ? 'process/browser.js' : `${name}`;
    const from = join(this.#given.request.directory, fetched.folder, 'entry.js');
    return context.resolve(target, from, { kind: 'require-call', skipSelf: true } as object);
  }

  /** A package that is not among those of the request. */
  #bare(id: string, importer: string, kind: Kind): Resolved {
    const module = this.#given.shared.find(id);
    if (module !== null) {
      if (module.package !== undefined) this.#given.gathered.uses.add(module.package);
      return kind === 'require-call' ? virtualId(WHOLE, id) : { id, external: true };
    }
    const isNode = isBuiltin(id);
    // What a package can do without: what it loads on demand, and `try { require('optional') }`.
    const isNeeded = this.#given.needs(this.ownerOf(importer)?.folder ?? '', packageOf(id));
    if (kind === 'dynamic-import' || (kind === 'require-call' && !isNode && !isNeeded)) return virtualId(STUB, id);
    if (isNode) return this.#fault(importer, 'node', id);
    return this.#fault(importer, /^react-dom\/(?:server|static)/.test(id) ? 'server' : 'absent', id);
  }

  async load(context: PluginContext, id: string): Promise<Loaded | null> {
    if (id.startsWith(ENTRY)) return js(await this.#entry(context, specifierOf(id, ENTRY)));
    if (id.startsWith(WHOLE)) return js(wholeText(specifierOf(id, WHOLE), this.#given.shared));
    if (id.startsWith(STUB)) return js(stubText(specifierOf(id, STUB)));
    const owner = this.ownerOf(id);
    return owner === undefined ? null : this.#file(id, owner);
  }

  /** Files that are no JavaScript; null for others. */
  async #file(id: string, { folder, name }: RequestedPackage): Promise<Loaded | null> {
    const extension = extname(id);
    if (extension === '.node') {
      this.#fault(id, 'native', id.slice(id.lastIndexOf(sep) + 1));
      return js('');
    }
    if (extension === '.css') {
      const own = join(this.#given.request.directory, folder, 'node_modules', ...name.split('/'));
      this.#given.gathered.sheets.set(id, await sheetText(id, own));
      return { ...js('export default {};'), moduleSideEffects: true };
    }
    return PICTURES.test(id) ? js(`export default ${JSON.stringify((await dataUrl(id)) ?? 'data:,')};`) : null;
  }

  /** Notes what a module starts that pages of apps may not. */
  checkCode(code: string, id: string): void {
    const [, worker] = WORKER.exec(code) ?? [];
    if (worker !== undefined) this.#fault(id, 'worker', worker);
    // These libraries do without where pages permit none.
    if (WASM.test(code) && !this.#onPage.has(id)) this.#fault(id, 'wasm', id.slice(id.lastIndexOf(sep) + 1));
  }

  /** The module that a specifier of the package leads to, with all names that it exports. */
  async #entry(context: PluginContext, specifier: string): Promise<string> {
    const { entries, request, gathered } = this.#given;
    const file = entries.find((one) => one.specifier === specifier)?.file;
    const target = file == null ? specifier : join(request.directory, this.#root.folder, 'node_modules', this.#root.name, file);
    const path = await this.#pathOf(context, target, this.#outside, 'import-statement');
    if (path === null) {
      this.#fault(entryId(specifier), 'absent', specifier);
      return 'export {};';
    }
    const wrapper = esModuleWrapper(path, await readFile(path, 'utf8'));
    if (wrapper !== null) return wrapper + (await this.#onMainThread(context, specifier));
    gathered.commonJs.add(specifier);
    return commonJsWrapper(path, await commonJsNames(path, (inner, from) => this.#pathOf(context, inner, from, 'require-call')));
  }

  /** The import of the code that a package would start as a worker, which works in the page, too. */
  async #onMainThread(context: PluginContext, specifier: string): Promise<string> {
    const worker = Object.hasOwn(MAIN_THREAD, specifier) ? MAIN_THREAD[specifier] : undefined;
    const path = worker === undefined ? null : await this.#pathOf(context, worker, this.#outside, 'import-statement');
    if (path === null) return '';
    this.#onPage.add(path);
    return `import ${JSON.stringify(path)};\n`;
  }

  async #pathOf(context: PluginContext, specifier: string, from: string, kind: Kind): Promise<string | null> {
    const id = (await context.resolve(specifier, from, { kind, skipSelf: true } as object))?.id;
    return id !== undefined && this.ownerOf(id) !== undefined ? id : null;
  }

  /** Notes the fault; what stands in for the module is not used. */
  #fault(importer: string, kind: Fault['kind'], what: string): string {
    const { faults } = this.#given.gathered;
    const known = faults.get(importer) ?? [];
    faults.set(importer, [...known, { kind, what: stripVTControlCharacters(what), by: this.ownerOf(importer)?.name ?? this.#root.name }]);
    return virtualId(STUB, what);
  }
}

/** Addresses of other servers and of files. */
function isForeign(id: string): boolean {
  return /^(?:https?|file|data|blob):|^\/\//.test(id);
}

/** A shared module as `require()` yields it. */
function wholeText(specifier: string, shared: SharedModules): string {
  const from = JSON.stringify(specifier);
  const { exports, isWhole } = shared.find(specifier) ?? { exports: [], isWhole: false };
  if (isWhole && exports.includes('default')) return `export { default as "module.exports" } from ${from};\n`;
  return `export * from ${from};\n${exports.includes('default') ? `export { default } from ${from};\n` : ''}`;
}

function stubText(specifier: string): string {
  return `throw new Error(${JSON.stringify(`"${specifier}" is not part of this package.`)});\n`;
}
