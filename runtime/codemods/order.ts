import type { AppChange } from './changes.ts';
import { Refused } from './changes.ts';
import type { Draft } from './draft.ts';
import { type Node, nodesOf, quoted, replaceText, textOf } from './source.ts';
import { fieldOf } from './table.ts';
import { blockUses, COLLECTIONS, placeOf, readCalls } from './views.ts';

/** Sets the sort order of the queries of blocks and pages. */
export function sortRows(draft: Draft, { table, field, isDescending }: Extract<AppChange, { kind: 'sort' }>): void {
  const { type } = fieldOf(draft, table, field);
  if (type === 'array' || type === 'object') throw new Refused('wrong-kind', `entities/${table}.json`);
  const order = `${isDescending ? '-' : ''}${field}`;
  let isSo = false;
  for (const { source, element, block, props } of blockUses(draft, table)) {
    if (!COLLECTIONS.test(block)) continue;
    const sort = props.get('sort');
    const { attributes, name } = element.openingElement;
    // After the first prop, which is the table.
    if (sort === undefined) source.edits.appendLeft(attributes[0]?.end ?? name.end, ` sort="${order}"`);
    else if (sort.value === null || textOf(sort.value) === null)
      throw new Refused('ordered-in-code', source.path, placeOf(source, sort).line);
    else if (textOf(sort.value) === order) {
      isSo = true;
      continue;
    } else replaceText(source, sort.value, order);
    draft.changed(source, element);
  }
  for (const { source, call, method } of readCalls(draft, table)) {
    const sorter = nodesOf(source, 'CallExpression').find((one) => isSorter(one));
    const index = method === 'list' ? 0 : 1;
    const given = call.arguments[index];
    if (sorter !== undefined) throw new Refused('ordered-in-code', source.path, placeOf(source, sorter).line);
    if (given === undefined) {
      if (method === 'filter' && call.arguments.length === 0) continue;
      source.edits.appendLeft(call.end - 1, `${index === 1 ? ', ' : ''}${quoted(order)}`);
    } else if (textOf(given) === order) {
      isSo = true;
      continue;
    } else if (textOf(given) !== null) replaceText(source, given, order);
    else if (given.type === 'Identifier' && given.name === 'undefined') source.edits.overwrite(given.start, given.end, quoted(order));
    else throw new Refused('ordered-in-code', source.path, placeOf(source, given).line);
    draft.changed(source, call);
  }
  if (draft.effects.length === 0) throw new Refused(isSo ? 'is-so' : 'no-view');
}

function isSorter(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { property } = node.callee;
  return property.type === 'Identifier' && /^(?:sort|toSorted|orderBy|sortBy)$/.test(property.name);
}
