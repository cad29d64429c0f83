import { importsOf, type Node, nodesOf, type Source, textOf } from '../codemods/source.ts';
import { pagePath } from '../pages.ts';
import { type Detector, finding } from './detector.ts';

/** A link to a page that the app does not have. */
export const unknownPage: Detector = {
  id: 'unknown-page',
  severity: 'warning',
  *find({ sources, pages }) {
    const known = new Set(pages.map(({ path }) => path));
    for (const source of sources) {
      for (const { page, node } of linksOf(source)) {
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
  return [...calls, ...entries].flatMap((node) => {
    const page = textOf(node)?.split(/[?#]/)[0]?.replace(/^\/+/, '').replaceAll(' ', '');
    return page === undefined || page === '' ? [] : { page: pagePath(page), node };
  });
}
