import type { ModelEvent, ModelRequest, ModelsApi } from '@sayso/models/ref';

/** Asks a model and reads its answer. Rejects with the signal's reason as soon as it aborts, even if the model does not react. */
export async function* readAnswer(
  models: Pick<ModelsApi, 'streamChat'>,
  request: Omit<ModelRequest, 'signal'>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  const ending = new AbortController();
  const source = models.streamChat({ ...request, signal: ending.signal })[Symbol.asyncIterator]();
  let stop: (reason: unknown) => void = () => undefined;
  const abort = () => {
    stop(signal.reason);
    ending.abort(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      // A promise for each event: a race with one long-lived promise would retain every event until the end.
      const next = await new Promise<IteratorResult<ModelEvent>>((resolve, reject) => {
        stop = reject;
        source.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    ending.abort();
    source.return?.().catch(() => undefined);
  }
}
