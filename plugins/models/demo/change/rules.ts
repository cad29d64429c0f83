import { guessField } from '../fields.ts';
import { linkTables } from '../link.ts';
import { colourIn, themeIn } from '../looks.ts';
import { type Field, firstOf, type Layout, type Plan, pascalOf, sentenceCase, statusField, type Table } from '../plan.ts';
import { knownNoun, tableOf } from '../tables.ts';
import { ownFields } from '../understand.ts';
import { plural, singular, splitList, words } from '../words.ts';
import { chartOf } from '../write/chart.ts';
import { chartPageTitle } from '../write/chart-page.ts';
import { findField, findPlace, findTable, namedTable, withTable } from './find.ts';
import { describePermissions, readPermissionWords } from './permissions.ts';

export interface Change {
  readonly plan: Plan;
  /** What was done, in the past tense, for the builder. */
  readonly sentence: string;
}

/** A way to change an app: a change, a sentence that says why it cannot be done, or null when the words are about something else. */
type Rule = (plan: Plan, text: string, request: string) => Change | string | null;

/** Asked in turn; the first that knows what is meant decides. */
export const rules: readonly Rule[] = [
  rename,
  recolour,
  restrict,
  addChart,
  sortBy,
  showAs,
  addOption,
  require,
  renameField,
  removeSomething,
  addTable,
  addFields,
];

function rename(plan: Plan, _text: string, request: string): Change | null {
  const quoted = `["“'‘]?(.+?)["”'’]?[.!]?$`;
  const app = new RegExp(
    `\\b(?:rename|call|name)\\s+(?:it|this|(?:the|my|this)\\s+app(?:lication)?)\\s+(?:to\\s+|as\\s+)?${quoted}`,
    'i',
  ).exec(request)?.[1];
  const title = new RegExp(
    `\\b(?:change|set|update|make|rename)\\s+(?:the\\s+)?(?:app(?:'s)?\\s+)?(?:title|name)(?:\\s+of\\s+(?:the|my)\\s+app)?\\s+(?:to|into|be)\\s+${quoted}`,
    'i',
  ).exec(request)?.[1];
  const heading = new RegExp(
    `\\b(?:change|set|update|make)\\s+(?:the\\s+)?(?:main\\s+)?(?:heading|headline|tagline|hero(?:\\s+text)?)(?:\\s+of\\s+.+?)?\\s+(?:to|into|say|be)\\s+${quoted}`,
    'i',
  ).exec(request)?.[1];
  if (heading) {
    const site = plan.site ? { ...plan.site, headline: heading } : null;
    return { plan: { ...plan, tagline: heading, site }, sentence: `The first screen now says “${heading}”.` };
  }
  const name = app ?? title;
  return name ? { plan: { ...plan, name }, sentence: `Your app is called “${name}” now.` } : null;
}

function recolour(plan: Plan, text: string): Change | string | null {
  const accent = colourIn(text);
  const theme = themeIn(text);
  if (accent === null && theme === null) return null;
  if ((accent ?? plan.accent) === plan.accent && (theme ?? plan.theme) === plan.theme) return 'It looks like that already.';
  const said = [theme && `${theme} colours`, accent && `${accent} as its accent`].filter(Boolean).join(' and ');
  return { plan: { ...plan, accent: accent ?? plan.accent, theme: theme ?? plan.theme }, sentence: `Your app has ${said} now.` };
}

function restrict(plan: Plan, text: string): Change | null {
  const changes = readPermissionWords(plan, text);
  if (changes.length === 0) return null;
  const next = changes.reduce((result, { table, permissions }) => withTable(result, table.name, (one) => ({ ...one, permissions })), plan);
  return { plan: next, sentence: changes.map(({ table, permissions }) => describePermissions(table, permissions)).join(' ') };
}

