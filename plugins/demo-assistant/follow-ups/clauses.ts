import { type ClauseContext, contentWords, type Intent } from '../intents/intent.ts';
import { intentOf } from '../intents/intent-of.ts';
import * as words from '../words/follow-ups.ts';
import { LEFT_OUT } from '../words/plain.ts';

/** One thing that a message asks for. */
export interface Clause {
  readonly text: string;
  /** Null when it is beyond the assistant, or not understood. */
  readonly intent: Intent | null;
  /** What it asks for that the assistant cannot do: English and German names. */
  readonly beyond: readonly (readonly [english: string, german: string])[];
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
/** Conjunctions that stand in no name. */
const STRONG = /;|\b(?:then|dann|plus|but|aber)\b|as well as/iu;
/** Parts that ask for nothing: courtesy, and reasons. */
const NO_REQUEST =
  /^(?:please|thanks?|thank you|thx|too|as well|ok(?:ay)?|bitte|danke|auch|no|nope|nein|yes|ja)$|^(?:so|so that|because|since|as|damit|weil|denn|da|that'?s? (?:all|it))\b/iu;

/**
 * What a message asks for. It is split at sentences and conjunctions; a part that adds to the one before it ("add the doctor and pharmacy")
 * belongs to that, and one that neither adds to it nor is understood alone is a clause without an intent, so that the answer names it.
 */
export function clausesOf(request: string, context: ClauseContext): Clause[] {
  const read = (text: string): Clause => {
    const beyond = LEFT_OUT.filter(([pattern]) => pattern.test(text)).map(([, english, german]) => [english, german] as const);
    return { text, beyond, intent: beyond.length > 0 ? null : intentOf(text, context) };
  };
  // Blanks of any length would be tried at each place of one another.
  const sentences = request.replace(/[^\S\n]+/g, ' ').split(SENTENCE_END);
  return sentences.flatMap((sentence) => gathered(partsOf(sentence), read)).filter(isRequest);
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
    if (before === undefined || isOwn(own, joint, before)) {
      clauses.push(own);
      continue;
    }
    const longer = `${before.text}${joint}${text}`;
    const whole = longer.length > LONGEST ? null : read(longer);
    if (whole !== null && addsTo(before, whole)) clauses[clauses.length - 1] = whole;
    else clauses.push({ ...own, intent: null });
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
    return STRONG.test(joint) || STATEMENT.test(text) || (/ /.test(text) && hasEffect(intent) && !isLook(intent));
  return beyond.length > 0 ? before.beyond.length === 0 : hasEffect(intent);
}

/** Whether a clause changes more, or something else, with a further part. */
function addsTo(before: Clause, whole: Clause): boolean {
  if (before.intent === null) return hasEffect(whole.intent) || (before.beyond.length > 0 && whole.beyond.length > before.beyond.length);
  return whole.intent !== null && JSON.stringify(whole.intent) !== JSON.stringify(before.intent);
}

const hasEffect = (intent: Intent | null): boolean => intent !== null && (intent.changes.length > 0 || (intent.rows ?? []).length > 0);
const isNaming = (intent: Intent | null): boolean => intent?.changes.some(({ kind }) => kind.startsWith('rename-')) === true;
const isLook = (intent: Intent | null): boolean =>
  intent?.changes.every(({ kind }) => kind === 'set-accent' || kind === 'set-theme') === true;
/** Courtesy and reasons need no answer. */
const isRequest = ({ text, intent, beyond }: Clause): boolean =>
  intent !== null || beyond.length > 0 || (!NO_REQUEST.test(text.replace(/[.!?]+$/, '')) && contentWords(text).length > 0);
