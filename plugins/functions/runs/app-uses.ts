/** What the code of a function does with the rows of a table as the app. */
export interface AppUse {
  readonly table: string;
  readonly reads: boolean;
  readonly changes: boolean;
}

const MAX_TABLES = 50;
/** `base44.asServiceRole.entities.Order.list`, and the same with `app`, which functions of this product are given. */
const USE =
  /\b(?:asServiceRole|app)\s*(?:\?\.|\.)\s*entities\s*(?:(?:\?\.|\.)\s*([A-Za-z_]\w{0,63})|\[\s*['"`]([A-Za-z_]\w{0,63})['"`]\s*\])\s*(?:(?:\?\.|\.)\s*(\w{1,40}))?/g;
const READS = /^(?:list|filter|get|find|schema|subscribe|aggregate|count|distinct|me)/;

/** The tables that the code names after `asServiceRole`, in the order of their names; empty where it names none so. */
export function appUsesIn(text: string): readonly AppUse[] {
  const found = new Map<string, AppUse>();
  for (const [, dotted, quoted, method = ''] of text.matchAll(USE)) {
    const table = dotted ?? quoted ?? '';
    const before = found.get(table) ?? { table, reads: false, changes: false };
    const isRead = READS.test(method);
    // A table that is handed on may be used in any way.
    found.set(table, { table, reads: before.reads || isRead || method === '', changes: before.changes || !isRead });
    if (found.size === MAX_TABLES) break;
  }
  return [...found.values()].sort((a, b) => (a.table < b.table ? -1 : 1));
}
