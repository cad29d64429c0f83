import { tableName } from '@sayso/core';
import { type Node, parseSync, visitorKeys } from 'oxc-parser';
import type { Files } from '../ref.ts';

// What the code of a project does with the rows of a table as the person who uses it, found from its syntax.

export const ACTS = ['read', 'create', 'update', 'delete'] as const;
export type Act = (typeof ACTS)[number];

/** The acts on a table, and the files that do each. */
export type TableUses = ReadonlyMap<Act, ReadonlySet<string>>;

const METHODS: Readonly<Record<string, readonly Act[]>> = {
  ...Object.fromEntries(
    ['list', 'filter', 'get', 'count', 'paginate', 'aggregate', 'subscribe', 'distinct', 'useRows', 'useRow'].map((name) => [
      name,
      ['read'],
    ]),
  ),
  ...Object.fromEntries(['create', 'bulkCreate', 'createMany', 'importEntities'].map((name) => [name, ['create']])),
  ...Object.fromEntries(['update', 'bulkUpdate', 'updateMany'].map((name) => [name, ['update']])),
  ...Object.fromEntries(['delete', 'deleteMany', 'remove'].map((name) => [name, ['delete']])),
  upsert: ['create', 'update'],
  schema: [],
  schemaOf: [],
};

/** The uses of these tables by the code. What cannot be seen, such as a table that is passed on, counts as every act. */
export function tableUses(files: Files, tables: readonly string[]): ReadonlyMap<string, TableUses> {
  const found = new Map(tables.map((name) => [name, new Map<Act, Set<string>>()]));
  const code = Object.entries(files).filter(([path, text]) => !/\.(?:css|json|svg)$/.test(path) && !text.startsWith('data:'));
  for (const [path, text] of code) {
    const named = tables.filter((name) => text.includes(name));
    if (named.length === 0 && !/entities/i.test(text)) continue;
    const add = (table: string, acts: readonly Act[]): void => {
      const uses = found.get(table);
      for (const act of acts) uses?.set(act, (uses.get(act) ?? new Set()).add(path));
    };
    const { program, errors } = parseSync(`${path}.tsx`, text, { lang: 'tsx', sourceType: 'module' });
    if (errors.length > 0) for (const name of named) add(name, ACTS);
    new Walk(new Set(tables), add).of(program);
  }
  return found;
}

/** A table that an expression stands for; `isApps`: as the app itself, which no permission binds. */
interface Table {
  readonly name: string;
  readonly isApps: boolean;
}

class Walk {
  readonly #tables: ReadonlySet<string>;
  readonly #add: (table: string, acts: readonly Act[]) => void;
  readonly #bound = new Map<string, Table>();
  /** Names that stand for all tables. */
  readonly #all = new Map<string, { readonly isApps: boolean }>();

  constructor(tables: ReadonlySet<string>, add: (table: string, acts: readonly Act[]) => void) {
    this.#tables = tables;
    this.#add = add;
  }

  of(program: Node): void {
    this.#bind(program);
    this.#visit(program, null);
  }

