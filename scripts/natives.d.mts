export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** `gnu`, `musl`, `msvc`, or empty. */
  readonly abi: string;
}
export interface Lock {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}
export const SUPPORTED: readonly string[];
export function thisMachine(): Machine;
export function missingNatives(lock: Lock, root: string, machine?: Machine): string[];
