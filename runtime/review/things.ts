import { type Node, type NodeOf, nodesOf, type Source, textOf, within } from '../codemods/source.ts';
import { labelOf, nameOf, tagOf } from './labels.ts';
import type { ThingKind } from './outcome.ts';

/** Something that a person uses in an app, or that other code uses, at its place in a file. */
export interface Thing {
  readonly kind: ThingKind;
  /** Equal for the same thing in two versions. */
  readonly key: string;
  readonly name: string;
  readonly table: string | null;
  readonly file: string;
  /** Offset in the file. */
  readonly start: number;
  /** Null for files and fields. */
  readonly node: Node | null;
  /** Source text that a renamed thing keeps; null when it has none. */
  readonly body: string | null;
}

/** Names that code can refer to. */
export interface Vocabulary {
  readonly pages: ReadonlyMap<string, string>;
  readonly fields: ReadonlySet<string>;
}

const PASSIVE_EVENTS =
  /^on(?:Change|Input|Blur|Focus|Key|Mouse|Pointer|Touch|Drag|Scroll|Load|Error|OpenChange|ValueChange|Animation|Transition)/;
const LINK_PROPS = /^(?:to|href|path|url|page)$/;
const BOUND_PROPS = /^(?:value|checked|defaultValue|defaultChecked|selected)$/;
const NAME_PROPS = /^(?:name|field)$/;
const LIST_PROPS = /^(?:fields|columns)$/;
/** Of the address of a link. */
const MAX_TARGET = 300;
const METHODS = /^(?:list|filter|get|create|update|delete|deleteMany|bulkCreate|importEntities|subscribe)$/;
const ENTITY_MODULES = /^@\/(?:entities|api\/entities)(?:\/|$)/;

/** All things of a code file, in order. */
export function thingsOf(source: Source, vocabulary: Vocabulary): Thing[] {
  const tables = tablesIn(source);
  return source.nodes.flatMap((node) => thingsAt(source, node, vocabulary, tables));
}

function thingsAt(source: Source, node: Node, vocabulary: Vocabulary, tables: ReadonlyMap<string, string>): Thing[] {
  if (node.type === 'ExportNamedDeclaration') return exportsOf(source, node);
  if (node.type === 'CallExpression') return [...linkCalls(source, node, vocabulary), ...tableCalls(source, node, tables)];
  if (node.type === 'JSXAttribute') return attributeThings(source, node, vocabulary, tables);
  if (node.type === 'Property') return linkProperties(source, node, vocabulary);
  return [];
}

interface Found {
  readonly kind: ThingKind;
  readonly key: string;
  readonly name: string;
  readonly body?: string;
}

function thing({ path: file }: Source, node: Node, { kind, key, name, body }: Found): Thing {
  return { kind, key: `${kind}:${key}`, name, table: null, file, start: node.start, node, body: body ?? null };
}

/** Source text that does not differ by white space. */
export function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function exportsOf(source: Source, node: NodeOf<'ExportNamedDeclaration'>): Thing[] {
  if (node.exportKind === 'type') return [];
  const { declaration, specifiers } = node;
  const text = source.text.slice(node.start, node.end);
  if (declaration === null) {
    return specifiers.map(({ exported }) => {
      const name = exported.type === 'Identifier' ? exported.name : String(exported.value);
      return thing(source, node, { kind: 'export', key: name, name });
    });
  }
  const isCode =
    declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration' || declaration.type === 'VariableDeclaration';
  return (isCode ? declaredNames(declaration) : []).map((name) =>
    thing(source, node, { kind: 'export', key: name, name, body: normal(text).replaceAll(name, '·') }),
  );
}

/** The names that a statement declares. */
export function declaredNames(node: Node): string[] {
  if (node.type === 'ExportNamedDeclaration' && node.declaration !== null) return declaredNames(node.declaration);
  if (node.type === 'ExportDefaultDeclaration') return declaredNames(node.declaration);
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return node.id === null ? [] : [node.id.name];
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => patternNames(id));
  if (node.type === 'ImportDeclaration') return (node.specifiers ?? []).map(({ local }) => local.name);
  return [];
}

/** The names that a pattern binds. */
export function patternNames(node: Node | null): string[] {
  if (node === null) return [];
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'ObjectPattern')
    return node.properties.flatMap((one) => patternNames(one.type === 'RestElement' ? one.argument : one.value));
  if (node.type === 'ArrayPattern') return node.elements.flatMap(patternNames);
  if (node.type === 'AssignmentPattern') return patternNames(node.left);
  if (node.type === 'RestElement') return patternNames(node.argument);
  return [];
}

/** Local name → table, of a file's imports. */
function tablesIn(source: Source): Map<string, string> {
  const tables = new Map<string, string>();
  for (const node of nodesOf(source, 'ImportDeclaration')) {
    if (!ENTITY_MODULES.test(node.source.value)) continue;
    const [, file = ''] = /^@\/entities\/(\w+)$/.exec(node.source.value) ?? [];
    for (const specifier of node.specifiers ?? []) {
      const named = specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier' ? specifier.imported.name : file;
      if (named !== '') tables.set(specifier.local.name, named);
    }
  }
  return tables;
}

function tableOf(node: Node, tables: ReadonlyMap<string, string>): string | null {
  if (node.type === 'Identifier') return tables.get(node.name) ?? null;
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return null;
  const owner = node.object.type === 'MemberExpression' ? node.object.property : node.object;
  return owner.type === 'Identifier' && owner.name === 'entities' ? node.property.name : null;
}

