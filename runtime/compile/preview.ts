import { LRUCache } from 'lru-cache';
import { checkFunctions } from '../functions/check.ts';
import { listPages, type RoutablePage, rootOf } from '../pages.ts';
import type { AppSources, CompileProblem } from '../ref.ts';
import { INDEXED_DB } from './allowed.ts';
import { type Emitted, emitModule, nameModules } from './emit.ts';
import { buildGraph, checkNames, type Graph, type GraphInput } from './graph.ts';
import { hashOf } from './hash.ts';
import type { Libraries } from './libraries.ts';
import { bundledFiles, bundledSheets, bundledText } from './package-bundles.ts';
import { packageSheets } from './packages.ts';
import { withAddresses } from './roots.ts';
import { withPublicFiles } from './served-files.ts';
import { gatherStyles } from './sheets.ts';
import { checkSources, type Files, isCode, isServerFunction, kindOf, MAX_PROBLEMS, problem, warning } from './sources.ts';
import { spareFaults } from './spared.ts';
import { buildStyles, candidatesOf, type Styles, type StylesInput } from './styles.ts';
import { entryModule } from './virtual.ts';

/** A compiled app: its modules, its style sheet and its problems. */
export interface Checked {
  readonly routes: readonly RoutablePage[];
  readonly graph: Graph;
  /** Null when there are problems. */
  readonly css: string | null;
  /** The classes of the style sheet. */
  readonly classes: readonly string[];
  readonly problems: readonly CompileProblem[];
}

const MAX_KEPT_GRAPHS = 16;
/** The latest graph of each app, by id. */
const graphs = new LRUCache<string, { readonly paths: string; readonly graph: Graph }>({ max: MAX_KEPT_GRAPHS });

/** Transforms changed files, links the modules and builds the styles. `onFile` is called before each file is processed. */
export async function checkApp(sources: AppSources, libraries: Libraries, onFile: (path: string) => void): Promise<Checked> {
  const { files, appId, mainPage } = sources;
  const problems = checkSources(files);
  const routes = problems.length > 0 ? listPages(files, mainPage) : withAddresses(listPages(files, mainPage), files);
  if (problems.length > 0) return { routes, graph: new Map(), css: null, classes: [], problems };
  checkRoutes(routes, problems);
  checkEntities(files, problems);
  // A module keeps what its imports lead to while these are the same.
  const paths = [...Object.keys(files), ...bundledFiles(libraries)].join('\n');
  const last = graphs.get(appId);
  const graph = buildGraph({ files, libraries, before: last?.paths === paths ? last.graph : null, onFile }, problems);
  graphs.set(appId, { paths, graph });
  checkNames(graph, libraries, problems);
  checkFunctions({ files, libraries }, onFile, problems);
  if (rootOf(files) === null) checkDefaults(graph, problems);
  const used = usedBy(routes, graph, files);
  if (used !== null) spareUnused(used, problems);
  const words = appCandidates({ graph, files, libraries, onFile });
  const globals = gatherStyles(graph, files, problems);
  const styles = await stylesWithout({ owner: appId, globals, words, onWork: () => onFile('globals.css') }, problems);
  if ('fault' in styles) problems.push(problem('globals.css', styles.fault, styles.place));
  const { css, classes } = 'css' in styles ? styles : { css: null, classes: [] };
  const whole = used === null ? graph : withoutUnused(graph, used, problems);
  return {
    routes,
    graph: whole,
    css:
      css === null ? null : packageSheets(whole.keys(), libraries) + bundledSheets(whole.keys(), libraries) + withPublicFiles(css, files),
    classes,
    problems,
  };
}

/**
 * The modules that the root and the pages of an app lead to; null for an app without a root of its own. Projects that were made elsewhere have
 * files that nothing imports, such as tests and earlier attempts.
 */
function usedBy(routes: readonly RoutablePage[], graph: Graph, files: Files): ReadonlySet<string> | null {
  const root = rootOf(files);
  if (root === null) return null;
  const used = new Set([root, 'layout', ...routes.map(({ name }) => `pages/${name}`)]);
  for (const key of used) for (const { to } of graph.get(key)?.requests ?? []) if (to.kind === 'module') used.add(to.key);
  return used;
}

/** A file that nothing imports does not keep the app from running. */
function spareUnused(used: ReadonlySet<string>, problems: CompileProblem[]): void {
  // A full list may lack a problem of a file that is used.
  if (problems.length >= MAX_PROBLEMS) return;
  for (const [index, found] of problems.entries())
    if (found.severity === 'error' && isCode(found.path) && !used.has(found.path))
      problems[index] = { ...found, severity: 'warning', message: `${found.message} Nothing uses this file yet.` };
}

/** All unused files are left out when one of them has a problem, because others may import it. */
function withoutUnused(graph: Graph, used: ReadonlySet<string>, problems: readonly CompileProblem[]): Graph {
  if (problems.every(({ path }) => used.has(path) || !graph.has(path))) return graph;
  return new Map([...graph].filter(([key]) => used.has(key)));
}

export interface PreviewModule {
  /** Empty for the entry. */
  readonly key: string;
  readonly name: string;
  readonly code: string | null;
  /** See `PreviewManifest.hashes`. */
  readonly hash: string;
}

export interface PreviewOutput {
  readonly entry: string | null;
  /** Every module by its key; modules that were sent before have no code. */
  readonly modules: readonly PreviewModule[];
  readonly css: { readonly name: string; readonly text: string | null } | null;
  readonly routes: readonly RoutablePage[];
  readonly problems: readonly CompileProblem[];
}

