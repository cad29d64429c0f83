import type { AppChange } from './changes.ts';
import { Refused } from './changes.ts';
import type { Draft } from './draft.ts';
import { navigationEntries } from './navigation.ts';
import { ancestors, type Node, type NodeOf, nodesOf, replaceText, type Source, textOf, within } from './source.ts';

const LONGEST = 120;

/** Renames the app wherever it shows exactly its name; else changes the heading of its first page. */
export function renameApp(draft: Draft, { from, to }: Extract<AppChange, { kind: 'rename-app' }>): void {
  checkText(to);
  const name = from.trim();
  if (name === to) throw new Refused('is-so');
  for (const source of draft.sources()) {
    for (const node of shownTexts(source)) if (name !== '' && textOf(node) === name) change(draft, source, node, to);
  }
  if (draft.effects.length > 0) return;
  const home = draft.has('pages/Home') ? draft.source('pages/Home') : undefined;
  const heading = home === undefined ? null : headingOf(home);
  if (home === undefined || heading === null) throw new Refused('no-text');
  change(draft, home, heading, to);
}

/** Changes a page's heading and its navigation entry. */
export function renamePage(draft: Draft, { page, to }: Extract<AppChange, { kind: 'rename-page' }>): void {
  checkText(to);
  const path = `pages/${page}`;
  if (!draft.has(path)) throw new Refused('no-page', path);
  const source = draft.source(path);
  const heading = headingOf(source);
  const names = [page, heading === null ? null : textOf(heading)];
  if (heading !== null && textOf(heading) !== to) change(draft, source, heading, to);
  for (const other of draft.sources()) {
    for (const label of labelsOf(draft, other, page)) {
      const text = textOf(label);
      // An element with a link back to the page has other texts than its name.
      if (text !== to && (other.path === 'layout' || names.includes(text))) change(draft, other, label, to);
    }
  }
  if (draft.effects.length === 0) throw new Refused(heading === null ? 'no-text' : 'is-so', path);
}

/** The labels of a page's navigation entries. If the only text of an entry is also its page's name, it is the target. */
function labelsOf(draft: Draft, source: Source, page: string): Node[] {
  return navigationEntries(draft, source).flatMap(({ page: linked, label, targets }) =>
    linked === page && label !== null && !targets.includes(label) ? label : [],
  );
}

function checkText(text: string): void {
  if (text.trim() === '' || text.length > LONGEST || /[\p{Cc}]/u.test(text)) throw new Refused('bad-value');
}

function change(draft: Draft, source: Source, node: Node, text: string): void {
  replaceText(source, node, text);
  draft.changed(source, node);
}

/** Props of blocks and custom components that contain a heading. */
const HEADING_PROPS = new Set(['title', 'heading', 'headline']);

/** The text of a page's first heading, or the title of its first component with one; null when code computes it. */
export function headingOf(source: Source): Node | null {
  for (const element of nodesOf(source, 'JSXElement')) {
    const { name } = element.openingElement;
    const tag = name.type === 'JSXIdentifier' ? name.name : '';
    if (tag === 'h1') return contentOf(source, element);
    const title = /^[A-Z]/.test(tag) ? titleOf(element) : null;
    if (title !== null) return title;
  }
  return null;
}

/** The only text within a heading. */
function contentOf(source: Source, element: NodeOf<'JSXElement'>): Node | null {
  const texts = within(source, element).filter((node) => node.type === 'JSXText' && textOf(node) !== '');
  if (texts.length === 1) return texts[0] ?? null;
  return element.children.find((child) => child.type === 'JSXExpressionContainer' && textOf(child) !== null) ?? null;
}

/** The prop of a component that contains its heading. */
function titleOf({ openingElement }: NodeOf<'JSXElement'>): Node | null {
  for (const attribute of openingElement.attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue;
    if (HEADING_PROPS.has(attribute.name.name) && textOf(attribute.value) !== null) return attribute.value;
  }
  return null;
}

/** Literals that may be visible: JSX text, props, and strings that are neither a URL nor a class. */
export function shownTexts(source: Source): Node[] {
  return nodesOf(source, 'JSXText', 'Literal', 'TemplateLiteral').filter((node) => {
    if (textOf(node) === null || textOf(node) === '') return false;
    const parent = source.parents.get(node);
    if (parent?.type === 'JSXAttribute') return isShownProp(source, parent);
    return !isInternal(node, parent) && isShownWithin(source, node);
  });
}

const HIDDEN_PROPS = /^(?:className|key|id|href|to|src|type|name|value|htmlFor)$/;

function isShownProp(source: Source, attribute: NodeOf<'JSXAttribute'>): boolean {
  const { name } = attribute;
  return isShellName(source, attribute) || (name.type === 'JSXIdentifier' && !HIDDEN_PROPS.test(name.name));
}

/** Keys of objects, operands of comparisons, literal types and cases. */
function isInternal(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'Property') return parent.key === node;
  return parent?.type === 'BinaryExpression' || parent?.type === 'TSLiteralType' || parent?.type === 'SwitchCase';
}

/** Decides by the closest import, export, call or element around a literal. */
function isShownWithin(source: Source, node: Node): boolean {
  for (const above of ancestors(source, node)) {
    if (above.type === 'ImportDeclaration') return false;
    if (above.type === 'ExportNamedDeclaration' || above.type === 'JSXElement') return true;
    if (above.type === 'CallExpression')
      return above.callee.type === 'Identifier' && !/^(?:createPageUrl|require|navigate|cn|clsx)$/.test(above.callee.name);
  }
  return true;
}

/** `<AppShell name="…">`; on other elements, `name` is an identifier. */
function isShellName(source: Source, attribute: Node): boolean {
  const element = source.parents.get(attribute);
  if (attribute.type !== 'JSXAttribute' || attribute.name.name !== 'name' || element?.type !== 'JSXOpeningElement') return false;
  return element.name.type === 'JSXIdentifier' && element.name.name === 'AppShell';
}
