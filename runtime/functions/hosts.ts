import type { Files } from '../compile/sources.ts';
import { importedFile, packageSpecifier } from './modules.ts';
import {
  bindingOf,
  isFunction,
  type ModuleSyntax,
  type Node,
  nameOf,
  nodeOf,
  nodesOf,
  readSyntax,
  type Scope,
  type Source,
} from './syntax.ts';

/** Packages whose calls take an address as `fetch` does, or get one as `url`, `baseURL` or `prefixUrl`. */
const CLIENTS = new Set([
  'axios',
  'cross-fetch',
  'got',
  'ky',
  'node-fetch',
  'ofetch',
  'superagent',
  'undici',
  'wretch',
  '@supabase/supabase-js',
]);
const ADDRESS_KEYS = ['url', 'baseURL', 'baseUrl', 'prefixUrl'];
/** Methods of texts and addresses that leave the origin as it is. */
const SAME_ORIGIN = new Set(['toString', 'valueOf', 'trim', 'trimEnd', 'replace', 'replaceAll', 'concat']);
const PER_ELEMENT = new Set(['map', 'forEach', 'flatMap', 'filter', 'some', 'every', 'find']);
const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'ParenthesizedExpression',
  'ChainExpression',
  'AwaitExpression',
]);
/** Part of a text that only a run knows. */
const UNKNOWN = '\uFFFC';
const MAX_TEXTS = 20;
const MAX_DEPTH = 30;
/** Of following the values of one call, and of all calls of a function: names with several values each multiply them. */
const MAX_STEPS = 2000;
const MAX_STEPS_TOGETHER = 100_000;
const ADDRESS = new RegExp(
  `^https://((?=.{4,253}(?:[/?#:${UNKNOWN}]|$))(?:[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?\\.)+[a-z][a-z\\d-]{0,61}[a-z\\d])(?::443)?${UNKNOWN}?(?:[/?#\\\\]|$)`,
  'i',
);

/** Reads which servers functions call, by the names that their code has for them. Files are parsed once. */
export class CalledHosts {
  readonly #files: Files;
  readonly #onFile: (path: string) => void;
  readonly #modules = new Map<string, ModuleSyntax>();

  constructor(files: Files, onFile: (path: string) => void) {
    this.#files = files;
    this.#onFile = onFile;
  }

