import { ancestors, importsOf, type Node, type NodeOf, nodesOf, type Source, within } from '../codemods/source.ts';
import { type Detector, type Finding, finding } from './detector.ts';

type FunctionNode = NodeOf<'FunctionDeclaration'> | NodeOf<'FunctionExpression'> | NodeOf<'ArrowFunctionExpression'>;

/** Modules whose `use…` exports are hooks: functions of the app may be named so without being any. */
const HOOK_MODULES = /^(?:react|react-router-dom|react-hook-form|framer-motion|next-themes|@\/components\/.*|@\/hooks\/.*)$/;
const LOOPS: readonly string[] = ['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement'];

/** A hook that does not run on every rendering, or outside of a component: React stops with an error. */
export const hooksMisuse: Detector = {
  id: 'hooks-misuse',
  severity: 'error',
  *find({ sources }) {
    for (const source of sources) yield* misusedIn(source);
  },
};

function* misusedIn(source: Source): Generator<Finding> {
  const hooks = new Set(importsOf(source).flatMap(({ local, name, from }) => (isHook(name) && HOOK_MODULES.test(from) ? [local] : [])));
  if (hooks.size === 0) return;
  for (const call of nodesOf(source, 'CallExpression')) {
    if (call.callee.type !== 'Identifier' || !hooks.has(call.callee.name)) continue;
    const reason = misuseOf(source, call);
    if (reason !== null) yield finding(source, call, `${call.callee.name} is called ${reason}. Call it at the top of the component.`);
  }
}

function isHook(name: string): boolean {
  return /^use[A-Z]/.test(name);
}

function misuseOf(source: Source, call: Node): string | null {
  let child = call;
  for (const node of ancestors(source, call)) {
    if (isFunction(node)) return nestingOf(source, node) ?? (returnsBefore(source, node, call) ? 'after an early return' : null);
    if (LOOPS.includes(node.type)) return 'in a loop';
    if (isBranch(node, child)) return 'in a condition';
    child = node;
  }
  return 'outside of a component';
}

/** Whether `child` runs only in some cases of `node`. */
function isBranch(node: Node, child: Node): boolean {
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return child !== node.test;
  if (node.type === 'LogicalExpression') return child === node.right;
  return node.type === 'SwitchCase';
}

function isFunction(node: Node): node is FunctionNode {
  return node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';
}

/** A function without the name of a component or hook, within one that has such a name. */
function nestingOf(source: Source, node: FunctionNode): string | null {
  if (isComponentOrHook(nameOf(source, node))) return null;
  for (const outer of ancestors(source, node)) {
    if (isFunction(outer) && isComponentOrHook(nameOf(source, outer))) return 'in a function within the component';
  }
  return null;
}

function isComponentOrHook(name: string | null): boolean {
  return name !== null && (/^[A-Z]/.test(name) || isHook(name));
}

/** The name of a function or of the variable that holds it, also within `memo()` and the like. */
function nameOf(source: Source, node: FunctionNode): string | null {
  if (node.type !== 'ArrowFunctionExpression' && node.id !== null) return (node.id as { readonly name: string }).name;
  for (const parent of ancestors(source, node)) {
    if (parent.type === 'VariableDeclarator') return parent.id.type === 'Identifier' ? parent.id.name : null;
    if (parent.type !== 'CallExpression') return null;
  }
  return null;
}

/** Whether an earlier statement of the function's body may return. */
function returnsBefore(source: Source, node: FunctionNode, call: Node): boolean {
  if (node.body?.type !== 'BlockStatement') return false;
  const earlier = node.body.body.filter(({ end }) => end <= call.start);
  return earlier.some((statement) =>
    within(source, statement).some((inner) => inner.type === 'ReturnStatement' && [...ancestors(source, inner)].find(isFunction) === node),
  );
}
