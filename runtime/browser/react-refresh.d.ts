// The package ships no types.
declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(target: typeof globalThis | Window): void;
  export function register(type: unknown, id: string): void;
  export function createSignatureFunctionForTransform(): (type: unknown, key: string, force?: boolean, hooks?: () => unknown[]) => unknown;
  export function isLikelyComponentType(value: unknown): boolean;
  export function performReactRefresh(): unknown;
}
