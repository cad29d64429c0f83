import type { Field } from '../plan.ts';
import { isCollective, knownNoun } from '../tables.ts';
import { singular, splitList, words } from '../words.ts';
import { isFeature } from './features.ts';
import { listedTable, type MentionedTable } from './mention.ts';
import { asField, innerOf, isPhrase, isThing, nameIn, thingIn } from './parts.ts';

export interface Listed {
  readonly tables: readonly MentionedTable[];
  readonly fields: readonly Field[];
  /** It was said to be all: what follows a colon, or stands in brackets. */
  readonly isComplete: boolean;
}

const nothing: Listed = { tables: [], fields: [], isComplete: false };

/** `clients (name, email), shoots (date)` or `clients with name and email; shoots with date and place`. */
export function readDetailed(body: string): MentionedTable[] {
  const bracketed = [...body.matchAll(/([a-z][a-z -]*?)\s*\(([^)]+)\)/g)];
  const fromBrackets = bracketed.flatMap(([, name = '', inner = '']) => {
    const thing = words(name.replace(/^.*\b(?:with|and|for|of|including)\s/, '')).join(' ');
    const parts = splitList(inner);
    return parts.length > 1 && isThing(thing) ? [listedTable(thing, parts)] : [];
  });
  return fromBrackets.length > 1 ? fromBrackets : [];
}

/** What follows `with`, `including`, a colon or a bracket: tables when it lists things, fields when it lists what a thing has. */
export function readList(body: string, about: MentionedTable | null, head: string): Listed {
  const found = listIn(body);
  if (found === null) return nothing;
  const { list, isComplete } = found;
  const { things, loose, named } = sortParts(list);
  const all = things.length + loose.length;
  if (all === 0) return { ...nothing, isComplete };
  const owners = things.filter(({ inner }) => inner.length > 0);
  // `tickets, priority, status`: a thing, and what it has.
  const [first] = things;
  const isHeaded = first !== undefined && things.length === 1 && named[0] === first.name && loose.length > 1 && isOpenTo(about, first.name);
  if (isHeaded) return { tables: [listedTable(first.name, [...first.inner, ...loose])], fields: [], isComplete };
  // What is a row itself rather than a whole has fields, even when some of them are many: meeting notes with attendees and a date.
  const isListed = about !== null && things.some(({ name }) => singular(name) === about.singular);
  const isWhole = /\b(?:manager|management|system|software|platform|portal|business|company|agency)$/.test(head);
  const isRow = about?.isKnown === true && !isCollective(about.singular) && !isListed && !isWhole;
  const certain = things.filter(({ isCertain }) => isCertain);
  const share = certain.length / (certain.length + loose.length);
  if (owners.length > 0 || (certain.length > 0 && share >= (isRow ? 1 : certain.length > 1 ? 0.5 : 0.6))) {
    const fields = owners.length > 0 ? [] : loose.filter(isField(about)).map(asField);
    return { tables: things.map(({ name, inner }) => listedTable(name, inner)), fields, isComplete };
  }
  return { tables: [], fields: named.filter(isField(about)).map(asField), isComplete };
}

function isOpenTo(about: MentionedTable | null, thing: string): boolean {
  return about === null || !about.isKnown || isCollective(about.singular) || about.singular === singular(thing);
}

const isField = (about: MentionedTable | null) => (part: string) =>
  isPhrase(nameIn(part)) && !(about !== null && isSame(nameIn(part), about.singular));

/** Says the thing again rather than what it has: `laptops` of an asset. */
function isSame(part: string, about: string): boolean {
  const noun = knownNoun(part);
  return singular(part) === about || (isThing(part) && noun !== null && noun === knownNoun(about));
}

interface Part {
  readonly name: string;
  readonly inner: readonly string[];
  /** A plural, rather than a word that may be a field as well: `budget`. */
  readonly isCertain: boolean;
}

/** Goes through a list from left to right: what follows `clients with …` belongs to clients until the next thing. */
function sortParts(list: string): { things: Part[]; loose: string[]; named: string[] } {
  const things: Part[] = [];
  const loose: string[] = [];
  const named: string[] = [];
  for (const segment of list.split(/\s*;\s*/)) {
    let inner: string[] | null = null;
    for (const part of splitList(segment).map(plainPart)) {
      if (nameIn(part) === '' || isFeature(nameIn(part)) || /^(?:by|per|see|so)\b|^in (?:a|the|my)\b|^who \w+ what\b/.test(part)) continue;
      const [, owner = '', owned = ''] = /^(.+?)\s+(?:with|having|including)\s+(.+)$/.exec(part) ?? [];
      const name = owner === '' ? nameIn(part) : words(owner).join(' ');
      // A clause is no part; a question is one of a survey.
      if (name.split(' ').length > 5 && !isPhrase(name)) continue;
      named.push(owner === '' ? part : name);
      const thing = thingIn(name);
      if (thing !== null && (owner !== '' || inner === null || isThing(name))) {
        inner = owner === '' ? null : [owned];
        things.push({ name: thing, inner: inner ?? innerOf(part), isCertain: isThing(name) || / list$/.test(name) });
      } else (inner ?? loose).push(part);
    }
  }
  return { things, loose, named };
}

