import type { App, Files } from '@sayso/apps/ref';
import type { ModelMessage, Usage } from '@sayso/models/ref';
import type { TurnDocument } from '../collections.ts';
import type { Transcript } from '../output/transcript.ts';
import type { Opening } from './generate.ts';
import type { Journal } from './journal.ts';

/** One run of a turn: what its steps share. */
export interface TurnWork {
  readonly turn: TurnDocument;
  readonly app: App;
  /** Files of the version that the turn is made on. */
  readonly base: Files;
  readonly journal: Journal;
  readonly transcript: Transcript;
  /** The model requests so far. */
  messages: readonly ModelMessage[];
  usage: Usage | null;
  /** What the builder has to know once the turn has settled. */
  note: string | null;
  /** The answer is not whole yet. */
  isWriting: boolean;
  /** From here on a version may be made or rows be added: what fails unexpectedly is gone on with, not given up. */
  isApplying: boolean;
  /** What the model was asked before this run began; null: it is still to be asked. */
  readonly opening: Opening | null;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** Usage over several rounds. A price that is not known for one is not known for all. */
export function addUsage(sum: Usage | null, next: Usage): Usage {
  if (sum === null) return next;
  return {
    model: next.model,
    promptTokens: sum.promptTokens + next.promptTokens,
    completionTokens: sum.completionTokens + next.completionTokens,
    totalTokens: sum.totalTokens + next.totalTokens,
    totalCost: sum.totalCost === null || next.totalCost === null ? null : sum.totalCost + next.totalCost,
    finishReason: next.finishReason,
  };
}
