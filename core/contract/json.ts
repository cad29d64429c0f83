/** Maximum nesting depth of JSON from callers. */
export const MAX_JSON_LEVELS = 64;

/**
 * Whether a value exceeds a nesting depth. Iterative: 200 kB of brackets parse to 100,000 levels, on which recursive code overflows the
 * stack.
 */
export function nestsDeeper(value: unknown, levels = MAX_JSON_LEVELS): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === levels) return true;
    const inner: object[] = [];
    for (const each of level) for (const child of Object.values(each)) if (isNested(child)) inner.push(child);
    level = inner;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
