/**
 * Imports a bundled plugin by its package name, or by a path. A file of its own, because `scripts/bundle.ts` replaces it by a table of the
 * plugins: a bundler cannot follow a computed name.
 */
export const importListed = (name: string): Promise<unknown> => import(name);
