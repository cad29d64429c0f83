import { guessField } from '../fields.ts';
import type { Field } from '../plan.ts';
import { knownNoun } from '../tables.ts';
import { singular } from '../words.ts';

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

export function subject(thing: string): MentionedTable {
  return { singular: singular(thing), isKnown: knownNoun(thing) !== null, isSubject: true, fields: [] };
}

export function listedTable(thing: string, parts: readonly string[]): MentionedTable {
  const noun = knownNoun(thing);
  // Some words mean another thing when there are many: the tables of a restaurant, the trainings of a team.
  const one = noun !== null && knownNoun(singular(thing)) !== noun ? noun : singular(thing);
  return { singular: one, isKnown: knownNoun(thing) !== null, isSubject: false, fields: parts.map(guessField) };
}
