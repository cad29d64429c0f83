import { parseSync } from 'oxc-parser';
import { type Files, isCode } from './sources.ts';

/** A page of the app, and the path at which its router shows it. */
export interface NamedRoute {
  readonly page: string;
  readonly address: string;
}

const MAX_LENGTH = 200_000;
const MAX_ROUTES = 500;
const MAX_DEPTH = 60;

/** The routes that an app's files name, as `<Route path element>` or as objects with `path` and `element` or `Component`. */
export function routesIn(files: Files): readonly NamedRoute[] {
  const found: NamedRoute[] = [];
  for (const [path, text] of Object.entries(files)) {
    if (!isCode(path) || text.length > MAX_LENGTH || !/<Route\b|\bpath\s*:/.test(text)) continue;
    const { program, errors } = parseSync(`${path}.tsx`, text, { lang: 'tsx', sourceType: 'module' });
    if (errors.some(({ severity }) => severity === 'Error')) continue;
    const reader = new RouteReader(pagesOf(text, path), found);
    reader.visit(program as unknown as Loose, '', 0);
  }
  return found;
}

/** Local names of pages: `import Home from "./pages/Home"` and `const Home = lazy(() => import("./pages/Home"))`. */
function pagesOf(text: string, from: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (local: string, specifier: string) => {
    const page =
      /(?:^|\/)pages\/([^/.]+)(?:\.[jt]sx?)?$/.exec(specifier)?.[1] ??
      (/^pages\//.test(from) ? /^\.\/([^/.]+)(?:\.[jt]sx?)?$/.exec(specifier)?.[1] : undefined);
    if (page !== undefined) names.set(local, page);
  };
  for (const [, local = '', specifier = ''] of text.matchAll(/\bimport\s+(\w+)\s+from\s*['"]([^'"\n]{1,200})['"]/g)) add(local, specifier);
  for (const [, listed = '', specifier = ''] of text.matchAll(/\bimport\s*\{([^{}]{1,400})\}\s*from\s*['"]([^'"\n]{1,200})['"]/g))
    for (const one of listed.split(',')) {
      const [name = '', local = name] = one.trim().split(/\s+as\s+/);
      // A file that exports all pages.
      add(local, /(?:^|\/)pages(?:\/index)?$/.test(specifier) ? `pages/${name}` : specifier);
    }
  for (const [, local = '', specifier = ''] of text.matchAll(
    /\b(\w+)\s*=\s*(?:React\.)?lazy\([^'"\n]{0,80}import\(\s*['"]([^'"\n]{1,200})['"]/g,
  ))
    add(local, specifier);
  return names;
}

interface Loose {
  readonly type: string;
  readonly [field: string]: unknown;
}

class RouteReader {
  readonly #pages: ReadonlyMap<string, string>;
  readonly #found: NamedRoute[];

  constructor(pages: ReadonlyMap<string, string>, found: NamedRoute[]) {
    this.#pages = pages;
    this.#found = found;
  }

  /** `base`: the path of the routes around. */
  visit(node: Loose, base: string, depth: number): void {
    if (depth > MAX_DEPTH || this.#found.length >= MAX_ROUTES) return;
    const route = routeOf(node);
    const inner = route === null ? base : joined(base, route.path);
    const page = route === null ? undefined : this.#pageIn(route.element, 0);
    // What is shown for unknown paths has no address.
    if (page !== undefined && route?.path !== '*') this.#found.push({ page, address: inner === '' ? '/' : inner });
    for (const child of childrenOf(node)) if (route === null || child !== route.element) this.visit(child, inner, depth + 1);
  }

  /** The page that an element draws, also within guards and layouts; the innermost counts. */
  #pageIn(node: Loose | null, depth: number): string | undefined {
    if (node === null || depth > MAX_DEPTH) return undefined;
    const { type, name } = node;
    if (type === 'Identifier' || type === 'JSXIdentifier') return this.#pages.get(String(name));
    const children = childrenOf(node).map((child) => this.#pageIn(child, depth + 1));
    return children.findLast((found) => found !== undefined);
  }
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

function joined(base: string, path: string): string {
  if (path === '' || path === '*') return base;
  return path.startsWith('/') ? path.replace(/\/\*$/, '') : `${base}/${path}`.replace(/\/\*$/, '').replace(/^(?!\/)/, '/');
}

function childrenOf(node: Loose): Loose[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

function isNode(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
