import { Refused } from '../codemods/changes.ts';
import { attributeValue, isReadable, type Node, openSource, replaceText, type Source, within } from '../codemods/source.ts';
import { areClasses, isAllowed, withStyle } from './classes.ts';
import { attribute, childText, describe, isOptional, linkOf, neighbours } from './describe.ts';
import type { ElementEdit, ElementEdited, ElementPlace, ElementRefusal } from './element.ts';
import { elementAt, type JsxElement, placeAt } from './locate.ts';

const MAX_TEXT = 2_000;
const MAX_ADDRESS = 2_000;

/** Where the edited element begins afterwards; null when it is gone. */
type Offset = number | null;

class EditRefused extends Error {
  readonly reason: ElementRefusal;
  constructor(reason: ElementRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Edits the element at a place of a file by its span; the code around it stays as it is written. */
export function editElement(content: string, place: ElementPlace, edit: ElementEdit): ElementEdited {
  try {
    const source = openSource(place.path, content);
    const element = elementAt(source, place);
    if (element === null) return { ok: false, reason: 'no-element' };
    const offset = apply(source, element, edit);
    const after = source.edits.toString();
    if (!isReadable(place.path, after)) return { ok: false, reason: 'used-in-code' };
    const edited = openSource(place.path, after);
    const found = offset === null ? null : elementAt(edited, placeAt(after, offset));
    return { ok: true, content: after, element: found === null ? null : describe(edited, found) };
  } catch (error) {
    if (error instanceof EditRefused) return { ok: false, reason: error.reason };
    if (error instanceof Refused) return { ok: false, reason: 'unreadable' };
    throw error;
  }
}

function apply(source: Source, element: JsxElement, edit: ElementEdit): Offset {
  switch (edit.kind) {
    case 'text':
      setText(source, element, edit);
      return element.start;
    case 'style':
      setStyle(source, element, edit);
      return element.start;
    case 'classes':
      if (!areClasses(edit.names)) throw new EditRefused('bad-value');
      setClasses(source, element, [...new Set(edit.names)]);
      return element.start;
    case 'image':
      if (describe(source, element).image === null) throw new EditRefused('computed');
      setAddress(source, attribute(element, 'src'), { address: edit.address, isAllowed: isImageAddress });
      return element.start;
    case 'link':
      if (describe(source, element).link === null) throw new EditRefused('computed');
      setAddress(source, linkOf(element), { address: edit.address, isAllowed: isLinkAddress });
      return element.start;
    case 'move':
      return move(source, element, edit.isAfter);
    case 'duplicate':
      return duplicate(source, element);
    case 'remove':
      remove(source, element);
      return null;
  }
}

function setText(source: Source, element: JsxElement, { of, text }: Extract<ElementEdit, { kind: 'text' }>): void {
  if (text.trim() === '' || text.length > MAX_TEXT || /[^\P{Cc}\n]/u.test(text)) throw new EditRefused('bad-value');
  const found = describe(source, element).texts.find((one) => one.of === of);
  const node = of === 'children' ? childText(element) : (attribute(element, of)?.value ?? null);
  if (found === undefined || node === null) throw new EditRefused('computed');
  replaceText(source, node, text.replace(/\s*\n\s*/g, ' '));
}

function setStyle(source: Source, element: JsxElement, { property, value }: Extract<ElementEdit, { kind: 'style' }>): void {
  if (value !== null && !isAllowed(property, value)) throw new EditRefused('bad-value');
  setClasses(source, element, withStyle(classesIn(source, element), property, value));
}

function classesIn(source: Source, element: JsxElement): readonly string[] {
  const { classes } = describe(source, element);
  if (classes === null) throw new EditRefused('computed');
  return classes;
}

function setClasses(source: Source, element: JsxElement, names: readonly string[]): void {
  // Refuses those that code computes.
  classesIn(source, element);
  const written = names.join(' ');
  const found = attribute(element, 'className');
  if (found?.value != null) source.edits.overwrite(found.value.start, found.value.end, attributeValue(written));
  else if (written !== '') source.edits.appendLeft(element.openingElement.name.end, ` className=${attributeValue(written)}`);
}

interface Address {
  readonly address: string;
  readonly isAllowed: (address: string) => boolean;
}

function setAddress(source: Source, found: ReturnType<typeof attribute>, { address, isAllowed: allowed }: Address): void {
  if (found?.value == null) throw new EditRefused('computed');
  if (address.length > MAX_ADDRESS || /[\s\p{Cc}]/u.test(address) || !allowed(address)) throw new EditRefused('bad-value');
  source.edits.overwrite(found.value.start, found.value.end, attributeValue(address));
}

/** An address of the web, or a path of the app itself. */
const isImageAddress = (address: string): boolean => /^https?:\/\/[^/]/i.test(address) || /^\/(?![/\\])/.test(address);
const isLinkAddress = (address: string): boolean => isImageAddress(address) || /^(?:mailto:|tel:|#)/i.test(address);

function move(source: Source, element: JsxElement, isAfter: boolean): Offset {
  const { before, after } = neighbours(source, element);
  const other = isAfter ? after : before;
  if (other === null) throw new EditRefused('computed');
  const [own, others] = [spanOf(source, element), spanOf(source, other)];
  source.edits.overwrite(own.start, own.end, others.text);
  source.edits.overwrite(others.start, others.end, own.text);
  return isAfter ? element.start + others.text.length + (others.start - own.end) : others.start;
}

/** The text of a node without the white space around it. */
function spanOf({ text }: Source, { start, end }: Pick<Node, 'start' | 'end'>) {
  const raw = text.slice(start, end);
  const from = start + (raw.length - raw.trimStart().length);
  return { start: from, end: from + raw.trim().length, text: raw.trim() };
}

/** Adds a copy behind the element, at the same indentation. Two elements with one `id` or `key` would be a mistake. */
function duplicate(source: Source, element: JsxElement): Offset {
  if (!neighbours(source, element).isChild) throw new EditRefused('computed');
  const { text } = source;
  const lineStart = text.lastIndexOf('\n', element.start - 1) + 1;
  const indent = text.slice(lineStart, element.start);
  const gap = indent.trim() === '' ? `\n${indent}` : ' ';
  const ids = within(source, element).filter((node) => node.type === 'JSXAttribute' && node.name.name === 'id');
  const unique = [...ids, ...[attribute(element, 'key')].filter((one) => one !== null)];
  const copy = unique
    .sort((a, b) => b.start - a.start)
    .reduce(
      (code, { start, end }) => {
        const [from, to] = [start - element.start, end - element.start];
        return code.slice(0, from).trimEnd() + code.slice(to);
      },
      text.slice(element.start, element.end),
    );
  source.edits.appendLeft(element.end, gap + copy);
  return element.end + gap.length;
}

function remove(source: Source, element: JsxElement): void {
  const parent = source.parents.get(element);
  if (isOptional(parent)) {
    source.edits.overwrite(element.start, element.end, 'null');
    return;
  }
  if (!neighbours(source, element).isChild) throw new EditRefused('used-in-code');
  const before = /\r?\n[ \t]*$/.exec(source.text.slice(0, element.start));
  const isLine = before !== null && /^[ \t]*\r?\n/.test(source.text.slice(element.end));
  source.edits.remove(element.start - (isLine ? before[0].length : 0), element.end);
}
