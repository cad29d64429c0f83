import { type Node, type NodeOf, type Source, textOf, within } from '../codemods/source.ts';

const MAX_LABEL = 60;
const LABELS = ['aria-label', 'label', 'title'];

/** The name of an attribute. */
export function nameOf({ name }: NodeOf<'JSXAttribute'>): string {
  return name.type === 'JSXIdentifier' ? name.name : '';
}

/** The name of an element; empty for members such as `Menu.Item`. */
export function tagOf({ openingElement: { name } }: NodeOf<'JSXElement'>): string {
  return name.type === 'JSXIdentifier' ? name.name : '';
}

/** What a person calls a button or a form; null when only code knows. */
export function labelOf(source: Source, element: NodeOf<'JSXElement'>): string | null {
  const stated = statedLabel(element);
  if (stated !== null) return cutLabel(stated);
  if (tagOf(element) !== 'form') return cutLabel(shownText(source, element));
  const buttons = within(source, element).filter(
    (node): node is NodeOf<'JSXElement'> => node.type === 'JSXElement' && /button/i.test(tagOf(node)),
  );
  const labels = buttons.map((button) => statedLabel(button) ?? shownText(source, button)).filter((label) => label.trim() !== '');
  return cutLabel(labels.at(-1) ?? '');
}

function statedLabel({ openingElement: { attributes } }: NodeOf<'JSXElement'>): string | null {
  for (const name of LABELS) {
    const attribute = attributes.find((one) => one.type === 'JSXAttribute' && nameOf(one) === name);
    const text = attribute?.type === 'JSXAttribute' ? textOf(attribute.value) : null;
    if (text !== null) return text;
  }
  return null;
}

/** The literal texts among an element's descendants, without those of attributes and of comparisons. */
function shownText(source: Source, element: NodeOf<'JSXElement'>): string {
  return element.children
    .flatMap((child) => within(source, child))
    .filter((node) => isShown(source, node, element))
    .map((node) => textOf(node) ?? '')
    .filter((text) => text !== '')
    .join(' ');
}

function isShown(source: Source, node: Node, element: Node): boolean {
  if (node.type === 'JSXText') return true;
  if (node.type !== 'Literal' && node.type !== 'TemplateLiteral') return false;
  for (let at = source.parents.get(node); at !== undefined && at !== element; at = source.parents.get(at)) {
    if (at.type === 'JSXAttribute' || at.type === 'BinaryExpression' || at.type === 'CallExpression') return false;
  }
  return true;
}

function cutLabel(label: string): string | null {
  const text = label.replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(text) ? text.slice(0, MAX_LABEL) : null;
}
