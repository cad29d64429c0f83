import type { CompileProblem } from '../ref.ts';
import { standInKey, standInText } from './absent.ts';
import { INTERNAL_PACKAGES, OTHER_BACK_ENDS } from './allowed.ts';
import { generatedModule } from './generated.ts';
import type { Libraries } from './libraries.ts';
import { besideBundled, bundledKey, bundledText, isBundled } from './package-bundles.ts';
import { exportedBy, isPackage, missingIn, moduleForMissing, packageModuleText, packageTarget } from './packages.ts';
import type { Place } from './place.ts';
import { resolveImport, type Target } from './resolve.ts';
import { ROOT } from './roots.ts';
import { addProblem, addWarning, type Files, isCode } from './sources.ts';
import { type ModuleRequest, readModule, type Transformed, transform } from './transform.ts';
import { allEntitiesModule, entityModule, userModule } from './virtual.ts';

/** A module of the app: one of its files, or a generated one under `entities/` or `$`. */
export interface GraphModule {
  readonly key: string;
  readonly made: Transformed;
  /** Whether it is a file of the app: then its problems are reported, and its components use Fast Refresh. */
  readonly isFile: boolean;
  readonly requests: readonly (ModuleRequest & { readonly to: Link })[];
  /** Whether resolving its imports warned. */
  readonly hasWarnings: boolean;
}
export type Link = { readonly kind: 'module'; readonly key: string } | { readonly kind: 'library'; readonly specifier: string };
export type Graph = ReadonlyMap<string, GraphModule>;

export interface GraphInput {
  readonly files: Files;
  readonly libraries: Libraries;
  /** The previous graph of an app with the same paths; its unchanged modules are reused. */
  readonly before: Graph | null;
  onFile(path: string): void;
}

/** Transforms every file and resolves their imports. */
export function buildGraph(input: GraphInput, problems: CompileProblem[]): Graph {
  const builder = new GraphBuilder(input, problems);
  for (const [path, text] of Object.entries(input.files)) if (isCode(path)) builder.add(path, text, true);
  return builder.graph;
}

class GraphBuilder {
  readonly graph = new Map<string, GraphModule>();
  readonly #input: GraphInput;
  readonly #problems: CompileProblem[];

  constructor(input: GraphInput, problems: CompileProblem[]) {
    this.#input = input;
    this.#problems = problems;
  }

  add(key: string, text: string, isFile: boolean): void {
    const { before, onFile } = this.#input;
    const made = isBundled(key) ? readModule(text) : transform(text, () => isFile && onFile(key));
    const same = before?.get(key);
    // Only modules without problems: a reused module does not report them again.
    if (same?.made === made && !same.hasWarnings && made.faults.length === 0 && same.requests.length === made.requests.length) {
      this.graph.set(key, same);
      for (const { to } of same.requests) this.#reach(to);
      return;
    }
    for (const fault of made.faults) addProblem(this.#problems, { path: key, message: fault.message, place: () => fault.place });
    const requests: (ModuleRequest & { to: Link })[] = [];
    const module = { key, made, isFile, requests, hasWarnings: false };
    this.graph.set(key, module);
    for (const request of made.requests) {
      const known = this.#problems.length;
      const to = isFile ? this.#fileLink(request, key) : this.#generatedLink(request, key);
      if (this.#problems.length > known) module.hasWarnings = true;
      if (to === null) continue;
      requests.push({ ...request, to });
      this.#reach(to);
    }
  }

  #fileLink(request: ModuleRequest, from: string): Link | null {
    return request.start < 0 ? this.#foldedLink(request, from) : this.#link(request, from);
  }

  #link(request: ModuleRequest, from: string): Link | null {
    // Imports that the transform adds, such as the JSX runtime.
    if (request.specifier === 'react/jsx-runtime') return { kind: 'library', specifier: request.specifier };
    if (request.specifier === 'react-dom/client') return { kind: 'library', specifier: ROOT };
    const target = resolveImport({ ...request, from }, this.#input.files, this.#input.libraries);
    const place = () => this.graph.get(from)?.made.placeOf(request.specifier);
    if (target.kind !== 'refused') {
      if ('warning' in target && target.warning !== undefined)
        this.#warn(target.warning, { path: from, place, isOfApp: target.kind === 'library' });
      return this.#whole(linkTo(target), request);
    }
    addProblem(this.#problems, { path: from, message: target.message, place });
    return null;
  }

  /** Of an import that a preview never reaches: what is absent fails where a published app imports it, and keeps neither from opening. */
  #foldedLink(request: ModuleRequest, from: string): Link {
    const { files, libraries } = this.#input;
    const { specifier, names } = request;
    const target = resolveImport({ ...request, from }, files, libraries);
    if (target.kind !== 'refused') return this.#whole(linkTo(target), request);
    return { kind: 'module', key: standInKey({ specifier, names, from, files, shown: specifier }) };
  }

  #generatedLink(request: ModuleRequest, from: string): Link | null {
    const { files, libraries } = this.#input;
    const { specifier } = request;
    if (isBundled(from)) {
      if (specifier.startsWith('./')) return { kind: 'module', key: besideBundled(from, specifier) };
      const target = sharedTarget(specifier, libraries);
      return target === null ? null : this.#whole(target, request);
    }
    const key = specifier.startsWith('$') || isPackage(specifier, libraries) ? null : bundledKey(specifier, libraries);
    return key === null ? generatedLink(specifier, files) : { kind: 'module', key };
  }

