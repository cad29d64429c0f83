import { libraryAddress } from '../compile/emit.ts';
import type { Graph, GraphModule } from '../compile/graph.ts';
import type { Libraries } from '../compile/libraries.ts';
import type { RenderModule, RenderModules } from './wire.ts';

/** The app's modules for rendering its pages outside of a browser. */
export function emitRenderModules(
  graph: Graph,
  { routes, root, libraries }: Pick<RenderModules, 'routes' | 'root'> & { readonly libraries: Libraries },
): RenderModules {
  return {
    root,
    modules: [...graph.values()].map((module) => emit(module, libraries.onDemand)),
    routes,
    reaches: Object.fromEntries(
      routes.map(({ name }) => [name, [...reachable(graph, ['layout', ...(root === null ? [] : [root]), `pages/${name}`])]]),
    ),
  };
}

/** Without `import()`, which would leave the context: `page/imports.ts` loads these modules on demand. */
function emit({ key, made, requests, isFile }: GraphModule, onDemand: Libraries['onDemand']): RenderModule {
  let code = '';
  let at = 0;
  for (const { start, end, to } of requests) {
    const address = to.kind === 'library' ? libraryAddress(to.specifier, onDemand, './') : `app:${to.key}`;
    code += made.code.slice(at, start).replace(IMPORT_CALL, '$saysoImport(') + JSON.stringify(address);
    at = end;
  }
  // One line, so that the source map is the file's own, preceded by one empty line.
  const head = 'const $RefreshReg$ = () => {}, $RefreshSig$ = () => (type) => type;\n';
  return { key, code: head + code + made.code.slice(at), mappings: isFile ? `;${made.mappings}` : '' };
}
const IMPORT_CALL = /\bimport\(\s*$/;

function reachable(graph: Graph, from: readonly string[]): ReadonlySet<string> {
  const reached = new Set(from.filter((key) => graph.has(key)));
  for (const key of reached) {
    for (const { to } of graph.get(key)?.requests ?? []) if (to.kind === 'module' && graph.has(to.key)) reached.add(to.key);
  }
  return reached;
}

/** The pages that load one of the changed files; without `changed` all pages. */
export function affectedPages({ routes, reaches }: RenderModules, changed: readonly string[] | undefined): readonly string[] {
  const names = routes.map(({ name }) => name);
  if (changed === undefined) return names;
  const keys = new Set(changed.map((path) => path.replace(/\.json$/, '')));
  return names.filter((name) => reaches[name]?.some((key) => keys.has(key)));
}
