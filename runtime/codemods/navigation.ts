import type { AppChange } from './changes.ts';
import { Refused } from './changes.ts';
import type { Draft } from './draft.ts';
import { ancestors, type Node, type NodeOf, nodesOf, quoted, type Source, textOf, within } from './source.ts';

/** One entry of a list of pages: an element of an array, or an element of JSX. */
export interface NavigationEntry {
  readonly page: string;
  readonly node: Node;
  /** The texts within the entry that name the page. */
  readonly targets: readonly Node[];
  /** The visible label; null when code derives it from the target. */
  readonly label: Node | null;
}

type NewPage = Omit<Extract<AppChange, { kind: 'add-page' }>, 'kind'>;

export function addPage(draft: Draft, page: NewPage): void {
  if (!writePage(draft, page)) draft.leave({ path: `pages/${page.page}`, line: null, reason: 'no-navigation' });
}

/** Adds a page, and its entry after the last one of the navigation. False when the app has no navigation. */
export function writePage(draft: Draft, { page, label, source: text }: NewPage): boolean {
  const path = `pages/${page}`;
  if (!/^[A-Z]\w{0,63}$/.test(page) || label.trim() === '' || text.trim() === '') throw new Refused('bad-value');
  if (draft.codePaths().some((other) => other.toLowerCase() === path.toLowerCase())) throw new Refused('page-exists', path);
  const lists = draft.sources().flatMap((source) => listsOf(draft, source).map((entries) => ({ source, entries })));
  draft.write(path, text);
  const [list] = lists.sort(
    (a, b) => b.entries.length - a.entries.length || Number(b.source.path === 'layout') - Number(a.source.path === 'layout'),
  );
  const last = list?.entries.at(-1);
  if (list === undefined || last === undefined) return false;
  const { source } = list;
  source.edits.appendLeft(last.node.end, separator(source, last.node) + copyOf(source, last, { page, label }));
  draft.changed(source, last.node);
  return true;
}

/** Groups of sibling entries; a single link on a page is no navigation. */
function listsOf(draft: Draft, source: Source): NavigationEntry[][] {
  const lists = new Map<Node | undefined, NavigationEntry[]>();
  for (const entry of navigationEntries(draft, source)) {
    const parent = source.parents.get(entry.node);
    lists.set(parent, [...(lists.get(parent) ?? []), entry]);
  }
  return [...lists.values()].filter((entries) => entries.length > 1 || source.path === 'layout' || isNavigation(source, entries[0]?.node));
}

function isNavigation(source: Source, node: Node | undefined): boolean {
  if (node === undefined) return false;
  if (source.parents.get(node)?.type === 'ArrayExpression') return true;
  return [...ancestors(source, node)].some((above) => above.type === 'JSXElement' && nameOf(above) === 'nav');
}

export function navigationEntries(draft: Draft, source: Source): NavigationEntry[] {
  return [...listEntries(draft, source), ...linkEntries(draft, source)];
}

/** Elements of arrays that name one page. */
function listEntries(draft: Draft, source: Source): NavigationEntry[] {
  return nodesOf(source, 'ArrayExpression')
    .flatMap(({ elements }) => elements)
    .flatMap((element) =>
      element?.type === 'ObjectExpression' || element?.type === 'Literal' ? (entryOf(draft, source, element) ?? []) : [],
    );
}

/** Elements of JSX whose props name a page. */
function linkEntries(draft: Draft, source: Source): NavigationEntry[] {
  return nodesOf(source, 'JSXElement').flatMap((element) => {
    const own = element.openingElement.attributes.flatMap((attribute) => within(source, attribute));
    if (own.every((node) => linkedPage(draft, node) === null)) return [];
    // A list item around a link is the entry, not the link alone.
    return entryOf(draft, source, outermost(draft, source, element)) ?? [];
  });
}

