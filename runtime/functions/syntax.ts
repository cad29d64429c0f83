import { parseSync, visitorKeys } from 'oxc-parser';

/** A node of the syntax tree, read by its keys. */
export interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** An expression where it stands, or a value that is derived from one. */
export type Source =
  | { readonly kind: 'node'; readonly node: Node; readonly scope: Scope }
  | { readonly kind: 'parameter'; readonly of: Node; readonly index: number }
  | { readonly kind: 'elements'; readonly of: Source }
  | { readonly kind: 'property'; readonly of: Source; readonly key: string | null }
  | { readonly kind: 'import'; readonly from: string; readonly specifier: string; readonly name: string };

/** The names of a block, a function or a file. */
export interface Scope {
  readonly parent: Scope | null;
  readonly names: Map<string, Source[]>;
  readonly isFunction: boolean;
}

/** A call or a construction, where it stands. */
export interface FoundCall {
  readonly node: Node;
  readonly scope: Scope;
}

/** What one file binds, calls and exports. */
export interface ModuleSyntax {
  readonly calls: readonly FoundCall[];
  /** By exported name; `default` for the default export. */
  readonly exports: ReadonlyMap<string, readonly Source[]>;
  /** What `export *` exports again. */
  readonly stars: readonly string[];
  readonly imports: ReadonlySet<string>;
  readonly returns: ReadonlyMap<Node, readonly Source[]>;
  /** Values of `this.name`, of all classes of the file. */
  readonly fields: ReadonlyMap<string, readonly Source[]>;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const SCOPES = new Set([
  'BlockStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'CatchClause',
  'SwitchStatement',
  'StaticBlock',
]);

export const isFunction = ({ type }: Node): boolean => FUNCTIONS.has(type);
export const nodeOf = (value: unknown): Node | null =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' ? (value as Node) : null;
export const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.flatMap((one: unknown) => nodeOf(one) ?? []) : [];

/** The name of a key or of a plain identifier; null for a computed one. */
export function nameOf(value: unknown): string | null {
  const node = nodeOf(value);
  if (node?.type === 'Identifier' || node?.type === 'PrivateIdentifier') return String(node['name']);
  return node?.type === 'Literal' && ['string', 'number'].includes(typeof node['value']) ? String(node['value']) : null;
}

/** The sources that a name has at a scope; null for a name that is bound nowhere, and so is global. */
export function bindingOf(name: string, scope: Scope): readonly Source[] | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** Reads one file; a file that does not parse has nothing. */
export function readSyntax(path: string, text: string): ModuleSyntax {
  const reader = new Reader(path);
  for (const lang of ['tsx', 'ts'] as const) {
    const { program, errors } = parseSync(`file.${lang}`, text, { lang, sourceType: 'module' });
    if (errors.some(({ severity }) => severity === 'Error')) continue;
    reader.read(program as unknown as Node);
    break;
  }
  return reader;
}

class Reader implements ModuleSyntax {
  readonly calls: FoundCall[] = [];
  readonly exports = new Map<string, Source[]>();
  readonly stars: string[] = [];
  readonly imports = new Set<string>();
  readonly returns = new Map<Node, Source[]>();
  readonly fields = new Map<string, Source[]>();
  readonly #path: string;
  readonly #assigned: { readonly name: string; readonly source: Source; readonly scope: Scope }[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  read(program: Node): void {
    const scope: Scope = { parent: null, names: new Map(), isFunction: true };
    this.#visit(program, scope, null);
    for (const { name, source, scope: at } of this.#assigned) (bindingOf(name, at) as Source[] | null)?.push(source);
  }

  #visit(node: Node, outer: Scope, within: Node | null): void {
    const isOwn = isFunction(node);
    const scope: Scope = isOwn || SCOPES.has(node.type) ? { parent: outer, names: new Map(), isFunction: isOwn } : outer;
    const owner = isOwn ? node : within;
    this.#record(node, { outer, scope, within });
    for (const key of visitorKeys[node.type] ?? []) {
      const child = node[key];
      for (const one of Array.isArray(child) ? nodesOf(child) : [nodeOf(child)]) if (one !== null) this.#visit(one, scope, owner);
    }
  }

