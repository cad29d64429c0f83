import { guessField, readFields } from './fields.ts';
import { type SiteKind, sites } from './lexicon/sites.ts';
import { type Trade, trades } from './lexicon/trades.ts';
import { linkTables } from './link.ts';
import { colourIn, themeIn } from './looks.ts';
import { type Mention, readMentions } from './mentions.ts';
import type { Field, Permissions, Plan, Table } from './plan.ts';
import { sentenceCase } from './plan.ts';
import { knownNoun, tableOf } from './tables.ts';
import { plural } from './words.ts';

/** The app that a request describes; null when no thing, no field and no trade in it is known. */
export function understand(request: string): Plan | null {
  const text = request.toLowerCase().replace(/[’‘]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim();
  const site = sites.find((kind) => kind.words.test(text));
  const trade = trades.find((one) => one.words.test(text));
  const mention = readMentions(text);
  const isSite = site !== undefined && mention.tables.length <= 1 && isPublic(text, site);
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

/** A page for visitors rather than a tool for oneself. */
function isPublic(text: string, site: SiteKind): boolean {
  const saysPage =
    /\b(landing|home|web|sign-?up|booking|contact)? ?-?(page|site|website|form)\b|newsletter|wait(ing)?[- ]?list|portfolio|rsvp|coming soon|survey|\bmenu\b|job board|catalogue?/.test(
      text,
    );
  const saysTool = /\b(tracker|manager|crm|planner|dashboard|log|system|back ?office)\b/.test(text);
  return saysPage && !saysTool && site !== undefined;
}

function planSite(kind: SiteKind, mention: Mention): Plan {
  const read = kind.site.kind === 'listing' ? 'all' : 'admin';
  const write = kind.site.kind === 'listing' ? 'admin' : 'anonymous';
  const named = mention.tables[0];
  const isOwnThing = named?.isKnown === true && kind.site.kind === 'listing';
  const table = tableOf(isOwnThing ? named.singular : kind.table, { read, write });
  const fields = mention.fields.length > 0 ? mention.fields : (named?.fields ?? []);
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
    (trade === undefined && !/\b(team|company|business|customers?|clients?|studio|agency)\b/.test(mention.text));
  const permissions: Permissions = isPersonal ? { read: 'creator', write: 'creator' } : { read: 'admin', write: 'admin' };
  const single = singulars.length === 1;
  const tables = [...new Set(singulars)].map((singular) => {
    const table = tableOf(singular, permissions);
    const mentioned = mention.tables.find((one) => one.singular === singular);
    const fields = mentioned?.fields.length ? mentioned.fields : single ? mention.fields : [];
    return fields.length > 0 ? { ...table, fields: ownFields(table, fields) } : table;
  });
  const first = tables[0];
  if (first === undefined) throw new RangeError('A plan needs a table.');
  const fits = trade !== undefined && (trade.tables.includes(knownNoun(singulars[0] ?? '') ?? '') || !single);
  const look = fits ? trade : null;
  return {
    name: nameOf(look, first, mention, single),
    tagline: look?.tagline ?? `Your ${first.plural}, in one place`,
    icon: look?.icon ?? first.icon,
    accent: look?.accent ?? accentOf(first.singular),
    theme: 'light',
    site: null,
    charts: [],
    tables,
  };
}

/** The request names one thing that is not what the trade is about: `a mileage log for my gym`. */
function isOther(trade: Trade, mention: Mention): boolean {
  const [only] = mention.tables;
  return (
    mention.tables.length === 1 &&
    only !== undefined &&
    only.isSubject &&
    !(trade.tables.length > 1 && trade.tables.includes(knownNoun(only.singular) ?? '') && mention.fields.length === 0)
  );
}

function nameOf(trade: Trade | null, first: Table, mention: Mention, single: boolean): string {
  if (mention.title) return sentenceCase(mention.title).replace(/\bcrm\b/gi, 'CRM');
  if (trade && !single) return trade.name;
  return trade?.name ?? sentenceCase(first.plural);
}

/** Fields that were asked for, with the choices that the lexicon knows for them, and a name to call a row by. */
export function ownFields(table: Table, asked: readonly Field[]): readonly Field[] {
  const known = (field: Field) => {
    const same = table.fields.find((other) => other.key === field.key || (field.kind === 'image' && other.kind === 'image'));
    if (same && same.kind !== 'reference' && field.options.length === 0 && field.kind === 'text') return same;
    return same && same.kind === field.kind
      ? { ...same, label: field.label, options: isDefault(field) ? same.options : field.options }
      : field;
  };
  const unique = [...new Map(asked.map((field) => [field.key, known(field)])).values()];
  const hasName = unique.some((field) => field.kind === 'text' || field.kind === 'email');
  const title = table.fields.find((field) => field.required) ?? readFields('name*')[0];
  const fields = hasName || !title ? unique : [title, ...unique];
  const firstText = fields.find((field) => field.kind === 'text') ?? fields.find((field) => field.kind === 'email');
  const named = fields.map((field) => (field === firstText ? { ...field, required: true } : field));
  return [...named, ...table.fields.filter((field) => isEssential(table, field) && !named.some((other) => other.key === field.key))];
}

/** Without these the table's layout makes no sense. */
function isEssential(table: Table, field: Field): boolean {
  if (table.layout === 'habits') return field.key === 'streak' || field.kind === 'days';
  if (table.layout === 'board') return field.kind === 'enum' && /status|stage/.test(field.key);
  if (table.layout === 'checklist') return field.kind === 'boolean';
  return table.layout === 'agenda' && field.kind === 'date' && field.required;
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
