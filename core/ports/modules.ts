/**
 * The module that a thread loads, by its source. `scripts/bundle.ts` replaces this file by a table of the bundled ones: a thread that loads
 * TypeScript loads Node's type stripper with it, which takes 13 MB and 40 ms.
 */
export const moduleOf = (source: URL): URL => source;
