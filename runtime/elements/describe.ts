import { cut } from '@sayso/core';
import { ancestors, importsOf, isReadable, type Node, type NodeOf, openSource, type Source, textOf } from '../codemods/source.ts';
import type { AppElement, ElementPlace, ElementText } from './element.ts';
import { elementAt, type JsxElement, placeAt, tagOf } from './locate.ts';

const MAX_TEXTS = 10;
const MAX_CODE = 4_000;
/** Props that people see or hear. */
const SHOWN_PROPS = new Set([
  ...['alt', 'title', 'label', 'placeholder', 'aria-label', 'description', 'heading', 'subtitle', 'caption', 'text', 'name'],
  ...['emptyTitle', 'emptyText', 'emptyDescription', 'addLabel', 'submitLabel', 'totalLabel', 'hint', 'helperText', 'message'],
]);
/** Of these, `name` is an identifier on an element of HTML. */
const isShown = (tag: string, prop: string): boolean => SHOWN_PROPS.has(prop) && (prop !== 'name' || /^[A-Z]/.test(tag));

/** The element at a place of a file; null when none begins there, or when the file does not parse. */
export function describeElement(content: string, place: ElementPlace): AppElement | null {
  if (!isReadable(place.path, content)) return null;
  const source = openSource(place.path, content);
  const element = elementAt(source, place);
  return element === null ? null : describe(source, element);
}

export function describe(source: Source, element: JsxElement): AppElement {
  const tag = tagOf(source, element);
  const siblings = neighbours(source, element);
  return {
    path: source.path,
    ...placeAt(source.text, element.start),
    endLine: placeAt(source.text, element.end).line,
    code: cut(source.text.slice(element.start, element.end), MAX_CODE),
    tag,
    component: componentOf(source, element),
    texts: textsOf(element, tag).slice(0, MAX_TEXTS),
    hasComputedText: element.children.some((child) => child.type === 'JSXExpressionContainer' && isComputed(child)),
    classes: classesOf(source, element, tag),
    image: takes(tag, 'img') ? literalOf(attribute(element, 'src')) : null,
    link: takes(tag, 'a') ? literalOf(linkOf(element)) : null,
    canMoveBefore: siblings.before !== null,
    canMoveAfter: siblings.after !== null,
    canDuplicate: siblings.isChild,
    canRemove: siblings.isChild || isOptional(source.parents.get(element)),
    isRepeated: isRepeated(source, element),
  };
}

/** Whether it is the element of HTML, or a component, which may draw one. */
const takes = (tag: string, name: string): boolean => tag === name || /^[A-Z]/.test(tag);

export function attribute({ openingElement: { attributes } }: JsxElement, name: string): NodeOf<'JSXAttribute'> | null {
  for (const one of attributes) if (one.type === 'JSXAttribute' && one.name.name === name) return one;
  return null;
}

/** The attribute with the target of a link. */
export function linkOf(element: JsxElement): NodeOf<'JSXAttribute'> | null {
  return attribute(element, 'href') ?? attribute(element, 'to');
}

export function literalOf(found: NodeOf<'JSXAttribute'> | null): string | null {
  return found === null ? null : textOf(found.value);
}

/** The node of an element's own text, if it is the only one. */
export function childText({ children }: JsxElement): Node | null {
  const texts = children.filter((child) => (textOf(child) ?? '') !== '');
  return texts.length === 1 ? (texts[0] ?? null) : null;
}

function textsOf(element: JsxElement, tag: string): ElementText[] {
  const own = textOf(childText(element));
  const props = element.openingElement.attributes.flatMap((one) => {
    if (one.type !== 'JSXAttribute' || typeof one.name.name !== 'string' || !isShown(tag, one.name.name)) return [];
    const value = textOf(one.value);
    return value === null ? [] : { of: one.name.name, value };
  });
  return own === null ? props : [{ of: 'children', value: own }, ...props];
}

function isComputed({ expression }: NodeOf<'JSXExpressionContainer'>): boolean {
  if (expression.type === 'JSXEmptyExpression' || textOf(expression) !== null) return false;
  const isElement = (node: Node): boolean => ['JSXElement', 'JSXFragment'].includes(node.type);
  if (expression.type === 'LogicalExpression') return !isElement(expression.right);
  if (expression.type === 'ConditionalExpression') return ![expression.consequent, expression.alternate].some(isElement);
  return !isElement(expression) && expression.type !== 'CallExpression';
}

/** HTML and the kit take classes; an app's own components only where the code gives them some, since they may ignore the prop. */
function classesOf(source: Source, element: JsxElement, tag: string): string[] | null {
  const found = attribute(element, 'className');
  if (found === null) return /^[a-z]/.test(tag) || isOfKit(source, tag) ? [] : null;
  return textOf(found.value)?.split(/\s+/).filter(Boolean) ?? null;
}

function isOfKit(source: Source, tag: string): boolean {
  return importsOf(source).some(({ local, from }) => local === tag && from.startsWith('@/components/ui/'));
}

/** The named function or class around an element. */
function componentOf(source: Source, element: JsxElement): string | null {
  for (const above of ancestors(source, element)) {
    if ((above.type === 'FunctionDeclaration' || above.type === 'ClassDeclaration') && above.id !== null) return above.id.name;
    if (above.type === 'VariableDeclarator' && above.id.type === 'Identifier' && /^[A-Z]/.test(above.id.name)) return above.id.name;
  }
  return null;
}

/** Whether the element, or one around it in the same component, is the result of a callback such as that of `map`. */
function isRepeated(source: Source, element: JsxElement): boolean {
  for (const above of ancestors(source, element)) {
    const caller = source.parents.get(above);
    if (above.type === 'FunctionDeclaration') return false;
    if (above.type !== 'ArrowFunctionExpression' && above.type !== 'FunctionExpression') continue;
    if (caller?.type !== 'CallExpression') return false;
    const { callee } = caller;
    if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
      return ['map', 'flatMap', 'from'].includes(callee.property.name);
  }
  return false;
}

export interface Neighbours {
  /** Whether the element is a child of another element, so that it may have siblings. */
  readonly isChild: boolean;
  readonly before: Node | null;
  readonly after: Node | null;
}

/** The siblings with which an element can change places. */
export function neighbours(source: Source, element: JsxElement): Neighbours {
  const parent = source.parents.get(element);
  if (parent?.type !== 'JSXElement' && parent?.type !== 'JSXFragment') return { isChild: false, before: null, after: null };
  const children = parent.children.filter((child) => child.type !== 'JSXText' || child.value.trim() !== '');
  const shown = children.filter((child) => child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression');
  const at = shown.indexOf(element);
  return { isChild: true, before: shown[at - 1] ?? null, after: shown[at + 1] ?? null };
}

/** Whether `null` may stand in place of the element. */
export function isOptional(parent: Node | undefined): boolean {
  return parent?.type === 'LogicalExpression' || parent?.type === 'ConditionalExpression';
}