/** A part of a list without what is said around it. */
function plainPart(part: string): string {
  return part
    .replace(/\uE004/g, ':')
    .replace(/^(?:a |an |the )?(?:field|column)s? (?:for|called) /, '')
    .replace(
      /^(?:whether|if) (?:(?:i|we|they|it|he|she)(?:'ve|'s|'re|'m)? )?(?:(?:have|has|had|is|are|was|were) )?(?:(?:been|already) (?!there))?(.+?)(?: it| them)?$/,
      '$1',
    )
    .replace(/^who (?:has|have|had|got|uses?|took|borrowed) (?:it|them|this)$/, 'assigned to')
    .replace(/^(?:also |optionally |maybe |its |their |his |her |my |our )+/, '');
}

/** The words of the list itself, and whether they are all that there is. */
function listIn(given: string): { readonly list: string; readonly isComplete: boolean } | null {
  // A colon inside of a bracket begins the choices of one field.
  const body = given.replace(/\(([^)]*)\)/g, (bracket) => bracket.replace(/:/g, '\uE004'));
  const complete =
    /\b(?:fields?|columns?)(?:\s*:|\s+(?:like|such as|for|are))\s*:?\s*(.+)$/.exec(body)?.[1] ??
    /^[^:,]*?(?:, |,)?[^:,]*:\s*(.+)$/.exec(body)?.[1];
  const said =
    /\b(?:it|this|the app|that) (?:(?:should|must|will|would|needs to|has to|can) )?(?:have|has|include|contain|manage|track|store|keep) (.+)$/.exec(
      body,
    )?.[1];
  // `We rent out boats. We need bookings, boats and damage reports.`
  const needed =
    /\b(?:i|we) (?:also )?(?:need|want|would like|have)(?: to (?:track|manage|keep|store|see))? (?!to\b|an? (?:app|tool|page|website|system)\b)(.+,.+)$/.exec(
      body,
    )?.[1];
  const part =
    said ??
    complete ??
    needed ??
    /\b(?:with|including|containing|having|that (?:has|have|stores?|keeps?|tracks?|collects?|saves?|shows?|lists?)|(?:which|to) (?:keep track of|track|store|manage|collect|organi[sz]e|save)|collect(?:s|ing)?|asks? for)\s+(?:my |our |all )?(.+)$/.exec(
      body,
    )?.[1] ??
    /^[^,:]*\bfor (?:my |our |a |an |the )[a-z' -]+?,\s*(.+(?:,| and | & | \+ ).+)$/.exec(body)?.[1] ??
    thingsIn(body);
  const bracketed = /^[^(]*\(([^)]+)\)[^(]*$/.exec(body)?.[1];
  const list = part ?? (bracketed && splitList(bracketed).length > 1 ? bracketed : undefined);
  if (list === undefined) return null;
  const end = list
    .replace(/[.!?](?:\s.*)?$/, '')
    .replace(
      /,?\s+(?:(?:each|every|all|an?|the) [a-z -]{3,24}? (?:has|have|needs?|should have)|so that|so i|so we|where (?:i|we|people)|in (?:a )?dark|in (?:green|blue|red|purple|pink|orange|violet|teal)|and (?:use|make)|and (?:i|we) (?:want|need|can|would)|and see|that (?:i|we|people)|which (?:i|we)|for (?:each|every|my|our))\b.*$/,
      '',
    )
    .replace(/^(?:a |the )?(?:table|list|fields?|columns?)s? (?:for|of|like|such as) /, '');
  const lists = end.replace(/\b([a-z]+s(?:\/[a-z]+s)+)\b/g, (slashed: string) => slashed.replace(/\//g, ', '));
  return { list: lists, isComplete: said === undefined && (complete !== undefined || part === undefined) };
}

/** A request that is a list itself, or tracks several things: `gigs, songs and setlists`, `keep track of pupils and their homework`. */
function thingsIn(body: string): string | undefined {
  const tracked =
    /\b(?:track(?:ing)?|keep(?:ing)? track of|manag(?:e|ing)|organi[sz](?:e|ing)|monitor(?:ing)?|log(?:ging)?)\s+(?:my |our |all )?(.+)$/.exec(
      body,
    )?.[1];
  for (const list of [tracked, body]) {
    const parts = splitList((list ?? '').replace(/[.!?].*$/, '').replace(/\s+(?:so|where|when|that|which|for|in|on|by|at)\b.*$/, ''));
    const names = parts.map((part) => nameIn(plainPart(part)));
    if (parts.length > 1 && names.every((name) => thingIn(name) !== null && name.split(' ').length <= 4) && names.some(isThing))
      return parts.join(', ');
  }
  return undefined;
}
