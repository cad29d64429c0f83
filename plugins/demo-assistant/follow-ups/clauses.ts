import { type ClauseContext, contentWords, type Intent } from '../intents/intent.ts';
import { intentOf } from '../intents/intent-of.ts';
import * as words from '../words/follow-ups.ts';
import { LEFT_OUT } from '../words/plain.ts';
import { isMistaken, isWithin, unaccounted } from './accounting.ts';

/** One thing that a message asks for. */
export interface Clause {
  readonly text: string;
  /** Null when it is beyond the assistant, or not understood. */
  readonly intent: Intent | null;
  /** What it asks for that the assistant cannot do: English and German names. */
  readonly beyond: readonly (readonly [english: string, german: string])[];
  /** The words of it that the intent does not stand for. */
  readonly rest: readonly string[];
}

const SENTENCE_END = /(?<=[.!])\s+|\n+|(?<=\?)\s+(?=(?:add|make|put)\b)/iu;
const JOINT =
  /\s*(?:;\s*(?:(?:and|und)\s+)?|,\s*(?:and|und|then|dann|plus|sowie|but|aber)\s+|,\s*|\s+(?:as well as|and|und|then|dann|plus|sowie|but|aber|&|\+)\s+)/iu;
const QUOTED = /"[^"\n]*"|[“„][^“”\n]*[“”]|»[^«\n]*«|‚[^‘\n]*‘/gu;
/** Characters of a clause: a longer one is not read again with each further part. */
const LONGEST = 300;
/** What a name of an app or a field does not begin with. */
const STATEMENT =
  /^(?:also |auch |then |dann )*(?:i|we|it|there|every(?:one|body)|any(?:one|body)|only|let|visitors?|guests?|the \p{L}+ (?:should|must|needs?)|ich|wir|es|alle|jeder|nur|besucher|gäste)\b/iu;
/** "… and the subtitle to Plan". */
const RENAMING = /^(?:the|its|den|die|das|der) [\p{L} -]{2,40}? (?:to|in|zu|auf) /iu;
/** Conjunctions that stand in no name. */
const STRONG = /;|\b(?:then|dann|plus|but|aber)\b|as well as/iu;
/** Verbs that a part of a sentence may leave out, as the part before it has them. */
const ELLIPTIC =
  /^(?:please |also |then )*(?:add|rename|remove|delete|take out|hide|sort|order|filter|benenne|entferne|lösche|sortiere)\s+/iu;
