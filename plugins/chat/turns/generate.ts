import type { ChatContext } from '../context.ts';
import { TurnFailed } from '../errors.ts';
import { Splice } from '../output/continuation.ts';
import { buildMessages, buildWorkspace, continueMessages, HISTORY_LENGTH, type PromptInput, repairMessages } from '../prompt/prompt.ts';
import { addUsage, type TurnWork } from './work.ts';

/** Lets the model write, into the journal. */
export class Generation {
  readonly #context: ChatContext;

  constructor(context: ChatContext) {
    this.#context = context;
  }

  /** The first round of a request. True when the answer came whole. */
  async begin(work: TurnWork): Promise<boolean> {
    const input = await this.#promptInput(work);
    work.messages = buildMessages(input);
    return this.#stream(work, (chunk) => chunk, buildWorkspace(input));
  }

  /** Goes on with an answer that was cut off. */
  async continue(work: TurnWork): Promise<boolean> {
    const input = await this.#promptInput(work);
    const { transcript, journal } = work;
    transcript.beginRound();
    await journal.add(transcript.openChange());
    work.messages = continueMessages(buildMessages(input), transcript.raw);
    const splice = new Splice({ raw: transcript.raw, openAction: transcript.openAction });
    return this.#stream(work, (chunk, isLast) => (isLast ? splice.end() : splice.push(chunk)), buildWorkspace(input));
  }

  /** One more round, on top of what is written. */
  async repair(work: TurnWork, problems: readonly string[]): Promise<boolean> {
    work.messages = repairMessages(work.messages, work.transcript.raw, problems);
    work.transcript.beginRound();
    await this.#write(work, '\n\n');
    return this.#stream(work, (chunk) => chunk);
  }

  async #stream(
    work: TurnWork,
    shape: (chunk: string, isLast: boolean) => string,
    workspace?: ReturnType<typeof buildWorkspace>,
  ): Promise<boolean> {
    const { turn, transcript, journal, signal } = work;
    const model = turn.model === null ? {} : { model: turn.model };
    const request = { messages: work.messages, ...model, signal, ...(workspace === undefined ? {} : { workspace }) };
    let reason: string | null = null;
    for await (const event of abortable(this.#context.needs.models.streamChat(request), signal)) {
      if (event.type === 'text') await this.#write(work, shape(event.text, false));
      else if (event.type === 'reasoning') await journal.add(transcript.reasoning(event.text));
      else {
        reason = event.reason;
        work.usage = addUsage(work.usage, event.usage);
      }
    }
    signal.throwIfAborted();
    await this.#write(work, shape('', true));
    if (reason === 'content-filter') {
      throw new TurnFailed('content-filter', 'The language model refused to answer this. Nothing was changed: try it in other words.');
    }
    const isWhole = reason !== 'length' && reason !== null && !transcript.isCut;
    await journal.add(transcript.end(isWhole));
    return isWhole;
  }

  async #write({ transcript, journal }: TurnWork, text: string): Promise<void> {
    if (text !== '') await journal.add(transcript.text(text), text);
  }

  async #promptInput({ turn, app, base }: TurnWork): Promise<PromptInput> {
    const { apps } = this.#context.needs;
    const history = await this.#context.collections.messages.find(
      { appId: app.id, isHidden: false, _id: { $lt: turn.userMessageId } },
      { sort: { _id: -1 }, limit: HISTORY_LENGTH },
    );
    const current = turn.baseVersionId === null ? null : await apps.version(app.id, turn.baseVersionId);
    const previousFiles = current === null || current.parentId === null ? null : await apps.files(app.id, current.parentId);
    return { app, turn, files: base, previousFiles, history: history.reverse() };
  }
}

/** Ends with the signal at once, however long the source takes to hear of it. */
async function* abortable<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  aborted.catch(() => undefined);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    iterator.return?.().catch(() => undefined);
  }
}
