import { createCell } from '../../../lib/workspace/cell.ts';
import type { FileChange } from '../cacheVersion.ts';

/** What the compiler or a detector finds in a file. */
export interface FileProblem {
  readonly path: string;
  /** From 1; null without a position. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly severity: string;
}

/** The text to check: a version with unsaved changes. */
export interface CheckRequest {
  readonly baseVersionId: string;
  readonly changes: readonly FileChange[];
}

/** Milliseconds after the last change. */
const CHECK_AFTER = 600;
/** Longer changes are checked when they are saved. */
const MAX_LENGTH = 500_000;

/** Checks the text after a pause, one request at a time: of those that arrive meanwhile, only the latest is sent. */
export class Checks {
  readonly #send: (request: CheckRequest) => Promise<readonly FileProblem[]>;
  readonly #problems = createCell<readonly FileProblem[]>([]);
  #next: CheckRequest | null = null;
  #timer: number | undefined;
  #isRunning = false;

  readonly get = this.#problems.get;
  readonly subscribe = this.#problems.subscribe;

  constructor(send: (request: CheckRequest) => Promise<readonly FileProblem[]>) {
    this.#send = send;
  }

  request(request: CheckRequest): void {
    window.clearTimeout(this.#timer);
    this.#next = request;
    this.#timer = window.setTimeout(() => void this.#run(), CHECK_AFTER);
  }

  stop(): void {
    window.clearTimeout(this.#timer);
    this.#next = null;
  }

  async #run(): Promise<void> {
    const request = this.#next;
    if (this.#isRunning || request === null) return;
    this.#next = null;
    if (request.changes.reduce((sum, { content }) => sum + (content?.length ?? 0), 0) > MAX_LENGTH) return;
    this.#isRunning = true;
    // Without an answer the marks stay as they were: the next change asks again.
    const found = await this.#send(request).catch(() => null);
    this.#isRunning = false;
    if (this.#next !== null) await this.#run();
    else if (found !== null) this.#problems.set(found);
  }
}