const ADDING = /^(?:please |also |then )*add\s/iu;
/** A part that the verb of a removal governs, as in "remove the category and the chart". */
const OBJECT = /^(?:the|all|any|my|our|its|den|die|das|der|alle)\s/iu;
const REMOVING = /^(?:please |also |then )*(?:remove|delete|take out|hide|entferne|lösche)\s/iu;
/** What stands for something that was named before. */
export const PRONOUN = /\b(?:it|them|this|that|these|those|they|ihn|sie|es|diese[rsnm]?|danach|damit|dafür)\b/iu;
/** Parts that ask for nothing: courtesy, and reasons. */
const NO_REQUEST =
  /^(?:please|thanks?|thank you|thx|too|as well|ok(?:ay)?|bitte|danke|auch|no|nope|nein|yes|ja)$|^(?:so|so that|because|since|as|damit|weil|denn|da|that'?s? (?:all|it))\b/iu;

/**
 * What a message asks for. It is split at sentences and conjunctions; a part that adds to the one before it ("add the doctor and pharmacy")
 * belongs to that, and one that neither adds to it nor is understood alone is a clause without an intent, so that the answer names it.
 */
export function clausesOf(request: string, context: ClauseContext): Clause[] {
  const read = (text: string): Clause => readClause(text, context);
  // Blanks of any length would be tried at each place of one another.
  const sentences = request.replace(/[^\S\n]+/g, ' ').split(SENTENCE_END);
  return sentences.flatMap((sentence) => gathered(partsOf(sentence), read)).filter(isRequest);
}

/** What one clause asks for. An intent that is about something else than the clause names is none. */
export function readClause(text: string, context: ClauseContext): Clause {
  const beyond = LEFT_OUT.filter(([pattern]) => pattern.test(text)).map(([, english, german]) => [english, german] as const);
  const intent = beyond.length > 0 ? null : intentOf(text, context);
  const rest = intent === null || !hasEffect(intent) ? [] : unaccounted(text, intent, context);
  return intent !== null && isMistaken(text, rest, intent, context)
    ? { text, beyond, intent: null, rest: [] }
    : { text, beyond, intent, rest };
}

interface Part {
  readonly text: string;
  /** What joins it to the part before. */
  readonly joint: string;
}

/** The clauses of a sentence: each part is one, or is added to the one before. */
function gathered(parts: readonly Part[], read: (text: string) => Clause): Clause[] {
  const clauses: Clause[] = [];
  for (const { text, joint } of parts) {
    const before = clauses.at(-1);
    const own = read(text);
    if (before === undefined || (isOwn(own, joint, before) && !isGoverned(own, before))) {
      clauses.push(own);
      continue;
    }
    const elliptic = ellipsis(before, text, read);
    if (elliptic !== null) {
      clauses.splice(-1, 1, ...elliptic);
      continue;
    }
    const longer = `${before.text}${joint}${text}`;
    const whole = longer.length > LONGEST ? null : read(longer);
    if (whole !== null && addsTo(before, whole, text)) clauses[clauses.length - 1] = whole;
    else clauses.splice(-1, 1, ofSameTable(before, text, read), { ...own, intent: null });
  }
  return clauses;
}

/** What is in quotation marks is not split. */
function partsOf(sentence: string): Part[] {
  const quotes: string[] = [];
  const hidden = sentence.replace(QUOTED, (quote) => `\u0000${quotes.push(quote) - 1}\u0000`);
  const shown = (text: string) => text.replace(/\0(\d+)\0/g, (_mark, index) => quotes[Number(index)] ?? '');
  const parts = hidden.split(new RegExp(`(${JOINT.source})`, 'iu'));
  return parts.flatMap((part, index) =>
    index % 2 === 1 || part.trim() === '' ? [] : [{ text: shown(part.trim()), joint: shown(parts[index - 1] ?? '') }],
  );
}

/** Whether a part asks for something by itself. Behind a new name, only what cannot continue the name does: `Black and blue` is one. */
function isOwn({ text, intent, beyond }: Clause, joint: string, before: Clause): boolean {
  if (words.COMMANDS.test(text)) return true;
  if (isNaming(before.intent))
    return STRONG.test(joint) || STATEMENT.test(text) || RENAMING.test(text) || (/ /.test(text) && hasEffect(intent) && !isLook(intent));
  return beyond.length > 0 ? before.beyond.length === 0 : hasEffect(intent);
}

/**
 * A part without a verb of its own behind a clause that is complete: "rename companies to clients and *contacts to people*", "remove the phone and
 * *the e-mail from contacts*". Where only the part names the table, it is the table of both.
 */
function ellipsis(before: Clause, part: string, read: (text: string) => Clause): readonly Clause[] | null {
  const verb = ELLIPTIC.exec(before.text)?.[0];
  if (verb === undefined || PRONOUN.test(part)) return null;
  const own = read(`${verb}${part}`);
  if (!hasEffect(own.intent) || own.rest.length > 0) return null;
  if (before.intent === null) return [before, own];
  // Fields of one table are added together, and a name may follow that says to which.
  if (ADDING.test(before.text)) return isOfOther(before.intent, own.intent) ? [before, own] : null;
  const first = ofSameTable(before, part, read);
  const isSame = JSON.stringify(first.intent) === JSON.stringify(own.intent);
  return isSame ? null : [first, own];
}

/** A clause that names no table, with that of the part behind it: "add birthday and *hobby to contacts*". */
function ofSameTable(before: Clause, part: string, read: (text: string) => Clause): Clause {
  const of = / (?:from|of|to|in|on|for|by|von|bei|aus|nach) [^,;]+$/iu.exec(part)?.[0];
  if (of === undefined || before.intent === null || / (?:from|of|to|in|on|for|by|von|bei|aus|nach) /iu.test(before.text)) return before;
  const shared = read(`${before.text}${of}`);
  return hasEffect(shared.intent) && shared.rest.length === 0 ? shared : before;
}

/** Whether a part is an object of the removal before it. */
function isGoverned({ text, beyond }: Clause, before: Clause): boolean {
  return beyond.length === 0 && REMOVING.test(before.text) && OBJECT.test(text) && !STATEMENT.test(text);
}

/** Whether two intents are about different tables. */
function isOfOther(one: Intent, other: Intent | null): boolean {
  const tables = new Set(one.changes.map((change) => ('table' in change ? change.table : '')));
  return other?.changes.every((change) => !('table' in change) || !tables.has(change.table)) === true;
}

/** Whether a clause does more with a further part: all that it did before, and each word of the part stands for something. */
function addsTo(before: Clause, whole: Clause, part: string): boolean {
  if (before.intent === null) return hasEffect(whole.intent) || (before.beyond.length > 0 && whole.beyond.length > before.beyond.length);
  if (PRONOUN.test(part) && !isNaming(before.intent)) return false;
  if (before.intent?.changes.some(({ kind }) => kind === 'set-permissions') && words.WHO.test(part)) return false;
  if (whole.intent === null || JSON.stringify(whole.intent) === JSON.stringify(before.intent)) return false;
  return isNaming(before.intent) || (isWithin(before.intent, whole.intent) && whole.rest.length <= before.rest.length);
}

const hasEffect = (intent: Intent | null): boolean => intent !== null && (intent.changes.length > 0 || (intent.rows ?? []).length > 0);
const isNaming = (intent: Intent | null): boolean => intent?.changes.some(({ kind }) => kind.startsWith('rename-')) === true;
const isLook = (intent: Intent | null): boolean =>
  intent?.changes.every(({ kind }) => kind === 'set-accent' || kind === 'set-theme') === true;
/** Courtesy and reasons need no answer. */
const isRequest = ({ text, intent, beyond }: Clause): boolean =>
  intent !== null || beyond.length > 0 || (!NO_REQUEST.test(text.replace(/[.!?]+$/, '')) && contentWords(text).length > 0);
