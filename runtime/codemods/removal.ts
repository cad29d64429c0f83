import type { AppChange } from './changes.ts';
import { Refused } from './changes.ts';
import type { Draft } from './draft.ts';
import { ancestors, type Node, type NodeOf, removeElement, type Source, textOf } from './source.ts';
import { fieldOf, fieldsOf, removeProperty } from './table.ts';
import { type BlockUse, blockUses, fieldKeyOf, fieldMentions, filesAbout, isWithin, placeOf } from './views.ts';

/** Optional props, which can be removed from a block. */
const OPTIONAL = /^(?:sort|aside|badge|image|colorBy|total|end)$/;
/** Props with entries by field name. */
const BY_FIELD = /^(?:form|defaults|placeholders|renderField)$/;
/** Props that list fields. The last entry is removed with its prop, for some blocks with the block. */
const LISTS = /^(?:columns|fields|search|filters|figures|form)$/;
/** Blocks of one or two fields, which are removed with their field. */
const ABOUT_FIELDS = /^(?:DataChart|DataFigures|DataCalendar|FilterBar)$/;

/** Removes a field from its table and from the blocks that name it. Refuses when code of the app uses it. */
export function removeField(draft: Draft, { table, field }: Extract<AppChange, { kind: 'remove-field' }>): void {
  fieldOf(draft, table, field);
  const uses = blockUses(draft, table);
  for (const source of filesAbout(draft, table)) {
    for (const mention of fieldMentions(source, field)) {
      const use = uses.find((one) => one.source === source && isWithin(one.element.openingElement, mention));
      if (use !== undefined) removeMention(draft, use, mention);
      else if (!isOfOther(draft, source, mention, { table, field })) throw refused('used-in-code', source, mention);
    }
  }
  removeProperty(draft, table, field);
}

/** Whether the occurrence of the name belongs to another table's block. */
function isOfOther(
  draft: Draft,
  source: Source,
  mention: Node,
  { table, field }: { readonly table: string; readonly field: string },
): boolean {
  return draft
    .tables()
    .filter((other) => other !== table && Object.hasOwn(fieldsOf(draft, other), field))
    .some((other) => blockUses(draft, other).some((use) => use.source === source && isWithin(use.element.openingElement, mention)));
}

function removeMention(draft: Draft, use: BlockUse, mention: Node): void {
  const { source, element, props } = use;
  const [name, attribute] = [...props].find(([, one]) => isWithin(one, mention)) ?? [];
  if (name === undefined || attribute === undefined) return;
  // A key of the column object, not the field of that name.
  if (mention.type === 'Property' && /^(?:columns|figures)$/.test(name)) return;
  draft.changed(source, element.openingElement);
  const isFunction = [...ancestors(source, mention)].some((node) => isWithin(attribute, node) && /Function/.test(node.type));
  if (!isFunction && removeFrom(use, { name, attribute, mention })) return;
  const parent = source.parents.get(element);
  const isChild = parent?.type === 'JSXElement' || parent?.type === 'JSXFragment';
  if (!isChild || !ABOUT_FIELDS.test(use.block)) throw refused(isFunction ? 'used-in-code' : 'needed-by-view', source, mention);
  removeNode(source, element);
}

interface Mention {
  readonly name: string;
  readonly attribute: NodeOf<'JSXAttribute'>;
  readonly mention: Node;
}

/** Removes the field from the prop; false when the block needs it. */
function removeFrom({ source, props }: BlockUse, { name, attribute, mention }: Mention): boolean {
  if (textOf(attribute.value) !== null && OPTIONAL.test(name)) {
    removeNode(source, attribute);
    return true;
  }
  if (mention.type !== 'Property') return removeFromList({ source, props }, { name, attribute, mention });
  if (BY_FIELD.test(name)) removeElement(source, mention);
  return BY_FIELD.test(name);
}

/** Removes the field from the list of a prop, with the prop if it is the last one; false when the block needs it. */
function removeFromList({ source, props }: Pick<BlockUse, 'source' | 'props'>, { name, attribute, mention }: Mention): boolean {
  const list = [...ancestors(source, mention)].find((node) => node.type === 'ArrayExpression' && isWithin(attribute, node));
  if (list?.type !== 'ArrayExpression' || !LISTS.test(name)) return false;
  const entry = list.elements.find((one) => one !== null && isWithin(one, mention));
  if (entry === null || entry === undefined || (entry !== mention && fieldKeyOf(entry) === undefined)) return false;
  if (list.elements.length > 1) {
    removeElement(source, entry);
    return true;
  }
  const others = [...props.keys()].filter((other) => other !== name && LISTS.test(other));
  if (name === 'figures' || (/^(?:fields|search)$/.test(name) && props.has('onChange') && others.length === 0)) return false;
  removeNode(source, name === 'form' ? (source.parents.get(list) ?? attribute) : attribute);
  return true;
}

/** Removes a node with the white space before it. */
function removeNode(source: Source, node: Node): void {
  const blanks = /\s*$/.exec(source.text.slice(0, node.start))?.[0].length ?? 0;
  source.edits.remove(node.start - blanks, node.end);
}

function refused(reason: 'used-in-code' | 'needed-by-view', source: Source, node: Node): Refused {
  const { path, line } = placeOf(source, node);
  return new Refused(reason, path, line);
}
