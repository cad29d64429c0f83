import { type Plan, pascalOf, sentenceCase } from '../../plan.ts';
import { tableOf } from '../../tables.ts';
import { singular, words } from '../../words.ts';
import { findTable, withTable } from '../find.ts';
import type { Change } from '../rule.ts';

/** `link tasks to projects`: each row may point to a row of the other table, which is made when it is not there. */
export function linkTo(plan: Plan, text: string): Change | string | null {
  const [, from = '', to = ''] =
    /\b(?:link|connect|relate|assign|attach|tie)\s+(?:each |every |the |my )?(.+?)\s+(?:to|with|and)\s+(?:an? |the |my )?(.+?)[.!]?$/.exec(
      text,
    ) ?? [];
  const table = from ? findTable(plan, from) : undefined;
  const name = singular(words(to).join(' '));
  if (!table || name === '' || name.split(' ').length > 3) return null;
  const known = plan.tables.find((one) => one.singular === name || one.name === pascalOf(name));
  const target = known ?? tableOf(name, table.permissions);
  if (target.name === table.name) return null;
  if (table.fields.some((field) => field.to === target.name)) return `${sentenceCase(table.plural)} already link to ${target.plural}.`;
  const field = {
    key: target.singular.replace(/[^a-z0-9]+/g, '_'),
    label: sentenceCase(target.singular),
    kind: 'reference' as const,
    required: false,
    options: [],
    to: target.name,
  };
  const linked = withTable(plan, table.name, (one) => ({ ...one, fields: [...one.fields.filter((own) => own.key !== field.key), field] }));
  const tables = known ? linked.tables : [...linked.tables, { ...target, fields: target.fields.filter((own) => own.to === null) }];
  const made = known ? '' : ` I added a table of ${target.plural}, with a page for it.`;
  return { plan: { ...linked, tables }, sentence: `Done: each ${table.singular} can link to a ${target.singular}.${made}` };
}
