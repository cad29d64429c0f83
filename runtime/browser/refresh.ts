import * as refresh from 'react-refresh/runtime';

// Before React DOM is evaluated: it looks for the hook once.
refresh.injectIntoGlobalHook(window);

/** For compiled modules: registers a component under its file and name, so that its next edition takes over its state. */
export const register = (type: unknown, id: string): void => refresh.register(type, id);
export const signature = refresh.createSignatureFunctionForTransform;

/** Registers what a module exports, for components that have no name in its text. */
export function registerExports(path: string, exports: Readonly<Record<string, unknown>>): void {
  let hasOthers = false;
  for (const [name, value] of Object.entries(exports))
    if (refresh.isLikelyComponentType(value) || isUnnamedDefault(name, value)) refresh.register(value, `${path} export ${name}`);
    else hasOthers = true;
  components.set(path, hasOthers ? null : Object.keys(exports).join());
}

/** Path → the names of what its module exports, when all of it is components; null otherwise. */
const components = new Map<string, string | null>();

/** The exports of a file whose next edition can replace it in place: importers of components need no update. */
export const componentsOf = (path: string): string | null => components.get(path) ?? null;

/** `export default () => …`, which the runtime takes for an ordinary function. */
function isUnnamedDefault(name: string, value: unknown): boolean {
  return name === 'default' && typeof value === 'function' && ['', 'default'].includes(value.name);
}

export const performRefresh = (): void => {
  refresh.performReactRefresh();
};
