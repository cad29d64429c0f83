import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The complete answer of a model to a first request: the files of a habit tracker in action tags. */
export const habitTracker = readFileSync(join(import.meta.dirname, 'habit-tracker.txt'), 'utf8');
