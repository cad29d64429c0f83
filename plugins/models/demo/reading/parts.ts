import { guessField } from '../fields.ts';
import type { Field } from '../plan.ts';
import { knownNoun } from '../tables.ts';
import { plural, singular, splitList, words } from '../words.ts';

/** `tasks` of `tasks (title, due date)`. */
export function nameIn(part: string): string {
  const name = part.replace(/\s*[(:].*$/, '').trim();
  // A farm has fields; elsewhere the word says nothing.
  return words(name).join(' ') || (name === 'fields' ? name : '');
}

/** The fields of `tasks (title, due date)`. */
export function innerOf(part: string): readonly string[] {
  const inner = /\((.+)\)/.exec(part)?.[1];
  return inner ? splitList(inner) : [];
}

/** A few words that name a field: no clause, and nothing about how the app should look. */
export function isPhrase(part: string): boolean {
  const all = words(part);
  // `where found` and `who` name a field, `where people sign up` does not.
  const isClause = all.some((word) => /^(i|we|they|you|it|them|me|us|people|is|are|can|should|that|which)$/.test(word));
  const isQuestion = /^(?:what|how|why|would|do|did|are|is|which) .*\b(?:you|your)\b/.test(all.join(' '));
  return (
    all.length > 0 &&
    (isQuestion || (all.length <= 6 && !(all.length > 3 && /^(when|where|how|who)$/.test(all[0] ?? '')) && !isClause)) &&
    !/\bcolou?rs$|^(?:nice|bright|warm|cool|soft) colou?r/.test(all.join(' '))
  );
}

/** Words for what one of many has: `emails` collected from visitors are one `email` each. */
const each =
  /^(?:name|email|e-mail|phone|address|number|date|photo|message|phone number|email address|e-mail address|.+ (?:date|time|amount|price|cost))$/;

export function asField(part: string): Field {
  const one = singular(part);
  if (one !== part && guessField(part).kind === 'text' && guessField(one).kind === 'enum') return guessField(one);
  return each.test(one) ? guessField(one) : guessField(part);
}

const plainFields =
  /^(?:notes|photos|images|pictures|tags|comments|links|hours|messages|ingredients|steps|subtasks|instructions|emails|names|dates|phones|prices|features|reviews|details|ratings|categories|goals?|signups|sign-ups|minutes|weights?|calories|reps|sets|points|votes|pros|cons|colou?rs|sizes|amounts|quantities|skills|times|addresses|numbers|allergies|symptoms|rewards|questions|answers)$/;
const choices =
  /\b(?:categor(?:y|ies)|types?|levels?|status(?:es)?|methods?|stages?|priorit(?:y|ies)|genres?|sizes?|conditions?|moods?|results?|genders?|seasons?|frequenc(?:y|ies)|difficult(?:y|ies)|dates|times|photos|pictures)$/;

/** Plural, and no word for what a thing has. */
export function isThing(part: string): boolean {
  if (singular(part) === part || plainFields.test(part)) return false;
  if (knownNoun(part) !== null) return !/\b(?:date|time|photo|picture)s$/.test(part) || knownNoun(part) === 'photo';
  return (
    !choices.test(part) &&
    !/\b(?:on|of|per|at|in|from|for|about|by)\b/.test(part) &&
    guessField(singular(part)).kind === 'text' &&
    guessField(part).kind === 'text'
  );
}

/** Words in the singular that stand for many: in a list of things they are one more of them. */
const wholes: Readonly<Record<string, string>> = {
  budget: 'budget',
  checklist: 'task',
  'todo list': 'task',
  todo: 'task',
  menu: 'dish',
  inventory: 'stock item',
  stock: 'stock item',
  staff: 'employee',
  schedule: 'shift',
  rota: 'shift',
  roster: 'shift',
  waitlist: 'signup',
  'waiting list': 'signup',
  lending: 'loan',
  feed: 'feed',
  cleaning: 'cleaning',
  'feed stock': 'feed',
  equipment: 'gear',
  homework: 'homework',
  attendance: 'attendance',
  medication: 'medication',
  'shopping list': 'item',
  'packing list': 'packing item',
};

/** The thing that a part of a list of things stands for: `guest list` → `guest`, `meeting dates` → `meeting`; null when it is none. */
export function thingIn(part: string): string | null {
  if (isThing(part)) return part;
  const whole = wholes[part];
  if (whole) return whole;
  const stripped = part.replace(/\s+(?:lists?|records?|history|histories|database|directory|log|dates|details|info(?:rmation)?)$/, '');
  if (stripped !== part && knownNoun(stripped) !== null) return plural(singular(stripped));
  return plural(singular(part)) === part && singular(part) !== part && knownNoun(part) !== null ? part : null;
}