  /** Once for the whole app where it is not about one file. */
  #warn(
    message: string,
    { isOfApp, ...at }: { readonly path: string; readonly place: () => Place | undefined; readonly isOfApp: boolean },
  ): void {
    if (isOfApp && this.#problems.some((known) => known.message === message)) return;
    addWarning(this.#problems, { ...at, message });
  }

  /** A package that lacks a name is reached by a module that has it, because a browser would refuse the whole app. */
  #whole(to: Link, { names, specifier }: ModuleRequest): Link {
    const { libraries } = this.#input;
    if (to.kind !== 'library') {
      const key = isBundled(to.key) ? moduleForMissing(specifier, names, libraries) : null;
      return key === null ? to : { kind: 'module', key };
    }
    if (!isPackage(to.specifier, libraries) && !Object.hasOwn(OTHER_BACK_ENDS, to.specifier)) return to;
    const key = moduleForMissing(to.specifier, names, libraries);
    return key === null ? to : { kind: 'module', key };
  }

  /** Adds the generated module that an import leads to. */
  #reach(to: Link): void {
    if (to.kind !== 'module' || this.graph.has(to.key)) return;
    const { files, libraries } = this.#input;
    if (to.key.startsWith('$'))
      this.add(
        to.key,
        bundledText(to.key, libraries) ?? standInText(to.key) ?? packageModuleText(to.key, libraries) ?? generatedModule(to.key, files),
        false,
      );
    if (!to.key.startsWith('entities/')) return;
    const name = to.key.slice('entities/'.length);
    const modules: Readonly<Record<string, (files: Files) => string>> = { all: allEntitiesModule, User: userModule };
    this.add(to.key, Object.hasOwn(modules, name) ? (modules[name]?.(files) ?? '') : entityModule(name, files), false);
  }
}

function linkTo(target: Exclude<Target, { kind: 'refused' }>): Link {
  switch (target.kind) {
    case 'file':
      return { kind: 'module', key: target.path };
    case 'entity':
      return { kind: 'module', key: `entities/${target.name}` };
    case 'allEntities':
      return { kind: 'module', key: 'entities/all' };
    case 'user':
      return { kind: 'module', key: 'entities/User' };
    case 'generated':
      return { kind: 'module', key: target.key };
    case 'library':
      return { kind: 'library', specifier: target.specifier };
  }
}

/** What a module of an allowed package imports of what all apps share; null when that is not here any more. */
function sharedTarget(specifier: string, libraries: Libraries): Link | null {
  if (Object.hasOwn(INTERNAL_PACKAGES, specifier)) return { kind: 'library', specifier };
  const target = packageTarget(specifier, libraries);
  if (target !== null) return linkTo(target);
  const key = bundledKey(specifier, libraries);
  return key === null ? null : { kind: 'module', key };
}

