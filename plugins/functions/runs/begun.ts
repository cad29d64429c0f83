import { type Collection, DuplicateKey, newId, storeTime } from '@sayso/core';
import type { BegunDocument } from '../collections.ts';

const DAY_MS = 24 * 3600_000;

/** Runs of jobs that have begun. A job is repeated after a kill of its server; its function is not, as it would repeat what it did before. */
export class BegunRuns {
  readonly #documents: Collection<BegunDocument>;

  constructor(documents: Collection<BegunDocument>) {
    this.#documents = documents;
  }

  /** Notes that the run of a job begins. `isRepeated`: an attempt before this one did, and has the id that it returns. */
  async begin(jobId: string): Promise<BegunDocument & { readonly isRepeated: boolean }> {
    const begun = { _id: jobId, runId: newId(), at: storeTime(), until: storeTime(DAY_MS) };
    try {
      await this.#documents.insertOne(begun);
      return { ...begun, isRepeated: false };
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      return { ...((await this.#documents.findOne({ _id: jobId })) ?? begun), isRepeated: true };
    }
  }

  /** For a run that the server failed to start: the next attempt starts it. */
  async undo(jobId: string): Promise<void> {
    await this.#documents.deleteOne({ _id: jobId });
  }
}
