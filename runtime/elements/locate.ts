import { type NodeOf, nodesOf, type Source } from '../codemods/source.ts';
import type { ElementPlace } from './element.ts';

export type JsxElement = NodeOf<'JSXElement'>;

/** The element that begins at a place; null when none does. */
export function elementAt(source: Source, { line, column }: Pick<ElementPlace, 'line' | 'column'>): JsxElement | null {
  const offset = offsetOf(source.text, line, column);
  return nodesOf(source, 'JSXElement').find(({ start }) => start === offset) ?? null;
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return -1;
    start = end + 1;
  }
  return start + column - 1;
}

export function placeAt(text: string, offset: number): Pick<ElementPlace, 'line' | 'column'> {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1 };
}

/** The name of an element as it is written. */
export function tagOf(source: Source, { openingElement: { name } }: JsxElement): string {
  return source.text.slice(name.start, name.end);
}
