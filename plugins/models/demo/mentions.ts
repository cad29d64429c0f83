import { guessField } from './fields.ts';
import type { Field } from './plan.ts';
import { isCollective, knownNoun } from './tables.ts';
import { plural, singular, splitList, words } from './words.ts';

export interface MentionedTable {
  readonly singular: string;
  /** The lexicon has it. */
  readonly isKnown: boolean;
  /** What the app is called after, rather than one of a list. */
  readonly isSubject: boolean;
  readonly fields: readonly Field[];
}

/** Things and fields that a request names. */
export interface Mention {
  readonly text: string;
  /** The part before the list of what it has. */
  readonly frame: string;
  /** What it is called before anything is said about it: `football league`. */
  readonly head: string;
  /** Whom it is for: `tennis club`; null when that is not said in two or three words. */
  readonly purpose: string | null;
  /** What the app is called: `habit tracker`; null when it is only called an app. */
  readonly title: string | null;
  readonly tables: readonly MentionedTable[];
  /** Fields that belong to no table in particular. */
  readonly fields: readonly Field[];
}

const containers =
  'tracker|tracking|log|logbook|logger|list|manager|management|planner|organi[sz]er|database|directory|board|book|diary|dashboard|catalog|catalogue|collection|register|calendar|schedule|library|crm|desk|overview|archive|sheet|spreadsheet|cellar|shelf|rack|wardrobe|closet|pantry|backlog|wish ?list|watch ?list|queue|pipeline|roster|journal|notebook|club|reminder|gallery|checklist|hub|center|centre';