function entryOf(draft: Draft, source: Source, node: Node): NavigationEntry | null {
  const texts = within(source, node).filter((one) => textOf(one) !== null && textOf(one) !== '' && one.type !== 'JSXExpressionContainer');
  const targets = texts.filter((one) => linkedPage(draft, one) !== null && one.type !== 'JSXText');
  const pages = new Set(targets.map((one) => linkedPage(draft, one)));
  const [page] = pages;
  if (pages.size !== 1 || page === undefined || page === null) return null;
  // A path, or the argument of `createPageUrl(…)`, is the target; the same word elsewhere is the label.
  const isAddress = (one: Node) =>
    (textOf(one) ?? '').startsWith('/') ||
    isArgument(source, one) ||
    isNamed(source, one, /^(?:page|name|path|to|href|url|id|key|value|route)$/);
  const addresses = targets.filter(isAddress);
  const labels = texts.filter((one) => one.type === 'JSXText' || isNamed(source, one, /^(?:label|title|text|name|children)$/));
  const label = labels.find((one) => !addresses.includes(one) || addresses.length > 1) ?? null;
  const kept = addresses.length > 0 ? addresses.filter((one) => one !== label) : targets;
  return { page, node, targets: kept.length > 0 ? kept : targets, label };
}

function isArgument(source: Source, node: Node): boolean {
  return source.parents.get(node)?.type === 'CallExpression';
}

function isNamed(source: Source, node: Node, names: RegExp): boolean {
  const parent = source.parents.get(node);
  if (parent?.type === 'Property' && parent.value === node) return parent.key.type === 'Identifier' && names.test(parent.key.name);
  return parent?.type === 'JSXAttribute' && parent.name.type === 'JSXIdentifier' && names.test(parent.name.name);
}

/** The page that a text names: `Songs`, `/songs`, `/Songs`; null when it names none. */
export function linkedPage(draft: Draft, node: Node): string | null {
  const text = node.type === 'JSXText' ? null : textOf(node);
  if (text === null) return null;
  const name = text.replace(/^\//, '');
  if (draft.has(`pages/${name}`)) return name;
  if (!text.startsWith('/')) return null;
  const wanted = name.replaceAll('-', '').toLowerCase();
  const path = draft
    .codePaths()
    .find((one) => one.startsWith('pages/') && one.slice('pages/'.length).replaceAll('-', '').toLowerCase() === wanted);
  return path === undefined ? null : path.slice('pages/'.length);
}

function nameOf({ openingElement: { name } }: NodeOf<'JSXElement'>): string {
  return name.type === 'JSXIdentifier' ? name.name : '';
}

/** The outermost wrapper of a link (list item, button, tooltip) that links no other page. */
function outermost(draft: Draft, source: Source, element: NodeOf<'JSXElement'>): NodeOf<'JSXElement'> {
  let best = element;
  for (const above of ancestors(source, element)) {
    if (above.type !== 'JSXElement') break;
    if (!/^(?:li|NavigationMenuItem|SidebarMenuItem|SidebarMenuButton|Button|TooltipTrigger|Tooltip)$/.test(nameOf(above))) break;
    const pages = new Set(within(source, above).flatMap((node) => linkedPage(draft, node) ?? []));
    if (pages.size !== 1) break;
    best = above;
  }
  return best;
}

function copyOf(
  source: Source,
  { node, page: old, targets, label }: NavigationEntry,
  { page, label: shown }: { readonly page: string; readonly label: string },
): string {
  const replacements = [
    ...targets.map((target) => ({
      target,
      text: (textOf(target) ?? '').startsWith('/') ? addressLike(textOf(target) ?? '', old, page) : page,
    })),
    ...(label === null ? [] : [{ target: label, text: shown }]),
  ].sort((a, b) => b.target.start - a.target.start);
  let copy = source.text.slice(node.start, node.end);
  for (const { target, text } of replacements) {
    const raw = source.text.slice(target.start, target.end);
    const written =
      target.type === 'JSXText'
        ? raw.replace(raw.trim(), () => (/[{}<>&]/.test(text) ? `{${JSON.stringify(text)}}` : text))
        : quoted(text, raw.startsWith("'") ? "'" : '"');
    copy = copy.slice(0, target.start - node.start) + written + copy.slice(target.end - node.start);
  }
  return copy.replace(/\bkey=(["'])[^"']*\1/, `key="${page}"`);
}

/** The path of another page, in the same notation: `/songs` or `/Songs`. */
function addressLike(address: string, old: string, page: string): string {
  return address.slice(1) === old ? `/${page}` : `/${page.toLowerCase()}`;
}

function separator(source: Source, node: Node): string {
  const lineStart = source.text.lastIndexOf('\n', node.start) + 1;
  const before = source.text.slice(lineStart, node.start);
  const gap = before.trim() === '' ? `\n${before}` : ' ';
  return source.parents.get(node)?.type === 'ArrayExpression' ? `,${gap}` : gap;
}
