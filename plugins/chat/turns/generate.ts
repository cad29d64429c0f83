import type { App, Files } from '@sayso/apps/ref';
import { DomainError } from '@sayso/core';
import type { ModelMessage } from '@sayso/models/ref';
import type { TurnDocument } from '../collections.ts';
import type { ChatContext } from '../context.ts';
import { AnswerEmpty, TurnFailed } from '../errors.ts';
import { Splice } from '../output/continuation.ts';
import type { Transcript } from '../output/transcript.ts';
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

/** One question to the model, and how its answer is set behind what is there. */
interface Round {
  readonly messages: readonly ModelMessage[];
  readonly answer: Answer;
  /** What of a piece is written; the last call, with nothing, for what was held back. */
  readonly shape: (chunk: string, isLast: boolean) => string;
}

interface RoundEnd {
  /** The model said that it is done, and no action is open. */
  readonly isWhole: boolean;
  readonly hasThought: boolean;
}

/** How often a model whose stream breaks off is asked to go on, in one round. */
const RESUMPTIONS = 2;
const BROKEN_OFF = 'The connection to the language model broke off. Nothing is lost: the assistant goes on where it stopped.';
const NOTHING_ADDED = 'The language model added nothing. Let it go on once more, or send a new message.';

const asItIs = (chunk: string): string => chunk;

/** Sets an answer behind a message that was cut off. */
function behind({ raw, openAction }: Transcript): Round['shape'] {
  const splice = new Splice({ raw, openAction });
  return (chunk, isLast) => (isLast ? splice.end() : splice.push(chunk));
}

function isBrokenOff(error: unknown): boolean {
  return error instanceof DomainError && BREAKS.includes(error.code);
}

/** Codes of the models plugin for a stream that ended, or stood still, before the answer did. */
const BREAKS: readonly string[] = ['model-cut-off', 'model-timeout'];

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
    const end = await this.#read(work, { messages, answer, shape: asItIs });
    if (work.transcript.raw.trim() === '') throw new AnswerEmpty({ ...end, isCut: !end.isWhole });
    return end.isWhole;
  }

  /** Goes on with an answer that was cut off. */
  async continue(work: TurnWork): Promise<boolean> {
    const { turn, app, base, transcript, journal } = work;
    const input = await this.#promptInput(turn, app, base);
    transcript.beginRound();
    await journal.add(transcript.openChange());
    work.messages = continueMessages(buildMessages(input), transcript.raw);
    const { length } = transcript.raw;
    const round = { messages: work.messages, answer: this.#ask(turn, work.messages, input), shape: behind(transcript) };
    const { isWhole } = await this.#read(work, round);
    if (!isWhole && transcript.raw.length === length) work.note ??= NOTHING_ADDED;
    return isWhole;
  }

  /** One more round, on top of what is written. */
  async repair(work: TurnWork, problems: readonly string[]): Promise<boolean> {
    work.messages = repairMessages(work.messages, work.transcript.raw, problems);
    work.transcript.beginRound();
    await this.#write(work, '\n\n');
    const round = { messages: work.messages, answer: this.#ask(work.turn, work.messages), shape: asItIs };
    return (await this.#read(work, round)).isWhole;
  }

  #ask(turn: TurnDocument, messages: readonly ModelMessage[], input?: PromptInput): Answer {
    const model = turn.model === null ? {} : { model: turn.model };
    const workspace = input === undefined ? {} : { workspace: buildWorkspace(input) };
    return new Answer(this.#context.needs.models, { messages, ...model, ...workspace });
  }

  /** Lets the model finish a round; where its stream breaks off, it is asked to go on behind what it has written. */
  async #read(work: TurnWork, first: Round): Promise<RoundEnd> {
    const { transcript, signal } = work;
    const start = transcript.raw.length;
    let round = first;
    for (let resumptions = RESUMPTIONS; ; resumptions -= 1) {
      const progress = { hasThought: false, hasBegun: false };
      try {
        return await this.#readOnce(work, round, progress);
      } catch (error) {
        if (signal.aborted || !progress.hasBegun || !isBrokenOff(error)) throw error;
        await this.#write(work, round.shape('', true));
        const written = transcript.raw.slice(start);
        if (resumptions === 0) {
          if (transcript.raw.trim() === '') throw error;
          work.note = BROKEN_OFF;
          return { isWhole: await this.#end(work, false), hasThought: progress.hasThought };
        }
        this.#context.log.warn({ err: error, turnId: work.turn._id }, 'the answer of a model broke off; it is asked to go on');
        if (written !== '') transcript.beginRound();
        const messages = written === '' ? first.messages : continueMessages(first.messages, written);
        round = { messages, answer: this.#ask(work.turn, messages), shape: written === '' ? first.shape : behind(transcript) };
      }
    }
  }

  async #readOnce(work: TurnWork, { answer, shape }: Round, progress: { hasThought: boolean; hasBegun: boolean }): Promise<RoundEnd> {
    const { transcript, journal, signal } = work;
    let reason: string | null = null;
    work.isWriting = true;
    for await (const event of answer.read(signal)) {
      progress.hasBegun = true;
      if (event.type === 'text') await this.#write(work, shape(event.text, false));
      else if (event.type === 'reasoning') {
        progress.hasThought = true;
        await journal.add(transcript.reasoning(event.text));
      } else {
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
    return { isWhole: await this.#end(work, isWhole), hasThought: progress.hasThought };
  }

  async #end(work: TurnWork, isWhole: boolean): Promise<boolean> {
    await work.journal.add(work.transcript.end(isWhole));
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
