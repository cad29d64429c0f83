import MagicString from 'magic-string';
import { type Node, type Program, parseSync, visitorKeys } from 'oxc-parser';
import { Refused } from './changes.ts';

export type { Node };
export type NodeOf<Type extends Node['type']> = Extract<Node, { type: Type }>;

/** A parsed code file with pending edits. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly edits: MagicString;
  readonly parents: ReadonlyMap<Node, Node>;
  /** All nodes in pre-order. */
  readonly nodes: readonly Node[];
  /** The index of each node in `nodes`. */
  readonly order: ReadonlyMap<Node, number>;
}

/** The syntax tree of a file; null when it does not parse. */
function parse(path: string, text: string): Program | null {
  for (const lang of ['tsx', 'ts'] as const) {
    const { program, errors } = parseSync(`${path}.${lang}`, text, { lang, sourceType: 'module' });
    if (errors.every(({ severity }) => severity !== 'Error')) return program;
  }
  return null;
}

export function isReadable(path: string, text: string): boolean {
  return parse(path, text) !== null;
}

export function openSource(path: string, text: string): Source {
  const program = parse(path, text);
  if (program === null) throw new Refused('unreadable', path);
  const parents = new Map<Node, Node>();
  const nodes: Node[] = [];
  const order = new Map<Node, number>();
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    order.set(node, nodes.length);
    nodes.push(node);
    const children = childrenOf(node);
    for (const child of children) parents.set(child, node);
    pending.push(...children.reverse());
  }
  return { path, text, program, edits: new MagicString(text), parents, nodes, order };
}

function childrenOf(node: Node): Node[] {
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  return (visitorKeys[node.type] ?? []).flatMap((key) => fields[key]).filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

export function nodesOf<Type extends Node['type']>(source: Source, ...types: readonly Type[]): NodeOf<Type>[] {
  return source.nodes.filter((node): node is NodeOf<Type> => (types as readonly string[]).includes(node.type));
}

/** The ancestors of a node, the closest first. */
export function* ancestors(source: Source, node: Node): Generator<Node> {
  for (let at = source.parents.get(node); at !== undefined; at = source.parents.get(at)) yield at;
}

/** A node and its descendants. */
export function within({ nodes, order }: Source, node: Node): Node[] {
  const first = order.get(node) ?? nodes.length;
  let end = first + 1;
  while ((nodes[end]?.start ?? node.end) < node.end) end += 1;
  return nodes.slice(first, end);
}

export function lineOf({ text }: Source, { start }: Pick<Node, 'start'>): number {
  return text.slice(0, start).split('\n').length;
}

/** The value of a string literal, JSX text or a template without substitutions; null for any other node. */
export function textOf(node: Node | null | undefined): string | null {
  if (node === null || node === undefined) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'JSXText') return node.value.trim().replace(/\s+/g, ' ');
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  if (node.type === 'JSXExpressionContainer') return textOf(node.expression);
  return null;
}

/** The key of an object property. */
export function keyOf(node: Node): string | null {
  if (node.type !== 'Property' || node.computed) return null;
  return node.key.type === 'Identifier' ? node.key.name : textOf(node.key);
}

/** Replaces the text of a literal, in its notation. */
export function replaceText(source: Source, node: Node, text: string): void {
  if (node.type === 'JSXExpressionContainer') {
    replaceText(source, node.expression, text);
    return;
  }
  const raw = source.text.slice(node.start, node.end);
  source.edits.overwrite(node.start, node.end, written(source, node, raw, text));
}

function written(source: Source, node: Node, raw: string, text: string): string {
  if (node.type === 'JSXText') {
    const [, before = '', after = ''] = /^(\s*)[\s\S]*?(\s*)$/.exec(raw) ?? [];
    return before + (/[{}<>&]/.test(text) ? `{${JSON.stringify(text)}}` : text) + after;
  }
  if (source.parents.get(node)?.type === 'JSXAttribute') return attributeValue(text);
  return quoted(text, raw.startsWith("'") ? "'" : '"');
}

/** A text as the value of a JSX attribute, which has no backslash escapes. */
export function attributeValue(text: string): string {
  return /["{}&\\]/.test(text) ? `{${JSON.stringify(text)}}` : `"${text}"`;
}

export function quoted(text: string, quote: "'" | '"' = "'"): string {
  const inner = JSON.stringify(text).slice(1, -1);
  return quote === '"' ? `"${inner}"` : `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Removes an element of a list and its comma. */
export function removeElement(source: Source, node: Node): void {
  const after = /^\s*,\s?/.exec(source.text.slice(node.end));
  if (after !== null) {
    source.edits.remove(node.start, node.end + after[0].length);
    return;
  }
  const before = /,\s*$/.exec(source.text.slice(0, node.start));
  source.edits.remove(node.start - (before?.[0].length ?? 0), node.end);
}

/** A file's imports: local name → module and exported name. */
export interface Import {
  readonly local: string;
  readonly name: string;
  readonly from: string;
}

export function importsOf(source: Source): Import[] {
  return nodesOf(source, 'ImportDeclaration').flatMap(({ specifiers, source: { value: from } }) =>
    (specifiers ?? []).map((specifier) => {
      const local = specifier.local.name;
      if (specifier.type === 'ImportSpecifier') {
        const { imported } = specifier;
        return { local, from, name: imported.type === 'Identifier' ? imported.name : imported.value };
      }
      return { local, from, name: specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*' };
    }),
  );
}

/** Adds a named import, unless the file has it. Returns its local name; null when the name is taken. */
export function addImport(source: Source, name: string, from: string): string | null {
  const known = importsOf(source).find((one) => one.name === name && one.from === from);
  if (known !== undefined) return known.local;
  if (nodesOf(source, 'Identifier').some((node) => node.name === name)) return null;
  const last = source.program.body.findLast(({ type }) => type === 'ImportDeclaration');
  const quote = last !== undefined && source.text.slice(last.start, last.end).includes('"') ? '"' : "'";
  const line = `import { ${name} } from ${quoted(from, quote)};`;
  if (last === undefined) source.edits.prependLeft(source.program.body[0]?.start ?? 0, `${line}\n`);
  else source.edits.appendLeft(last.end, `\n${line}`);
  return name;
}
