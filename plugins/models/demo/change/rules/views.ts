import { firstOf, type Layout, type Plan, sentenceCase, statusField, type Table, titleField } from '../../plan.ts';
import { chartOf } from '../../write/chart.ts';
import { chartPageTitle } from '../../write/chart-page.ts';
import { findField, findPlace, findTable, namedTable, withTable } from '../find.ts';
import { type Change, fieldsOf } from '../rule.ts';

export function addChart(plan: Plan, text: string): Change | string | null {
  if (!/\b(chart|graph|plot|diagram|statistics|report|breakdown)s?\b/.test(text) || /\b(remove|delete)\b/.test(text)) return null;
  const tail =
    '(?:of|for|showing|that shows|with|about)\\s+(?:the |my |all )?(.+?)\\s+(?:by|per|over|for each|grouped by)\\s+(?:the |each )?(.+?)(?:\\s+(?:in|as) a (?:chart|graph|diagram))?[.!]?$';
  const [, what = '', by = ''] =
    new RegExp(`\\b(?:chart|graph|plot|diagram|statistics|report|breakdown)s?\\s+${tail}`).exec(text) ??
    new RegExp(`\\b${tail}`).exec(text) ??
    [];
  const isTime = /\b(month|time|week|day|date|year)s?\b/.test(by);
  const groupIn = (one: Table) => {
    const found = isTime ? firstOf(one, 'date', 'date-time') : by ? findField(one, by) : chartOf(one)?.group;
    return found && ['enum', 'date', 'date-time', 'reference', 'boolean', 'text'].includes(found.kind) ? found : undefined;
  };
  const place = what ? findPlace(plan, what) : undefined;
  const named =
    namedTable(plan, what) ??
    place?.table ??
    namedTable(plan, text.replace(what, '')) ??
    (plan.tables.length === 1 ? plan.tables[0] : undefined);
  // Nothing is named: what has money in it is most worth a chart.
  const rich = plan.tables.filter((one) => firstOf(one, 'money') && groupIn(one));
  const table = named ?? rich.find((one) => one.layout === 'ledger') ?? rich[0] ?? plan.tables.find((one) => groupIn(one));
  const group = table && groupIn(table);
  if (!table || !group) {
    return `A chart needs a choice, a date or another table to group by, and I found no “${by || what || 'category'}”. ${fieldsOf(plan)}`;
  }
  const fallback = named ? null : chartOf(table);
  const asked = place && place.field !== group ? place.field : undefined;
  const isNumeric = asked !== undefined && ['money', 'number', 'percent', 'rating'].includes(asked.kind);
  const measure = isNumeric ? asked : (fallback ?? (what === '' ? chartOf(table) : null))?.measure;
  const chart = { table: table.name, measure: measure?.key ?? null, group: group.key };
  const title = chartPageTitle(plan, chart);
  if (plan.charts.some((one) => JSON.stringify(one) === JSON.stringify(chart))) return `There is already a page “${title}”.`;
  return {
    plan: { ...plan, charts: [...plan.charts, chart] },
    sentence: `Done: I added the page “${title}” with a chart of your ${table.plural}.`,
  };
}

