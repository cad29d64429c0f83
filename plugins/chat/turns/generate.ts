import type { App, Files } from '@sayso/apps/ref';
import type { ModelMessage } from '@sayso/models/ref';
import type { TurnDocument } from '../collections.ts';
import type { ChatContext } from '../context.ts';
import { TurnFailed } from '../errors.ts';
import { Splice } from '../output/continuation.ts';
import { buildMessages, buildWorkspace, continueMessages, HISTORY_LENGTH, type PromptInput, repairMessages } from '../prompt/prompt.ts';
import { Answer } from './answer.ts';
import { addUsage, type TurnWork } from './work.ts';

/** The first question of a turn, put to the model, and what it was made of. */
export interface Opening {
  readonly app: App;
  readonly base: Files;
  readonly messages: readonly ModelMessage[];
  readonly answer: Answer;
}

/** Lets the model write, into the journal. */
export class Generation {
  readonly #context: ChatContext;

  constructor(context: ChatContext) {
    this.#context = context;
  }

  /** Asks the model what a turn asks, of the version that the turn is made on. */
  async open(turn: TurnDocument, app: App, files?: Files): Promise<Opening> {
    const base = files ?? (turn.baseVersionId === null ? {} : await this.#context.needs.apps.files(app.id, turn.baseVersionId));
    const input = await this.#promptInput(turn, app, base);
    const messages = buildMessages(input);
    return { app, base, messages, answer: this.#ask(turn, messages, input) };
  }

  /** The first round of a request. True when the answer came whole. */
  async begin(work: TurnWork): Promise<boolean> {
    const { messages, answer } = work.opening ?? (await this.open(work.turn, work.app, work.base));
    work.messages = messages;
    return this.#read(work, answer, (chunk) => chunk);
  }

  /** Goes on with an answer that was cut off. */
  async continue(work: TurnWork): Promise<boolean> {
    const { turn, app, base, transcript, journal } = work;
    const input = await this.#promptInput(turn, app, base);
    transcript.beginRound();
    await journal.add(transcript.openChange());
    work.messages = continueMessages(buildMessages(input), transcript.raw);
    const splice = new Splice({ raw: transcript.raw, openAction: transcript.openAction });
    const answer = this.#ask(turn, work.messages, input);
    return this.#read(work, answer, (chunk, isLast) => (isLast ? splice.end() : splice.push(chunk)));
  }

  /** One more round, on top of what is written. */
  async repair(work: TurnWork, problems: readonly string[]): Promise<boolean> {
    work.messages = repairMessages(work.messages, work.transcript.raw, problems);
    work.transcript.beginRound();
    await this.#write(work, '\n\n');
    return this.#read(work, this.#ask(work.turn, work.messages), (chunk) => chunk);
  }

  #ask(turn: TurnDocument, messages: readonly ModelMessage[], input?: PromptInput): Answer {
    const model = turn.model === null ? {} : { model: turn.model };
    const workspace = input === undefined ? {} : { workspace: buildWorkspace(input) };
    return new Answer(this.#context.needs.models, { messages, ...model, ...workspace });
  }

  async #read(work: TurnWork, answer: Answer, shape: (chunk: string, isLast: boolean) => string): Promise<boolean> {
    const { transcript, journal, signal } = work;
    let reason: string | null = null;
    work.isWriting = true;
    for await (const event of answer.read(signal)) {
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
    work.isWriting = false;
    return isWhole;
  }

  async #write({ transcript, journal }: TurnWork, text: string): Promise<void> {
    if (text !== '') await journal.add(transcript.text(text), text);
  }

  async #promptInput(turn: TurnDocument, app: App, files: Files): Promise<PromptInput> {
    const [history, previousFiles] = await Promise.all([
      this.#context.collections.messages.find(
        { appId: app.id, isHidden: false, _id: { $lt: turn.userMessageId } },
        { sort: { _id: -1 }, limit: HISTORY_LENGTH },
      ),
      this.#previousFiles(turn, app),
    ]);
    return { app, turn, files, previousFiles, history: history.reverse() };
  }

  async #previousFiles({ baseVersionId }: TurnDocument, app: App): Promise<Files | null> {
    const { apps } = this.#context.needs;
    const current = baseVersionId === null ? null : await apps.version(app.id, baseVersionId);
    return current === null || current.parentId === null ? null : apps.files(app.id, current.parentId);
  }
}
