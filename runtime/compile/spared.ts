import { rootOf } from '../pages.ts';
import type { CompileProblem } from '../ref.ts';
import { standInKey, standInText } from './absent.ts';
import { exportsAt, type Graph, type GraphModule, type Link, libraryExports } from './graph.ts';
import type { Libraries } from './libraries.ts';
import { ownPath } from './own-path.ts';
import { type Files, isCode, isServerFunction } from './sources.ts';
import { type ModuleRequest, readModule } from './transform.ts';

// An app that was made elsewhere is imported with its faults, and one broken page of forty must not keep the others from opening. A module with
// a fault is replaced by one that throws an error when it is called or drawn. A check of changes replaces nothing, so it reports such faults as
// errors.

const LACKING = '$lacking/';
type Requests = GraphModule['requests'];

interface CompiledApp {
  readonly graph: Graph;
  readonly problems: readonly CompileProblem[];
}

/** The app with stand-ins for what its files lack, and warnings in place of these errors. Apps without a root of their own are left as they are. */
export function spareFaults<App extends CompiledApp>(checked: App, files: Files, libraries: Libraries): App {
  const { problems } = checked;
  const isFault = ({ severity, path }: CompileProblem) => severity === 'error' && (isCode(path) || isServerFunction(path));
  if (rootOf(files) === null || !problems.some(isFault)) return checked;
  const graph = new Sparing(checked.graph, files, libraries).spared();
  if (graph === null) return checked;
  const spared = (one: CompileProblem): CompileProblem =>
    isFault(one) ? { ...one, severity: 'warning', message: `${one.message} What uses it may fail; the rest of the app works.` } : one;
  return { ...checked, graph, problems: problems.map(spared) };
}

class Sparing {
  readonly #graph: Map<string, GraphModule>;
  readonly #files: Files;
  readonly #libraries: Libraries;

  constructor(graph: Graph, files: Files, libraries: Libraries) {
    this.#graph = new Map(graph);
    this.#files = files;
    this.#libraries = libraries;
  }

  /** Null when an import has no stand-in. */
  spared(): Graph | null {
    const files = [...this.#graph.values()].filter(({ isFile }) => isFile);
    for (const module of files) if (module.made.faults.length > 0) this.#fail(module);
    for (const module of files) {
      const made = this.#graph.get(module.key);
      if (made?.isFile !== true || made.requests.length === made.made.requests.length) continue;
      if (!this.#withoutMissingFiles(made)) return null;
    }
    for (const { key } of files) this.#withoutMissingNames(this.#graph.get(key) as GraphModule);
    return this.#graph;
  }

  /** A module that does not compile: its exports say so when they are called or drawn. */
  #fail({ key, made }: GraphModule): void {
    const importing = [...this.#graph.values()].flatMap(({ requests }) =>
      requests.filter(({ to }) => to.kind === 'module' && to.key === key),
    );
    const names = new Set(['default', ...importing.flatMap((request) => request.names)]);
    names.delete('*');
    const [{ message = '', place = undefined } = {}] = made.faults;
    const at = place === undefined ? key : `${key}, line ${place.line}`;
    this.#add(key, failing([...names].sort(), `${at} does not compile: ${message}`));
  }

  /** Whether each import that leads to no file has a stand-in now. */
  #withoutMissingFiles(module: GraphModule): boolean {
    const known = new Map(module.requests.map(({ start, to }) => [start, to]));
    const requests: Requests[number][] = [];
    for (const request of module.made.requests) {
      const to = known.get(request.start) ?? this.#standIn(request, module.key);
      if (to === null) return false;
      requests.push({ ...request, to });
    }
    this.#graph.set(module.key, { ...module, requests });
    return true;
  }

  #standIn({ specifier, names }: ModuleRequest, from: string): Link | null {
    const path = ownPath(specifier, from);
    if (path === null) return null;
    const key = standInKey({ specifier, names, from, files: this.#files, shown: `@/${path}` });
    this.#add(key, standInText(key) ?? '');
    return { kind: 'module', key };
  }

  /** Imports of names that a module lacks lead to one that has them. */
  #withoutMissingNames(module: GraphModule): void {
    const wanted = new Map<string, Set<string>>();
    for (const { specifier, names, to } of module.requests) {
      const exported = to.kind === 'library' ? libraryExports(this.#libraries, to.specifier) : exportsAt(this.#graph, to.key);
      const missing = exported === null ? [] : names.filter((name) => name !== '*' && !exported.has(name));
      if (missing.length > 0) wanted.set(specifier, new Set([...(wanted.get(specifier) ?? []), ...missing]));
    }
    if (wanted.size === 0) return;
    const requests = module.requests.map((request) => {
      const names = wanted.get(request.specifier);
      return names === undefined ? request : { ...request, to: this.#lacking(request.to, [...names].sort()) };
    });
    this.#graph.set(module.key, { ...module, requests });
  }

  #lacking(to: Link, names: readonly string[]): Link {
    const target = to.kind === 'library' ? to.specifier : to.key;
    const exported =
      (to.kind === 'library' ? libraryExports(this.#libraries, target) : exportsAt(this.#graph, target)) ?? new Set<string>();
    const key = `${LACKING}${target}/${names.join(',')}`;
    this.#add(key, completed(target, names, exported), to);
    return { kind: 'module', key };
  }

  /** `to`: what all of its imports lead to. */
  #add(key: string, code: string, to?: Link): void {
    const made = readModule(code);
    const requests = to === undefined ? [] : made.requests.map((request) => ({ ...request, to }));
    this.#graph.set(key, { key, made, isFile: false, requests, hasWarnings: false });
  }
}

const exportAs = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function failing(names: readonly string[], message: string): string {
  const exported = names.map((name) => `fails as ${exportAs(name)}`);
  return `function fails() { throw new Error(${JSON.stringify(message)}); }\nexport { ${exported.join(', ')} };\n`;
}

/** The module at `target` and the names that it lacks. A default export and the name of its file stand for each other. */
function completed(target: string, names: readonly string[], exported: ReadonlySet<string>): string {
  const from = JSON.stringify(target);
  const own = target.split('/').at(-1) ?? '';
  const components = [...exported].filter((name) => /^[A-Z]/.test(name));
  const lines = names.map((name, index) => {
    if (name === own && exported.has('default')) return `export { default as ${exportAs(name)} } from ${from};`;
    const only = exported.has(own) ? own : components.length === 1 ? components[0] : undefined;
    if (name === 'default' && only !== undefined) return `export { ${only} as default } from ${from};`;
    const message = JSON.stringify(`${target} does not export ${name}.`);
    const body = /^[A-Z]/.test(name) || name === 'default' ? 'return props?.children ?? null;' : `throw new TypeError(${message});`;
    return `function $lacking${index}(props) { ${body} }\nexport { $lacking${index} as ${exportAs(name)} };`;
  });
  return `export * from ${from};\n${exported.has('default') ? `export { default } from ${from};\n` : ''}${lines.join('\n')}\n`;
}