function addChart(plan: Plan, text: string): Change | string | null {
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
    return `I draw by a choice, a date or another table, and found no “${by || what || 'category'}” to draw by. ${fieldsOf(plan)}`;
  }
  const fallback = named ? null : chartOf(table);
  const asked = place && place.field !== group ? place.field : undefined;
  const isNumeric = asked !== undefined && ['money', 'number', 'percent', 'rating'].includes(asked.kind);
  const measure = isNumeric ? asked : (fallback ?? (what === '' ? chartOf(table) : null))?.measure;
  const chart = { table: table.name, measure: measure?.key ?? null, group: group.key };
  const title = chartPageTitle(plan, chart);
  if (plan.charts.some((one) => JSON.stringify(one) === JSON.stringify(chart))) return `There is a page “${title}” already.`;
  return {
    plan: { ...plan, charts: [...plan.charts, chart] },
    sentence: `There is a new page, “${title}”, with a chart of your ${table.plural}.`,
  };
}

function sortBy(plan: Plan, text: string): Change | string | null {
  const [, what = '', by = ''] = /\b(?:sort|order|arrange)(?:ed|ing)?\s+(.*?)\s*\bby\s+(.+?)[.!]?$/.exec(text) ?? [];
  if (by === '') return null;
  const isDown = /\b(desc|descending|newest|latest|highest|largest|biggest|most|reverse)/.test(by);
  const phrase = by.replace(/\b(descending|ascending|desc|asc|first|newest|oldest|latest|highest|lowest|order|in)\b/g, ' ').trim();
  const place = findPlace(
    what ? { ...plan, tables: [findTable(plan, what), ...plan.tables].filter((one) => one !== undefined) } : plan,
    phrase || by,
  );
  if (!place) return `I found no field “${phrase || by}” to sort by. ${fieldsOf(plan)}`;
  const { table, field } = place;
  return {
    plan: withTable(plan, table.name, (one) => ({ ...one, sort: `${isDown ? '-' : ''}${field.key}` })),
    sentence: `${sentenceCase(table.plural)} come sorted by ${field.label.toLowerCase()} now; people can still choose another order.`,
  };
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

function showAs(plan: Plan, text: string): Change | string | null {
  const [, what = '', how = ''] =
    /\b(?:show|display|turn|view|present|make|switch|change)\s+(.+?)\s+(?:as|into|in|to)\s+(?:a |an )?(.+?)[.!]?$/.exec(text) ?? [];
  const layout = layoutWords.find(([pattern]) => pattern.test(how))?.[1];
  const table = what === '' || layout === undefined ? undefined : findTable(plan, what);
  if (!table || layout === undefined || findField(table, what)) return null;
  if (layout === 'board' && !statusField(table))
    return `A board needs a status, and ${table.plural} have none. Ask me to add a status first.`;
  if (layout === 'agenda' && !firstOf(table, 'date', 'date-time'))
    return `A calendar needs a date, and ${table.plural} have none. Ask me to add a date first.`;
  if (layout === 'checklist' && !firstOf(table, 'boolean'))
    return `A checklist needs something to tick off. Ask me to add a “done” field to ${table.plural} first.`;
  if (table.layout === layout) return `${sentenceCase(table.plural)} are shown like that already.`;
  return {
    plan: withTable(plan, table.name, (one) => ({ ...one, layout })),
    sentence: `${sentenceCase(table.plural)} are shown as ${how.replace(/^(a|an) /, '')} now.`,
  };
}

function addOption(plan: Plan, text: string, request: string): Change | string | null {
  const [, option = '', rest = ''] =
    /\badd\s+(?:an?\s+|the\s+)?(?:new\s+)?(?:option|choice|value)s?\s+(?:called\s+|named\s+)?["“'‘]?(.+?)["”'’]?\s+(?:to|for)\s+(?:the\s+)?(.+?)(?:\s+(?:field|options|choices))?[.!]?$/i.exec(
      request,
    ) ??
    /\badd\s+["“'‘](.+?)["”'’]\s+(?:to|as an? (?:option|choice) (?:of|for|to|in))\s+(?:the\s+)?(.+?)(?:\s+(?:field|options|choices))?[.!]?$/i.exec(
      request,
    ) ??
    [];
  if (option === '') return null;
  const place = findPlace(plan, rest.toLowerCase());
  if (place?.field.kind !== 'enum') return /option|choice/.test(text) ? `I found no choice “${rest}”. ${fieldsOf(plan)}` : null;
  const added = splitList(option).map((one) => sentenceCase(one));
  const options = [...new Set([...place.field.options, ...added])];
  return {
    plan: withTable(plan, place.table.name, (one) => ({
      ...one,
      fields: one.fields.map((field) => (field === place.field ? { ...field, options } : field)),
    })),
    sentence: `“${place.field.label}” of ${place.table.plural} offers ${listed(added.map((one) => `“${one}”`))} now.`,
  };
}

function require(plan: Plan, text: string): Change | null {
  const [, what = '', how = ''] = /\bmake\s+(.+?)\s+(required|mandatory|optional)[.!]?$/.exec(text) ?? [];
  const place = what ? findPlace(plan, what) : undefined;
  if (!place) return null;
  const required = how !== 'optional';
  return {
    plan: withTable(plan, place.table.name, (one) => ({
      ...one,
      fields: one.fields.map((field) => (field === place.field ? { ...field, required } : field)),
    })),
    sentence: `“${place.field.label}” of ${place.table.plural} ${required ? 'must be filled in' : 'may stay empty'} now.`,
  };
}

function renameField(plan: Plan, _text: string, request: string): Change | null {
  const [, what = '', label = ''] = /\brename\s+(?:the\s+)?(.+?)\s+(?:to|into|as)\s+["“'‘]?(.+?)["”'’]?[.!]?$/i.exec(request) ?? [];
  const place = what ? findPlace(plan, what.toLowerCase()) : undefined;
  if (!place) return null;
  return {
    plan: withTable(plan, place.table.name, (one) => ({
      ...one,
      fields: one.fields.map((field) => (field === place.field ? { ...field, label: sentenceCase(label) } : field)),
    })),
    sentence: `“${place.field.label}” is called “${sentenceCase(label)}” now; what people wrote in it stays.`,
  };
}

function removeSomething(plan: Plan, text: string): Change | string | null {
  const what =
    /\b(?:remove|delete|drop|get rid of|take out|hide|(?:i |we )?(?:don't|do not) need)\s+(?:the\s+|my\s+|our\s+|any\s+)?(.+?)(?:\s+(?:please|any more|anymore))?[.!]?$/.exec(
      text,
    )?.[1];
  if (!what) return null;
  const chart =
    plan.charts.find((one) => /\bchart|page\b/.test(what) && what.includes(chartPageTitle(plan, one).toLowerCase())) ??
    (/\bchart\b/.test(what) ? plan.charts.at(-1) : undefined);
  if (chart)
    return {
      plan: { ...plan, charts: plan.charts.filter((one) => one !== chart) },
      sentence: `The page “${chartPageTitle(plan, chart)}” is gone.`,
    };
  const table = namedTable(plan, what.replace(/\b(table|page|list|section)s?\b/g, ''));
  const isTable = table && words(what.replace(/\b(table|page|list|section)s?\b/g, '')).join(' ').length <= table.plural.length + 1;
  if (table && isTable) return removeTable(plan, table);
  const place = findPlace(plan, what);
  if (!place) return `I found nothing called “${what}”. ${fieldsOf(plan)}`;
  const { field } = place;
  if (place.table.fields.length === 1) return `“${field.label}” is the only field of ${place.table.plural}, so it stays.`;
  if (place.table.layout === 'habits' && (field.key === 'streak' || field.kind === 'days'))
    return 'Streaks are what the habit cards are made of, so that field stays.';
  const fields = place.table.fields.filter((one) => one !== field);
  const charts = plan.charts.filter((one) => one.table !== place.table.name || (one.group !== field.key && one.measure !== field.key));
  const next = withTable({ ...plan, charts }, place.table.name, (one) => ({
    ...one,
    fields: named(fields),
    sort: one.sort.replace('-', '') === field.key ? '-createdAt' : one.sort,
  }));
  return { plan: next, sentence: `“${field.label}” is gone from ${place.table.plural}: from the table, the form and the list.` };
}

/** A row still needs something to be called by. */
function named(fields: readonly Field[]): readonly Field[] {
  return fields.some((field) => field.kind === 'text' || field.kind === 'email') ? fields : [guessField('name'), ...fields];
}

function removeTable(plan: Plan, table: Table): Change | string {
  if (plan.tables.length === 1) return `${sentenceCase(table.plural)} are all that this app has, so they stay.`;
  const tables = plan.tables
    .filter((one) => one !== table)
    .map((one) => ({ ...one, fields: named(one.fields.filter((field) => field.to !== table.name)) }));
  return {
    plan: { ...plan, tables, charts: plan.charts.filter((one) => one.table !== table.name) },
    sentence: `${sentenceCase(table.plural)} are gone, with their page and every reference to them.`,
  };
}

function addTable(plan: Plan, text: string): Change | string | null {
  const asked =
    /\b(?:add|create|make|need|want)\s+(?:an?\s+|another\s+|the\s+)?(?:new\s+)?(?:table|list|page|section|tab|screen)\s+(?:of|for|to manage|to track|with|called|named)\s+(?:the\s+|my\s+|our\s+|all\s+)?["“]?(.+?)["”]?[.!]?$/.exec(
      text,
    )?.[1] ??
    /\b(?:add|create|need|want)\s+(?:an?\s+|another\s+)?["“]?([a-z -]+?)["”]?\s+(?:table|list|page|section|tab)\b(.*)$/
      .exec(text)
      ?.slice(1, 3)
      .join('') ??
    /\b(?:also|additionally)\s+(?:track|manage|keep|store|list)\s+(?:the\s+|my\s+|our\s+)?(.+?)[.!]?$/.exec(text)?.[1] ??
    (
      /^(?:please )?(?:also )?add\s+(?:the\s+|my\s+|our\s+)?([a-z ]+?)(?:\s+(?:with\s+.+|to (?:it|the app|this|my app)))?[.!]?$/.exec(
        text,
      )?.[1] ?? ''
    ).replace(/^(.+)$/, (thing) => (isThing(plan, thing) ? (text.split(/\badd\s+/)[1] ?? '') : ''));
  if (!asked) return null;
  const [thing = '', list = ''] = asked.split(/\s+with\s+|:\s*/, 2);
  const name = words(thing.replace(/\b(page|table|list)\b/g, '')).join(' ');
  if (name === '' || /\b(chart|field|column)\b/.test(name)) return null;
  const one = singular(name);
  if (plan.tables.some((table) => table.singular === one || table.name === pascalOf(one)))
    return `There is a table of ${plural(one)} already. Tell me which field it should get.`;
  const first = plan.tables[0];
  const permissions = first && plan.site === null ? first.permissions : ({ read: 'admin', write: 'admin' } as const);
  const made = tableOf(one, permissions);
  const fields = splitList(list).map(guessField);
  const table = fields.length > 0 ? { ...made, fields: ownFields(made, fields) } : made;
  const tables = linkNew(plan, table);
  return {
    plan: { ...plan, tables },
    sentence: `There is a table of ${table.plural} now, with ${listed(table.fields.map((field) => field.label.toLowerCase()))}, and a page for them.`,
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

function addFields(plan: Plan, text: string): Change | string | null {
  const body = text
    .replace(/^(?:please |also |can you |could you |now |and )+/, '')
    .replace(/\bplease\b/g, '')
    .replace(/\b(?:an?|the)?\s*(?:new )?(?:field|column|input)s? (?:for|called|named|with) (?:the |a |an )?/g, '')
    .trim();
  const [, list = '', rest = ''] =
    /\b(?:add|include|give|insert)\s+(.+?)(?:\s+(?:to|for|on|in|into)\s+(?:each\s+|every\s+|the\s+|my\s+|our\s+|all\s+)?(.+?))?[.!]?$/.exec(
      body,
    ) ?? [];
  const has =
    /^(?:the |each |every |my |our |a |an )?(.+?)\s+(?:should|must|need to|needs to|could)?\s*(?:also )?(?:have|has|need|needs|get|gets)\s+(?:an?\s+)?(.+?)[.!]?$/.exec(
      body,
    );
  const wanted =
    /\b(?:i|we)\s+(?:also\s+)?(?:need|want|would like)\s+(?:an?\s+|the\s+)?(.+?)(?:\s+(?:for|on|in|of)\s+(?:each\s+|every\s+|the\s+|my\s+|our\s+)?(.+?))?[.!]?$/.exec(
      body,
    );
  const [asked, where] =
    list !== ''
      ? [list, rest]
      : has && namedTable(plan, has[1] ?? '')
        ? [has[2] ?? '', has[1] ?? '']
        : wanted
          ? [wanted[1] ?? '', wanted[2] ?? '']
          : ['', ''];
  if (asked === '' || isFeature(asked)) return null;
  const named = where ? namedTable(plan, where) : undefined;
  const isElsewhere = where !== '' && plan.tables.length > 1 && !/\b(form|app|it|list|page|table|cards?)\b/.test(where);
  const table = named ?? (isElsewhere ? undefined : findTable(plan, asked));
  if (!table)
    return plan.tables.length > 1 || where
      ? `Which table should get it? There are ${listed(plan.tables.map((one) => one.plural))}. Say, for example, “add ${words(asked).join(' ')} to ${plan.tables[0]?.plural}”.`
      : null;
  const parts = splitList(asked).map((part) =>
    part
      .replace(/\b(?:field|column|input)s?\b(?:\s+(?:called|named|for))?/g, ' ')
      .replace(/["“”'‘’]/g, '')
      .trim(),
  );
  const fields = parts
    .filter((part) => words(part).length > 0 && words(part).length <= 5 && words(part).join(' ') !== table.singular)
    .map(guessField);
  const fresh = fields.filter((field) => !table.fields.some((own) => own.key === field.key));
  if (fields.length === 0) return null;
  if (fresh.length === 0) return `${sentenceCase(table.plural)} have ${listed(fields.map((field) => `“${field.label}”`))} already.`;
  const template = tableOf(table.singular, table.permissions);
  const known = ownFields(template, fresh)
    .filter((field) => fresh.some((one) => one.key === field.key))
    .map((field) => ({ ...field, required: false }));
  const next = {
    ...table,
    fields: [
      ...table.fields.filter((field) => field.kind !== 'days' && field.kind !== 'long-text'),
      ...known,
      ...table.fields.filter((field) => field.kind === 'days' || field.kind === 'long-text'),
    ],
  };
  const linked = linkTables(plan.tables.map((one) => (one === table ? next : one))).find((one) => one.name === table.name) ?? next;
  const kept = { ...linked, fields: linked.fields.map((field) => table.fields.find((own) => own.key === field.key) ?? field) };
  return {
    plan: withTable(plan, table.name, () => kept),
    sentence: `${sentenceCase(table.plural)} have ${listed(known.map((field) => `“${field.label}”`))} now: in the table, in the form and in the list.`,
  };
}

/** Something that an app does rather than something that a row has. */
function isFeature(phrase: string): boolean {
  return /\b(search|filters?|sorting|forms?|log ?in|sign ?up|pages?|screens?|buttons?|maps?|calendar|notifications?|reminders?|export|import|dashboard|animations?|translations?|footer|header|sidebar|navigation|api|integration|payments? with .+)$/.test(
    words(phrase).join(' '),
  );
}

function fieldsOf(plan: Plan): string {
  return plan.tables
    .map(
      (table) =>
        `${sentenceCase(table.plural)} have ${listed(table.fields.filter((field) => field.kind !== 'days').map((field) => field.label.toLowerCase()))}.`,
    )
    .join(' ');
}

/** `a, b and c`. */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
