import { importsOf, type Node, nodesOf, type Source, textOf } from '../codemods/source.ts';
import { pagePath } from '../pages.ts';
import { type Detector, finding } from './detector.ts';

const ROUTER = 'react-router-dom';
/** An app with routes of its own has addresses that are no pages. */
const ROUTES: readonly string[] = ['Route', 'Routes', 'useRoutes'];
/** Components of the router that go to an address. */
const LINKS: readonly string[] = ['Link', 'NavLink', 'Navigate'];

/** A link to a page that the app does not have. */
export const unknownPage: Detector = {
  id: 'unknown-page',
  severity: 'warning',
  *find({ sources, pages }) {
    const known = new Set(pages.map(({ path }) => path));
    const hasOwnRoutes = sources.some((source) => importsOf(source).some(({ name, from }) => from === ROUTER && ROUTES.includes(name)));
    for (const source of sources) {
      const links = hasOwnRoutes ? linksOf(source) : [...linksOf(source), ...addressesOf(source)];
      for (const { page, node } of links) {
        if (!known.has(page)) yield finding(source, node, `There is no page "${textOf(node)}" to go to.`);
      }
    }
  },
};

interface PageLink {
  /** As in addresses. */
  readonly page: string;
  readonly node: Node;
}

/** The pages that a file names: `createPageUrl('Orders?id=1')`, and `page: 'Orders'` in the list of an `AppShell`. */
export function linksOf(source: Source): PageLink[] {
  const imports = importsOf(source);
  const toUrl = imports.find(({ name, from }) => name === 'createPageUrl' && from === '@/utils')?.local;
  const calls = nodesOf(source, 'CallExpression').flatMap(({ callee, arguments: [target] }) =>
    callee.type === 'Identifier' && callee.name === toUrl ? (target ?? []) : [],
  );
  const hasShell = imports.some(({ from }) => from === '@/components/blocks/shell');
  const entries = nodesOf(source, 'Property').flatMap(({ key, value }) =>
    hasShell && key.type === 'Identifier' && key.name === 'page' ? value : [],
  );
  return [...calls, ...entries].flatMap(linkTo);
}

/** Addresses that begin with a slash, as they are: `<Link to="/orders">`, `<a href="/orders">` and `navigate('/orders')`. */
function addressesOf(source: Source): PageLink[] {
  const imports = importsOf(source).filter(({ from }) => from === ROUTER);
  const tags = nodesOf(source, 'JSXOpeningElement').flatMap(({ name, attributes }) => {
    const tag = name.type === 'JSXIdentifier' ? name.name : '';
    const isLink = imports.some((one) => one.local === tag && LINKS.includes(one.name));
    const wanted = isLink ? 'to' : tag === 'a' ? 'href' : null;
    return attributes.flatMap((attribute) =>
      attribute.type === 'JSXAttribute' && attribute.name.name === wanted && attribute.value !== null ? attribute.value : [],
    );
  });
  const functions = navigatesOf(source, imports.find(({ name }) => name === 'useNavigate')?.local);
  const calls = nodesOf(source, 'CallExpression').flatMap(({ callee, arguments: [target] }) =>
    callee.type === 'Identifier' && functions.has(callee.name) ? (target ?? []) : [],
  );
  return [...tags, ...calls].filter((node) => /^\/(?![/.])[^.]*$/.test(textOf(node) ?? '')).flatMap(linkTo);
}

/** The names that a file gives to the results of `useNavigate()`. */
function navigatesOf(source: Source, hook: string | undefined): ReadonlySet<string> {
  return new Set(
    nodesOf(source, 'VariableDeclarator').flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === hook
        ? id.name
        : [],
    ),
  );
}

/** A path is that of its last segment; `/` is the main page. */
function linkTo(node: Node): PageLink[] {
  const page = textOf(node)?.split(/[?#]/)[0]?.replaceAll(' ', '').split('/').filter(Boolean).at(-1);
  return page === undefined ? [] : [{ page: pagePath(page), node }];
}
