import { type Node, type NodeOf, type Source, within } from '../codemods/source.ts';
import { labelOf, nameOf, tagOf } from './labels.ts';
import { type Block, blocksAround, namesAt, ownerOf, usedNames } from './scope.ts';
import { declaredNames, normal } from './things.ts';

/** Why a piece of code cannot be put back in its place. */
export class NoPlace extends Error {}

type JsxParent = NodeOf<'JSXElement'> | NodeOf<'JSXFragment'>;

/** Puts an element of an old file, with all that it uses, into the current file: beside the neighbours that it had. */
export function insertElement(old: Source, current: Source, node: Node): void {
  const unit = childOf(old, node);
  const parent = old.parents.get(unit) as JsxParent;
  const siblings = parent.children.filter(({ type }) => type !== 'JSXText');
  const anchor = anchorOf(old, current, { unit, siblings, isSame: isSameElement });
  const place = anchor ?? parentPlace(old, current, parent);
  insertAt(old, current, unit, place);
  insertUsed(old, current, { piece: unit, at: place.node, done: new Set() });
}

/** The closest enclosing child of an element; a condition around it belongs to it. */
function childOf(source: Source, node: Node): Node {
  const parent = source.parents.get(node);
  if (parent === undefined) throw new NoPlace();
  if (parent.type === 'JSXElement' || parent.type === 'JSXFragment') return node;
  if (/^(?:LogicalExpression|ConditionalExpression|ParenthesizedExpression|JSXExpressionContainer)$/.test(parent.type))
    return childOf(source, parent);
  throw new NoPlace();
}

/** A position in the current file. */
interface Place {
  readonly node: Node;
  readonly side: 'after' | 'before' | 'inside';
}

interface Search {
  readonly unit: Node;
  readonly siblings: readonly Node[];
  readonly isSame: (old: Source, one: Node, current: Source, other: Node) => boolean;
}

/** The closest neighbour that still stands exactly once. */
function anchorOf(old: Source, current: Source, { unit, siblings, isSame }: Search): Place | null {
  const index = siblings.indexOf(unit);
  const candidates = [
    ...siblings
      .slice(0, index)
      .reverse()
      .map((node) => ({ node, side: 'after' as const })),
    ...siblings.slice(index + 1).map((node) => ({ node, side: 'before' as const })),
  ];
  for (const { node, side } of candidates) {
    const found = current.nodes.filter((other) => other.type === node.type && isSame(old, node, current, other));
    if (found.length === 1 && found[0] !== undefined) return { node: found[0], side };
  }
  return null;
}

function isSameElement(old: Source, one: Node, current: Source, other: Node): boolean {
  const parent = current.parents.get(other);
  if (parent?.type !== 'JSXElement' && parent?.type !== 'JSXFragment') return false;
  return textAt(old, one) === textAt(current, other) || (signature(old, one) !== null && signature(old, one) === signature(current, other));
}

function textAt(source: Source, { start, end }: Pick<Node, 'start' | 'end'>): string {
  return normal(source.text.slice(start, end));
}

/** An element's tag with its label; null without a label. */
function signature(source: Source, node: Node): string | null {
  if (node.type !== 'JSXElement') return null;
  const label = labelOf(source, node);
  return label === null ? null : `${tagOf(node)} ${label}`;
}

/** The end of the element that it was in, when that has the same tag and attributes, or is the component's outermost one. */
function parentPlace(old: Source, current: Source, parent: JsxParent): Place {
  const opening = (source: Source, node: Node) => (node.type === 'JSXElement' ? textAt(source, node.openingElement) : '<>');
  const wanted = opening(old, parent);
  const found = current.nodes.filter((node) => node.type === parent.type && opening(current, node) === wanted && isOpen(node));
  if (found.length !== 1 || found[0] === undefined) throw new NoPlace();
  return { node: found[0], side: 'inside' };
}

function isOpen(node: Node): boolean {
  return node.type === 'JSXFragment' || (node.type === 'JSXElement' && node.closingElement !== null);
}

function insertAt(old: Source, current: Source, unit: Node, { node, side }: Place): void {
  const text = old.text.slice(unit.start, unit.end);
  const indent = indentBefore(old, unit);
  if (side === 'after') current.edits.appendLeft(node.end, indent === null ? text : `\n${indent}${text}`);
  else if (side === 'before')
    current.edits.appendLeft(node.start, indent === null ? text : `${text}\n${indentBefore(current, node) ?? indent}`);
  else insertLast(current, node as JsxParent, indent === null ? text : `${indent}${text}\n`);
}

