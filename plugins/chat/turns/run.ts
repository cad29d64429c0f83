import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { App, Files } from '@sayso/apps/ref';
import { DomainError, DuplicateKey, type JobRun } from '@sayso/core';
import type { Staged } from '../changes/stage.ts';
import type { TurnDocument } from '../collections.ts';
import type { ChatContext, TurnTask } from '../config.ts';
import { ApplyInterrupted, TurnFailed, TurnLost } from '../errors.ts';
import { Transcript } from '../output/transcript.ts';
import { PROMPT_VERSION } from '../prompt/parts.ts';
import { Application, type Proposal } from './apply.ts';
import { type Conversation, Conversations } from './conversation.ts';
import { Generation, type Prompt, preparePrompt } from './generate.ts';
import { Journal } from './journal.ts';
import { lacksActions, noteOn } from './outcome.ts';
import { readPromptInput, type TurnBase } from './prompt-input.ts';
import { FROM_SCRATCH, isInFlight, type SettlingEvent } from './state-machine.ts';
import type { TurnRun } from './turn-run.ts';
import { CLAIMED_SEQ, type Settlement, stateOf, type TurnStore } from './turn-store.ts';
import { isOfStorage } from './unstored-ends.ts';

/** How many more rounds a model gets to correct what cannot be applied. */
const REPAIR_BUDGET = 2;
/** Attempts of a turn's job: they cover an outage of the store of half a minute. */
export const ATTEMPTS = 6;
/** Characters of an invalid path. */
const MAX_SHOWN_PATH = 100;
/** After so many attempts, the cause is not an outage of the store. */
const APPLY_ATTEMPTS = 3;
export const INTERRUPTED = 'The work on this message was interrupted, so nothing was changed. Please try again.';
const GIVEN_UP = { event: 'fail', state: { errorCode: 'interrupted', error: INTERRUPTED } } as const;
/** Between attempts to store how a turn ended, on a full disk. */
const UNSTORED_RETRY_MS = 500;
const UNEXPECTED = 'An error occurred while processing your request please try again later.';

type Job = Pick<JobRun<unknown>, 'id' | 'attempt' | 'signal' | 'permit'>;
type State = Settlement['state'];
type CutOff = Pick<Settlement, 'state' | 'isFree'>;

interface NewTurn {
  readonly turn: TurnDocument;
  readonly app: App;
  /** The app's turn before it. */
  readonly latest: TurnDocument | null;
}

/** A turn that this node stores as claimed, and its first request, prepared meanwhile. */
interface Opening {
  readonly stored: Promise<void>;
  readonly base: Promise<TurnBase>;
  readonly conversation: Promise<Conversation>;
  readonly prompt: Promise<Prompt>;
}

/** A run, and its first request, if it was prepared already. */
interface Prepared {
  readonly run: TurnRun;
  readonly prompt?: Promise<Prompt>;
}

/** The job of a turn: takes one step of it from the queue to a settled state. See `state-machine.ts` for the transitions. */
export class TurnRunner {
  readonly #context: ChatContext;
  readonly #store: TurnStore;
  readonly #application: Application;
  readonly conversations: Conversations;
  /** Turns whose job has not begun, by ticket. */
  readonly #openings = new Map<string, Opening>();

  constructor(context: ChatContext, store: TurnStore) {
    this.#context = context;
    this.#store = store;
    this.#application = new Application(context);
    this.conversations = new Conversations(context);
  }

  /** Whether `begin` can be called in this turn of the event loop. */
  get canBegin(): boolean {
    return this.#context.hasCapacity('turn');
  }

  /**
   * Stores a claimed turn and its job, which this node holds, in one commit where the store has group commits, and reads meanwhile what the
   * first request to the model needs. After a crash in between, the job restarts a turn without output, and is stale without a turn.
   * Throws `DuplicateKey` while the app has another turn in flight.
   */
  async begin(turn: TurnDocument, app: App, latest: TurnDocument | null): Promise<void> {
    const stored = this.#store.insert(turn);
    this.#openings.set(turn.ticket, this.#open({ turn, app, latest }, stored));
    // The job takes the opening before its enqueuing resolves.
    const enqueued = this.#store.enqueue(turn).finally(() => this.#openings.delete(turn.ticket));
    const [insertion, enqueuing] = await Promise.allSettled([stored, enqueued]);
    if (insertion.status === 'rejected') throw insertion.reason;
    if (enqueuing.status === 'rejected') throw enqueuing.reason;
    // The request to the model leaves before the work of the caller, who reads the turn and subscribes to it. The HTTP client checks an idle
    // connection for a turn of the event loop before it sends.
    await setImmediate();
    await setImmediate();
  }

