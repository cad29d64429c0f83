import * as refresh from 'react-refresh/runtime';

// Must run before React DOM is evaluated, which looks for the hook only once.
refresh.injectIntoGlobalHook(window);

/** For compiled modules: registers a component by file and name, so that its next version keeps its state. */
export const register = (type: unknown, id: string): void => refresh.register(type, id);
export const signature = refresh.createSignatureFunctionForTransform;

type Exports = Readonly<Record<string, unknown>>;

/**
 * Registers a module's exports, for anonymous components. In an import cycle a module can end before one whose exports it re-exports: these are
 * registered once the cycle has been evaluated, which is before anything is drawn.
 */
export function registerExports(path: string, exports: Exports): void {
  if (!registerInitialised(path, exports)) queueMicrotask(() => void registerInitialised(path, exports));
}

/** Returns whether all exports were initialised. */
function registerInitialised(path: string, exports: Exports): boolean {
  // `Object.keys` reads the bindings, and throws for one that is not initialised.
  const names = Reflect.ownKeys(exports).filter((name) => typeof name === 'string');
  const read = names.map((name) => readExport(exports, name));
  for (const [index, name] of names.entries()) {
    const value = read[index]?.value;
    if (isComponent(name, value)) refresh.register(value, `${path} export ${name}`);
  }
  components.set(path, names.every((name, index) => isComponent(name, read[index]?.value)) ? names.join() : null);
  return !read.includes(null);
}

/** Null for a binding that its module has not initialised. */
function readExport(exports: Exports, name: string): { readonly value: unknown } | null {
  try {
    return { value: exports[name] };
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}

const isComponent = (name: string, value: unknown): boolean => refresh.isLikelyComponentType(value) || isUnnamedDefault(name, value);

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
