import type { AppChange } from './changes.ts';
import { Refused } from './changes.ts';
import type { Draft } from './draft.ts';
import { quoted, textOf } from './source.ts';
import { fieldOf, type TableField } from './table.ts';
import { type BlockUse, blockUses, COLLECTIONS, listOf } from './views.ts';

/** Adds a filter control to a table's filter bar, else to the block that shows its rows. */
export function addFilter(draft: Draft, { table, field }: Extract<AppChange, { kind: 'add-filter' }>): void {
  const kind = kindFor(fieldOf(draft, table, field));
  if (kind === null) throw new Refused('wrong-kind', `entities/${table}.json`);
  const uses = blockUses(draft, table);
  const bars = uses.filter(({ block }) => block === 'FilterBar');
  const targets = bars.length > 0 ? bars : uses.filter(({ block }) => COLLECTIONS.test(block));
  if (targets.length === 0) throw new Refused('no-view');
  for (const use of targets) {
    const list = kind === 'search' ? 'search' : use.block === 'FilterBar' ? 'fields' : 'filters';
    if (extend(use, list, field)) draft.changed(use.source, use.element);
  }
  if (draft.effects.length === 0) throw new Refused('is-so', targets[0]?.source.path);
}

/** Choice fields get a select, text fields the search; other types are not supported. */
function kindFor({ type, enum: options, format, 'x-reference': reference }: TableField): 'choice' | 'search' | null {
  if (options !== undefined || reference !== undefined || type === 'boolean') return 'choice';
  return type === 'string' && !/^(?:date|date-time|time|image|color)$/.test(String(format)) ? 'search' : null;
}

/** Adds the field to the prop's list; false if it was there. */
function extend({ source, element, props }: BlockUse, prop: string, field: string): boolean {
  const given = props.get(prop);
  if (given === undefined) {
    const { attributes, name } = element.openingElement;
    source.edits.appendLeft(attributes[0]?.end ?? name.end, ` ${prop}={[${quoted(field)}]}`);
    return true;
  }
  const list = listOf(given);
  if (list === null) throw new Refused('used-in-code', source.path);
  if (list.elements.some((one) => textOf(one) === field)) return false;
  source.edits.appendLeft(list.elements.at(-1)?.end ?? list.start + 1, `${list.elements.length > 0 ? ', ' : ''}${quoted(field)}`);
  return true;
}