  #open({ turn, app, latest }: NewTurn, stored: Promise<void>): Opening {
    const base = this.#filesOf(app, turn.baseVersionId).then((files) => ({ turn, app, base: files }));
    const conversation = Promise.resolve(this.conversations.before(turn, latest));
    const prompt = Promise.all([base, conversation]).then(async ([read, before]) =>
      preparePrompt(await readPromptInput(this.#context, read, before)),
    );
    // The job reports failures; without one, nothing is read.
    for (const read of [base, conversation, prompt]) read.catch(() => undefined);
    return { stored, base, conversation, prompt };
  }

  /** `ticket` is that of the step that the job was made for; a turn with another ticket makes the job stale. */
  async run({ turnId, ticket }: TurnTask, job: Job): Promise<void> {
    const opening = this.#openings.get(ticket);
    if (opening !== undefined) {
      this.#openings.delete(ticket);
      return this.#runOpened(opening, job);
    }
    const turn = await this.#store.stored(turnId);
    if (turn === null || turn.ticket !== ticket) return;
    const run = `${job.id}:${job.attempt}`;
    const claimed = await this.#store.transition('claim', turn, { run });
    await (claimed === null ? this.#recover({ turnId, ticket }, job, run) : this.#work(claimed, () => this.#prepare(claimed, job)));
  }

  async #runOpened({ stored, base, conversation, prompt }: Opening, { attempt, signal, permit }: Job): Promise<void> {
    try {
      await stored;
    } catch (error) {
      // The app has another turn in flight, so this one does not exist.
      if (error instanceof DuplicateKey) return;
      throw error;
    }
    const { turn, ...read } = await base;
    const journal = new Journal(this.#store.log, turn, CLAIMED_SEQ);
    const run = { turn, ...read, journal, transcript: new Transcript(), attempt, signal, permit };
    await this.#work(turn, async () => ({ run, prompt }));
    void conversation
      .then((before) => this.conversations.keep(turn, before))
      .catch((error: unknown) => this.#context.log.debug({ err: error, turnId: turn._id }, 'the conversation of a turn was not kept'));
  }

  async #work(turn: TurnDocument, prepare: () => Promise<Prepared>): Promise<void> {
    try {
      const { run, prompt } = await prepare();
      await this.#carryOut(run, new Generation(this.#context, run, { prompt, conversations: this.conversations })).finally(() =>
        run.journal.close(),
      );
    } catch (error) {
      // A run that was presumed dead may have appended an event without the lease: then the next attempt continues.
      if (!(error instanceof TurnLost) || (await this.#isHeld(turn))) throw error;
    }
  }

  async #isHeld({ _id, run }: TurnDocument): Promise<boolean> {
    const turn = await this.#store.stored(_id);
    return turn !== null && turn.run === run && isInFlight(turn.status);
  }

  /**
   * An earlier run of the job ended without settling the turn. Restarts a turn without output; fails a partial answer, since a model would
   * write another one; applies a complete answer that was being applied, idempotently.
   */
  async #recover({ turnId, ticket }: TurnTask, job: Job, run: string): Promise<void> {
    const turn = await this.#store.stored(turnId);
    if (turn === null || turn.ticket !== ticket) return;
    if (!isInFlight(turn.status)) return this.#store.publishEnd(turn);
    if (turn.status !== 'applying') return this.#beginAgain(turn, job, run);
    if (turn.step !== 'apply' && !(await this.#store.keepWritten(turn))) return this.interrupt(turn);
    const taken = await this.#store.transition('resume', turn, { run });
    if (taken !== null) await this.#work(taken, () => this.#prepare(taken, job));
  }

  async #beginAgain(turn: TurnDocument, job: Job, run: string): Promise<void> {
    const { content, parts } = await this.#store.draft(turn._id);
    if (turn.step !== 'generate' || content !== '' || parts.length > 0) return this.interrupt(turn);
    const taken = await this.#store.transition('reclaim', turn, { run });
    if (taken !== null) await this.#work(taken, () => this.#prepare(taken, job));
  }

  /** Settles a turn that has no run any more: as finished if its version was made, otherwise by `otherwise`. */
  async interrupt(
    turn: TurnDocument,
    otherwise: { readonly event: SettlingEvent; readonly state?: NonNullable<State> } = this.#givenUp(turn),
  ): Promise<void> {
    const made = (await this.#context.needs.apps.versions(turn.appId)).find(({ messageId }) => messageId === turn.assistantMessageId);
    const { event, state = {} } = made ? ({ event: 'finish', state: { versionId: made.id } } as const) : otherwise;
    const written = await this.#store.written(turn._id);
    const review = made ? await this.#application.describe(turn, made.id) : null;
    const isFree = !made && this.#store.unstoredEnd(turn._id) !== undefined;
    await this.#store.settle(event, turn, { written, state, review, isFree }).catch((error: unknown) => {
      if (!(error instanceof TurnLost)) throw error;
    });
  }

  #givenUp({ _id }: TurnDocument): { readonly event: 'fail'; readonly state: NonNullable<State> } {
    return { event: 'fail', state: this.#store.unstoredEnd(_id)?.state ?? GIVEN_UP.state };
  }

  async #prepare(turn: TurnDocument, { attempt, signal, permit }: Job): Promise<Prepared> {
    const { apps } = this.#context.needs;
    const app = await apps.find(turn.appId);
    const journal = new Journal(this.#store.log, turn, await this.#store.lastSeq(turn));
    // The model sees the version that its changes are based on.
    const isNew = turn.step === 'generate';
    const baseVersionId = isNew ? (app?.currentVersionId ?? null) : turn.baseVersionId;
    const current = isNew ? await this.#store.transition('base', turn, { baseVersionId }) : turn;
    if (current === null) throw new TurnLost();
    if (app === null) {
      await this.#store.settle('fail', current, { state: { errorCode: 'not-found', error: 'The app was deleted.' } });
      throw new TurnLost();
    }
    await journal.addState(stateOf(current));
    const base = await this.#filesOf(app, baseVersionId);
    const transcript = isNew ? new Transcript() : await this.#resume(turn);
    return { run: { turn: current, app, base, journal, transcript, attempt, signal, permit } };
  }

  async #filesOf(app: App, versionId: string | null): Promise<Files> {
    return versionId === null ? {} : this.#context.needs.apps.files(app.id, versionId);
  }