const plainContainers = 'app|application|tool|system|platform|portal|software|website|web ?site|site|page|program|solution|thing|something';
const preamble =
  /^(?:(?:hi|hello|hey|please|ok|okay|so|hi there|hello there)[,!. ]+)*(?:(?:can|could|would|will) you (?:please )?)?(?:(?:i|we)(?:'d| would)? (?:want|need|like|love)(?: to (?:build|create|make|have|get))? |(?:i'm|i am|we're|we are) looking for |there should be |(?:need|want|looking for) )?(?:help me )?(?:please )?(?:(?:build|create|make|design|generate|develop|write|set up|give|start|code|do|prepare)(?: me| us)? )?/;

export function readMentions(text: string): Mention {
  const body = text
    .replace(preamble, '')
    .replace(/\b(?:called|named|call it|name it) ["']?[^"',.;:]+["']?/, '')
    .trim();
  const head =
    /^(.*?)(?=\s*[:,.;!?(]|\s+(?:with|for|to|that|which|where|who|including|containing|having|so|in|of|from|based|using|like)\b|$)/.exec(
      body,
    )?.[1] ?? '';
  const detailed = readDetailed(body);
  const named = subjectOf(head, body);
  const list = detailed.length > 1 ? { tables: detailed, fields: [] } : readList(body, named);
  const owned = eachHas(text);
  const owner = [...owned.keys()][0];
  const about =
    (owner !== undefined && named?.isKnown !== true ? subject(owner) : named) ??
    (list.tables.length === 0 ? ownWordOf(head, list.fields.length > 0) : null);
  const tables = detailed.length > 1 ? detailed : merge(about, list.tables);
  return {
    text,
    frame: frameOf(text),
    head: words(head).join(' '),
    title: titleOf(head),
    purpose: purposeOf(body),
    tables: tables.map((table) => ({ ...table, fields: owned.get(table.singular) ?? table.fields })),
    fields: list.fields.length > 0 || detailed.length > 1 ? list.fields : [...owned.values()].flat(),
  };
}

/** What stands before the list of fields or things; the words that say what the app is for are in it. */
function frameOf(text: string): string {
  return /^(.*?)(?:[:(]|\bwith\b|\bincluding\b)/.exec(text)?.[1] ?? text;
}

/** Whom or what it is for: `tennis club` of `an app for my tennis club`. */
function purposeOf(body: string): string | null {
  const asked =
    /\b(?:for|of|run|own|have|manage) (?:my|our|a|an|the) (?:(?:small|little|new|local|own) )?([a-z][a-z' -]{2,40}?)(?=\s+(?:with|that|which|where|so|to|and|in)\b|[:,.;!?(]|$)/.exec(
      body,
    )?.[1];
  const all = words((asked ?? '').replace(/\b(?:business|firm)$/, ''));
  return all.length >= 2 && all.length <= 3 ? all.join(' ') : null;
}

/** A thing that the lexicon lacks: `parking spots`, or whatever is said to have fields. */
function ownWordOf(head: string, hasFields: boolean): MentionedTable | null {
  const stripped = words(head).join(' ');
  const thing = stripped.replace(new RegExp(`\\s*\\b(?:${containers}|${plainContainers})s?$`), '').trim();
  const isNamed = thing !== '' && words(thing).length <= 3 && !new RegExp(`^(?:${containers}|${plainContainers})$`).test(thing);
  const isThing = hasFields || (thing === stripped && singular(thing) !== thing && thing.includes(' '));
  return isNamed && isThing && !/\b(i|we|you|me|it|is|are|do|can|track|keep|log|manage|help|run|own)\b/.test(thing) ? subject(thing) : null;
}

function titleOf(head: string): string | null {
  const all = words(head);
  const last = all.at(-1);
  if (last === undefined || all.length < 2 || all.length > 4) return null;
  if (/^(?:things?|something|track|keep|help)$/.test(all[0] ?? '') || all.some((word) => /^(?:i|we|my|our|to)$/.test(word))) return null;
  const isPlain = new RegExp(`^(?:${plainContainers})$`).test(last);
  const isCalled =
    new RegExp(`^(?:${containers})$`).test(last) || (!isPlain && singular(last) !== last) || / (?:and|&) /.test(all.join(' '));
  return isCalled ? all.join(' ') : null;
}

/** The thing that the app is about, from `a habit tracker`, `an app to track my plants`, `inventory for …`. */
function subjectOf(head: string, body: string): MentionedTable | null {
  const stripped = words(head).join(' ');
  const container = new RegExp(`^(.*?)\\s*\\b(?:${containers}|${plainContainers})s?$`).exec(stripped);
  const outer = (container ? container[1] : stripped) ?? '';
  const inner = knownNoun(outer) ? outer : outer.replace(new RegExp(`\\s*\\b(?:${containers}|${plainContainers})$`), '');
  const whole = knownNoun(stripped);
  if (whole && !container) return subject(stripped);
  const found = lastKnown(inner);
  if (found) return subject(found);
  const isNamed = container !== null && inner !== '' && words(inner).length <= 3 && new RegExp(`\\b(?:${containers})$`).test(stripped);
  if (isNamed) return subject(words(inner).join(' '));
  const doing =
    /\b(?:track(?:ing|s)?|manag(?:e|es|ing)|organi[sz](?:e|es|ing)|keep(?:ing|s)? track of|log(?:ging|s)?|record(?:ing|s)?|collect(?:ing|s)?|stor(?:e|es|ing)|list(?:ing|s)?|monitor(?:ing|s)?|catalog(?:ue)?(?:s|ing)?|plan(?:ning|s)?|remember(?:ing|s)?|see(?:ing)?|(?:list|database|collection|log|overview|directory|catalog(?:ue)?|inventory) of)\s+(?:all\s+)?(?:of\s+)?(?:my |our |the |your |their |a |an )?([a-z][a-z' -]*?)(?=\s+(?:with|for|that|which|and|where|when|i|we|by|in|at|on|to|including|from|per|so|using|as)\b|[:,.;!?(]|$)/.exec(
      body,
    )?.[1];
  if (doing) {
    const thing = lastKnown(doing) ?? words(doing).slice(-2).join(' ');
    if (
      thing !== '' &&
      !/^(?:things?|everything|stuff|data|it|them|what|what's|who|when|where|names?|e-?mails?|(?:e-?mail )?addresses|phone numbers?|details|info(?:rmation)?)$/.test(
        thing,
      )
    )
      return subject(thing);
  }
  const purpose = /\bfor (?:my |our |the |your |a |an )?([a-z][a-z' -]*?)(?=\s+(?:with|that|which|and|where|so|to)\b|[:,.;!?(]|$)/.exec(
    body,
  )?.[1];
  const forThing = purpose ? lastKnown(purpose) : null;
  if (forThing && knownNoun(forThing) !== 'company') return subject(forThing);
  return null;
}

/** The longest run of words at the end of a phrase that the lexicon knows. */
function lastKnown(phrase: string): string | null {
  const all = words(phrase);
  for (let start = 0; start < all.length; start++) {
    const tail = all.slice(start).join(' ');
    if (knownNoun(tail)) return tail;
  }
  return null;
}

function subject(thing: string): MentionedTable {
  return { singular: singular(thing), isKnown: knownNoun(thing) !== null, isSubject: true, fields: [] };
}

/** `clients (name, email), shoots (date)` or `clients with name and email; shoots with date and place`. */
function readDetailed(body: string): MentionedTable[] {
  const bracketed = [...body.matchAll(/([a-z][a-z -]*?)\s*\(([^)]+)\)/g)];
  const fromBrackets = bracketed.flatMap(([, name = '', inner = '']) => {
    const thing = words(name.replace(/^.*\b(?:with|and|for|of|including)\s/, '')).join(' ');
    const parts = splitList(inner);
    return parts.length > 1 && isThing(thing) ? [table(thing, parts)] : [];
  });
  if (fromBrackets.length > 1) return fromBrackets;
  const segments = body.replace(/^[^:]*:\s*/, '').split(/(?:[;.\n]\s*(?:and\s+)?|,\s*(?:and\s+)?|\s+and\s+)(?=[a-z ]{3,24}? with\s)/);
  return segments.flatMap((segment) => {
    const [, name = '', list = ''] = /^(?:.*\bfor\s)?([a-z ]+?) with (.+)$/.exec(segment.trim()) ?? [];
    const thing = words(name).join(' ');
    return thing !== '' && singular(thing) !== thing ? [table(thing, splitList(list))] : [];
  });
}

function table(thing: string, parts: readonly string[]): MentionedTable {
  return { singular: singular(thing), isKnown: knownNoun(thing) !== null, isSubject: false, fields: parts.map(guessField) };
}

/** What follows `with`, `including`, a colon or a bracket: tables when it lists things, fields when it lists what a thing has. */
function readList(given: string, about: MentionedTable | null): { tables: MentionedTable[]; fields: Field[] } {
  // A colon inside of a bracket begins the choices of one field.
  const body = given.replace(/\(([^)]*)\)/g, (bracket) => bracket.replace(/:/g, '\uE004'));
  const marked =
    /\b(?:it|this|the app|that) (?:(?:should|must|will|would|needs to|has to|can) )?(?:have|has|include|contain|manage|track|store|keep) (.+)$/.exec(
      body,
    )?.[1] ??
    /(?:\bfields?\b|\bcolumns?\b)\s*(?:like|such as|for|are|:)?\s*:?\s*(.+)$/.exec(body)?.[1] ??
    /^[^:,]*?(?:, |,)?[^:,]*:\s*(.+)$/.exec(body)?.[1] ??
    /\b(?:with|including|containing|having|that (?:has|have|stores?|keeps?|tracks?|collects?|saves?|shows?|lists?)|(?:which|to) (?:track|store|manage|collect)|collect(?:s|ing)?|asks? for)\s+(.+)$/.exec(
      body,
    )?.[1] ??
    /^[^,:]*\bfor (?:my |our |a |an |the )[a-z' -]+?,\s*(.+(?:,| and | & | \+ ).+)$/.exec(body)?.[1];
  const bracketed = /^[^(]*\(([^)]+)\)[^(]*$/.exec(body)?.[1];
  const list = marked ?? (bracketed && splitList(bracketed).length > 1 ? bracketed : undefined);
  if (list === undefined) return { tables: [], fields: [] };
  const end = list
    .replace(/[.!?](?:\s.*)?$/, '')
    .replace(
      /\s+(?:so that|so i|so we|where (?:i|we|people)|in (?:a )?dark|in (?:green|blue|red|purple|pink|orange|violet|teal)|and (?:use|make)|that (?:i|we|people)|which (?:i|we)|for (?:each|every|my|our))\b.*$/,
      '',
    )
    .replace(/^(?:a |the )?(?:table|list|fields?|columns?)s? (?:for|of|like|such as) /, '');
  const lists = end.replace(/\b([a-z]+s(?:\/[a-z]+s)+)\b/g, (slashed: string) => slashed.replace(/\//g, ', '));
  const parts = splitList(lists).map((part) =>
    part
      .replace(/\uE004/g, ':')
      .replace(/^(?:a |an |the )?(?:field|column)s? (?:for|called) /, '')
      .replace(
        /^(?:whether|if) (?:(?:i|we|they|it|he|she) )?(?:(?:have|has|had|is|are|was|were) )?(?:(?:been|already) )?(.+?)(?: it| them)?$/,
        '$1',
      )
      .replace(/^(?:also |optionally |maybe |its |their |his |her )+/, ''),
  );
  const named = parts.filter((part) => nameIn(part) !== '' && nameIn(part).split(' ').length <= 5);
  const things = named.filter((part) => isThing(nameIn(part)));
  // What is a row itself rather than a whole has fields, even when some of them are many: meeting notes with attendees and a date.
  const isListed = about !== null && named.some((part) => singular(nameIn(part)) === about.singular);
  const isRow = about?.isKnown === true && !isCollective(about.singular) && !isListed;
  if (things.length > 0 && things.length / named.length >= (isRow ? 1 : 0.6)) {
    const all = named.filter(
      (part) => isThing(nameIn(part)) || (plural(singular(nameIn(part))) === nameIn(part) && knownNoun(nameIn(part)) !== null),
    );
    return { tables: all.map((part) => table(nameIn(part), innerOf(part))), fields: [] };
  }
  const sameAsSubject = (part: string) => about !== null && singular(words(part).join(' ')) === about.singular && parts.length > 2;
  return {
    tables: [],
    fields: parts.filter((part) => isPhrase(nameIn(part)) && !sameAsSubject(part)).map(asField),
  };
}

/** `tasks` of `tasks (title, due date)`. */
function nameIn(part: string): string {
  return words(part.replace(/\s*[(:].*$/, '')).join(' ');
}

/** The fields of `tasks (title, due date)`. */
function innerOf(part: string): readonly string[] {
  const inner = /\((.+)\)/.exec(part)?.[1];
  return inner ? splitList(inner) : [];
}

/** A few words that name a field: no clause, and nothing about how the app should look. */
function isPhrase(part: string): boolean {
  const all = words(part);
  // `where found` and `who` name a field, `where people sign up` does not.
  const isClause = all.some((word) => /^(i|we|they|you|it|them|me|us|people|is|are|can|should|that|which)$/.test(word));
  return (
    all.length > 0 &&
    all.length <= 6 &&
    !(all.length > 3 && /^(when|where|how|who)$/.test(all[0] ?? '')) &&
    !isClause &&
    !/\b(charts?|graphs?|dashboard|search|filters?|sorting|log ?in|sign ?in|theme|colou?rs?|design|mode|page|pages|view)$/.test(
      all.join(' '),
    )
  );
}

/** `emails` collected from visitors are one `email` each. */
function asField(part: string): Field {
  const one = singular(part);
  if (one !== part && guessField(part).kind === 'text' && guessField(one).kind === 'enum') return guessField(one);
  return /^(?:name|email|e-mail|phone|address|number|date|photo|message|phone number|email address|e-mail address)$/.test(one)
    ? guessField(one)
    : guessField(part);
}

/** Plural, and no word for what a thing has. */
function isThing(part: string): boolean {
  if (singular(part) === part || guessField(singular(part)).kind === 'enum') return false;
  if (
    /^(?:notes|photos|images|pictures|tags|comments|links|hours|messages|ingredients|steps|instructions|emails|names|dates|phones|prices|features|reviews|details|ratings|categories|filters|reminders|charts?|statistics|stats|goals?|signups|sign-ups|minutes|weights?|calories|reps|sets)$/.test(
      part,
    )
  )
    return false;
  return knownNoun(part) !== null || guessField(part).kind === 'text';
}

function merge(about: MentionedTable | null, listed: readonly MentionedTable[]): MentionedTable[] {
  if (about === null) return [...listed];
  if (listed.length === 0) return [about];
  const name = knownNoun(about.singular);
  const isListed = listed.some((one) => one.singular === about.singular || knownNoun(one.singular) === name);
  // A CRM or an inventory is the whole of what is listed, a project is one more thing.
  const isWhole = name === null || name !== about.singular;
  return isListed || isWhole ? [...listed] : [about, ...listed];
}

/** `each book has a title, an author and a rating` */
function eachHas(text: string): ReadonlyMap<string, readonly Field[]> {
  const found = [
    ...text.matchAll(
      /\b(?:each|every|an?|the|all)\s+([a-z -]{3,24}?)\s+(?:has|have|should have|needs?|contains?|includes?|consists? of)\s+(?:an? |the )?([^.;]+)/g,
    ),
  ];
  return new Map(found.map(([, name = '', list = '']) => [singular(words(name).join(' ')), splitList(list).map(guessField)]));
}
