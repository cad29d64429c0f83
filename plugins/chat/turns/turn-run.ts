import type { App, Files } from '@sayso/apps/ref';
import type { JobRun } from '@sayso/core';
import type { TurnDocument } from '../collections.ts';
import type { Transcript } from '../output/transcript.ts';
import type { Journal } from './journal.ts';

/** One run of a turn's step on this node. Transcript and journal grow as the model writes; the rest is fixed when the run starts. */
export interface TurnRun {
  readonly turn: TurnDocument;
  readonly app: App;
  /** Files of the version that the turn is based on. */
  readonly base: Files;
  readonly journal: Journal;
  readonly transcript: Transcript;
  /** The job's attempt, from 1. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly permit: JobRun<unknown>['permit'];
}
