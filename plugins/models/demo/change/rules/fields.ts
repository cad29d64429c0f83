import { guessField } from '../../fields.ts';
import { linkTables } from '../../link.ts';
import { ownFields } from '../../own-fields.ts';
import { type Field, type Plan, sentenceCase, type Table } from '../../plan.ts';
import { tableOf } from '../../tables.ts';
import { splitList, words } from '../../words.ts';
import { findTable, namedTable, withTable } from '../find.ts';
import { type Change, listed } from '../rule.ts';
import { kindIn } from './shape.ts';

/** `add a due date to tasks`, `each task should have an assignee`, `ask for the name too`. */
export function addFields(plan: Plan, text: string): Change | string | null {
  const { asked, where } = read(plan, text);
  if (asked === '' || isFeature(asked)) return null;
  const named = where ? namedTable(plan, where) : undefined;
  const isElsewhere = where !== '' && plan.tables.length > 1 && !/\b(form|app|it|list|page|table|cards?)\b/.test(where);
  const table = named ?? (isElsewhere ? undefined : findTable(plan, asked));
  if (!table)
    return plan.tables.length > 1 || where
      ? `Which table should get it? You have ${listed(plan.tables.map((one) => one.plural))}. For example: “add ${words(asked).join(' ')} to ${plan.tables[0]?.plural}”.`
      : null;
  const fields = fieldsIn(asked, table);
  if (fields.length === 0) return null;
  const fresh = fields.filter((field) => !table.fields.some((own) => own.key === field.key));
  if (fresh.length === 0) return `${sentenceCase(table.plural)} already have ${listed(fields.map((field) => `“${field.label}”`))}.`;
  return add(plan, table, fresh);
}

function add(plan: Plan, table: Table, fresh: readonly Field[]): Change {
  const template = tableOf(table.singular, table.permissions);
  const known = ownFields(template, fresh)
    .filter((field) => fresh.some((one) => one.key === field.key))
    .map((field) => ({ ...field, required: false }));
  const isLast = (field: Field) => field.kind === 'days' || field.kind === 'long-text';
  const fields = [...table.fields.filter((field) => !isLast(field)), ...known, ...table.fields.filter(isLast)];
  const next = { ...table, fields };
  const linked = linkTables(plan.tables.map((one) => (one === table ? next : one))).find((one) => one.name === table.name) ?? next;
  const kept = { ...linked, fields: linked.fields.map((field) => table.fields.find((own) => own.key === field.key) ?? field) };
  return {
    plan: withTable(plan, table.name, () => kept),
    sentence: `Done: ${table.plural} have ${listed(known.map((field) => `“${field.label}”`))}, in the form and in the list.`,
  };
}

/** What is asked for, and in which table. */
function read(plan: Plan, text: string): { readonly asked: string; readonly where: string } {
  const body = text
    .replace(
      /\b(?:an? |the |another |some )?(?:new |extra |more )?(?:fields?|columns?|inputs?)\s+(?:for|called|named|with)\s+(?:the |a |an )?/g,
      '',
    )
    .replace(/\banother\b/g, 'a')
    .trim();
  // `a category with home, work and fun`: the choices are part of the field.
  const choices =
    /\badd\s+(?:an?\s+)?([a-z ]+?)\s*(?:dropdown|drop-down|select(?:ion)?|choices?|options?|picker)?\s+(?:with|of|from)\s+(?:the\s+)?(?:options?|choices?|values?)?:?\s*(.+(?:,|\band\b|\bor\b|\/).+?)(?:\s+to\s+(?:each |every |the |my |our )?([a-z ]+?))?[.!]?$/.exec(
      body,
    );
  if (choices && !/\b(?:table|page|list|chart|section|tab|rows?|records?)\b/.test(choices[1] ?? '')) {
    const list = splitList((choices[2] ?? '').replace(/\s+or\s+|\s*\/\s*/g, ', '));
    return { asked: `${choices[1]} (${list.join(', ')})`, where: choices[3] ?? '' };
  }
  const place = '(?:each\\s+|every\\s+|the\\s+|my\\s+|our\\s+|all\\s+)?(.+?)';
  const [, list = '', rest = ''] =
    new RegExp(
      `\\b(?:add|include|give|insert|ask (?:people |visitors |them )?for|collect|record|store|capture)\\s+(.+?)(?:\\s+(?:to|for|on|in|into|of)\\s+${place})?(?:\\s+(?:too|as well|also))?[.!]?$`,
    ).exec(body) ?? [];
  // `a checkbox for urgent`: the name of the field stands where the table mostly does.
  if (rest !== '' && kindIn(list) !== null && !namedTable(plan, rest)) return { asked: `${list} for ${rest}`, where: '' };
  if (list !== '') return { asked: list, where: rest };
  const has =
    /^(?:the |each |every |my |our |a |an )?(.+?)\s+(?:should|must|need to|needs to|could)?\s*(?:also )?(?:have|has|need|needs|get|gets)\s+(?:an?\s+)?(.+?)[.!]?$/.exec(
      body,
    );
  if (has && namedTable(plan, has[1] ?? '')) return { asked: has[2] ?? '', where: has[1] ?? '' };
  const wanted = new RegExp(
    `\\b(?:i|we)\\s+(?:also\\s+)?(?:need|want|would like)\\s+(?!to\\b)(?:an?\\s+|the\\s+)?(.+?)(?:\\s+(?:for|on|in|of)\\s+${place})?[.!]?$`,
  ).exec(body);
  return { asked: wanted?.[1] ?? '', where: wanted?.[2] ?? '' };
}

function fieldsIn(asked: string, table: Table): readonly Field[] {
  return splitList(asked)
    .map((part) =>
      part
        .replace(/\b(?:field|column|input)s?\b(?:\s+(?:called|named|for))?/g, ' ')
        .replace(/["“”'‘’]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => words(part).length > 0 && words(part.replace(/\(.*/, '')).length <= 5 && words(part).join(' ') !== table.singular)
    .map(fieldOf);
}

/** `a checkbox for urgent`, `owner of type text`, `a number of seats`: the kind is said beside the name, or the name tells it. */
function fieldOf(part: string): Field {
  const [, before = '', name = ''] = /^(?:an? )?(.+?) (?:for|called|named) (?:the )?(.+)$/.exec(part) ?? [];
  const [, label = '', after = ''] = /^(.+?) (?:of type |as an? |\()?([a-z/ -]+?)\)?$/.exec(part) ?? [];
  const ahead = name ? kindIn(before) : null;
  const behind = label && /of type| as an? |\(| (?:checkbox|rating|date picker|toggle|dropdown|switch)$/.test(part) ? kindIn(after) : null;
  const kind = ahead ?? behind;
  if (kind === null) return guessField(part);
  return { ...guessField(ahead ? name : label), kind, options: [] };
}

/** Something that an app does rather than something that a row has. */
export function isFeature(phrase: string): boolean {
  return /\b(search|filters?|sorting|forms?|log ?in|sign ?up|pages?|screens?|buttons?|maps?|calendar|logins?|accounts?|log ?out|notifications?|reminders?|export|import|dashboard|animations?|translations?|footer|header|sidebar|navigation|api|integration|payments? with .+)$/.test(
    words(phrase).join(' '),
  );
}
