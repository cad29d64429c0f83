import * as refresh from 'react-refresh/runtime';

// Must run before React DOM is evaluated, which looks for the hook only once.
refresh.injectIntoGlobalHook(window);

/** For compiled modules: registers a component by file and name, so that its next version keeps its state. */
export const register = (type: unknown, id: string): void => refresh.register(type, id);
export const signature = refresh.createSignatureFunctionForTransform;

/** Registers a module's exports, for anonymous components. */
export function registerExports(path: string, exports: Readonly<Record<string, unknown>>): void {
  let hasOthers = false;
  for (const [name, value] of Object.entries(exports))
    if (refresh.isLikelyComponentType(value) || isUnnamedDefault(name, value)) refresh.register(value, `${path} export ${name}`);
    else hasOthers = true;
  components.set(path, hasOthers ? null : Object.keys(exports).join());
}

/** Path → names of a module's exports if all are components; null otherwise. */
const components = new Map<string, string | null>();

/** The exports of a file that can be replaced in place, because importers of components need no update. */
export const componentsOf = (path: string): string | null => components.get(path) ?? null;

/** `export default () => …`, which Fast Refresh does not recognise as a component. */
function isUnnamedDefault(name: string, value: unknown): boolean {
  return name === 'default' && typeof value === 'function' && ['', 'default'].includes(value.name);
}

export const performRefresh = (): void => {
  refresh.performReactRefresh();
};
