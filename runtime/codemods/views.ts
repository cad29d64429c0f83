import type { Draft } from './draft.ts';
import { addImport, importsOf, keyOf, lineOf, type Node, type NodeOf, nodesOf, type Source, textOf } from './source.ts';

/** A block element for a table: `<DataTable entity={Task} …>`. */
export interface BlockUse {
  readonly source: Source;
  readonly element: NodeOf<'JSXElement'>;
  /** Its exported name. */
  readonly block: string;
  readonly props: ReadonlyMap<string, NodeOf<'JSXAttribute'>>;
}

const BLOCKS = '@/components/blocks/';

/** Blocks with a sort order. */
export const COLLECTIONS = /^Data(?:Table|List|Cards|Board|Checklist)$/;

/** The local names of a table's imports in a file. */
export function tableNames(source: Source, table: string): Set<string> {
  const names = importsOf(source).filter(({ from, name }) => {
    if (from === `@/entities/${table}`) return name === table || name === 'default';
    return /^@\/(?:entities|entities\/all|api\/entities)$/.test(from) && name === table;
  });
  return new Set(names.map(({ local }) => local));
}

/** The local name of a table in a file; adds the import when missing; null when the name is taken. */
export function importTable(source: Source, table: string): string | null {
  return [...tableNames(source, table)][0] ?? addImport(source, table, `@/entities/${table}`);
}

/** The block elements of a table, in all files. */
export function blockUses(draft: Draft, table: string): BlockUse[] {
  return draft.sources().flatMap((source) => {
    const locals = tableNames(source, table);
    const blocks = new Map(importsOf(source).flatMap(({ local, name, from }) => (from.startsWith(BLOCKS) ? [[local, name]] : [])));
    if (blocks.size === 0) return [];
    return nodesOf(source, 'JSXElement').flatMap((element) => {
      const { name, attributes } = element.openingElement;
      const block = name.type === 'JSXIdentifier' ? blocks.get(name.name) : undefined;
      if (block === undefined) return [];
      const props = new Map(
        attributes.flatMap((attribute) =>
          attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier' ? [[attribute.name.name, attribute]] : [],
        ),
      );
      const isOfTable = [...props].some(([prop, { value }]) => prop === 'entity' && isTable(value, { table, locals }));
      return isOfTable ? [{ source, element, block, props }] : [];
    });
  });
}

function isTable(
  value: NodeOf<'JSXAttribute'>['value'],
  { table, locals }: { readonly table: string; readonly locals: ReadonlySet<string> },
): boolean {
  if (value === null) return false;
  if (textOf(value) === table) return true;
  return value.type === 'JSXExpressionContainer' && value.expression.type === 'Identifier' && locals.has(value.expression.name);
}

/** A query in code. */
export interface ReadCall {
  readonly source: Source;
  readonly call: NodeOf<'CallExpression'>;
  readonly method: 'list' | 'filter';
}

/** `Task.list(…)` and `Task.filter(…)`, in all files. */
export function readCalls(draft: Draft, table: string): ReadCall[] {
  return draft.sources().flatMap((source) => {
    const locals = tableNames(source, table);
    if (locals.size === 0) return [];
    return nodesOf(source, 'CallExpression').flatMap((call) => {
      const { callee } = call;
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || !locals.has(callee.object.name)) return [];
      const method = callee.property.type === 'Identifier' ? callee.property.name : '';
      return method === 'list' || method === 'filter' ? [{ source, call, method }] : [];
    });
  });
}

/** Files that import a table, and the components to which they pass its rows. */
export function filesAbout(draft: Draft, table: string): Source[] {
  const found = new Set(draft.sources().filter((source) => tableNames(source, table).size > 0));
  for (const source of found) {
    for (const { from } of importsOf(source)) {
      const path = from.replace(/^@\//, '');
      if (/^(?:components|services)\//.test(path) && draft.has(path)) found.add(draft.source(path));
    }
  }
  return [...found];
}

/** Where code of a file names a field of a row: `row.due`, `{ due }`, `'due'`, `due: …`. */
export function fieldMentions(source: Source, field: string): Node[] {
  return nodesOf(source, 'MemberExpression', 'Property', 'Literal', 'TemplateLiteral').filter((node) => {
    if (node.type === 'MemberExpression') return !node.computed && node.property.type === 'Identifier' && node.property.name === field;
    if (node.type === 'Property') return !node.computed && node.key.type === 'Identifier' && node.key.name === field;
    return textOf(node)?.replace(/^-/, '') === field && source.parents.get(node)?.type !== 'MemberExpression'
      ? true
      : isComputed(source, node, field);
  });
}

function isComputed(source: Source, node: Node, field: string): boolean {
  const parent = source.parents.get(node);
  return parent?.type === 'MemberExpression' && parent.computed && textOf(node) === field;
}

export function isWithin(outer: Node, inner: Node): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** The literal array of a prop; null when code computes it. */
export function listOf(attribute: NodeOf<'JSXAttribute'> | undefined): NodeOf<'ArrayExpression'> | null {
  const value = attribute?.value;
  if (value?.type !== 'JSXExpressionContainer') return null;
  return value.expression.type === 'ArrayExpression' ? value.expression : null;
}

export function placeOf(source: Source, node: Node): { readonly path: string; readonly line: number } {
  return { path: source.path, line: lineOf(source, node) };
}

/** The key under which an object in a list names its field: `{ name: 'due' }`, `{ sum: 'amount' }`. */
export function fieldKeyOf(node: Node): string | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  return node.properties
    .filter((property) => property.type === 'Property' && textOf(property.value) !== null)
    .map((property) => keyOf(property) ?? '')
    .find((key) => /^(?:name|sum|average|min|max)$/.test(key));
}