/** The compiled preview. `isSent` returns whether the caller has the module of an address. */
export async function compilePreview(
  sources: AppSources,
  libraries: Libraries,
  options: { readonly onFile: (path: string) => void; readonly isSent: (name: string) => boolean },
): Promise<PreviewOutput> {
  const { routes, graph, css, problems } = spareFaults(await checkApp(sources, libraries, options.onFile), sources.files, libraries);
  // A function that does not compile fails when it is called; the pages of the app work.
  const isBroken = problems.some(({ severity, path }) => severity === 'error' && !isServerFunction(path));
  if (isBroken || css === null) return { entry: null, modules: [], css: null, routes, problems };
  const { names, inCircles } = nameModules(graph, libraries.stamp);
  const modules = [...graph.values()].map((module) => {
    const name = names.get(module.key) ?? '';
    const hash = inCircles.has(module.key) ? name : module.made.hash;
    return {
      key: module.key,
      name,
      code: options.isSent(name) ? null : emitModule(module, { names, onDemand: libraries.onDemand }).code,
      hash,
    };
  });
  const entry = entryOf(routes, {
    names,
    root: rootOf(sources.files),
    before: usesIndexedDb(graph, sources.files, libraries) ? [INDEXED_DB] : [],
  });
  modules.push({ key: '', name: entry.name, code: options.isSent(entry.name) ? null : entry.code, hash: entry.name });
  const cssName = hashOf(css);
  return { entry: entry.name, modules, css: { name: cssName, text: options.isSent(cssName) ? null : css }, routes, problems };
}

interface EntryInput {
  readonly names: ReadonlyMap<string, string>;
  readonly root: string | null;
  /** Libraries that run before the modules of the app. */
  readonly before: readonly string[];
}

function entryOf(routes: readonly RoutablePage[], { names, root, before }: EntryInput): Emitted {
  const imports = before.map((specifier) => `import ${JSON.stringify(specifier)};\n`).join('');
  const code = imports + entryModule({ routes, hasLayout: names.has('layout'), root, address: (path) => `./${names.get(path)}.js` });
  return { name: hashOf(code), code };
}

/** Whether a module of the app or of an allowed package names IndexedDB. */
function usesIndexedDb(graph: Graph, files: Files, libraries: Libraries): boolean {
  return [...graph.keys()].some((key) => /\bindexedDB\b|\bIDB[A-Z]/.test(files[key] ?? bundledText(key, libraries) ?? ''));
}

/** The class candidates of all files, and of the kit's components that they use. */
function appCandidates({ graph, files, libraries, onFile }: Omit<GraphInput, 'before'> & { graph: Graph }): Set<readonly string[]> {
  const lists = new Set<readonly string[]>();
  for (const { key, isFile, requests } of graph.values()) {
    if (isFile) lists.add(candidatesOf(files[key] ?? '', () => onFile(key)));
    for (const { to } of requests) if (to.kind === 'library') lists.add(libraries.candidates[to.specifier] ?? NO_WORDS);
  }
  return lists;
}
const NO_WORDS: readonly string[] = [];

/** Rules for classes that Tailwind does not know, such as those of plugins, are left out with a warning. */
async function stylesWithout(input: StylesInput, problems: CompileProblem[]): Promise<Styles> {
  let globals = input.globals;
  for (let attempt = 0; ; attempt += 1) {
    const styles = await buildStyles({ ...input, globals });
    const unknown = 'fault' in styles ? /unknown utility class[^`'"]*[`'"]([^`'"\s]+)[`'"]/i.exec(styles.fault)?.[1] : undefined;
    if (unknown === undefined || attempt === MAX_UNKNOWN) return styles;
    const without = withoutClass(globals, unknown);
    if (without === globals) return styles;
    globals = without;
    problems.push(warning('globals.css', `@apply names "${unknown}", which is no class here; the rule is used without it.`));
  }
}
const MAX_UNKNOWN = 40;

function withoutClass(css: string, name: string): string {
  return css.replace(/@apply\s+([^;}]*)/g, (rule, listed: string) => {
    const classes = listed.split(/\s+/).filter(Boolean);
    const kept = classes.filter((one) => one !== name && one !== `${name}!` && one !== `!${name}`);
    if (kept.length === classes.length) return rule;
    return kept.length === 0 ? '' : `@apply ${kept.join(' ')}`;
  });
}

function checkRoutes(routes: readonly RoutablePage[], problems: CompileProblem[]): void {
  const seen = new Map<string, string>();
  for (const { name, path } of routes) {
    const other = seen.get(path);
    if (other !== undefined)
      problems.push(problem(`pages/${name}`, `The pages ${other} and ${name} have the same address "/${path}". Rename one.`));
    seen.set(path, name);
  }
}

function checkEntities(files: Files, problems: CompileProblem[]): void {
  for (const [path, text] of Object.entries(files)) {
    if (!path.startsWith('entities/')) continue;
    try {
      const schema: unknown = JSON.parse(text);
      if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
        problems.push(problem(path, 'A table is described by a JSON object.'));
    } catch (error) {
      problems.push(problem(path, `This is not JSON: ${(error as Error).message}`));
    }
  }
}

/** Pages and the layout are rendered by their default export. */
function checkDefaults(graph: Graph, problems: CompileProblem[]): void {
  for (const { key, made, isFile } of graph.values()) {
    const isDrawn = isFile && (key === 'layout' || kindOf(key) === 'page');
    if (!isDrawn || made.faults.length > 0 || made.exports.some((name) => name === 'default' || /^[A-Z]/.test(name))) continue;
    problems.push(problem(key, `${key} has no default export. Export its component with "export default".`));
  }
}