  /** The servers that a file and the files that it imports call with `fetch` or a client of HTTP, where the code has the name of the server. */
  of(path: string): string[] {
    return new Values(this.#reached(path), (specifier, from) => this.#imported(specifier, from)?.[0] ?? null).hosts();
  }

  /** The file and the files that it imports, directly or through others. */
  filesOf(path: string): string[] {
    return [...this.#reached(path).keys()];
  }

  #reached(path: string): Map<string, ModuleSyntax> {
    const modules = new Map<string, ModuleSyntax>();
    const pending = [path];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (modules.has(next)) continue;
      const read = this.#module(next);
      modules.set(next, read);
      for (const specifier of read.imports) pending.push(...(this.#imported(specifier, next) ?? []));
    }
    return modules;
  }

  #module(path: string): ModuleSyntax {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    this.#onFile(path);
    const read = readSyntax(path, this.#files[path] ?? '');
    this.#modules.set(path, read);
    return read;
  }

  #imported(specifier: string, from: string): [string] | null {
    const path = importedFile(specifier, from, this.#files);
    return path === null ? null : [path];
  }
}

/** An expression that a source may be. */
interface Leaf {
  readonly node: Node;
  readonly scope: Scope;
}
type Next = (source: Source) => Leaf[];
type TextsOf = (value: unknown) => string[];
type Resolve = (specifier: string, from: string) => string | null;

/** The values that expressions of some files may have, whatever a run decides. */
class Values {
  readonly #modules: ReadonlyMap<string, ModuleSyntax>;
  readonly #resolve: Resolve;
  readonly #given = new Map<Node, (readonly Source[])[]>();
  /** Of this call, and of the calls before. */
  #steps = 0;
  #stepsBefore = 0;

  constructor(modules: ReadonlyMap<string, ModuleSyntax>, resolve: Resolve) {
    this.#modules = modules;
    this.#resolve = resolve;
  }

  hosts(): string[] {
    const calls = [...this.#modules.values()].flatMap((one) => one.calls);
    for (const { node, scope } of calls) {
      this.#nextCall();
      this.#give(node, scope);
    }
    const found = new Set<string>();
    for (const { node, scope } of calls) {
      this.#nextCall();
      for (const text of this.#addresses(node, scope)) {
        const [, host] = ADDRESS.exec(text) ?? [];
        if (host !== undefined) found.add(host.toLowerCase());
      }
    }
    return [...found];
  }

  #nextCall(): void {
    this.#stepsBefore += this.#steps;
    this.#steps = 0;
  }

  #isSpent(): boolean {
    this.#steps += 1;
    return this.#steps > MAX_STEPS || this.#steps + this.#stepsBefore > MAX_STEPS_TOGETHER;
  }

  /** Records what a call gives the parameters of a function of these files. */
  #give(node: Node, scope: Scope): void {
    const callee = nodeOf(node['callee']);
    if (callee === null) return;
    const given = nodesOf(node['arguments']).map((one): Source => ({ kind: 'node', node: one, scope }));
    for (const one of this.#leaves({ kind: 'node', node: callee, scope })) {
      const called = one.node.type.startsWith('Class') ? constructorOf(one.node) : one.node;
      if (called !== null && isFunction(called)) this.#addGiven(called, given);
    }
    const [first] = given;
    const list = nodeOf(callee['object']);
    if (first?.kind !== 'node' || list === null || !PER_ELEMENT.has(nameOf(callee['property']) ?? '')) return;
    for (const { node: called } of this.#leaves(first))
      if (isFunction(called)) this.#addGiven(called, [{ kind: 'elements', of: { kind: 'node', node: list, scope } }]);
  }

  #addGiven(called: Node, given: readonly Source[]): void {
    this.#given.set(called, [...(this.#given.get(called) ?? []), given]);
  }

