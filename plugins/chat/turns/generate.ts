import { setImmediate } from 'node:timers/promises';
import { DomainError } from '@sayso/core';
import { addUsage, type ModelMessage, type ModelRequest, type Usage } from '@sayso/models/ref';
import type { ChatContext } from '../config.ts';
import { AnswerEmpty, TurnFailed } from '../errors.ts';
import { Splice } from '../output/continuation.ts';
import type { Transcript } from '../output/transcript.ts';
import {
  buildMessages,
  buildWorkspace,
  continueMessages,
  missingActionMessages,
  type PromptInput,
  readFilesMessages,
  repairMessages,
  resumeMessages,
} from '../prompt/prompt.ts';
import { readAnswer } from './answer.ts';
import type { Conversations } from './conversation.ts';
import { readPromptInput } from './prompt-input.ts';
import type { TurnRun } from './turn-run.ts';

/** One request to the model, and how its answer continues the text so far. */
interface Round {
  readonly messages: readonly ModelMessage[];
  readonly workspace?: ModelRequest['workspace'];
  /** The text to write for a chunk; the last call, with an empty chunk, returns text that was held back. */
  readonly shape: (chunk: string, isLast: boolean) => string;
}

interface RoundEnd {
  /** The model finished, and no action is open. */
  readonly isWhole: boolean;
  readonly hasThought: boolean;
}

/** How often a broken stream is continued, in one round. */
const RESUMPTIONS = 2;
const BROKEN_OFF = 'The connection to the language model broke off. Nothing is lost: the assistant goes on where it stopped.';
const NOTHING_ADDED = 'The language model added nothing. Let it go on once more, or send a new message.';

const asItIs = (chunk: string): string => chunk;

/** Appends to a message that was cut off. */
function continuing({ raw, openAction }: Transcript): Round['shape'] {
  const splice = new Splice({ raw, openAction });
  return (chunk, isLast) => (isLast ? splice.end() : splice.push(chunk));
}

function isBrokenOff(error: unknown): boolean {
  return error instanceof DomainError && BREAKS.includes(error.code);
}

/** What a request needs, and its messages. */
export interface Prompt {
  readonly input: PromptInput;
  readonly messages: readonly ModelMessage[];
}

export async function preparePrompt(input: PromptInput): Promise<Prompt> {
  return { input, messages: await buildMessages(input) };
}

/** Codes of the models plugin for a stream that ended or stalled before the answer was complete. */
const BREAKS: readonly string[] = ['model-cut-off', 'model-timeout'];

interface GenerationParts {
  readonly prompt: Promise<Prompt> | undefined;
  readonly conversations: Conversations;
}

/** The conversation with the model during one run of a turn: writes its answers to the transcript and the journal. */
export class Generation {
  readonly #context: ChatContext;
  readonly #run: TurnRun;
  readonly #conversations: Conversations;
  #prompt: Promise<Prompt> | null;
  #input: Promise<PromptInput> | null = null;
  #usage: Usage | null;
  #note: string | null = null;
  #isWriting: boolean;

  /** `prompt` is the first request, if it was prepared already. */
  constructor(context: ChatContext, run: TurnRun, { prompt, conversations }: GenerationParts) {
    this.#context = context;
    this.#run = run;
    this.#prompt = prompt ?? null;
    this.#conversations = conversations;
    this.#usage = run.turn.usage;
    this.#isWriting = run.turn.step !== 'apply';
  }

  /** Tokens and costs of all rounds so far. */
  get usage(): Usage | null {
    return this.#usage;
  }

  /** A note for the builder on an answer that was cut off. */
  get note(): string | null {
    return this.#note;
  }

