const DOT = /\./g;

/**
 * The name of a table, from one that has dots: code for Base44 calls the tables of a package `commerce.Cart`. Paths of fields, events and
 * variables have dots of their own, so tables have none; every call takes both names.
 */
export const tableName = (given: string): string => given.replace(DOT, '_');

/** Lets a route with the parameter `entity` take both names. For a hook that runs before its handler. */
export function withTableName(params: unknown): void {
  const given = params as { entity?: unknown };
  if (typeof given.entity === 'string') given.entity = tableName(given.entity);
}
