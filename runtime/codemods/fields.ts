import type { AppChange } from './changes.ts';
import { Refused } from './changes.ts';
import type { Draft } from './draft.ts';
import { keyOf, type Node, quoted, replaceText, type Source, textOf, within } from './source.ts';
import { addProperty, changeProperty, fieldOf, fieldsOf, labelOf } from './table.ts';
import { shownTexts } from './texts.ts';
import { type BlockUse, blockUses, fieldKeyOf, fieldMentions, filesAbout, isWithin, listOf, placeOf } from './views.ts';

type Change<Kind extends AppChange['kind']> = Extract<AppChange, { kind: Kind }>;

/** Props that list the fields of a block, in order. Without them it uses all fields of the schema. */
const LISTS = ['fields', 'columns'];

/** Adds the field to the table, and to the end of each list of fields; figures and charts stay unchanged. */
export function addField(draft: Draft, { table, field, schema }: Change<'add-field'>): void {
  addProperty(draft, table, field, schema);
  const uses = blockUses(draft, table);
  for (const { source, props } of uses) {
    for (const list of [...LISTS.map((name) => listOf(props.get(name))), formFields(source, props.get('form'))])
      append(draft, source, list, field);
  }
  const drawn = new Set(uses.map(({ source }) => source.path));
  for (const source of filesAbout(draft, table)) {
    if (!drawn.has(source.path) && namesFields(draft, source, table))
      draft.leave({ path: source.path, line: null, reason: 'written-by-hand' });
  }
}

/** `form={{ fields: […] }}`: the fields of a block's dialog. */
function formFields(source: Source, form: Node | undefined): Node | null {
  const lists = form === undefined ? [] : within(source, form).filter((node) => node.type === 'Property' && keyOf(node) === 'fields');
  return lists[0]?.type === 'Property' ? lists[0].value : null;
}

function append(draft: Draft, source: Source, list: Node | null, field: string): void {
  if (list?.type !== 'ArrayExpression') return;
  const last = list.elements.at(-1);
  if (last === undefined || last === null) return;
  // As an object where the other elements are objects, with their key.
  const key = last.type === 'ObjectExpression' ? fieldKeyOf(last) : undefined;
  if (last.type !== 'Literal' && key === undefined) return;
  const name = quoted(field, source.text.slice(last.start, last.end).includes('"') ? '"' : "'");
  source.edits.appendLeft(last.end, key === undefined ? `, ${name}` : `, { ${key}: ${name} }`);
  draft.changed(source, list);
}

function namesFields(draft: Draft, source: Source, table: string): boolean {
  return Object.keys(fieldsOf(draft, table)).some((field) => fieldMentions(source, field).length > 0);
}

/** Changes the label: the title in the schema, and equal texts beside the field. */
export function renameField(draft: Draft, { table, field, to }: Change<'rename-field'>): void {
  const label = labelOf(field, fieldOf(draft, table, field));
  if (to.trim() === '' || to.length > 80) throw new Refused('bad-value');
  if (label === to) throw new Refused('is-so');
  changeProperty(draft, table, field, { title: to });
  const isShared = draft.tables().some((other) => other !== table && Object.hasOwn(fieldsOf(draft, other), field));
  for (const source of filesAbout(draft, table)) {
    for (const node of labelsIn(source, label, field)) {
      // If another table has a field of this name, the label of a text is ambiguous.
      if (isShared && blockAround(draft, table, source, node) === undefined) {
        draft.leave({ ...placeOf(source, node), reason: 'written-by-hand' });
        continue;
      }
      const text = textOf(node) ?? '';
      replaceText(source, node, text === text.toLowerCase() ? to.toLowerCase() : to);
      draft.changed(source, node);
    }
  }
}

/** The texts equal to the label, in any case; not the name of the field. */
function labelsIn(source: Source, label: string, field: string): Node[] {
  return shownTexts(source).filter((node) => {
    const text = textOf(node) ?? '';
    return text.toLowerCase() === label.toLowerCase() && text !== field;
  });
}

function blockAround(draft: Draft, table: string, source: Source, node: Node): BlockUse | undefined {
  return blockUses(draft, table).find((use) => use.source === source && isWithin(use.element, node));
}
