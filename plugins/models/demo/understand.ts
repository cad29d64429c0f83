import { guessField, readFields } from './fields.ts';
import { type SiteKind, sites } from './lexicon/sites.ts';
import { type Trade, trades } from './lexicon/trades.ts';
import { linkTables } from './link.ts';
import { colourIn, themeIn } from './looks.ts';
import { type Mention, readMentions } from './mentions.ts';
import type { Field, Permissions, Plan, Table } from './plan.ts';
import { firstOf, sentenceCase, statusField } from './plan.ts';
import { isCollective, knownNoun, tableOf } from './tables.ts';
import { plural, singular } from './words.ts';

/** The app that a request describes; null when no thing, no field and no trade in it is known. */
export function understand(request: string): Plan | null {
  const text = plainOf(request);
  const mention = readMentions(text);
  const site = sites.find((kind) => kind.words.test(mention.frame)) ?? sites.find((kind) => kind.words.test(text));
  const trade = trades.find((one) => one.words.test(mention.frame)) ?? trades.find((one) => one.words.test(text));
  const isSite = site !== undefined && (mention.tables.length <= 1 || site.table === 'article') && isPublic(text, site);
  if (!isSite && trade === undefined && mention.tables.length === 0) return null;
  const plan = isSite ? planSite(site, mention) : planTables(trade, mention);
  return {
    ...plan,
    name: nameIn(request) ?? plan.name,
    accent: colourIn(text) ?? plan.accent,
    theme: themeIn(text) ?? plan.theme,
    tables: linkTables(plan.tables),
  };
}

/** One line in lower case, with plain quotes, lists as commas and without the courtesies at its end. */
function plainOf(request: string): string {
  const line = request
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .trim()
    .replace(/:\s*\n\s*[-*•]?\s*/g, ': ')
    .replace(/\s*\n\s*[-*•]\s*/g, ', ')
    .replace(/([.,;:!?])?\s*\n\s*/g, (_, mark: string | undefined) => `${mark ?? '.'} `)
    .replace(/\s+/g, ' ')
    .replace(/(?:[,.!]?\s*\b(?:please|thanks|thank you|thx|pls|cheers)\b)+[.!\s]*$/, '')
    .replace(/\s+(?:please|pls|plz)\b/g, '');
  return line.includes(':') ? line : line.replace(/\s[-–—]+\s/, ': ');
}

/** A page for visitors rather than a tool for oneself. */
function isPublic(text: string, site: SiteKind): boolean {
  const saysPage =
    /\b(landing|home|web|sign-?up|booking|contact|adoption)? ?-?(page|site|website|form)\b|newsletter|wait(ing)?[- ]?list|portfolio|rsvp|coming soon|survey|\bmenu\b|job board|catalogue?|\bblog\b|collect\w* feedback/.test(
      text,
    );
  const saysTool = /\b(tracker|manager|crm|planner|dashboard|log|system|back ?office)\b/.test(text);
  return saysPage && !saysTool && site !== undefined;
}