  async #carryOut(run: TurnRun, generation: Generation): Promise<void> {
    try {
      if (run.turn.step === 'apply') return await this.#retryable(run, () => this.#apply(run, generation));
      const isWhole = await (run.turn.step === 'continue' ? generation.continue() : generation.begin());
      if (run.turn.isPlan) return await this.#settle(isWhole ? 'finish' : 'truncate', run, generation);
      const isAnswered = isWhole && (await this.#giveFiles(run, generation)) && (await this.#completeAnswer(run, generation));
      await (isAnswered ? this.#apply(run, generation) : this.#settle('truncate', run, generation));
    } catch (error) {
      if (error instanceof TurnLost || error instanceof ApplyInterrupted) throw error;
      await this.#fail(run, generation, error);
    }
  }

  /** Gives the model the files that its answer asks for, once in a turn. True when the answer is complete. */
  async #giveFiles({ transcript: { parts } }: TurnRun, generation: Generation): Promise<boolean> {
    const paths = parts.flatMap((part) =>
      part.kind === 'action' && part.action.type === 'read_file' ? [this.#pathOf(part.action.file ?? '')] : [],
    );
    if (paths.length === 0 || !(await this.#readsConversation())) return true;
    return generation.giveFiles(paths);
  }

  /** The canonical path of a file; of an invalid one, the path as it is, for which there is no file. */
  #pathOf(file: string): string {
    try {
      return this.#context.needs.apps.filePath(file);
    } catch (error) {
      if (error instanceof DomainError) return file.slice(0, MAX_SHOWN_PATH);
      throw error;
    }
  }

  /** Asks once for the actions of an answer that promises changes without any. True when the answer is complete. */
  async #completeAnswer({ transcript: { parts } }: TurnRun, generation: Generation): Promise<boolean> {
    if (!lacksActions(parts) || !(await this.#readsConversation())) return true;
    return generation.askForActions();
  }

  /** A model gets two rounds to correct what cannot be applied, each problem once; after an edit that fails again, it writes the file whole. */
  async #apply(run: TurnRun, generation: Generation): Promise<void> {
    const tried = new Set<string>();
    for (let repairs = 0; ; repairs += 1) {
      const proposal = await this.#application.propose(run);
      const problems = await this.#problemsOf(run, generation, proposal);
      if (problems.length === 0) return;
      const edited = failedEdits(run, proposal.staged);
      const isUnmended = problems.every((problem) => tried.has(fingerprint(problem)));
      const isTriedEnough = repairs === REPAIR_BUDGET || (isUnmended && edited.length === 0);
      if (isTriedEnough || !(await this.#mayRepair(run))) return this.#application.refuse(run, { ...proposal, problems }, isUnmended);
      for (const problem of problems) tried.add(fingerprint(problem));
      if (!(await generation.repair(problems, repairs === 0 ? [] : edited))) return this.#settle('truncate', run, generation);
    }
  }

  /** Makes the version of a proposal without problems. Resolves with what keeps it from being made. */
  #problemsOf(run: TurnRun, generation: Generation, { problems, staged }: Proposal): Promise<readonly string[]> | readonly string[] {
    return problems.length > 0 ? problems : this.#make(run, generation, staged);
  }

  /** A version that the builder has confirmed is not changed any more. */
  async #mayRepair({ turn }: TurnRun): Promise<boolean> {
    return turn.step !== 'apply' && (await this.#readsConversation());
  }

  /** Makes the version, or asks the builder first. Resolves with the problems that keep it from being made. */
  async #make(run: TurnRun, generation: Generation, staged: Staged): Promise<readonly string[]> {
    const { turn, journal, signal } = run;
    if (turn.step !== 'apply') {
      const confirmations = await this.#application.review(run, staged);
      if (confirmations.length > 0) {
        await this.#settle('ask', run, generation, { state: { confirmations } });
        return [];
      }
    }
    // A draining node still applies a whole answer: that takes no longer than handing it over.
    if (signal.reason !== 'draining') signal.throwIfAborted();
    if (staged.changes.length + staged.inserts.length + staged.deletions.length === 0) return this.#commit(run, generation, staged);
    const applying = await this.#store.transition('apply', turn, { ...recordOf(run), usage: generation.usage });
    if (applying === null) throw new TurnLost();
    await journal.addState(stateOf(applying));
    return (await this.#retryable(run, () => this.#commit(run, generation, staged))) ?? [];
  }

  async #commit(run: TurnRun, generation: Generation, staged: Staged): Promise<readonly string[]> {
    const { turn, transcript } = run;
    const made = await this.#application.commit(run, staged, transcript.appName);
    if ('problem' in made) return [made.problem];
    await this.#application.insertRows(run, staged);
    await this.#application.deleteRows(run, staged);
    const note = noteOn(turn.request, transcript.parts, staged);
    const review = made.versionId === null ? null : await this.#application.describe(turn, made.versionId);
    await this.#settle('finish', run, generation, { state: { versionId: made.versionId, note }, review });
    return [];
  }

  /** A model that does not read the conversation would repeat its answer. */
  async #readsConversation(): Promise<boolean> {
    return (await this.#context.needs.models.info()).capabilities.conversation;
  }

  /**
   * Work that may have made a version or added rows when it fails: an unexpected failure is retried by the next attempt rather than given
   * up. After the last attempt, and after a stop, the turn settles as finished if its version was made.
   */
  async #retryable<T>(run: TurnRun, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof TurnLost || error instanceof ApplyInterrupted || isExpected(error)) throw error;
      const { turn, attempt, signal } = run;
      const isStopped = signal.aborted && signal.reason === 'cancelled';
      if (!isStopped && attempt < APPLY_ATTEMPTS) throw new ApplyInterrupted(error);
      this.#context.log.error({ err: error, turnId: turn._id }, 'a turn could not be applied');
      await this.interrupt(turn, isStopped ? { event: 'stop' } : GIVEN_UP);
      return undefined;
    }
  }

