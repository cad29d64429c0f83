import { everyday } from './everyday.ts';
import { learning } from './learning.ts';
import { money } from './money.ts';
import type { Nouns } from './noun.ts';
import { places } from './places.ts';
import { work } from './work.ts';

export type { Noun } from './noun.ts';

/** Things that people keep lists of, by their singular. */
export const nouns: Nouns = { ...everyday, ...money, ...work, ...places, ...learning };