function planSite(kind: SiteKind, mention: Mention): Plan {
  const read = kind.site.kind === 'listing' ? 'all' : 'admin';
  const write = kind.site.kind === 'listing' ? 'admin' : 'anonymous';
  const named = mention.tables[0];
  const isOwnThing =
    named?.isKnown === true &&
    kind.site.kind === 'listing' &&
    kind.table !== 'article' &&
    !/^(?:restaurant|company|client)$/.test(knownNoun(named.singular) ?? '');
  const table = tableOf(isOwnThing ? named.singular : kind.table, { read, write });
  const asked = mention.fields.length > 0 ? mention.fields : (named?.fields ?? []);
  // `A blog with posts`, `a restaurant site with a menu`: what the page is made of, not what one of it has.
  const isPart = (label: string) => knownNoun(label) === kind.table || (plural(singular(label)) === label && knownNoun(label) !== null);
  const fields = asked.filter((field) => !isPart(field.label.toLowerCase()));
  const about =
    /\b(?:for|about) (?:my |our |the |a |an )?([a-z][a-z' -]{2,40}?)(?= (?:that|with|which|where|and|to|called)\b|[,.:;!]|$)/.exec(
      mention.text,
    )?.[1];
  const subject = about && !/newsletter|landing|page|sign/.test(about) ? sentenceCase(about) : null;
  return {
    name: subject === null ? kind.name : kind.table === 'response' ? `${subject} feedback` : subject,
    tagline: kind.site.headline,
    icon: kind.icon,
    accent: kind.accent,
    theme: 'light',
    header: null,
    site: kind.site,
    charts: [],
    tables: [fields.length > 0 ? { ...table, fields: ownFields(table, fields) } : table],
  };
}

function planTables(trade: Trade | undefined, mention: Mention): Plan {
  const singulars =
    mention.tables.length > 1 || trade === undefined || isOther(trade, mention) ? mention.tables.map((one) => one.singular) : trade.tables;
  const isPersonal =
    trade?.personal === true ||
    (trade === undefined &&
      !/\b(team|company|business|customers?|clients?|studio|agency|club|league|school|office|church|charity|employees|staff|building|warehouse|department|students|members|we|our (?!family|home|house|wedding|trip|garden|kids|flat|baby))\b/.test(
        mention.text,
      ));
  const permissions: Permissions = isPersonal ? { read: 'creator', write: 'creator' } : { read: 'admin', write: 'admin' };
  const single = singulars.length === 1;
  const tables = [...new Set(singulars)].map((singular) => {
    const table = suited(tableOf(singular, permissions), mention);
    const mentioned = mention.tables.find((one) => one.singular === singular);
    const asked = mentioned?.fields.length ? mentioned.fields : single ? mention.fields : [];
    const fields = asked.map((field) => referring(field, singulars, singular));
    return fields.length > 0 ? { ...table, fields: ownFields(table, fields) } : table;
  });
  const first = tables[0];
  if (first === undefined) throw new RangeError('A plan needs a table.');
  const common = singulars.filter((one) => trade?.tables.includes(knownNoun(one) ?? '')).length;
  const fits = trade !== undefined && (common > 0 || (!single && trade.words.test(mention.frame)));
  const look = fits ? trade : null;
  return {
    name: nameOf(look, first, mention, tables.length === 1),
    tagline: look?.tagline ?? taglineOf(first),
    icon: look?.icon ?? first.icon,
    accent: look?.accent ?? accentOf(first.singular),
    theme: 'light',
    header: null,
    site: null,
    charts: [],
    tables,
  };
}

/** A thing that the lexicon lacks, shown by what is said of it: with its picture, as somebody to reach, as an entry or a piece. */
function suited(table: Table, { title, tables, fields }: Mention): Table {
  if (knownNoun(table.singular) !== null) return table;
  const asked = tables.find((one) => one.singular === table.singular)?.fields ?? [];
  const kinds = new Set((asked.length > 0 ? asked : tables.length === 1 ? fields : []).map((field) => field.kind));
  const like = /\b(?:journal|diary)$/.test(title ?? '')
    ? 'journal entry'
    : /\b(?:collection|cellar|rack|shelf)$/.test(title ?? '')
      ? 'collectible'
      : null;
  if (like !== null && tables.length === 1) {
    const known = tableOf(like, table.permissions);
    return like === 'journal entry' ? known : { ...table, layout: known.layout, icon: known.icon, fields: known.fields };
  }
  const layout = kinds.has('image') ? 'gallery' : kinds.has('email') || kinds.has('phone') ? 'people' : table.layout;
  return { ...table, layout };
}

/** A field that is called like another of the app's things points to it, or says how many of them there are. */
function referring(field: Field, singulars: readonly string[], own: string): Field {
  const label = field.label.toLowerCase();
  const target = singulars.find((one) => one !== own && (one === label || plural(one) === label));
  if (target === undefined || field.kind !== 'text') return field;
  return target === label ? { ...field, kind: 'reference', to: tableOf(target, hidden).name } : { ...field, kind: 'number' };
}

const hidden: Permissions = { read: 'none', write: 'none' };

/** The request names one thing that is not what the trade is about: `a mileage log for my gym`. */
function isOther(trade: Trade, mention: Mention): boolean {
  const [only] = mention.tables;
  return (
    mention.tables.length === 1 &&
    only !== undefined &&
    only.isSubject &&
    !trade.homonyms.includes(only.singular) &&
    (only.isKnown || mention.fields.length > 0 || !trade.words.exec(mention.text)?.[0].includes(only.singular)) &&
    !(trade.tables.length > 1 && trade.tables.includes(knownNoun(only.singular) ?? '') && mention.fields.length === 0)
  );
}

/** What the first screen says of a thing that no trade speaks for. */
function taglineOf({ layout, singular, plural }: Table): string {
  const lines: Partial<Record<Table['layout'], string>> = {
    board: `Every ${singular}, one step further`,
    agenda: `Your ${plural}, day by day`,
    gallery: `Your ${plural}, at a glance`,
    ledger: `Every ${singular}, added up`,
    checklist: 'One tick at a time',
    people: `Your ${plural}, one tap away`,
    shelf: `Your ${plural}, all on one shelf`,
    notes: `Your ${plural}, easy to find again`,
  };
  return lines[layout] ?? `Your ${plural}, neatly sorted`;
}

function nameOf(trade: Trade | null, first: Table, mention: Mention, single: boolean): string {
  const own = trade?.words.test(mention.head)
    ? mention.head.replace(/ (?:app|application|tool|system|platform|software|website|site|page|dashboard)$/, '')
    : '';
  const called = own.includes(' ') && own.split(' ').length <= 4 && !/^(?:track|manage|keep|help|log|plan)\b/.test(own) ? own : null;
  const collection = isCollective(mention.head) && mention.purpose ? `${mention.purpose} ${mention.head}` : null;
  const title = mention.title ?? (single ? collection : (called ?? mention.purpose));
  if (title) return sentenceCase(title).replace(/\b(crm|it|hr|dvd|cd|diy)s?\b/gi, (word) => word.toUpperCase());
  return trade?.name ?? sentenceCase(first.plural);
}

/** Fields that were asked for, with the choices that the lexicon knows for them, and a name to call a row by. */
export function ownFields(table: Table, asked: readonly Field[]): readonly Field[] {
  const unique = [...new Map(asked.map((field) => [field.key, inTable(table, field)])).values()];
  const title = unique.find((field) => field.kind === 'text' && namesRow(table, field)) ?? firstNaming(unique);
  const isNamed = title !== undefined;
  const own = table.fields.find((field) => field.required && field.kind === 'text') ?? readFields('name*')[0];
  const fields = isNamed || own === undefined ? unique : [own, ...unique];
  const named = fields.map((field) => (field === title && isNamed ? { ...field, required: true } : field));
  return [...named, ...table.fields.filter((field) => isEssential(table, field, named))];
}

/** The first field when it is words, else an address: what tells rows apart where nothing is called a name. */
function firstNaming(fields: readonly Field[]): Field | undefined {
  return fields[0]?.kind === 'text' ? fields[0] : fields.find((field) => field.kind === 'email');
}

/** A field as the lexicon knows it for this thing: its choices, and what a word means here. */
function inTable(table: Table, field: Field): Field {
  const same = table.fields.find((other) => other.key === field.key || (field.kind === 'image' && other.kind === 'image'));
  if (same && same.kind !== 'reference' && field.options.length === 0 && field.kind === 'text') return same;
  if (same && same.kind === field.kind) return { ...same, label: field.label, options: isDefault(field) ? same.options : field.options };
  const status = statusField(table);
  if (/^(?:status|stage)$/.test(field.key) && status && isDefault(field)) return { ...field, options: status.options };
  if (field.key === 'amount' && field.kind === 'money' && !firstOf(table, 'money')) return { ...field, kind: 'number' };
  return field.key === 'steps' && table.layout !== 'ledger' ? { ...field, kind: 'long-text' } : field;
}

function namesRow(table: Table, { key }: Field): boolean {
  return (
    /(?:^|_)(?:name|title)$/.test(key) ||
    key === table.singular.replace(/ /g, '_') ||
    table.fields.some((field) => field.required && field.key === key)
  );
}

/** Without these the table's layout makes no sense. */
function isEssential(table: Table, field: Field, named: readonly Field[]): boolean {
  if (named.some((other) => other.key === field.key)) return false;
  if (table.layout === 'habits') return field.key === 'streak' || field.kind === 'days';
  if (table.layout === 'board')
    return field === statusField(table) && !named.some((other) => other.kind === 'enum' && /status|stage/.test(other.key));
  if (table.layout === 'checklist') return field.kind === 'boolean' && !named.some((other) => other.kind === 'boolean');
  return table.layout === 'agenda' && field.kind === 'date' && field.required && !named.some((other) => other.kind === 'date');
}

function isDefault(field: Field): boolean {
  const guess = guessField(field.label);
  return guess.options.join('|') === field.options.join('|');
}

function nameIn(request: string): string | null {
  const quoted =
    /\b(?:called|named|call it|name it)\s+["“”'‘]?([\p{L}\p{N}][\p{L}\p{N}&' -]{1,40}?)["“”'’]?(?=[.,;:!?]|\s+(?:with|for|that|where|which|and|to)\b|$)/iu.exec(
      request,
    )?.[1];
  return quoted?.trim() ?? null;
}

/** Apps without a trade still look different from one another, and the same each time. */
function accentOf(word: string): Plan['accent'] {
  const accents = ['indigo', 'emerald', 'violet', 'sky', 'orange', 'teal', 'rose', 'blue', 'amber'] as const;
  const sum = [...plural(word)].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return accents[sum % accents.length] ?? 'indigo';
}
