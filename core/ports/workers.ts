import type { WorkerSpec } from '../contract/index.ts';

/** The worker threads of this process. */
export interface Workers {
  /**
   * The function that runs a module's task in a thread. The pool behind a URL is made at its first call and shared by all of that URL.
   * Rejects with `WorkerTimeout`, `WorkerFailed`, the signal's reason, or what the task threw (see `WorkerDomainError`).
   */
  pool<I, O>(spec: WorkerSpec<I, O>): (input: I, signal?: AbortSignal) => Promise<O>;
  /** Ends every thread; runs under way reject with `WorkerFailed`. */
  close(): Promise<void>;
}