function generatedLink(specifier: string, files: Files): Link | null {
  if (specifier.startsWith('$') || specifier === '@/entities/all') return { kind: 'module', key: specifier.replace(/^@\//, '') };
  if (!specifier.startsWith('@/entities/')) return { kind: 'library', specifier };
  const name = specifier.slice('@/entities/'.length);
  return name === 'User' || Object.hasOwn(files, `entities/${name}.json`) ? { kind: 'module', key: `entities/${name}` } : null;
}

/** Reports imported names that are not exported: a browser would fail to load the whole app. */
export function checkNames(graph: Graph, libraries: Libraries, problems: CompileProblem[]): void {
  const known = new Map<string, ReadonlySet<string> | null>();
  const exportsOf = (key: string) => {
    const names = known.has(key) ? (known.get(key) ?? null) : exportsAt(graph, key);
    known.set(key, names);
    return names;
  };
  for (const module of graph.values()) {
    if (!module.isFile) continue;
    for (const request of module.requests) {
      if (request.start < 0) continue;
      const { to } = request;
      warnOfMissing(module, request, problems);
      const exported = to.kind === 'library' ? libraryExports(libraries, to.specifier) : exportsOf(to.key);
      if (exported !== null) reportMissing(module, request, exported, problems);
    }
  }
}

function reportMissing(
  { key, made }: GraphModule,
  { names, specifier }: ModuleRequest,
  exported: ReadonlySet<string>,
  problems: CompileProblem[],
): void {
  for (const name of new Set(names)) {
    if (name === '*' || exported.has(name)) continue;
    const message = missingName({ key, name, specifier, exported });
    addProblem(problems, { path: key, message, place: () => made.placeOf(specifier, name) });
  }
}

function warnOfMissing({ key, made }: GraphModule, { specifier, to }: GraphModule['requests'][number], problems: CompileProblem[]): void {
  const missing = to.kind === 'module' ? missingIn(to.key) : null;
  for (const name of missing?.names ?? []) {
    const message =
      name === 'default'
        ? `${specifier} has no default export. All of its exports stand in for it.`
        : `${specifier} does not export \`${name}\`. A stand-in takes its place; import something that exists.`;
    addWarning(problems, { path: key, message, place: () => made.placeOf(specifier, name) });
  }
}

const libraryNames = new WeakMap<readonly string[], ReadonlySet<string>>();
/** The names that a library exports. */
export function libraryExports(libraries: Libraries, specifier: string): ReadonlySet<string> {
  const names = exportedBy(specifier, libraries);
  const known = libraryNames.get(names) ?? new Set(names);
  libraryNames.set(names, known);
  return known;
}

/** The names that a module exports, re-exports included. Null when a re-exported module has problems, so that its names are unknown. */
export function exportsAt(graph: Graph, start: string): ReadonlySet<string> | null {
  const names = new Set<string>();
  const reached = new Set([start]);
  for (const key of reached) {
    const module = graph.get(key);
    if (module === undefined || module.made.faults.length > 0) return null;
    for (const name of module.made.exports) if (key === start || name !== 'default') names.add(name);
    const reExported = reExportedBy(module);
    if (reExported === null) return null;
    for (const other of reExported) reached.add(other);
  }
  return names;
}

/** The modules whose exports a module passes on; null when one is a library. */
function reExportedBy({ requests }: GraphModule): readonly string[] | null {
  const links = requests.flatMap(({ exportsAll, to }) => (exportsAll ? to : []));
  if (links.some(({ kind }) => kind === 'library')) return null;
  return links.flatMap((to) => (to.kind === 'module' ? to.key : []));
}

function missingName(at: { key: string; name: string; specifier: string; exported: ReadonlySet<string> }): string {
  const from = at.specifier.replace(/^@\//, '');
  if (at.name === 'default') {
    const named = [...at.exported].filter((name) => name !== 'default');
    const hint = named.length === 0 ? '' : ` Import it in braces: { ${named.slice(0, 5).join(', ')} }.`;
    return `${at.key} imports the default export of ${from}, which has none.${hint}`;
  }
  return `${at.key} imports \`${at.name}\` from ${from}, which does not export it.${hintFor(at.name, from, at.exported)}`;
}

function hintFor(missing: string, from: string, exported: ReadonlySet<string>): string {
  const close = [...exported].find((name) => name.toLowerCase() === missing.toLowerCase());
  if (close !== undefined) return ` Did you mean \`${close}\`?`;
  return exported.has('default') && missing === from.split('/').at(-1) ? ' Import it without braces.' : '';
}