  async #fail(run: TurnRun, generation: Generation, error: unknown): Promise<void> {
    const { signal, turn } = run;
    if (signal.aborted) {
      if (signal.reason === 'lease-lost') throw new TurnLost();
      if (signal.reason === 'cancelled') return this.#settleCutOff('stop', run, generation);
      if (signal.reason === 'draining' && generation.isWriting) return this.#handOver(run, generation);
      return this.#settleCutOff(GIVEN_UP.event, run, generation, { state: GIVEN_UP.state });
    }
    if (isOfStorage(error)) return this.#failUnstored(run, error);
    if (isExpected(error)) {
      const errorDetail = error instanceof DomainError ? error.detail : null;
      const state = { errorCode: error.code, error: error.message, errorDetail };
      return this.#settleCutOff('fail', run, generation, { state, isFree: isOutage(error) });
    }
    this.#context.log.error({ err: error, turnId: turn._id }, 'a turn failed unexpectedly');
    await this.#settleCutOff('fail', run, generation, { state: { errorCode: 'internal', error: UNEXPECTED }, isFree: true });
  }

  /**
   * Ends a turn whose failure cannot be stored either: its streams report the error, and its record settles once there is room. A version that
   * was made just before stays. The next attempt of the job does the same if this run loses its lease meanwhile.
   */
  async #failUnstored({ turn, signal }: TurnRun, { message, code }: DomainError): Promise<void> {
    await this.#store.endUnstored(turn, { error: message, errorCode: code });
    for (;;) {
      if (signal.aborted) throw new TurnLost();
      try {
        return await this.interrupt(turn);
      } catch (error) {
        if (!isOfStorage(error)) throw error;
      }
      await pause(UNSTORED_RETRY_MS);
    }
  }

  /** This node drains: on another one the model continues its answer. A model that does not read the conversation restarts it. */
  async #handOver(run: TurnRun, { usage }: Generation): Promise<void> {
    const { turn, journal, transcript } = run;
    await journal.add(transcript.end(false));
    await journal.end(stateOf(turn));
    if (transcript.raw === '' || !(await this.#readsConversation())) return this.#store.handOver(turn, null, FROM_SCRATCH);
    const { raw, parts } = transcript;
    await this.#store.handOver(turn, { content: raw, parts }, { ...recordOf(run), step: 'continue', usage });
  }

  async #settleCutOff(event: SettlingEvent, run: TurnRun, generation: Generation, how: CutOff = {}): Promise<void> {
    await run.journal.add(run.transcript.end(false));
    await this.#settle(event, run, generation, how);
  }

  async #settle(
    event: SettlingEvent,
    run: TurnRun,
    { usage, note }: Generation,
    { state, ...more }: Pick<Settlement, 'state' | 'review' | 'isFree'> = {},
  ): Promise<void> {
    const { turn, transcript, journal } = run;
    await journal.end(stateOf(turn));
    const { raw, parts } = transcript;
    const set = recordOf(run);
    await this.#store.settle(event, turn, { written: { content: raw, parts }, state: { usage, note, ...state }, set, ...more });
  }

  async #resume(turn: TurnDocument): Promise<Transcript> {
    const message = await this.#context.collections.messages.findOne({ _id: turn.assistantMessageId });
    return Transcript.resume(message?.content ?? '', message?.parts ?? [], turn);
  }
}