  /** Names that imports and declarations give to tables. */
  #bind(node: Node): void {
    if (node.type === 'ImportDeclaration') this.#bindImport(node);
    if (node.type === 'VariableDeclarator' && node.init !== null) {
      const table = this.#tableOf(node.init);
      if (node.id.type === 'Identifier') {
        if (table !== null) this.#bound.set(node.id.name, table);
        else if (this.#isAll(node.init)) this.#all.set(node.id.name, { isApps: this.#isApps(node.init) });
      }
      if (node.id.type === 'ObjectPattern' && this.#isAll(node.init)) this.#bindPattern(node.id, this.#isApps(node.init));
    }
    for (const child of childrenOf(node)) this.#bind(child);
  }

  #bindImport(node: Extract<Node, { type: 'ImportDeclaration' }>): void {
    const from = node.source.value;
    const isEntities = /(?:^|\/)entities(?:\/|\.|$)/.test(from);
    const last = /([^/]+?)(?:\.\w+)?$/.exec(from)?.[1] ?? '';
    for (const one of node.specifiers) {
      const { name } = one.local;
      const imported = one.type === 'ImportSpecifier' ? nameOf(one.imported) : last;
      if (one.type !== 'ImportNamespaceSpecifier' && imported !== null && this.#tables.has(imported))
        this.#bound.set(name, { name: imported, isApps: false });
      else if (isEntities && one.type !== 'ImportSpecifier') this.#all.set(name, { isApps: false });
    }
  }

  #bindPattern(pattern: Extract<Node, { type: 'ObjectPattern' }>, ofApp: boolean): void {
    for (const property of pattern.properties) {
      if (property.type !== 'Property') {
        // The rest of all tables has any of them.
        for (const table of this.#tables) this.#add(table, ACTS);
        continue;
      }
      const key = tableName(nameOf(property.key) ?? '');
      const { value } = property;
      if (this.#tables.has(key) && value.type === 'Identifier') this.#bound.set(value.name, { name: key, isApps: ofApp });
    }
  }

  #visit(node: Node, parent: Node | null): void {
    if (node.type === 'ImportDeclaration') return;
    if (node.type === 'MemberExpression' && this.#visitMember(node)) return;
    const whole = isReference(node, parent) ? this.#tableOf(node) : null;
    if (whole !== null) {
      this.#use(whole, ACTS);
      return;
    }
    // A table may be looked up by its name.
    if (node.type === 'Literal' && typeof node.value === 'string' && this.#tables.has(tableName(node.value)))
      this.#add(tableName(node.value), ACTS);
    for (const child of childrenOf(node)) this.#visit(child, node);
  }

  /** Whether it is a member of a table, such as a call on it. */
  #visitMember(node: Extract<Node, { type: 'MemberExpression' }>): boolean {
    const method = memberName(node);
    const table = this.#tableOf(node.object);
    if (table === null) {
      if (method === null && this.#isAll(node.object)) for (const name of this.#tables) this.#add(name, ACTS);
      return false;
    }
    this.#use(table, method !== null && Object.hasOwn(METHODS, method) ? (METHODS[method] ?? ACTS) : ACTS);
    if (node.computed) this.#visit(node.property, node);
    return true;
  }

  #use({ name, isApps: ofApp }: Table, acts: readonly Act[]): void {
    if (!ofApp) this.#add(name, acts);
  }

  #tableOf(node: Node): Table | null {
    if (node.type === 'Identifier') return this.#bound.get(node.name) ?? null;
    if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression') return this.#tableOf(node.expression);
    if (node.type !== 'MemberExpression' || !this.#isAll(node.object)) return null;
    const name = tableName(memberName(node) ?? '');
    return this.#tables.has(name) ? { name, isApps: this.#isApps(node.object) } : null;
  }

  #isApps(node: Node): boolean {
    if (node.type === 'Identifier') return this.#all.get(node.name)?.isApps ?? false;
    return node.type === 'MemberExpression' && (memberName(node) === 'asServiceRole' || this.#isApps(node.object));
  }

  #isAll(node: Node): boolean {
    if (node.type === 'Identifier') return this.#all.has(node.name);
    return node.type === 'MemberExpression' && memberName(node) === 'entities';
  }
}

/** Whether a node is the use of a table as a whole, and not the name of something. */
function isReference(node: Node, parent: Node | null): boolean {
  if (node.type !== 'Identifier' && node.type !== 'MemberExpression') return false;
  if (parent === null) return true;
  if (parent.type === 'VariableDeclarator') return false;
  if (parent.type === 'Property') return parent.value === node && !parent.shorthand;
  if (parent.type === 'MemberExpression') return parent.computed && parent.property === node;
  return !['ExportSpecifier', 'ImportSpecifier', 'JSXAttribute', 'MethodDefinition', 'PropertyDefinition'].includes(parent.type);
}

function memberName(node: Extract<Node, { type: 'MemberExpression' }>): string | null {
  return node.computed && node.property.type !== 'Literal' ? null : nameOf(node.property);
}

function nameOf(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

export function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value = (node as unknown as Readonly<Record<string, unknown>>)[key];
    return (Array.isArray(value) ? value : [value]).filter((one): one is Node => typeof one === 'object' && one !== null);
  });
}
