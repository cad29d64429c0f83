import type { Graph, GraphModule } from './graph.ts';
import { hashOf } from './hash.ts';
import type { Libraries } from './libraries.ts';

/** A module as the browser gets it; `name` is its file under `/m/`. */
export interface Emitted {
  readonly name: string;
  readonly code: string;
}

export interface ModuleNames {
  readonly names: ReadonlyMap<string, string>;
  readonly inCircles: ReadonlySet<string>;
}

/**
 * Names every module by a hash of its text and the names of its imports, so that an edit renames only the modules on the path to the entry.
 * Modules of an import cycle are named together. `edition` identifies the emitter's version, because addresses are cached for ever.
 */
export function nameModules(graph: Graph, edition: string): ModuleNames {
  const names = new Map<string, string>();
  const inCircles = new Set<string>();
  for (const group of circles(graph)) {
    const [only] = group;
    if (group.length === 1 && only !== undefined) {
      names.set(only, nameOf(graph.get(only) as GraphModule, names, edition));
      continue;
    }
    const members = new Set(group);
    const parts = [...group].sort().map((key) => {
      const module = graph.get(key) as GraphModule;
      return hashOf(key, module.made.hash, ...importsOf(module, (to) => (members.has(to) ? to : (names.get(to) ?? ''))));
    });
    const shared = hashOf(edition, ...parts);
    for (const key of group) {
      names.set(key, hashOf(shared, key));
      inCircles.add(key);
    }
  }
  return { names, inCircles };
}

const named = new WeakMap<GraphModule, { readonly imports: readonly string[]; readonly name: string }>();

/** The name of a module that is in no import cycle. */
function nameOf(module: GraphModule, names: ReadonlyMap<string, string>, edition: string): string {
  const { key, made } = module;
  const imports = [edition, ...importsOf(module, (to) => (to === key ? key : (names.get(to) ?? '')))];
  const known = named.get(module);
  if (known?.imports.length === imports.length && imports.every((one, index) => one === known.imports[index])) return known.name;
  const name = hashOf(key, made.hash, ...imports);
  named.set(module, { imports, name });
  return name;
}

function importsOf({ requests }: GraphModule, nameAt: (key: string) => string): string[] {
  return requests.map(({ to }) => (to.kind === 'library' ? to.specifier : nameAt(to.key)));
}

/** Code whose components are not registered with Fast Refresh. */
export function unregistered(code: string): string {
  return code.includes('$Refresh') ? `const $RefreshReg$ = () => {}, $RefreshSig$ = () => (type) => type;\n${code}` : code;
}

/** The text of one module: imports rewritten to addresses, components registered with Fast Refresh, source map inline. */
export function emitModule(
  { key, made, requests, isFile }: GraphModule,
  { names, onDemand }: { readonly names: ReadonlyMap<string, string>; readonly onDemand: Libraries['onDemand'] },
): Emitted {
  const name = names.get(key) ?? '';
  let code = '';
  let at = 0;
  for (const { start, end, to } of requests) {
    if (start < 0) continue;
    const address = to.kind === 'library' ? libraryAddress(to.specifier, onDemand, '../lib/') : `./${names.get(to.key)}.js`;
    code += made.code.slice(at, start) + JSON.stringify(address);
    at = end;
  }
  code += made.code.slice(at);
  // Generated modules, such as pictures as components, are not registered: they change with their file's address.
  if (!isFile) return { name, code: unregistered(code) };
  const path = JSON.stringify(key);
  const hasComponents = !key.startsWith('services/');
  // One line, so that the source map is the file's own, preceded by one empty line.
  const head = `import { register as $saysoRegister, registerExports as $saysoExports, signature as $RefreshSig$ } from "@sayso/refresh";import * as $saysoSelf from "./${name}.js";const $RefreshReg$ = (type, id) => $saysoRegister(type, ${path} + " " + id);\n`;
  const tail = hasComponents ? `$saysoExports(${path}, $saysoSelf);\n` : '';
  const map = JSON.stringify({ version: 3, sources: [key], names: [], mappings: `;${made.mappings}` });
  return {
    name,
    code: `${head}${code}\n${tail}//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`,
  };
}

/** What a module imports a library by: the import map has only those that all apps may load. */
export function libraryAddress(specifier: string, onDemand: Libraries['onDemand'], folder: string): string {
  const file = Object.hasOwn(onDemand, specifier) ? onDemand[specifier]?.file : undefined;
  return file === undefined ? specifier : folder + file;
}

/** Strongly connected components, each after those it imports from. */
function circles(graph: Graph): string[][] {
  const search = new CircleSearch(graph);
  for (const key of graph.keys()) search.start(key);
  return search.groups;
}

interface Mark {
  readonly index: number;
  low: number;
  open: boolean;
}

/** Tarjan's algorithm. */
class CircleSearch {
  readonly groups: string[][] = [];
  readonly #graph: Graph;
  readonly #order = new Map<string, Mark>();
  readonly #stack: string[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  start(key: string): void {
    if (!this.#order.has(key)) this.#visit(key);
  }

  #visit(key: string): Mark {
    const mark: Mark = { index: this.#order.size, low: this.#order.size, open: true };
    this.#order.set(key, mark);
    this.#stack.push(key);
    for (const { to } of this.#graph.get(key)?.requests ?? [])
      if (to.kind !== 'library' && this.#graph.has(to.key)) mark.low = Math.min(mark.low, this.#lowest(to.key));
    if (mark.low === mark.index) this.#close(key);
    return mark;
  }

  /** The lowest index that an imported module leads back to. */
  #lowest(key: string): number {
    const seen = this.#order.get(key);
    if (seen === undefined) return this.#visit(key).low;
    return seen.open ? seen.index : Number.POSITIVE_INFINITY;
  }

  #close(key: string): void {
    const group = this.#stack.splice(this.#stack.indexOf(key));
    for (const member of group) (this.#order.get(member) as Mark).open = false;
    this.groups.push(group);
  }
}