  /** Whether an answer is pending, so that another node can continue it. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** The first round of a request. True when the answer is complete. */
  async begin(): Promise<boolean> {
    this.#prompt ??= this.#readInput().then(preparePrompt);
    const { input, messages } = await this.#prompt;
    const end = await this.#read({ messages, workspace: buildWorkspace(input), shape: asItIs });
    if (this.#run.transcript.raw.trim() === '') throw new AnswerEmpty({ ...end, isCut: !end.isWhole });
    return end.isWhole;
  }

  /** Continues an answer that was cut off. */
  async continue(): Promise<boolean> {
    const { transcript, journal } = this.#run;
    const input = await this.#promptInput();
    transcript.beginRound();
    await journal.add(transcript.openChange());
    const messages = await continueMessages(input, transcript.raw);
    const { length } = transcript.raw;
    const { isWhole } = await this.#read({ messages, workspace: buildWorkspace(input), shape: continuing(transcript) });
    if (!isWhole && transcript.raw.length === length) this.#note ??= NOTHING_ADDED;
    return isWhole;
  }

  /** Asks the model to correct what cannot be applied; `wholeFiles` are to be written whole. */
  async repair(problems: readonly string[], wholeFiles: readonly string[]): Promise<boolean> {
    return this.#askAgain(await repairMessages(await this.#promptInput(), this.#run.transcript.raw, { problems, wholeFiles }));
  }

  /** Gives the model files that it asked for. */
  async giveFiles(paths: readonly string[]): Promise<boolean> {
    return this.#askAgain(await readFilesMessages(await this.#promptInput(), this.#run.transcript.raw, paths));
  }

  /** Asks the model for the actions of an answer without any. */
  async askForActions(): Promise<boolean> {
    return this.#askAgain(await missingActionMessages(await this.#promptInput(), this.#run.transcript.raw));
  }

  async #askAgain(messages: readonly ModelMessage[]): Promise<boolean> {
    this.#run.transcript.beginRound();
    await this.#write('\n\n');
    return (await this.#read({ messages, shape: asItIs })).isWhole;
  }

  /** Reads a round to its end. When the stream breaks off, asks the model to continue. */
  async #read(first: Round): Promise<RoundEnd> {
    const start = this.#run.transcript.raw.length;
    let round = first;
    for (let resumptions = RESUMPTIONS; ; resumptions -= 1) {
      const progress = { hasThought: false, hasBegun: false };
      try {
        return await this.#readOnce(round, progress);
      } catch (error) {
        if (this.#run.signal.aborted || !progress.hasBegun || !isBrokenOff(error)) throw error;
        await this.#write(round.shape('', true));
        if (resumptions === 0) return this.#breakOff(error, progress);
        round = this.#resumed(first, start, error);
      }
    }
  }

  /** Ends a round whose stream has broken off too often; throws its error when the model has written nothing. */
  async #breakOff(error: unknown, { hasThought }: { readonly hasThought: boolean }): Promise<RoundEnd> {
    if (this.#run.transcript.raw.trim() === '') throw error;
    this.#note = BROKEN_OFF;
    return { isWhole: await this.#end(false), hasThought };
  }

  /** The request that continues the text written since `start`; the first request again when there is none. */
  #resumed(first: Round, start: number, error: unknown): Round {
    const { turn, transcript } = this.#run;
    this.#context.log.warn({ err: error, turnId: turn._id }, "a model's stream broke off; requesting a continuation");
    const written = transcript.raw.slice(start);
    if (written === '') return { messages: first.messages, shape: first.shape };
    transcript.beginRound();
    return { messages: resumeMessages(first.messages, written), shape: continuing(transcript) };
  }

  async #readOnce({ messages, workspace, shape }: Round, progress: { hasThought: boolean; hasBegun: boolean }): Promise<RoundEnd> {
    const { turn, transcript, journal, signal } = this.#run;
    const request = { messages, ...(turn.model === null ? {} : { model: turn.model }), ...(workspace === undefined ? {} : { workspace }) };
    let reason: string | null = null;
    this.#isWriting = true;
    for await (const event of readAnswer(this.#context.needs.models, request, signal)) {
      progress.hasBegun = true;
      if (event.type === 'text') await this.#write(shape(event.text, false));
      else if (event.type === 'reasoning') {
        progress.hasThought = true;
        await journal.add(transcript.reasoning(event.text));
      } else if (event.type === 'source') {
        transcript.source({ url: event.url, title: event.title });
      } else {
        reason = event.reason;
        this.#usage = this.#usage === null ? event.usage : addUsage(this.#usage, event.usage);
      }
    }
    signal.throwIfAborted();
    await this.#write(shape('', true));
    if (reason === 'content-filter') {
      throw new TurnFailed('content-filter', 'The language model refused to answer this. Nothing was changed: try it in other words.');
    }
    const isWhole = reason !== 'length' && reason !== null && !transcript.isCut;
    return { isWhole: await this.#end(isWhole), hasThought: progress.hasThought };
  }

  async #end(isWhole: boolean): Promise<boolean> {
    const { journal, transcript } = this.#run;
    await journal.add(transcript.end(isWhole));
    this.#isWriting = false;
    // Followers get the end of the answer before the work on it: where many turns end together, that takes many milliseconds.
    await journal.flush();
    await setImmediate();
    return isWhole;
  }

  async #write(text: string): Promise<void> {
    const { transcript, journal, app } = this.#run;
    if (text === '') return;
    await journal.add(transcript.text(text), text);
    // The app will be compiled when the answer is complete.
    if (transcript.openAction !== null) this.#context.needs.runtime.prepare(app.id);
  }

  async #promptInput(): Promise<PromptInput> {
    this.#input ??= this.#prompt === null ? this.#readInput() : this.#prompt.then(({ input }) => input);
    return this.#input;
  }

  async #readInput(): Promise<PromptInput> {
    return readPromptInput(this.#context, this.#run, await this.#conversations.before(this.#run.turn));
  }
}
