import { knownNoun } from '../tables.ts';
import { singular, words } from '../words.ts';
import { containers, doings, isOrganisation, plainContainers } from './frame.ts';
import { type MentionedTable, subject } from './mention.ts';

const anyContainer = `${containers}|${plainContainers}`;
/** What people do with the things that an app is for. */
const doing =
  /\b(?:track(?:ing|s)?|manag(?:e|es|ing)|organi[sz](?:e|es|ing)|keep(?:ing|s)? track of|log(?:ging|s)?|record(?:ing|s)?|collect(?:ing|s)?|stor(?:e|es|ing)|list(?:ing|s)?|monitor(?:ing|s)?|catalog(?:ue)?(?:s|ing)?|plan(?:ning|s)?|remember(?:ing|s)?|see(?:ing)?|(?:list|database|collection|log|overview|directory|catalog(?:ue)?|inventory) of)\s+(?:all\s+)?(?:of\s+)?(?:my |our |the |your |their |a |an )?([a-z][a-z' -]*?)(?=\s+(?:with|for|that|which|and|where|when|i|we|by|in|at|on|to|including|from|per|so|using|as|together|better|online|easily|daily|my|our|she|he|they|you)\b|[:,.;!?(]|$)/;
/** Too vague to be a thing. */
const vague =
  /^(?:things?|everything|stuff|data|it|them|what|what's|who|when|where|names?|e-?mails?|(?:e-?mail )?addresses|phone numbers?|details|info(?:rmation)?)$/;

/** The thing that the app is about, from `a habit tracker`, `an app to track my plants`, `inventory for …`. */
export function subjectOf(head: string, body: string): MentionedTable | null {
  const stripped = words(head).join(' ');
  const container = new RegExp(`^(.*?)\\s*\\b(?:${anyContainer})s?$`).exec(stripped);
  const outer = (container ? container[1] : stripped) ?? '';
  const inner = knownNoun(outer) ? outer : outer.replace(new RegExp(`\\s*\\b(?:${anyContainer}|${doings})$`), '');
  if (knownNoun(stripped) && !container && !isOrganisation(stripped)) return subject(stripped);
  const found = isOrganisation(inner) ? null : lastKnown(inner);
  if (found) return subject(found);
  const isNamed = container !== null && inner !== '' && words(inner).length <= 3 && new RegExp(`\\b(?:${containers})$`).test(stripped);
  if (isNamed && !isOrganisation(inner) && !/^(?:keep|make|have|manage|track|record|see|show|get)\b/.test(inner))
    return subject(words(inner).join(' '));
  const done = doing.exec(body)?.[1];
  if (done) {
    const thing = lastKnown(done) ?? words(done).slice(-3).join(' ');
    if (thing !== '' && !vague.test(thing) && !isOrganisation(thing)) return subject(thing);
  }
  const purpose = /\bfor (?:my |our |the |your |a |an )?([a-z][a-z' -]*?)(?=\s+(?:with|that|which|and|where|so|to)\b|[:,.;!?(]|$)/.exec(
    body,
  )?.[1];
  const forThing = purpose && !isOrganisation(purpose) ? lastKnown(purpose) : null;
  return forThing ? subject(forThing) : null;
}

/** A thing that the lexicon lacks: `parking spots`, or whatever is said to have fields. */
export function ownWordOf(head: string, hasFields: boolean): MentionedTable | null {
  const stripped = words(head).join(' ');
  const thing = stripped.replace(new RegExp(`\\s*\\b(?:${anyContainer}|${doings})s?$`), '').trim();
  const isNamed = thing !== '' && words(thing).length <= 3 && !new RegExp(`^(?:${anyContainer})$`).test(thing) && !isOrganisation(thing);
  const isSaid = hasFields || (thing === stripped && singular(thing) !== thing && thing.includes(' '));
  return isNamed && isSaid && !/\b(i|we|you|me|it|is|are|do|can|track|keep|log|manage|help|run|own)\b/.test(thing) ? subject(thing) : null;
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
