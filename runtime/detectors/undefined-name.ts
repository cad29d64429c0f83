import { type Node, nodesOf, type Source, within } from '../codemods/source.ts';
import { type Detector, finding } from './detector.ts';

/** Global functions of browsers that Node lacks. */
const BROWSER_FUNCTIONS = new Set(
  `alert confirm prompt open close print focus blur stop find moveBy moveTo resizeBy resizeTo scroll scrollBy scrollTo matchMedia
  getComputedStyle getSelection requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback addEventListener
  removeEventListener dispatchEvent postMessage createImageBitmap reportError importScripts require`.split(/\s+/),
);

/** A component or function that is used, but neither defined nor imported in its file: a ReferenceError when it runs. */
export const undefinedName: Detector = {
  id: 'undefined-name',
  severity: 'error',
  *find({ sources }) {
    for (const source of sources) {
      for (const [name, node] of undefinedNames(source)) yield finding(source, node, `"${name}" is used, but not imported or defined.`);
    }
  },
};

/** Each undefined name with its first use. */
export function undefinedNames(source: Source): Map<string, Node> {
  const declared = declaredNames(source);
  const found = new Map<string, Node>();
  for (const node of nodesOf(source, 'JSXOpeningElement', 'CallExpression')) {
    const name = node.type === 'JSXOpeningElement' ? componentOf(node.name) : calledFunction(node.callee);
    if (name !== null && !declared.has(name) && !found.has(name)) found.set(name, node);
  }
  return found;
}

/** The variable of a JSX tag: `Card` of `<Card>`, `motion` of `<motion.div>`; null for an HTML tag. */
function componentOf(tag: Node): string | null {
  if (tag.type === 'JSXMemberExpression') return rootOf(tag.object);
  return tag.type === 'JSXIdentifier' && /^[A-Z]/.test(tag.name) ? tag.name : null;
}

function rootOf(node: Node): string | null {
  if (node.type === 'JSXMemberExpression') return rootOf(node.object);
  return node.type === 'JSXIdentifier' && node.name !== 'this' ? node.name : null;
}

function calledFunction(callee: Node): string | null {
  if (callee.type !== 'Identifier') return null;
  return callee.name in globalThis || BROWSER_FUNCTIONS.has(callee.name) ? null : callee.name;
}

/** All names that the file binds, in any scope. */
function declaredNames(source: Source): Set<string> {
  const names = new Set<string>();
  for (const root of source.nodes.flatMap(bindingsOf)) {
    for (const node of within(source, root)) if (node.type === 'Identifier') names.add(node.name);
  }
  return names;
}

function bindingsOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return (node.specifiers ?? []).map(({ local }) => local);
    case 'VariableDeclarator':
      return [node.id];
    case 'CatchClause':
      return node.param == null ? [] : [node.param];
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'TSDeclareFunction':
      return node.id == null ? node.params : [node.id, ...node.params];
    case 'ArrowFunctionExpression':
      return node.params;
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.id == null ? [] : [node.id];
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
    case 'TSImportEqualsDeclaration':
      return [node.id];
    default:
      return [];
  }
}
