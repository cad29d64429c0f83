/** Names below the root of the repository: the folder of bundles, and the file in it that names the current one. */
export const BUNDLES: string;
export const CURRENT: string;

/** The absolute path of the bundle of the sources as they are now; null when there is none. */
export function currentBundle(root: string): string | null;
/** Size, times and inode of each file. Throws when one is missing. */
export function stateOf(root: string, paths: readonly string[]): string;
/** SHA-256 of the paths and contents, in hex. Throws when one is missing. */
export function digestOf(root: string, paths: readonly string[]): string;