  #record(node: Node, { outer, scope, within }: { outer: Scope; scope: Scope; within: Node | null }): void {
    const source = (value: unknown): Source | null => {
      const one = nodeOf(value);
      return one === null ? null : { kind: 'node', node: one, scope };
    };
    if (isFunction(node)) this.#function(node, outer, scope);
    switch (node.type) {
      case 'ClassDeclaration':
        this.#bind(node['id'], { kind: 'node', node, scope }, scope);
        break;
      case 'VariableDeclaration':
        this.#variables(node, scope);
        break;
      case 'ForOfStatement': {
        const [declared] = nodesOf(nodeOf(node['left'])?.['declarations']);
        const of = source(node['right']);
        if (declared !== undefined && of !== null) this.#bind(declared['id'], { kind: 'elements', of }, scope);
        break;
      }
      case 'AssignmentExpression':
        this.#assignment(node, source(node['right']), scope);
        break;
      case 'PropertyDefinition': {
        const value = source(node['value']);
        const key = nameOf(node['key']);
        if (value !== null && key !== null) add(this.fields, key, value);
        break;
      }
      case 'ReturnStatement': {
        const value = source(node['argument']);
        if (value !== null && within !== null) add(this.returns, within, value);
        break;
      }
      case 'CallExpression':
      case 'NewExpression':
        this.calls.push({ node, scope });
        break;
      case 'ImportDeclaration':
        this.#imports(node, scope);
        break;
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
        this.#exports(node, scope);
        break;
    }
  }

  #function(node: Node, outer: Scope, scope: Scope): void {
    if (node.type === 'FunctionDeclaration') this.#bind(node['id'], { kind: 'node', node, scope: outer }, outer);
    for (const [index, parameter] of nodesOf(node['params']).entries())
      this.#bind(
        parameter['type'] === 'TSParameterProperty' ? parameter['parameter'] : parameter,
        { kind: 'parameter', of: node, index },
        scope,
      );
    const body = nodeOf(node['body']);
    if (body !== null && body.type !== 'BlockStatement') add(this.returns, node, { kind: 'node', node: body, scope });
  }

  #variables(node: Node, scope: Scope): void {
    let at = scope;
    while (node['kind'] === 'var' && !at.isFunction && at.parent !== null) at = at.parent;
    for (const { id, init } of nodesOf(node['declarations'])) {
      const value = nodeOf(init);
      this.#bind(id, value === null ? null : { kind: 'node', node: value, scope }, at);
    }
  }

  /** Binds the names of a pattern to what they are of a value. */
  #bind(pattern: unknown, source: Source | null, scope: Scope): void {
    const node = nodeOf(pattern);
    if (node?.type === 'Identifier') {
      const known = scope.names.get(String(node['name'])) ?? [];
      scope.names.set(String(node['name']), source === null ? known : [...known, source]);
    } else if (node?.type === 'AssignmentPattern') {
      const fallback = nodeOf(node['right']);
      this.#bind(node['left'], source, scope);
      if (fallback !== null) this.#bind(node['left'], { kind: 'node', node: fallback, scope }, scope);
    } else if (node !== null) this.#bindParts(node, source, scope);
  }

  #bindParts(node: Node, source: Source | null, scope: Scope): void {
    const part = (key: string | null): Source | null => (source === null ? null : { kind: 'property', of: source, key });
    const element: Source | null = source === null ? null : { kind: 'elements', of: source };
    if (node.type === 'ObjectPattern')
      for (const { key, value } of nodesOf(node['properties'])) this.#bind(value, part(nameOf(key)), scope);
    if (node.type === 'ArrayPattern') for (const one of nodesOf(node['elements'])) this.#bind(one, element, scope);
  }

  #assignment(node: Node, source: Source | null, scope: Scope): void {
    const left = nodeOf(node['left']);
    if (source === null || left === null || !['=', '??=', '||='].includes(String(node['operator']))) return;
    if (left.type === 'Identifier') this.#assigned.push({ name: String(left['name']), source, scope });
    const key = nodeOf(left['object'])?.type === 'ThisExpression' && left['computed'] !== true ? nameOf(left['property']) : null;
    if (key !== null) add(this.fields, key, source);
  }

  #imports(node: Node, scope: Scope): void {
    const specifier = nameOf(node['source']);
    if (specifier === null || node['importKind'] === 'type') return;
    this.imports.add(specifier);
    for (const one of nodesOf(node['specifiers'])) {
      const name = one.type === 'ImportSpecifier' ? nameOf(one['imported']) : one.type === 'ImportDefaultSpecifier' ? 'default' : '*';
      if (name !== null) this.#bind(one['local'], { kind: 'import', from: this.#path, specifier, name }, scope);
    }
  }

  #exports(node: Node, scope: Scope): void {
    const specifier = nameOf(node['source']);
    const declared = nodeOf(node['declaration']);
    if (specifier !== null) this.imports.add(specifier);
    if (node.type === 'ExportAllDeclaration') {
      if (specifier !== null) this.stars.push(specifier);
    } else if (node.type === 'ExportDefaultDeclaration') {
      if (declared !== null) add(this.exports, 'default', { kind: 'node', node: declared, scope });
    } else this.#namedExports(node, specifier, scope);
  }

  #namedExports(node: Node, specifier: string | null, scope: Scope): void {
    const declared = nodeOf(node['declaration']);
    const names = declared === null ? [] : [declared['id'], ...nodesOf(declared['declarations']).map(({ id }) => id)];
    for (const id of names.flatMap((one) => nodeOf(one) ?? []))
      if (id.type === 'Identifier') add(this.exports, String(id['name']), { kind: 'node', node: id, scope });
    for (const { local, exported } of nodesOf(node['specifiers'])) {
      const [name, as, at] = [nameOf(local), nameOf(exported), nodeOf(local)];
      if (name === null || as === null || at === null) continue;
      add(this.exports, as, specifier === null ? { kind: 'node', node: at, scope } : { kind: 'import', from: this.#path, specifier, name });
    }
  }
}

function add<Key>(to: Map<Key, Source[]>, key: Key, source: Source): void {
  const known = to.get(key);
  if (known === undefined) to.set(key, [source]);
  else known.push(source);
}
