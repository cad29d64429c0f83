import { parseSync } from 'oxc-parser';
import { ownPath } from './own-path.ts';
import { type Files, isCode } from './sources.ts';

/** A page of the app, and the path at which its router shows it. */
export interface NamedRoute {
  readonly page: string;
  readonly address: string;
}

const MAX_LENGTH = 200_000;
const MAX_ROUTES = 500;
const MAX_DEPTH = 60;
/** Depth of routes within routes of other files. */
const MAX_NESTING = 10;

/** What one file routes, with paths that begin at the file's own routes. */
interface RoutedFile {
  readonly path: string;
  readonly named: readonly NamedRoute[];
  /** Pages that are shown for all paths: they have the address of their place when no other page has. */
  readonly splats: readonly NamedRoute[];
  /** Files whose routes continue a route that ends with a splat. */
  readonly mounts: readonly { readonly file: string; readonly address: string }[];
}

/**
 * The routes that an app's files name, as `<Route path element>` or as objects with `path` and `element` or `Component`. Routes within the
 * component of a route such as `/settings/*` continue its path.
 */
export function routesIn(files: Files): readonly NamedRoute[] {
  const routed = Object.entries(files).flatMap(([path, text]) => readFile(path, text, files) ?? []);
  const bases = basesOf(routed);
  const all = (kind: 'named' | 'splats') =>
    routed.flatMap((file) =>
      file[kind].map(({ page, address }) => ({ page, address: joined(bases.get(file.path) ?? '', address.replace(/^\//, '')) || '/' })),
    );
  const named = all('named');
  return [...named, ...all('splats').filter(({ address }) => !named.some((other) => other.address === address))].slice(0, MAX_ROUTES);
}

/** Where the routes of each file begin. */
function basesOf(routed: readonly RoutedFile[]): ReadonlyMap<string, string> {
  const bases = new Map<string, string>();
  const mounted = new Set(routed.flatMap(({ mounts }) => mounts.map(({ file }) => file)));
  const visit = (file: RoutedFile, base: string, depth: number): void => {
    if (depth > MAX_NESTING || bases.has(file.path)) return;
    bases.set(file.path, base);
    for (const { file: path, address } of file.mounts) {
      const next = routed.find((one) => one.path === path);
      if (next !== undefined) visit(next, joined(base, address.replace(/^\//, '')), depth + 1);
    }
  };
  for (const file of routed) if (!mounted.has(file.path)) visit(file, '', 0);
  return bases;
}

function readFile(path: string, text: string, files: Files): RoutedFile | null {
  if (!isCode(path) || text.length > MAX_LENGTH || !/<Route\b|\bpath\s*:/.test(text)) return null;
  const { program, errors } = parseSync(`${path}.tsx`, text, { lang: 'tsx', sourceType: 'module' });
  if (errors.some(({ severity }) => severity === 'Error')) return null;
  const reader = new RouteReader(importsOf(text), path, files);
  reader.visit(program as unknown as Loose, '', 0);
  return { path, ...reader.found };
}

/** What the local names of components are imported from, a name in braces with the name in its module. */
function importsOf(text: string): ReadonlyMap<string, Imported> {
  const names = new Map<string, Imported>();
  for (const [, local = '', specifier = ''] of text.matchAll(/\bimport\s+(\w+)\s+from\s*['"]([^'"\n]{1,200})['"]/g))
    names.set(local, { specifier, name: null });
  for (const [, listed = '', specifier = ''] of text.matchAll(/\bimport\s*\{([^{}]{1,400})\}\s*from\s*['"]([^'"\n]{1,200})['"]/g))
    for (const one of listed.split(',')) {
      const [name = '', local = name] = one.trim().split(/\s+as\s+/);
      names.set(local, { specifier, name });
    }
  for (const [, local = '', specifier = ''] of text.matchAll(
    /\b(\w+)\s*=\s*(?:React\.)?lazy\([^'"\n]{0,80}import\(\s*['"]([^'"\n]{1,200})['"]/g,
  ))
    names.set(local, { specifier, name: null });
  return names;
}

interface Imported {
  readonly specifier: string;
  readonly name: string | null;
}

/** The page that an import leads to: `./pages/Home`, or `Home` of a file that exports all pages. */
function pageOf({ specifier, name }: Imported, from: string): string | undefined {
  // A file that exports all pages.
  const whole = name !== null && /(?:^|\/)pages(?:\/index)?$/.test(specifier) ? `pages/${name}` : specifier;
  return (
    /(?:^|\/)pages\/([^/.]+)(?:\.[jt]sx?)?$/.exec(whole)?.[1] ??
    (/^pages\//.test(from) ? /^\.\/([^/.]+)(?:\.[jt]sx?)?$/.exec(whole)?.[1] : undefined)
  );
}

interface Loose {
  readonly type: string;
  readonly [field: string]: unknown;
}

class RouteReader {
  readonly found = { named: [] as NamedRoute[], splats: [] as NamedRoute[], mounts: [] as { file: string; address: string }[] };
  readonly #imports: ReadonlyMap<string, Imported>;
  readonly #path: string;
  readonly #files: Files;

  constructor(imports: ReadonlyMap<string, Imported>, path: string, files: Files) {
    this.#imports = imports;
    this.#path = path;
    this.#files = files;
  }

  /** `base`: the path of the routes around. */
  visit(node: Loose, base: string, depth: number): void {
    if (depth > MAX_DEPTH || this.found.named.length >= MAX_ROUTES) return;
    const route = routeOf(node);
    const inner = route === null ? base : joined(base, route.path);
    if (route !== null) this.#add(route, inner);
    for (const child of childrenOf(node)) if (route === null || child !== route.element) this.visit(child, inner, depth + 1);
  }

  #add({ path, element }: Route, address: string): void {
    const names = namesIn(element, 0);
    // A page within guards and layouts: the innermost counts.
    const page = names.map((name) => this.#pageAt(name)).findLast((found) => found !== undefined);
    // `*` is shown for unknown paths, and has no address.
    if (page !== undefined && path !== '*') this.found[/^\/?\*$/.test(path) ? 'splats' : 'named'].push({ page, address });
    if (path.endsWith('*'))
      for (const name of names) {
        const file = this.#fileAt(name);
        if (file !== undefined && file !== this.#path) this.found.mounts.push({ file, address });
      }
  }

  #pageAt(name: string): string | undefined {
    const imported = this.#imports.get(name);
    return imported === undefined ? undefined : pageOf(imported, this.#path);
  }

  #fileAt(name: string): string | undefined {
    const path = ownPath(this.#imports.get(name)?.specifier ?? '', this.#path)?.replace(/\.[jt]sx?$/, '');
    return path === undefined ? undefined : [path, `${path}/index`].find((one) => Object.hasOwn(this.#files, one));
  }
}

/** The names of the components that an element draws, the innermost last. */
function namesIn(node: Loose | null, depth: number): string[] {
  if (node === null || depth > MAX_DEPTH) return [];
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return [String(node['name'])];
  return childrenOf(node).flatMap((child) => namesIn(child, depth + 1));
}

interface Route {
  readonly path: string;
  readonly element: Loose | null;
}

function routeOf(node: Loose): Route | null {
  if (node.type === 'JSXElement') {
    const opening = node['openingElement'] as Loose;
    if ((opening['name'] as Loose)?.['name'] !== 'Route') return null;
    const attributes = opening['attributes'] as readonly Loose[];
    const at = (wanted: string) =>
      attributes.find(({ name }) => (name as Loose | undefined)?.['name'] === wanted)?.['value'] as Loose | undefined;
    return { path: textOf(at('path')), element: at('element') ?? at('Component') ?? at('component') ?? null };
  }
  if (node.type !== 'ObjectExpression') return null;
  const properties = node['properties'] as readonly Loose[];
  const at = (wanted: string) =>
    properties.find(({ key }) => (key as Loose | undefined)?.['name'] === wanted)?.['value'] as Loose | undefined;
  const element = at('element') ?? at('Component') ?? at('component');
  return element === undefined ? null : { path: textOf(at('path')), element };
}

/** The text of a literal, also within braces; empty for anything else. */
function textOf(node: Loose | undefined): string {
  if (node?.type === 'JSXExpressionContainer') return textOf(node['expression'] as Loose);
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : '';
}

/** Empty for the path of the app itself. */
function joined(base: string, path: string): string {
  const whole = path.startsWith('/') && path !== '/*' ? path : `${base}/${path}`;
  return `/${whole}`
    .replace(/\/\*$/, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
}

function childrenOf(node: Loose): Loose[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

function isNode(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