function insertLast(current: Source, node: JsxParent, text: string): void {
  const closing = node.type === 'JSXFragment' ? node.closingFragment : node.closingElement;
  if (closing === null) throw new NoPlace();
  const own = indentBefore(current, closing);
  current.edits.appendLeft(closing.start - (own?.length ?? 0), own === null ? text.trim() : text);
}

/** The white space before a node that begins its line; null for one within a line. */
function indentBefore({ text }: Source, { start }: Pick<Node, 'start'>): string | null {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^[ \t]*$/.test(line) ? line : null;
}

interface Piece {
  readonly piece: Node;
  /** A node of the current file in whose scope it will be. */
  readonly at: Node;
  readonly done: Set<string>;
}

/** Puts back the imports, functions and variables that the piece uses and that the current file lacks at its place. */
function insertUsed(old: Source, current: Source, { piece, at, done }: Piece): void {
  const [known, had] = [namesAt(current, at), namesAt(old, piece)];
  for (const name of usedNames(old, piece)) {
    if (!had.has(name) || known.has(name) || done.has(name)) continue;
    done.add(name);
    const block = blocksAround(old, piece).find(({ body }) => body.some((one) => declaredNames(one).includes(name)));
    const statement = block?.body.find((one) => declaredNames(one).includes(name));
    if (block === undefined || statement === undefined) throw new NoPlace();
    if (statement.type === 'ImportDeclaration') insertImport(old, current, statement, name);
    else insertStatement(old, current, { block, statement, at, done });
  }
}

function insertImport(old: Source, current: Source, statement: NodeOf<'ImportDeclaration'>, name: string): void {
  const specifier = statement.specifiers?.find(({ local }) => local.name === name);
  if (specifier === undefined) throw new NoPlace();
  const written = old.text.slice(specifier.start, specifier.end);
  const from = old.text.slice(statement.source.start, statement.source.end);
  const line = specifier.type === 'ImportSpecifier' ? `import { ${written} } from ${from};` : `import ${written} from ${from};`;
  const last = current.program.body.findLast(({ type }) => type === 'ImportDeclaration');
  if (last === undefined) current.edits.prependLeft(current.program.body[0]?.start ?? 0, `${line}\n`);
  else current.edits.appendLeft(last.end, `\n${line}`);
}

interface Missing {
  readonly block: Block;
  readonly statement: Node;
  readonly at: Node;
  readonly done: Set<string>;
}

/** Puts a statement back into the function of the same name, beside the statements that it had around it. */
function insertStatement(old: Source, current: Source, { block, statement, at, done }: Missing): void {
  const owner = ownerOf(old, block);
  const target = blocksAround(current, at).find((one) => owner !== '' && ownerOf(current, one) === owner);
  if (target === undefined) throw new NoPlace();
  const siblings: readonly Node[] = block.body;
  const isSame: Search['isSame'] = (_old, one, _current, other) =>
    isSameStatement(old, one, current, other) && current.parents.get(other) === target;
  const place = anchorOf(old, current, { unit: statement, siblings, isSame });
  const last = target.body.at(-1);
  if (place === null && last === undefined) throw new NoPlace();
  insertAt(old, current, statement, place ?? { node: last as Node, side: 'before' });
  for (const name of declaredNames(statement)) done.add(name);
  insertUsed(old, current, { piece: statement, at: target.body[0] ?? target, done });
}

function isSameStatement(old: Source, one: Node, current: Source, other: Node): boolean {
  const [names, otherNames] = [declaredNames(one), declaredNames(other)];
  if (names.length > 0) return one.type !== 'ImportDeclaration' && names.join() === otherNames.join();
  return textAt(old, one) === textAt(current, other);
}

/** Puts an exported statement back. */
export function insertExport(old: Source, current: Source, statement: Node): void {
  const last = current.program.body.at(-1);
  if (last === undefined) throw new NoPlace();
  const siblings: readonly Node[] = old.program.body;
  const isSame: Search['isSame'] = (_old, one, _current, other) =>
    isSameStatement(old, one, current, other) && current.parents.get(other)?.type === 'Program';
  const known = namesAt(current, current.program);
  if (declaredNames(statement).some((name) => known.has(name))) throw new NoPlace();
  const place: Place = anchorOf(old, current, { unit: statement, siblings, isSame }) ?? { node: last, side: 'after' };
  insertAt(old, current, statement, place);
  insertUsed(old, current, { piece: statement, at: last, done: new Set(declaredNames(statement)) });
}

