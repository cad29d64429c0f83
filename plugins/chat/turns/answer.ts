import type { ModelEvent, ModelRequest, ModelsApi } from '@sayso/models/ref';

/** A model's answer. The model is asked when this is made; what it says first waits until somebody reads, and the rest in the model's stream. */
export class Answer {
  readonly #ending = new AbortController();
  readonly #source: AsyncIterator<ModelEvent>;
  #first: Promise<IteratorResult<ModelEvent>> | null;

  constructor(models: Pick<ModelsApi, 'streamChat'>, request: Omit<ModelRequest, 'signal'>) {
    this.#source = models.streamChat({ ...request, signal: this.#ending.signal })[Symbol.asyncIterator]();
    this.#first = this.#source.next();
    // A failure is for whoever reads.
    this.#first.catch(() => undefined);
  }

  /** Once. Ends with the signal at once, however long the model takes to hear of it. */
  async *read(signal: AbortSignal): AsyncGenerator<ModelEvent> {
    let stop: (reason: unknown) => void = () => undefined;
    const abort = () => {
      stop(signal.reason);
      this.drop(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      for (;;) {
        signal.throwIfAborted();
        // No race with one promise for all: it would hold on to every event until the end.
        const next = await new Promise<IteratorResult<ModelEvent>>((resolve, reject) => {
          stop = reject;
          this.#next().then(resolve, reject);
        });
        if (next.done) return;
        yield next.value;
      }
    } finally {
      signal.removeEventListener('abort', abort);
      this.drop();
    }
  }

  /** Nobody reads it (any further). */
  drop(reason?: unknown): void {
    this.#ending.abort(reason);
    this.#source.return?.().catch(() => undefined);
  }

  #next(): Promise<IteratorResult<ModelEvent>> {
    const first = this.#first;
    this.#first = null;
    return first ?? this.#source.next();
  }
}
