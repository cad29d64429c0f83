import { ancestors, importsOf, type Node, type NodeOf, nodesOf, type Source, textOf, within } from '../codemods/source.ts';
import { type Detector, finding } from './detector.ts';

type Tag = NodeOf<'JSXOpeningElement'>;
const NAMES = ['aria-label', 'aria-labelledby', 'title'] as const;
/** Inputs that have no label, or their label in `value`. */
const UNLABELLED_TYPES: readonly (string | null)[] = ['hidden', 'submit', 'button', 'reset', 'image'];

/** A detector of HTML elements; elements with spread attributes may have anything, and are skipped. */
function ofTags(id: string, message: string, isFaulty: (tag: Tag, source: Source) => boolean): Detector {
  return {
    id,
    severity: 'warning',
    *find({ sources }) {
      for (const source of sources) {
        for (const tag of nodesOf(source, 'JSXOpeningElement')) {
          const hasSpread = tag.attributes.some(({ type }) => type === 'JSXSpreadAttribute');
          if (!hasSpread && isFaulty(tag, source)) yield finding(source, tag, message);
        }
      }
    },
  };
}

export const imageAlt = ofTags(
  'image-alt',
  'This image has no "alt" text. Describe it, or set alt="" for decoration.',
  (tag) => tagOf(tag) === 'img' && !has(tag, 'alt', 'aria-hidden', 'role', ...NAMES),
);

export const buttonName = ofTags('button-name', 'This button has no text for screen readers. Add an aria-label.', (tag, source) => {
  if (!['button', 'Button'].includes(tagOf(tag)) || has(tag, 'asChild', 'children', ...NAMES)) return false;
  const element = source.parents.get(tag);
  return element?.type === 'JSXElement' && element.children.every((child) => isSilent(child, source));
});

export const inputLabel = ofTags('input-label', 'This field has no label. Add a <label>, or an aria-label.', (tag, source) => {
  if (!['input', 'textarea', 'select'].includes(tagOf(tag)) || has(tag, 'id', ...NAMES)) return false;
  if (UNLABELLED_TYPES.includes(attribute(tag, 'type'))) return false;
  return ![...ancestors(source, tag)].some((node) => node.type === 'JSXElement' && /label|field/i.test(tagOf(node.openingElement)));
});

export const clickTarget = ofTags(
  'click-target',
  'This reacts to clicks, but cannot be reached by keyboard. Use a button, or add a role, tabIndex and onKeyDown.',
  (tag) =>
    ['div', 'span', 'li', 'p'].includes(tagOf(tag)) && has(tag, 'onClick') && !has(tag, 'role', 'tabIndex', 'onKeyDown', 'aria-hidden'),
);

function tagOf({ name }: Tag): string {
  return name.type === 'JSXIdentifier' ? name.name : '';
}

function has({ attributes }: Tag, ...names: readonly string[]): boolean {
  return attributes.some((one) => one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier' && names.includes(one.name.name));
}

function attribute({ attributes }: Tag, name: string): string | null {
  const found = attributes.find((one) => one.type === 'JSXAttribute' && one.name.name === name);
  return found?.type === 'JSXAttribute' ? textOf(found.value) : null;
}

/** Whether a child is certain to have no text: blanks, icons without children, pictures without a name. */
function isSilent(child: Node, source: Source): boolean {
  if (child.type === 'JSXText') return child.value.trim() === '';
  if (child.type !== 'JSXElement') return false;
  return within(source, child).every((node) => {
    if (node.type === 'JSXText') return node.value.trim() === '';
    if (node.type === 'JSXExpressionContainer') return source.parents.get(node)?.type === 'JSXAttribute';
    return node.type !== 'JSXOpeningElement' || (isIcon(node, source) && !has(node, 'alt', ...NAMES));
  });
}

/** An element of HTML or SVG, or an icon. */
function isIcon(tag: Tag, source: Source): boolean {
  const name = tagOf(tag);
  return /^[a-z]/.test(name) || importsOf(source).some(({ local, from }) => local === name && from === 'lucide-react');
}
