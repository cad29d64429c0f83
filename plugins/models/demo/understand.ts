import { addChart } from './change/rules/views.ts';
import { nouns } from './lexicon/nouns/index.ts';
import { anySite, letsOthers, type SiteKind, sections, sites } from './lexicon/sites.ts';
import { type Trade, trades } from './lexicon/trades.ts';
import { linkTables } from './link.ts';
import { colourIn, themeIn } from './looks.ts';
import { readMentions } from './mentions.ts';
import { ownFields } from './own-fields.ts';
import type { Field, Permissions, Plan, Table } from './plan.ts';
import { firstOf, sentenceCase } from './plan.ts';
import { chartIn } from './reading/features.ts';
import { isOrganisation } from './reading/frame.ts';
import type { Mention } from './reading/mention.ts';
import { plainOf } from './reading/plain.ts';
import { suited } from './suited.ts';
import { isCollective, knownNoun, tableOf } from './tables.ts';
import { plural, singular } from './words.ts';

/** The app that a request describes; null when no thing, no field and no trade in it is known. */
export function understand(request: string): Plan | null {
  const text = plainOf(request);
  const mention = readMentions(text);
  const site =
    sites.find((kind) => kind.words.test(mention.frame)) ??
    sites.find((kind) => kind.words.test(text)) ??
    (anySite.words.test(text) ? anySite : undefined);
  const trade = tradeIn(text, mention);
  const isSite =
    site !== undefined && (mention.tables.length <= 1 || site.table === 'article' || isMadeOf(site, mention)) && isPublic(text, site);
  if (!isSite && trade === undefined && mention.tables.length === 0) return null;
  const plan = isSite ? planSite(site, mention, trade) : planTables(trade, mention);
  return withChart(
    {
      ...plan,
      name: nameIn(request) ?? plan.name,
      accent: colourIn(text) ?? plan.accent,
      theme: themeIn(text) ?? plan.theme,
      tables: linkTables(plan.tables),
    },
    text,
  );
}

/** The line of work that a request tells of. A word of one of the things that it lists is none: an app with invoices need not be about them. */
function tradeIn(text: string, { frame, tables }: Mention): Trade | undefined {
  const isListed = (trade: Trade) => {
    const said = trade.words.exec(text)?.[0] ?? '';
    return (
      tables.length > 1 &&
      trade.tables.length < 3 &&
      tables.some(({ singular, isSubject }) => !isSubject && plural(singular).includes(said))
    );
  };
  return (
    trades.find((trade) => trade.words.test(frame) && !isListed(trade)) ??
    trades.find((trade) => trade.words.test(text) && !isListed(trade))
  );
}

/** With a page for the chart that was asked for. */
function withChart(plan: Plan, text: string): Plan {
  const asked = plan.site === null ? chartIn(text) : null;
  const change = asked === null ? null : addChart(plan, asked);
  return typeof change === 'object' && change?.plan ? change.plan : plan;
}

/** A page for visitors rather than a tool for oneself. */
function isPublic(text: string, site: SiteKind): boolean {
  const saysPage =
    /\b(landing|home|web|sign-?up|booking|contact|adoption)? ?-?(page|site|website|form)\b|newsletter|wait(ing)?[- ]?list|(?<!stock |crypto |share |investment )portfolio|rsvp|mailing list|marketplace|directory of|coming soon|survey|\bmenu\b|job board|catalogue?|\bblog\b|collect\w* feedback|potluck|\bfaqs?\b|knowledge base|\bsell(ing)? .*\bonline\b/.test(
      text,
    );
  const saysTool = /\b(tracker|manager|crm|planner|dashboard|log|system|back ?office)\b/.test(text);
  return (saysPage || letsOthers.test(text)) && !saysTool && site !== undefined;
}

/** Whether all that is listed are parts of the page itself: `my services, reviews and a contact form`. */
function isMadeOf(site: SiteKind, { tables }: Mention): boolean {
  return (
    site.site.kind === 'sign-up' &&
    tables.every((table) => table.isSubject || sections.some(([words]) => words.test(plural(table.singular))))
  );
}

/** Tables behind the parts of a page: those that were asked for, else what the line of work shows by itself. */
function planSections(kind: SiteKind, { text, frame }: Mention, trade: Trade | undefined): readonly Table[] {
  if (kind.site.kind === 'listing') return [];
  const asked = sections.filter(([words, noun]) => noun !== kind.table && words.test(text.slice(frame.length))).map(([, noun]) => noun);
  const usual = kind === anySite ? (trade?.tables ?? []).filter((noun) => sections.some(([, shown]) => shown === noun)) : [];
  return [...new Set(asked.length > 0 ? asked : usual)].slice(0, 4).map((noun) => tableOf(noun, { read: 'all', write: 'admin' }));
}

