/** Modules beside the blocks that export what blocks are made of. */
const PARTS = ['data', 'fields'];

/** The data blocks that a file imports, by name: `table` for `@/components/blocks/table`. */
export function blocksIn(code: string): readonly string[] {
  const names = [...code.matchAll(/\bfrom\s+['"]@\/components\/blocks\/([\w-]+)(?:\.tsx?)?['"]/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !PARTS.includes(name)).sort();
}
