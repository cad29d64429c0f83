import type { AppChange } from './changes.ts';
import { Refused } from './changes.ts';
import type { Draft } from './draft.ts';
import { type Node, nodesOf, quoted, replaceText, type Source, textOf } from './source.ts';
import { fieldOf } from './table.ts';
import { type BlockUse, blockUses, COLLECTIONS, placeOf, type ReadCall, readCalls } from './views.ts';

/** Sets the sort order of the queries of blocks and pages. */
export function sortRows(draft: Draft, { table, field, isDescending }: Extract<AppChange, { kind: 'sort' }>): void {
  const { type } = fieldOf(draft, table, field);
  if (type === 'array' || type === 'object') throw new Refused('wrong-kind', `entities/${table}.json`);
  const order = `${isDescending ? '-' : ''}${field}`;
  const results: Result[] = [];
  for (const use of blockUses(draft, table)) {
    const result = COLLECTIONS.test(use.block) ? sortBlock(use, order) : 'unsorted';
    if (result === 'changed') draft.changed(use.source, use.element);
    results.push(result);
  }
  for (const read of readCalls(draft, table)) {
    const result = sortCall(read, order);
    if (result === 'changed') draft.changed(read.source, read.call);
    results.push(result);
  }
  if (draft.effects.length === 0) throw new Refused(results.includes('same') ? 'is-so' : 'no-view');
}

/** `same`: the query already has the order; `unsorted`: it takes none. */
type Result = 'changed' | 'same' | 'unsorted';

function sortBlock({ source, element, props }: BlockUse, order: string): Result {
  const sort = props.get('sort');
  if (sort === undefined) {
    const { attributes, name } = element.openingElement;
    // After the first prop, which is the table.
    source.edits.appendLeft(attributes[0]?.end ?? name.end, ` sort="${order}"`);
    return 'changed';
  }
  const given = textOf(sort.value);
  if (sort.value === null || given === null) throw orderedInCode(source, sort);
  if (given === order) return 'same';
  replaceText(source, sort.value, order);
  return 'changed';
}

function sortCall({ source, call, method }: ReadCall, order: string): Result {
  const sorter = nodesOf(source, 'CallExpression').find((one) => isSorter(one));
  if (sorter !== undefined) throw orderedInCode(source, sorter);
  const index = method === 'list' ? 0 : 1;
  const given = call.arguments[index];
  if (given !== undefined) return replaceOrder(source, given, order);
  if (call.arguments.length < index) return 'unsorted';
  source.edits.appendLeft(call.end - 1, `${index === 1 ? ', ' : ''}${quoted(order)}`);
  return 'changed';
}

/** Replaces the argument of a query that is its order. */
function replaceOrder(source: Source, given: Node, order: string): Result {
  const text = textOf(given);
  if (text === order) return 'same';
  if (text !== null) replaceText(source, given, order);
  else if (given.type === 'Identifier' && given.name === 'undefined') source.edits.overwrite(given.start, given.end, quoted(order));
  else throw orderedInCode(source, given);
  return 'changed';
}

function orderedInCode(source: Source, node: Node): Refused {
  return new Refused('ordered-in-code', source.path, placeOf(source, node).line);
}

function isSorter(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { property } = node.callee;
  return property.type === 'Identifier' && /^(?:sort|toSorted|orderBy|sortBy)$/.test(property.name);
}