/** What a turn keeps of its answer, beside the message; a turn that is only applied keeps the version of the prompt that it was asked with. */
function recordOf({ turn, transcript: { appName, rounds } }: TurnRun): Partial<TurnDocument> {
  return { appName, rounds: [...rounds], ...(turn.step === 'apply' ? {} : { promptVersion: PROMPT_VERSION }) };
}

/** A problem without its line, which a correction may move. */
function fingerprint(problem: string): string {
  return problem.replace(/:\d+: /, ': ');
}

/** Failures with a message for the builder; every other one is unexpected. */
function isExpected(error: unknown): error is TurnFailed | DomainError {
  return error instanceof TurnFailed || error instanceof DomainError;
}

/** Failures of the model's endpoint or of the server: rate limits, used up credit, faults and time-outs. */
function isOutage(error: TurnFailed | DomainError): boolean {
  return error instanceof DomainError && (error.status >= 500 || error.status === 429 || error.status === 402);
}

/** Files whose edits did not match. */
function failedEdits({ transcript }: TurnRun, { failures }: Staged): string[] {
  const files = failures.flatMap(({ partIndex, file }) => {
    const part = transcript.parts[partIndex];
    return part?.kind === 'action' && part.action.type === 'edit_file' && file !== null ? [file] : [];
  });
  return [...new Set(files)];
}
