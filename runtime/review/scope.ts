import type { Function as FunctionDeclaration } from 'oxc-parser';
import { type Node, type NodeOf, type Source, within } from '../codemods/source.ts';
import { declaredNames, patternNames } from './things.ts';

type FunctionNode = FunctionDeclaration | NodeOf<'ArrowFunctionExpression'>;

/** Statements of a file or of a function's body. */
export type Block = NodeOf<'Program'> | NodeOf<'BlockStatement'>;

/** The blocks around a node, the closest first. */
export function blocksAround(source: Source, node: Node): Block[] {
  const blocks: Block[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = source.parents.get(at)) {
    if (at.type === 'Program' || at.type === 'BlockStatement') blocks.push(at);
  }
  return blocks;
}

/** All names that code at a node can use. */
export function namesAt(source: Source, node: Node): Set<string> {
  const names = new Set<string>();
  for (let at: Node | undefined = node; at !== undefined; at = source.parents.get(at)) for (const name of namesOf(at)) names.add(name);
  return names;
}

function namesOf(node: Node): string[] {
  if (node.type === 'Program' || node.type === 'BlockStatement') return node.body.flatMap(declaredNames);
  if (isFunction(node)) return (node.params as readonly Node[]).flatMap(patternNames);
  if (node.type === 'CatchClause') return patternNames(node.param);
  if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') return declaredNames(node.left);
  return node.type === 'ForStatement' && node.init !== null ? declaredNames(node.init) : [];
}

function isFunction(node: Node): node is FunctionNode {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

/** The names that a piece of code uses and does not declare itself. */
export function usedNames(source: Source, node: Node): Set<string> {
  const own = new Set(within(source, node).flatMap(namesOf));
  const used = within(source, node).flatMap((one) => {
    if (one.type === 'Identifier') return isReference(source, one) ? [one.name] : [];
    return one.type === 'JSXIdentifier' && isTag(source, one) ? [one.name] : [];
  });
  return new Set(used.filter((name) => !own.has(name)));
}

function isReference(source: Source, node: Node): boolean {
  const parent = source.parents.get(node);
  if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed;
  if (parent?.type === 'Property') return parent.value === node || parent.computed;
  return true;
}

function isTag(source: Source, node: Node): boolean {
  const parent = source.parents.get(node);
  return parent?.type === 'JSXOpeningElement' || (parent?.type === 'JSXMemberExpression' && parent.object === node);
}

/** The name of the function whose body this is: `default` for one without a name; empty for a callback. */
export function ownerOf(source: Source, block: Block): string {
  const owner = block.type === 'Program' ? undefined : source.parents.get(block);
  if (block.type === 'Program') return 'program';
  if (owner === undefined || !isFunction(owner)) return '';
  if (owner.type === 'FunctionDeclaration' && owner.id !== null) return `function ${owner.id.name}`;
  const parent = source.parents.get(owner);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return `function ${parent.id.name}`;
  return parent?.type === 'ExportDefaultDeclaration' || owner.type === 'FunctionDeclaration' ? 'default' : '';
}
