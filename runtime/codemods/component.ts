import type { Function as FunctionNode } from 'oxc-parser';
import { type Node, type NodeOf, nodesOf, type Source } from './source.ts';

type Component = FunctionNode | NodeOf<'ArrowFunctionExpression'>;
type Root = NodeOf<'JSXElement'> | NodeOf<'JSXFragment'>;

/** The function that a file exports as default; null when the default export is no function. */
export function componentOf(source: Source): Component | null {
  const exported = nodesOf(source, 'ExportDefaultDeclaration')[0]?.declaration;
  return exported === undefined ? null : functionOf(source, exported);
}

function functionOf(source: Source, node: Node): Component | null {
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') return node;
  if (node.type === 'ParenthesizedExpression') return functionOf(source, node.expression);
  // Wrappers such as `memo(Page)`.
  if (node.type === 'CallExpression') return node.arguments[0] === undefined ? null : functionOf(source, node.arguments[0]);
  if (node.type !== 'Identifier') return null;
  const declared = declarationOf(source, node.name);
  return declared === null ? null : functionOf(source, declared);
}

/** What a file declares by this name at its top level: a function, or the value of a variable. */
function declarationOf(source: Source, name: string): Node | null {
  for (const statement of source.program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'FunctionDeclaration' && declared.id?.name === name) return declared;
    if (declared?.type !== 'VariableDeclaration') continue;
    const found = declared.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
    if (found?.init) return found.init;
  }
  return null;
}

/** The element of a component's final return; null when it is no JSX element. */
export function rootOf({ body }: Component): Root | null {
  if (body === null) return null;
  if (body.type !== 'BlockStatement') return unwrapped(body);
  const last = body.body.findLast(({ type }) => type === 'ReturnStatement');
  return last?.type === 'ReturnStatement' ? unwrapped(last.argument) : null;
}

function unwrapped(node: Node | null): Root | null {
  if (node?.type === 'ParenthesizedExpression') return unwrapped(node.expression);
  return node?.type === 'JSXElement' || node?.type === 'JSXFragment' ? node : null;
}

/** Containers that stack any children vertically. */
const CONTAINERS = /^(?:div|main|section|article|Page|Section)$/;

/** Appends an element to a container's children; wraps any other element and appends it as a sibling. */
export function insertLast(source: Source, root: Root, text: string): void {
  const closing = root.type === 'JSXFragment' ? root.closingFragment : CONTAINERS.test(tagOf(root)) ? root.closingElement : null;
  if (closing === null) {
    wrap(source, root, text);
    return;
  }
  const indent = /\n([ \t]*)$/.exec(source.text.slice(0, closing.start))?.[1];
  if (indent === undefined) source.edits.appendLeft(closing.start, text);
  else source.edits.appendLeft(closing.start - indent.length, `${indent}${indent.includes('\t') ? '\t' : '  '}${text}\n`);
}

function wrap(source: Source, root: Root, after: string): void {
  const indent = indentOf(source, root);
  source.edits.appendLeft(root.start, `<>\n${indent}  `);
  source.edits.appendRight(root.end, `\n${indent}  ${after}\n${indent}</>`);
}

function indentOf(source: Source, node: Node): string {
  const line = source.text.slice(source.text.lastIndexOf('\n', node.start - 1) + 1, node.start);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function tagOf(element: Root): string {
  if (element.type === 'JSXFragment') return '';
  const { name } = element.openingElement;
  return name.type === 'JSXIdentifier' ? name.name : '';
}
