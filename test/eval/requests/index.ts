import type { EvalCase } from '../checks.ts';
import { hobbies } from './hobbies.ts';
import { home } from './home.ts';

import { people } from './people.ts';
import { work } from './work.ts';

/** Requests of people who do not program, each with a follow-up. */
export const cases: readonly EvalCase[] = [...work, ...home, ...people, ...hobbies];