function planSite(kind: SiteKind, mention: Mention, trade: Trade | undefined): Plan {
  const read = kind.site.kind === 'listing' ? 'all' : 'admin';
  const write = kind.site.kind === 'listing' ? 'admin' : 'anonymous';
  const named = mention.tables[0];
  const isOwnThing =
    named?.isKnown === true &&
    (kind.site.kind === 'listing' || kind.name === 'Form') &&
    kind.table !== 'article' &&
    kind.table !== 'dish' &&
    !/^(?:restaurant|company|client|question)$/.test(knownNoun(named.singular) ?? '');
  const shown =
    kind.table === 'photo' && /\b(?:developer|designer|architect|agency|engineer|projects|case studies|freelanc\w*)\b/.test(mention.text)
      ? 'work'
      : kind.table;
  const table = tableOf(isOwnThing && shown !== 'work' ? named.singular : shown, { read, write });
  const asked = mention.fields.length > 0 ? mention.fields : (named?.fields ?? []);
  // `A blog with posts`, `a restaurant site with a menu`: what the page is made of, not what one of it has.
  const isPart = (label: string) =>
    (kind.site.kind === 'listing' && knownNoun(label) === kind.table) ||
    (plural(singular(label)) === label && knownNoun(label) !== null) ||
    (kind.site.kind === 'sign-up' && sections.some(([words]) => words.test(label)));
  const fields = asked.filter((field) => !isPart(field.label.toLowerCase()));
  const about =
    /\b(?:for|about) (?:my |our |the |a |an )?([a-z][a-z' -]{2,40}?)(?= (?:that|with|which|where|and|to|called)\b|[,.:;!]|$)/.exec(
      mention.text,
    )?.[1];
  const bare = mention.head.replace(/\s*\b(?:landing|web|home|one)?[ -]?(?:page|site|website)$/, '');
  const isSpoken =
    / form$/.test(bare) || ((kind === anySite || kind.table === 'article' || kind.name === 'Directory') && bare.includes(' '));
  const spoken = isSpoken ? sentenceCase(bare) : null;
  // A line of work says it better than any page could.
  const own = (kind === anySite || kind.table === 'message') && trade?.personal !== true ? trade : undefined;
  const headline = kind === anySite && own ? own.tagline : kind.site.headline;
  // Many words name somebody else: `customers after their stay at our hotel`.
  const whose = about && about.split(' ').length > 4 ? /\b(?:my|our) ([a-z ]{3,25})$/.exec(about)?.[1] : about;
  const subject =
    whose && !/newsletter|landing|page|sign|^(?:pick-?up|delivery|company|business|website|shop|store|team)$/.test(whose)
      ? sentenceCase(whose)
      : null;
  return {
    name: subject === null ? (spoken ?? kind.name) : kind.table === 'response' ? `${subject} feedback` : subject,
    tagline: headline,
    icon: own ? own.icon : kind.icon,
    accent: own ? own.accent : kind.accent,
    theme: 'light',
    header: null,
    site: { ...kind.site, headline },
    charts: [],
    tables: [
      fields.length > 0 ? { ...table, fields: ownFields(table, fields, { isExact: kind.site.kind === 'sign-up' }) } : table,
      ...planSections(kind, mention, trade),
    ],
  };
}

function planTables(trade: Trade | undefined, mention: Mention): Plan {
  const singulars =
    mention.tables.length > 1 || trade === undefined || isOther(trade, mention) ? mention.tables.map((one) => one.singular) : trade.tables;
  const common = singulars.filter((one) => trade?.tables.includes(knownNoun(one) ?? '')).length;
  const fits = trade !== undefined && (common > 0 || (singulars.length > 1 && trade.words.test(mention.frame)));
  const isPersonal =
    (fits && trade.personal === true) ||
    (!fits &&
      !/\b(team|company|business|customers?|clients?|studio|agency|club|league|school|office|church|charity|employees|staff|building|warehouse|department|students|members|hr|we|our (?!family|home|house|wedding|trip|garden|kids|flat|baby))\b/.test(
        mention.text,
      ));
  const permissions: Permissions = isPersonal ? { read: 'creator', write: 'creator' } : { read: 'admin', write: 'admin' };
  const single = singulars.length === 1;
  const tables = [...new Set(singulars)].map((singular) => {
    const table = suited(inTrade(trade, tableOf(singular, permissions)), mention);
    const mentioned = mention.tables.find((one) => one.singular === singular);
    const asked = mentioned?.fields.length ? mentioned.fields : single ? mention.fields : [];
    const fields = asked.map((field) => referring(field, singulars, singular));
    return fields.length > 0 ? withPicture({ ...table, fields: ownFields(table, fields) }) : table;
  });
  const first = tables[0];
  if (first === undefined) throw new RangeError('A plan needs a table.');
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

/** A word that the line of work means in a way of its own: the animals of a farm are no pets. */
function inTrade(trade: Trade | undefined, table: Table): Table {
  const noun = trade?.tables.find((one) => nouns[one]?.also?.includes(table.singular));
  if (noun === undefined || knownNoun(table.singular) === noun) return table;
  const { icon, layout, fields } = tableOf(noun, table.permissions);
  return { ...table, icon, layout, fields };
}

/** A field that is called like another of the app's things points to it, or says how many of them there are. */
function referring(field: Field, singulars: readonly string[], own: string): Field {
  const label = field.label.toLowerCase();
  const target = singulars.find((one) => one !== own && (one === label || plural(one) === label));
  if (target === undefined || field.kind !== 'text') return field;
  return target === label ? { ...field, kind: 'reference', to: tableOf(target, hidden).name } : { ...field, kind: 'number' };
}

/** Lines to tick off have no room for a picture. */
function withPicture(table: Table): Table {
  return table.layout === 'checklist' && firstOf(table, 'image') ? { ...table, layout: 'gallery' } : table;
}

const hidden: Permissions = { read: 'none', write: 'none' };

/** The request names one thing that is not what the trade is about: `a mileage log for my gym`. */
function isOther(trade: Trade, mention: Mention): boolean {
  const [only] = mention.tables;
  return (
    mention.tables.length === 1 &&
    only !== undefined &&
    (only.isSubject || only.fields.length > 1) &&
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
  const team =
    !single && isOrganisation(mention.head) && mention.head.split(' ').length <= 3
      ? mention.head.replace(/ (?:business|company|firm)$/, '')
      : null;
  const title =
    mention.title ??
    (single ? (collection ?? (trade === null ? team : null)) : (called ?? mention.purpose ?? (trade === null ? team : null)));
  if (title) return sentenceCase(title).replace(/\bit\b/gi, 'IT');
  return trade?.name ?? sentenceCase(first.plural);
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