/** Puts an attribute back on the element that it was on, when that stands without it. False when there is no such element. */
export function insertAttribute(old: Source, current: Source, element: NodeOf<'JSXElement'>, attribute: NodeOf<'JSXAttribute'>): boolean {
  const wanted = signature(old, element);
  const found = current.nodes.filter((node) => node.type === 'JSXElement' && wanted !== null && signature(current, node) === wanted);
  const [only] = found;
  if (found.length !== 1 || only?.type !== 'JSXElement') return false;
  const { name, attributes } = only.openingElement;
  if (attributes.some((one) => one.type === 'JSXAttribute' && nameOf(one) === nameOf(attribute))) return false;
  current.edits.appendLeft(name.end, ` ${old.text.slice(attribute.start, attribute.end)}`);
  insertUsed(old, current, { piece: attribute, at: only, done: new Set() });
  return true;
}

/** Puts an element of a list back into the list of the same attribute, or of the same variable. */
export function insertItem(old: Source, current: Source, item: Node): void {
  const list = old.parents.get(item);
  if (list?.type !== 'ArrayExpression') throw new NoPlace();
  const wanted = listName(old, list);
  const lists = current.nodes.filter((node) => node.type === 'ArrayExpression' && listName(current, node) === wanted);
  const [target] = lists;
  if (wanted === null || lists.length !== 1 || target?.type !== 'ArrayExpression') throw new NoPlace();
  const items = list.elements.filter((one): one is NonNullable<typeof one> => one !== null);
  const text = old.text.slice(item.start, item.end);
  const isIn = (node: Node) => target.elements.find((one) => one !== null && textAt(current, one) === textAt(old, node));
  const before = items
    .slice(
      0,
      items.findIndex(({ start }) => start === item.start),
    )
    .reverse()
    .map(isIn)
    .find((one) => one != null);
  const first = target.elements[0];
  if (before != null) current.edits.appendLeft(before.end, `, ${text}`);
  else if (first != null) current.edits.appendLeft(first.start, `${text}, `);
  else current.edits.appendLeft(target.start + 1, text);
  insertUsed(old, current, { piece: item, at: target, done: new Set() });
}

/** `DataTable entity={Task} columns` of a list in a prop, `NAV` of one in a variable; null for any other. */
function listName(source: Source, list: Node): string | null {
  const parent = source.parents.get(list);
  if (parent?.type === 'VariableDeclarator') return parent.id.type === 'Identifier' ? parent.id.name : null;
  const attribute = parent === undefined ? undefined : source.parents.get(parent);
  const opening = attribute === undefined ? undefined : source.parents.get(attribute);
  if (attribute?.type !== 'JSXAttribute' || opening?.type !== 'JSXOpeningElement') return null;
  const entity = opening.attributes.find((one) => one.type === 'JSXAttribute' && nameOf(one) === 'entity');
  return `${textAt(source, opening.name)} ${entity === undefined ? '' : textAt(source, entity)} ${nameOf(attribute)}`;
}

/** Whether the current file has none of the elements in this one. */
export function isWholeGone(old: Source, current: Source, element: NodeOf<'JSXElement'>): boolean {
  const inner = within(old, element).filter((node) => node !== element && node.type === 'JSXElement');
  return inner.every((one) => !current.nodes.some((other) => other.type === 'JSXElement' && isSameElement(old, one, current, other)));
}

/** The elements around a node, the closest first. */
export function elementsAround(source: Source, node: Node): NodeOf<'JSXElement'>[] {
  const found: NodeOf<'JSXElement'>[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = source.parents.get(at)) if (at.type === 'JSXElement') found.push(at);
  return found;
}

/** The attribute of a handler. */
export function attributeWith(source: Source, element: NodeOf<'JSXElement'>, body: string): NodeOf<'JSXAttribute'> | null {
  const found = within(source, element.openingElement).find(
    (node) => node.type === 'JSXAttribute' && node.value !== null && `${nameOf(node)}=${textAt(source, node.value)}` === body,
  );
  return found?.type === 'JSXAttribute' ? found : null;
}