/** `sort invoices by due date`, `newest first`, `sort clients alphabetically`. */
export function sortBy(plan: Plan, text: string): Change | string | null {
  const byTime =
    /^(?:(?:show|list|put|sort|order)\s+(?:the\s+)?(.*?)\s*)?(?:by\s+)?(newest|latest|most recent|oldest)\s*(?:ones?\s+)?(?:first|on top|at the top)?[.!]?$/.exec(
      text,
    );
  if (byTime) return sorted(plan, byTime[1] ?? '', byTime[2] === 'oldest' ? 'createdAt' : '-createdAt');
  const byName = /\b(?:sort|order|list)\s+(?:the\s+)?(.*?)\s*(?:alphabetically|a to z|a-z|in alphabetical order)[.!]?$/.exec(text);
  if (byName) return sorted(plan, byName[1] ?? '', null);
  const [, what = '', by = ''] = /\b(?:sort|order|arrange)(?:ed|ing)?\s+(.*?)\s*\bby\s+(.+?)[.!]?$/.exec(text) ?? [];
  if (by === '') return null;
  const isDown = /\b(desc|descending|newest|latest|highest|largest|biggest|most|reverse)/.test(by);
  const phrase = by
    .replace(/\b(descending|ascending|desc|asc|first|newest|oldest|latest|highest|lowest|order|in)\b|,/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const place = findPlace(
    what ? { ...plan, tables: [findTable(plan, what), ...plan.tables].filter((one) => one !== undefined) } : plan,
    phrase || by,
  );
  if (place) return sorted(plan, place.table.name, `${isDown ? '-' : ''}${place.field.key}`);
  const dated = namedTable(plan, what) ?? plan.tables.find((one) => firstOf(one, 'date', 'date-time'));
  const date = dated && firstOf(dated, 'date', 'date-time');
  if (dated && date && /^(?:dates?|day|time)$/.test(phrase)) return sorted(plan, dated.name, `${isDown ? '-' : ''}${date.key}`);
  if (/^(?:dates?|day|time|created|creation date|date (?:created|added))$/.test(phrase))
    return sorted(plan, what, isDown ? 'createdAt' : '-createdAt');
  return `I found no field “${phrase || by}” to sort by. ${fieldsOf(plan)}`;
}

/** `key` null sorts by what rows are called. */
function sorted(plan: Plan, what: string, key: string | null): Change | string {
  const own = plan.tables.find((one) => one.name === what) ?? namedTable(plan, what);
  const tables = own ? [own] : plan.tables;
  const next = tables.reduce(
    (result, table) => withTable(result, table.name, (one) => ({ ...one, sort: key ?? titleField(one).key })),
    plan,
  );
  const label = key === 'createdAt' ? 'oldest first' : key === '-createdAt' ? 'newest first' : null;
  const field = tables[0]?.fields.find((one) => one.key === (key ?? titleField(tables[0] as Table).key).replace('-', ''));
  const order = label ?? `by ${field?.label.toLowerCase()}`;
  const names = tables.map((table) => table.plural).join(' and ');
  return { plan: next, sentence: `Done: ${names} are sorted ${order}. People can still choose another order.` };
}

const layoutWords: readonly (readonly [RegExp, Layout])[] = [
  [/\b(kanban|board)\b/, 'board'],
  [/\b(calendar|agenda|by date)\b/, 'agenda'],
  [/\b(gallery|cards|grid|pictures)\b/, 'gallery'],
  [/\b(checklist|check list)\b/, 'checklist'],
  [/\b(notes|sticky notes)\b/, 'notes'],
  [/\b(table|rows|spreadsheet)\b/, 'table'],
  [/\blist\b/, 'ledger'],
];

/** `show todos as a table`, `switch to a calendar view`. */
export function showAs(plan: Plan, text: string): Change | string | null {
  const [, what = '', how = ''] =
    /\b(?:show|display|turn|view|present|make|switch|change)\s+(.+?)\s+(?:as|into|in|to)\s+(?:a |an )?(.+?)[.!]?$/.exec(text) ??
    (/\b(?:switch|change|go|move)(\s+)(?:over\s+)?to\s+(?:an? |the )?(.+?)(?:\s+(?:view|layout|style))?[.!]?$/.exec(text) ||
      /\b(?:use|want|prefer|give me|need|make it)(\s+)(?:an? |the )?([a-z ]+?)(?:\s+(?:view|layout|style))[.!]?$/.exec(text) ||
      []);
  const layout = layoutWords.find(([pattern]) => pattern.test(how))?.[1];
  const table = what === '' || layout === undefined ? undefined : findTable(plan, what);
  if (layout !== undefined && what.trim() === '' && !table && plan.tables.length > 1)
    return `Which table? For example: “show ${plan.tables[0]?.plural} as a ${how}”.`;
  if (!table || layout === undefined || (what.trim() !== '' && findField(table, what))) return null;
  if (layout === 'board' && !statusField(table)) return `A board needs a status, and ${table.plural} have none. Add a status first.`;
  if (layout === 'agenda' && !firstOf(table, 'date', 'date-time'))
    return `A calendar needs a date, and ${table.plural} have none. Add a date first.`;
  if (layout === 'checklist' && !firstOf(table, 'boolean'))
    return `A checklist needs something to tick off. Add a “done” field to ${table.plural} first.`;
  if (table.layout === layout) return `${sentenceCase(table.plural)} already look like that.`;
  const shown = how.replace(/^(a|an) /, '').replace(/ view$/, '');
  return {
    plan: withTable(plan, table.name, (one) => ({ ...one, layout })),
    sentence: `Done: ${table.plural} are shown as ${/s$/.test(shown) ? shown : `a ${shown}`}.`,
  };
}
