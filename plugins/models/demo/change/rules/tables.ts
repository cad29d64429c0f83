import { guessField } from '../../fields.ts';
import { linkTables } from '../../link.ts';
import { ownFields } from '../../own-fields.ts';
import { type Plan, pascalOf, type Table } from '../../plan.ts';
import { knownNoun, tableOf } from '../../tables.ts';
import { plural, singular, splitList, words } from '../../words.ts';
import { findField } from '../find.ts';
import { type Change, listed } from '../rule.ts';
import { isFeature } from './fields.ts';

/** `add a table of suppliers with name and phone`, `I also want to track projects`. */
export function addTable(plan: Plan, text: string): Change | string | null {
  const asked =
    /\b(?:add|create|make|need|want)\s+(?:an?\s+|another\s+|the\s+)?(?:new\s+)?(?:table|list|page|section|tab|screen)\s+(?:of|for|to manage|to track|with|called|named)\s+(?:the\s+|my\s+|our\s+|all\s+)?["“]?(.+?)["”]?[.!]?$/.exec(
      text,
    )?.[1] ??
    /\b(?:add|create|need|want)\s+(?:an?\s+|another\s+)?["“]?([a-z -]+?)["”]?\s+(?:table|list|page|section|tab)\b(.*)$/
      .exec(text)
      ?.slice(1, 3)
      .join('') ??
    /\b(?:also|additionally|want to|need to|like to|should)\s+(?:be able to\s+)?(?:track|manage|keep|store|list)\s+(?:the\s+|my\s+|our\s+)?(.+?)[.!]?$/.exec(
      text,
    )?.[1] ??
    (
      /^(?:please )?(?:also )?add\s+(?:the\s+|my\s+|our\s+)?([a-z ]+?)(?:\s+(?:with\s+.+|to (?:it|the app|this|my app)))?[.!]?$/.exec(
        text,
      )?.[1] ?? ''
    ).replace(/^(.+)$/, (thing) => (isThing(plan, thing) ? (text.split(/\badd\s+/)[1] ?? '') : ''));
  if (!asked) return null;
  const [thing = '', list = ''] = asked.split(/\s+with\s+|:\s*/, 2);
  const name = words(thing.replace(/\b(page|table|list)\b/g, '')).join(' ');
  if (
    name === '' ||
    name.split(' ').length > 4 ||
    isFeature(name) ||
    /\b(chart|field|column|option|choice|button|row|record)s?\b/.test(name)
  )
    return null;
  const one = singular(name);
  if (plan.tables.some((table) => table.singular === one || table.name === pascalOf(one)))
    return `There is already a table of ${plural(one)}. Tell me which field to add to it.`;
  const first = plan.tables[0];
  const permissions = first && plan.site === null ? first.permissions : ({ read: 'admin', write: 'admin' } as const);
  const made = tableOf(one, permissions);
  const fields = splitList(list).map(guessField);
  const table = fields.length > 0 ? { ...made, fields: ownFields(made, fields) } : made;
  const tables = linkNew(plan, table);
  return {
    plan: { ...plan, tables },
    sentence: `Done: I added a table of ${table.plural} with ${listed(table.fields.map((field) => field.label.toLowerCase()))}, and a page for it.`,
  };
}

/** Something that is kept in a table of its own rather than in a field: `suppliers`, but not `notes`. */
function isThing(plan: Plan, thing: string): boolean {
  const name = words(thing).join(' ');
  const one = singular(name);
  if (one === name || knownNoun(name) === null) return false;
  return (
    guessField(one).kind === 'text' &&
    !plan.tables.some((table) => findField(table, name)) &&
    !/^(notes?|photos?|tags?|links?|comments?|hours?)$/.test(name)
  );
}

function linkNew(plan: Plan, table: Table): readonly Table[] {
  const all = linkTables([...plan.tables, table]);
  return [...plan.tables, ...all.filter((one) => one.name === table.name)];
}