function tableCalls(source: Source, node: NodeOf<'CallExpression'>, tables: ReadonlyMap<string, string>): Thing[] {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !METHODS.test(callee.property.name)) return [];
  const table = tableOf(callee.object, tables);
  if (table === null) return [];
  const method = callee.property.name;
  // Reading all rows and reading some of them replace each other.
  return [thing(source, node, { kind: 'call', key: `${table}.${method === 'filter' ? 'list' : method}`, name: `${table}.${method}` })];
}

function linkCalls(source: Source, node: NodeOf<'CallExpression'>, vocabulary: Vocabulary): Thing[] {
  const {
    callee,
    arguments: [first],
  } = node;
  if (callee.type !== 'Identifier' || first === undefined) return [];
  if (callee.name === 'createPageUrl') return linkTo(source, node, targetOf(first), vocabulary);
  return callee.name === 'navigate' ? linkTo(source, node, pathOf(first), vocabulary) : [];
}

function linkProperties(source: Source, node: NodeOf<'Property'>, vocabulary: Vocabulary): Thing[] {
  const name = node.key.type === 'Identifier' ? node.key.name : '';
  return !node.computed && LINK_PROPS.test(name) ? linkTo(source, node, pathOf(node.value), vocabulary) : [];
}

function linkTo(source: Source, node: Node, target: string | null, { pages }: Vocabulary): Thing[] {
  if (target === null || target.length > MAX_TARGET) return [];
  const address = pageAddress(target);
  return [thing(source, node, { kind: 'link', key: address, name: pages.get(address) ?? target })];
}

/** As the product resolves pages: lower case, without dashes, query and fragment. */
export function pageAddress(target: string): string {
  return target
    .replace(/[?#].*$/, '')
    .replace(/^\/|\/$/g, '')
    .toLowerCase()
    .replaceAll('-', '');
}

/** The literal text of an expression, up to its first substitution. */
function targetOf(node: Node): string | null {
  return node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? null) : textOf(node);
}

function pathOf(node: Node): string | null {
  const inner = node.type === 'JSXExpressionContainer' ? node.expression : node;
  const target = targetOf(inner);
  return target !== null && /^\/(?!\/)/.test(target) ? target : null;
}

function attributeThings(
  source: Source,
  node: NodeOf<'JSXAttribute'>,
  vocabulary: Vocabulary,
  tables: ReadonlyMap<string, string>,
): Thing[] {
  const { value } = node;
  const name = nameOf(node);
  const opening = source.parents.get(node);
  const element = opening === undefined ? undefined : source.parents.get(opening);
  if (value === null || element?.type !== 'JSXElement') return [];
  if (/^on[A-Z]/.test(name)) return handler(source, element, { name, value });
  if (name === 'type' && textOf(value) === 'submit') return handler(source, element, { name: 'submit', value });
  if (name === 'to' || name === 'href') return linkTo(source, element, pathOf(value), vocabulary);
  if (name === 'entity' && value.type === 'JSXExpressionContainer') {
    const table = tableOf(value.expression, tables);
    return table === null ? [] : [thing(source, element, { kind: 'view', key: `${tagOf(element)}.${table}`, name: table })];
  }
  return inputs(source, element, { name, value }, vocabulary);
}

interface Attribute {
  readonly name: string;
  readonly value: Node;
}

function handler(source: Source, element: NodeOf<'JSXElement'>, { name, value }: Attribute): Thing[] {
  if (PASSIVE_EVENTS.test(name)) return [];
  const label = labelOf(source, element);
  if (label === null) return [];
  const body = name === 'submit' ? '' : normal(source.text.slice(value.start, value.end));
  const tag = tagOf(element) === 'form' ? 'form' : '';
  return [thing(source, element, { kind: 'handler', key: `${tag}${name}:${label.toLowerCase()}`, name: label, body: `${name}=${body}` })];
}

function inputs(source: Source, element: NodeOf<'JSXElement'>, { name, value }: Attribute, { fields }: Vocabulary): Thing[] {
  const input = (node: Node, field: string | null) =>
    field !== null && fields.has(field) ? [thing(source, node, { kind: 'input', key: field, name: field })] : [];
  if (NAME_PROPS.test(name)) return input(element, textOf(value));
  if (value.type !== 'JSXExpressionContainer') return [];
  const { expression } = value;
  if (BOUND_PROPS.test(name)) return input(element, boundField(source, expression));
  if (!LIST_PROPS.test(name) || expression.type !== 'ArrayExpression') return [];
  return expression.elements.flatMap((one) => (one === null ? [] : input(one, textOf(one) ?? fieldIn(one))));
}

/** The field of `form.title`, `form.title ?? ''` and `String(form.title)`. */
function boundField(source: Source, expression: Node): string | null {
  const member = within(source, expression).find((node) => node.type === 'MemberExpression');
  return member?.type === 'MemberExpression' && !member.computed && member.property.type === 'Identifier' ? member.property.name : null;
}

/** The field of `{ name: 'title', … }` in a list. */
function fieldIn(node: Node): string | null {
  if (node.type !== 'ObjectExpression') return null;
  const named = node.properties.find((one) => one.type === 'Property' && one.key.type === 'Identifier' && NAME_PROPS.test(one.key.name));
  return named?.type === 'Property' ? textOf(named.value) : null;
}