  /** The texts that a call has as its address; none for calls of something else. */
  #addresses(node: Node, scope: Scope): string[] {
    const callee = nodeOf(node['callee']);
    const [first] = nodesOf(node['arguments']);
    if (callee === null || first === undefined) return [];
    const source: Source = { kind: 'node', node: first, scope };
    if (node.type === 'CallExpression' && isFetch(callee, scope)) return this.#texts(source);
    if (!this.#isClient({ kind: 'node', node: callee, scope })) return [];
    const options = nodesOf(node['arguments']).map((one): Source => ({ kind: 'node', node: one, scope }));
    const named = options.flatMap((of) => ADDRESS_KEYS.flatMap((key) => this.#texts({ kind: 'property', of, key })));
    return [...this.#texts(source), ...named];
  }

  #isClient(source: Source, depth = 0): boolean {
    if (depth > MAX_DEPTH || this.#isSpent()) return false;
    if (source.kind === 'import') return CLIENTS.has(packageSpecifier(source.specifier));
    if (source.kind === 'property') return this.#isClient(source.of, depth + 1);
    if (source.kind !== 'node') return false;
    const { node, scope } = source;
    const of = (value: unknown) => {
      const one = nodeOf(value);
      return one !== null && this.#isClient({ kind: 'node', node: one, scope }, depth + 1);
    };
    if (node.type === 'Identifier') return (bindingOf(String(node['name']), scope) ?? []).some((one) => this.#isClient(one, depth + 1));
    if (node.type === 'MemberExpression') return of(node['object']);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') return of(node['callee']);
    if (node.type === 'ImportExpression') return CLIENTS.has(packageSpecifier(nameOf(node['source']) ?? ''));
    return WRAPPERS.has(node.type) && of(node['expression'] ?? node['argument']);
  }

  /** The texts of a source; a part that is not in the code is `UNKNOWN`. */
  #texts(source: Source, depth = 0): string[] {
    if (depth > MAX_DEPTH) return [];
    const texts = this.#leaves(source, depth).flatMap(({ node, scope }) => this.#textsOf(node, scope, depth + 1));
    return [...new Set(texts)].slice(0, MAX_TEXTS);
  }

  #textsOf(node: Node, scope: Scope, depth: number): string[] {
    const of = (value: unknown): string[] => {
      const one = nodeOf(value);
      return one === null ? [] : this.#texts({ kind: 'node', node: one, scope }, depth);
    };
    if (node.type === 'Literal') return ['string', 'number'].includes(typeof node['value']) ? [String(node['value'])] : [];
    if (node.type === 'BinaryExpression') return node['operator'] === '+' ? joined([of(node['left']), of(node['right'])]) : [];
    if (node.type === 'TemplateLiteral') {
      const values = nodesOf(node['expressions']).map(of);
      const parts = nodesOf(node['quasis']).map(({ value }) => [String((value as { readonly cooked?: unknown }).cooked ?? '')]);
      return joined(parts.flatMap((part, at) => [part, ...values.slice(at, at + 1)]));
    }
    if (node.type === 'NewExpression') return textsOfNew(node, of);
    if (node.type === 'CallExpression') return textsOfCall(node, of);
    if (node.type !== 'MemberExpression') return [];
    const key = nameOf(node['property']);
    if (key === 'href') return of(node['object']);
    return key === 'origin' ? of(node['object']).map(originOf) : [];
  }

  /** The expressions that a source may be, without names, properties and calls of functions in between. */
  #leaves(source: Source, depth = 0): Leaf[] {
    if (depth > MAX_DEPTH || this.#isSpent()) return [];
    const next = (one: Source) => this.#leaves(one, depth + 1);
    switch (source.kind) {
      case 'parameter':
        return (this.#given.get(source.of) ?? []).flatMap((given) =>
          given[source.index] === undefined ? [] : next(given[source.index] as Source),
        );
      case 'import':
        return this.#exported(source, depth).flatMap(next);
      case 'elements':
        return next(source.of).flatMap(({ node, scope }) =>
          node.type === 'ArrayExpression' ? nodesOf(node['elements']).flatMap((one) => next({ kind: 'node', node: one, scope })) : [],
        );
      case 'property':
        return next(source.of).flatMap(({ node, scope }) =>
          propertiesOf(node, source.key).flatMap((one) => next({ kind: 'node', node: one, scope })),
        );
      case 'node':
        return this.#leavesOf(source.node, source.scope, next);
    }
  }

  #leavesOf(node: Node, scope: Scope, next: Next): Leaf[] {
    const of = (value: unknown) => {
      const one = nodeOf(value);
      return one === null ? [] : next({ kind: 'node', node: one, scope });
    };
    if (node.type === 'Identifier') return (bindingOf(String(node['name']), scope) ?? []).flatMap(next);
    const inner = innerOf(node);
    if (inner !== null) return inner.flatMap(of);
    if (node.type === 'MemberExpression') return this.#leavesOfMember(node, scope, next);
    if (node.type !== 'CallExpression') return [{ node, scope }];
    const returned = of(node['callee']).flatMap((one) => (isFunction(one.node) ? this.#returns(one.node) : []));
    return returned.length > 0 ? returned.flatMap(next) : [{ node, scope }];
  }

  #leavesOfMember(node: Node, scope: Scope, next: Next): Leaf[] {
    const key = node['computed'] === true && nodeOf(node['property'])?.type !== 'Literal' ? null : nameOf(node['property']);
    const object = nodeOf(node['object']);
    if (object === null) return [];
    if (object.type === 'ThisExpression') return this.#fields(key).flatMap(next);
    const found = this.#members(object, scope, key).flatMap(next);
    return found.length > 0 ? found : [{ node, scope }];
  }

  #members(object: Node, scope: Scope, key: string | null): Source[] {
    const of: Source = { kind: 'node', node: object, scope };
    const name = nameOf(object);
    const spaces = object.type === 'Identifier' && name !== null ? (bindingOf(name, scope) ?? []) : [];
    const exported = spaces.flatMap((one): Source[] =>
      one.kind === 'import' && one.name === '*' && key !== null ? [{ ...one, name: key }] : [],
    );
    if (exported.length > 0) return exported;
    return key === null
      ? [
          { kind: 'property', of, key },
          { kind: 'elements', of },
        ]
      : [{ kind: 'property', of, key }];
  }

  #fields(key: string | null): Source[] {
    return key === null ? [] : [...this.#modules.values()].flatMap(({ fields }) => fields.get(key) ?? []);
  }

  #returns(node: Node): Source[] {
    return [...this.#modules.values()].flatMap(({ returns }) => returns.get(node) ?? []);
  }

  #exported({ from, specifier, name }: Extract<Source, { kind: 'import' }>, depth: number): readonly Source[] {
    const path = this.#resolve(specifier, from);
    const found = path === null ? undefined : this.#modules.get(path);
    if (path === null || found === undefined || depth > MAX_DEPTH || this.#isSpent()) return [];
    return (
      found.exports.get(name) ??
      found.stars.flatMap((star) => this.#exported({ kind: 'import', from: path, specifier: star, name }, depth + 1))
    );
  }
}

/** The expressions whose value an expression has; null for one that makes a value of its own. */
function innerOf(node: Node): readonly unknown[] | null {
  if (WRAPPERS.has(node.type)) return [node['expression'] ?? node['argument']];
  if (node.type === 'AssignmentExpression') return [node['right']];
  if (node.type === 'SequenceExpression') return nodesOf(node['expressions']).slice(-1);
  if (node.type === 'ConditionalExpression') return [node['consequent'], node['alternate']];
  if (node.type === 'LogicalExpression') return [...(node['operator'] === '&&' ? [] : [node['left']]), node['right']];
  const callee = node.type === 'CallExpression' ? nodeOf(node['callee']) : null;
  const isFreeze = nameOf(callee?.['object']) === 'Object' && nameOf(callee?.['property']) === 'freeze';
  return isFreeze ? nodesOf(node['arguments']).slice(0, 1) : null;
}

/** Of `new URL()` and `new Request()`. */
function textsOfNew(node: Node, of: TextsOf): string[] {
  const [first, second] = nodesOf(node['arguments']);
  const name = nameOf(node['callee']);
  if (name !== 'URL' && name !== 'Request') return [];
  const own = of(first);
  const base = name === 'URL' ? of(second).map(originOf) : [];
  return own.some((text) => /^https?:/i.test(text)) || base.length === 0 ? own : base;
}

/** Of calls that give back the text which they get. */
function textsOfCall(node: Node, of: TextsOf): string[] {
  const callee = nodeOf(node['callee']);
  const name = nameOf(callee);
  if (name !== null) return ['String', 'encodeURI'].includes(name) ? of(nodesOf(node['arguments'])[0]) : [];
  const method = nameOf(callee?.['property']) ?? '';
  const texts = SAME_ORIGIN.has(method) ? of(callee?.['object']) : [];
  return method === 'concat' ? texts.map((text) => text + UNKNOWN) : texts;
}

/** Whether it is the platform's `fetch`, under its own name or as a property of the global object. */
function isFetch(callee: Node, scope: Scope): boolean {
  const isGlobal = (node: Node | null, name: string) =>
    node?.type === 'Identifier' && node['name'] === name && bindingOf(name, scope) === null;
  if (isGlobal(callee, 'fetch')) return true;
  const object = nodeOf(callee['object']);
  return nameOf(callee['property']) === 'fetch' && ['globalThis', 'self', 'window'].some((name) => isGlobal(object, name));
}

function constructorOf(node: Node): Node | null {
  const own = nodesOf(nodeOf(node['body'])?.['body']).find(({ kind }) => kind === 'constructor');
  return nodeOf(own?.['value']);
}

/** The values of the properties of a name; of all where it is null. */
function propertiesOf(node: Node, key: string | null): Node[] {
  if (node.type !== 'ObjectExpression') return [];
  return nodesOf(node['properties']).flatMap((one) => (key === null || nameOf(one['key']) === key ? (nodeOf(one['value']) ?? []) : []));
}

const originOf = (text: string): string => `${/^[a-z]+:\/\/[^/?#]*/i.exec(text)?.[0] ?? UNKNOWN}/`;

/** All texts of parts in a row. */
function joined(parts: readonly (readonly string[])[]): string[] {
  return parts.reduce<string[]>(
    (before, part) => before.flatMap((start) => (part.length === 0 ? [UNKNOWN] : part).map((text) => start + text)).slice(0, MAX_TEXTS),
    [''],
  );
}
