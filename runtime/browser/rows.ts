import { onLoadedRows } from '../sdk/loaded-rows.ts';
import type { Row } from '../sdk/row.ts';
import type { Fiber } from './fiber.ts';

/** The rows that the page has received, by id; the latest ones. */
const rows = new Map<string, { readonly entity: string; readonly row: Row }>();
const MAX_ROWS = 20_000;
/** Elements around a text in which its row is searched. */
const MAX_DEPTH = 60;
const MAX_PROPS = 30;
const MAX_TEXTS = 20;
/** Shorter texts, such as "1" and "No", are in too many rows. */
const MIN_TEXT = 2;

export interface RowOfElement {
  readonly entity: string;
  readonly id: string | null;
}

export function keepLoadedRows(): void {
  onLoadedRows((entity, received) => {
    for (const row of received) {
      if (typeof row?.id !== 'string') continue;
      rows.delete(row.id);
      rows.set(row.id, { entity, row });
    }
    for (const id of rows.keys()) {
      if (rows.size <= MAX_ROWS) break;
      rows.delete(id);
    }
  });
}

/**
 * The row that an element shows: the one that React's tree names, by a key (`<li key={row.id}>`) or a prop (`<Card row={row}>`, as in all data
 * blocks), the closest first; else the one that has the text.
 */
export function rowOf(fiber: Fiber | null, node: Element): RowOfElement | null {
  let depth = 0;
  for (let at = innermost(fiber); at !== null && depth < MAX_DEPTH; at = at.return, depth += 1) {
    const id = [at.key, ...idsIn(at.memoizedProps)].find((one) => one !== null && rows.has(one));
    const found = id == null ? undefined : rows.get(id);
    if (found !== undefined) return { entity: found.entity, id: found.row.id };
  }
  return rowWithText(node);
}

/** Components without elements of their own, which draw the text within one: `<td><Title id={…}/></td>`. */
function innermost(fiber: Fiber | null): Fiber | null {
  let at = fiber;
  while (at?.child != null && at.child.sibling === null && typeof at.child.type !== 'string') at = at.child;
  return at;
}

function idsIn(props: unknown): string[] {
  if (typeof props !== 'object' || props === null) return [];
  const values = Object.entries(props).slice(0, MAX_PROPS);
  return values.flatMap(([name, value]) => {
    if (name === 'children') return [];
    const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value;
    return typeof id === 'string' ? [id] : [];
  });
}

function rowWithText(node: Element): RowOfElement | null {
  const texts = new Set(textsOf(node));
  if (texts.size === 0) return null;
  const found: RowOfElement[] = [];
  for (const { entity, row } of rows.values()) {
    const hasText = Object.entries(row).some(([field, value]) => field !== 'id' && texts.has(String(value).trim()));
    if (hasText) found.push({ entity, id: row.id });
  }
  const [first, ...others] = found;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  return others.every(({ entity }) => entity === first.entity) ? { entity: first.entity, id: null } : null;
}

/** React makes a text node of its own for each expression: `Hello {name}!` has three. */
function textsOf(node: Element): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && texts.length < MAX_TEXTS) {
    const text = walker.currentNode.nodeValue?.trim() ?? '';
    if (text.length >= MIN_TEXT) texts.push(text);
  }
  return texts;
}
