import type { App } from '@sayso/apps/ref';
import { DomainError, DuplicateKey, type JobRun } from '@sayso/core';
import type { Staged } from '../changes/stage.ts';
import type { TurnDocument, TurnState } from '../collections.ts';
import type { ChatContext, TurnTask } from '../context.ts';
import { TurnFailed, TurnLost } from '../errors.ts';
import { Transcript } from '../output/transcript.ts';
import { Application } from './apply.ts';
import { ANEW, QUEUED } from './draft.ts';
import { Generation, type Opening } from './generate.ts';
import { Journal } from './journal.ts';
import { noteOn } from './outcome.ts';
import { BEGUN_SEQ, stateOf, type TurnStore } from './turn-store.ts';
import { isUnderWay } from './under-way.ts';
import type { TurnWork } from './work.ts';

/** How many more rounds a model gets to correct what cannot be applied. */
const REPAIR_BUDGET = 1;
/** How often the job of a turn is tried: for half a minute, in which a store that is away comes back. */
export const ATTEMPTS = 6;
/** After so many attempts it is not the store that keeps a turn from being applied. */
const APPLY_ATTEMPTS = 3;
export const INTERRUPTED = 'The work on this message was interrupted, so nothing was changed. Please try again.';
const GIVEN_UP = { status: 'failed', errorCode: 'interrupted', error: INTERRUPTED } as const;
const UNEXPECTED = 'An error occurred while processing your request please try again later.';

/** A turn that is being stored, and the question that the model was asked meanwhile; null when it is still to be asked. */
interface Ahead {
  readonly turn: TurnDocument;
  readonly opening: Promise<Opening | null>;
  readonly inserted: Promise<void>;
}

/** The job behind a turn: takes one step of it from the queue to a settled state. */
export class TurnRunner {
  readonly #context: ChatContext;
  readonly #store: TurnStore;
  readonly #generation: Generation;
  readonly #application: Application;
  /** Turns that begin here in a moment, by their tickets. */
  readonly #ahead = new Map<string, Ahead>();

  constructor(context: ChatContext, store: TurnStore) {
    this.#context = context;
    this.#store = store;
    this.#generation = new Generation(context);
    this.#application = new Application(context);
  }

  /** `ticket` is that of the step that the job was made for; the turn may be further by now. */
  async run({ turnId, ticket }: TurnTask, job: Pick<JobRun<unknown>, 'id' | 'attempt' | 'signal'>): Promise<void> {
    const run = `${job.id}:${job.attempt}`;
    const status = { generate: 'streaming', continue: 'streaming', apply: 'applying' } as const;
    const ahead = this.#ahead.get(ticket);
    if (ahead !== undefined) return this.#begin(ahead, job);
    const queued = await this.#store.find(turnId);
    if (queued === null) return;
    const turn = await this.#store.change(turnId, { status: 'queued', ticket }, { status: status[queued.step], run });
    await (turn === null ? this.#recover({ turnId, ticket }, job, run) : this.#work(turn, job));
  }

  /**
   * Asks the model for a turn that is being stored as begun here: its answer is not read before the turn is `inserted`. Returns the undo, for
   * a turn that does not begin. Of two turns of an app at once only one can be stored, so that the model is asked for one.
   */
  askAhead(turn: TurnDocument, app: App, inserted: Promise<void>): () => void {
    const isFirst = [...this.#ahead.values()].every((other) => other.turn.appId !== app.id);
    // What cannot be read now is read again when the turn begins.
    const opening = isFirst ? this.#generation.open(turn, app).catch(() => null) : Promise.resolve(null);
    this.#ahead.set(turn.ticket, { turn, opening, inserted });
    return () => {
      if (this.#ahead.delete(turn.ticket)) drop(opening);
    };
  }

  async #begin({ turn, opening, inserted }: Ahead, job: Pick<JobRun<unknown>, 'attempt' | 'signal'>): Promise<void> {
    this.#ahead.delete(turn.ticket);
    try {
      await inserted;
      await this.#work(turn, job, await opening);
    } catch (error) {
      // Another turn was first: this one never was.
      if (!(error instanceof DuplicateKey)) throw error;
    } finally {
      drop(opening);
    }
  }

  async #work(turn: TurnDocument, job: Pick<JobRun<unknown>, 'attempt' | 'signal'>, opening: Opening | null = null): Promise<void> {
    try {
      const work = opening === null ? await this.#prepare(turn, job) : this.#goOn(turn, job, opening);
      await this.#carryOut(work).finally(() => work.journal.close());
    } catch (error) {
      // A run that was thought dead may have told something in between without taking the turn back: the next attempt goes on with it.
      if (!(error instanceof TurnLost) || (await this.#isHeld(turn))) throw error;
    }
  }

  async #isHeld({ _id, run }: TurnDocument): Promise<boolean> {
    const turn = await this.#store.find(_id);
    return turn !== null && turn.run === run && isUnderWay(turn.status);
  }

  /**
   * The turn was begun by a run that is gone. Half an answer is not begun again by itself; one of which nothing is there yet is. A whole one
   * that was being applied is applied: neither the version nor the rows are made twice.
   */
  async #recover({ turnId, ticket }: TurnTask, job: Pick<JobRun<unknown>, 'attempt' | 'signal'>, run: string): Promise<void> {
    const turn = await this.#store.find(turnId);
    if (turn === null || turn.ticket !== ticket) return;
    if (!isUnderWay(turn.status)) return this.#store.tellEnd(turn);
    if (turn.status !== 'applying') return this.#beginAgain(turn, job, run);
    if (turn.step !== 'apply' && !(await this.#store.keepWritten(turn))) return this.interrupt(turn);
    const taken = await this.#store.change(turnId, { ticket, status: 'applying', run: turn.run }, { step: 'apply', run });
    if (taken !== null) await this.#work(taken, job);
  }

  async #beginAgain(turn: TurnDocument, job: Pick<JobRun<unknown>, 'attempt' | 'signal'>, run: string): Promise<void> {
    const { content, parts } = await this.#store.draft(turn._id);
    if (turn.step !== 'generate' || content !== '' || parts.length > 0) return this.interrupt(turn);
    const taken = await this.#store.change(turn._id, { ticket: turn.ticket, status: turn.status, run: turn.run }, { run });
    if (taken !== null) await this.#work(taken, job);
  }

  /** Settles a turn that nobody works on any more: a version that was made counts, otherwise `state`. */
  async interrupt(turn: TurnDocument, otherwise: Partial<TurnState> = GIVEN_UP): Promise<void> {
    const made = (await this.#context.needs.apps.versions(turn.appId)).find(({ messageId }) => messageId === turn.assistantMessageId);
    const state: TurnState = made ? { ...QUEUED, status: 'ready', versionId: made.id } : { ...QUEUED, ...otherwise };
    await this.#store.settle(turn, await this.#store.written(turn._id), { ...state, usage: turn.usage }).catch((error: unknown) => {
      if (!(error instanceof TurnLost)) throw error;
    });
  }

  async #prepare(turn: TurnDocument, { attempt, signal }: Pick<JobRun<unknown>, 'attempt' | 'signal'>): Promise<TurnWork> {
    const { apps } = this.#context.needs;
    const app = await apps.find(turn.appId);
    const journal = new Journal(this.#store.log, turn, await this.#store.lastSeq(turn));
    // What the model sees is what its changes are made on.
    const isNew = turn.step === 'generate';
    const baseVersionId = isNew ? (app?.currentVersionId ?? null) : turn.baseVersionId;
    const current = isNew ? await this.#store.change(turn._id, { run: turn.run }, { baseVersionId }) : turn;
    if (current === null) throw new TurnLost();
    if (app === null) {
      await this.#store.settle(current, null, { ...QUEUED, status: 'failed', errorCode: 'not-found', error: 'The app was deleted.' });
      throw new TurnLost();
    }
    await journal.addState(stateOf(current));
    const base = baseVersionId === null ? {} : await apps.files(app.id, baseVersionId);
    const transcript = isNew ? new Transcript() : await this.#resume(turn);
    const isApplying = turn.step === 'apply';
    const steps = { isWriting: !isApplying, isApplying, opening: null, attempt, signal };
    return { turn: current, app, base, journal, transcript, messages: [], usage: turn.usage, note: null, ...steps };
  }

  /** A turn that was stored a moment ago as begun, on the version that the model was asked about. */
  #goOn(turn: TurnDocument, { attempt, signal }: Pick<JobRun<unknown>, 'attempt' | 'signal'>, opening: Opening): TurnWork {
    const { app, base, messages } = opening;
    const [journal, transcript] = [new Journal(this.#store.log, turn, BEGUN_SEQ), new Transcript()];
    const steps = { isWriting: true, isApplying: false, opening, attempt, signal };
    return { turn, app, base, journal, transcript, messages, usage: null, note: null, ...steps };
  }

  async #carryOut(work: TurnWork): Promise<void> {
    try {
      const isWhole = work.turn.step === 'apply' || (await this.#write(work));
      if (!isWhole) return await this.#settle(work, { status: 'truncated' });
      await this.#apply(work);
    } catch (error) {
      if (error instanceof TurnLost) throw error;
      const isExpected = error instanceof TurnFailed || error instanceof DomainError;
      await (work.isApplying && !isExpected ? this.#leave(work, error) : this.#fail(work, error));
    }
  }

  #write(work: TurnWork): Promise<boolean> {
    return work.turn.step === 'continue' ? this.#generation.continue(work) : this.#generation.begin(work);
  }

  async #apply(work: TurnWork): Promise<void> {
    let before: readonly string[] = [];
    for (let repairs = await this.#repairBudget(work.turn); ; repairs -= 1) {
      const proposal = await this.#application.propose(work);
      const problems = proposal.problems.length > 0 ? proposal.problems : await this.#make(work, proposal.staged);
      if (problems.length === 0) return;
      if (repairs === 0) return this.#application.refuse(work, { ...proposal, problems }, before.join() === problems.join());
      before = problems;
      const isWhole = await this.#generation.repair(work, problems);
      if (!isWhole) return this.#settle(work, { status: 'truncated' });
    }
  }

  /** Makes the version, or asks the builder first. Answers what is wrong with it, if it cannot be made. */
  async #make(work: TurnWork, staged: Staged): Promise<readonly string[]> {
    const { turn, transcript, journal, signal } = work;
    if (turn.step !== 'apply') {
      const confirmations = await this.#application.review(work, staged);
      if (confirmations.length > 0) {
        await this.#settle(work, { status: 'waiting', confirmations });
        return [];
      }
    }
    // A whole answer is applied yet when the node is asked to end: that takes no longer than handing it over.
    if (signal.reason !== 'draining') signal.throwIfAborted();
    if (staged.changes.length > 0 || staged.inserts.length > 0) {
      const { appName, rounds } = transcript;
      const kept = { appName, rounds: [...rounds], usage: work.usage };
      const applying = await this.#store.change(turn._id, { run: turn.run }, { status: 'applying', ...kept });
      if (applying === null) throw new TurnLost();
      work.isApplying = true;
      await journal.addState(stateOf(applying));
    }
    const made = await this.#application.commit(work, staged, transcript.appName);
    if ('problem' in made) return [made.problem];
    await this.#application.insertRows(work, staged);
    work.note = noteOn(turn.request, transcript.parts, staged);
    await this.#settle(work, { status: 'ready', versionId: made.versionId });
    return [];
  }

  /** A model that does not read the conversation writes the same again. */
  async #repairBudget({ step }: TurnDocument): Promise<number> {
    return step !== 'apply' && (await this.#readsConversation()) ? REPAIR_BUDGET : 0;
  }

  async #readsConversation(): Promise<boolean> {
    return (await this.#context.needs.models.info()).capabilities.conversation;
  }

  /** Another attempt goes on from here. After the last one, and after a stop, what was made counts. */
  async #leave({ turn, attempt, signal }: TurnWork, error: unknown): Promise<void> {
    const isStopped = signal.aborted && signal.reason === 'cancelled';
    if (!isStopped && attempt < APPLY_ATTEMPTS) throw error;
    this.#context.log.error({ err: error, turnId: turn._id }, 'a turn could not be applied');
    await this.interrupt(turn, isStopped ? { status: 'stopped' } : GIVEN_UP);
  }

  async #fail(work: TurnWork, error: unknown): Promise<void> {
    const { signal } = work;
    if (signal.aborted) {
      if (signal.reason === 'lease-lost') throw new TurnLost();
      if (signal.reason === 'cancelled') return this.#settleCut(work, { status: 'stopped' });
      if (signal.reason === 'draining' && work.isWriting) return this.#handOver(work);
      return this.#settleCut(work, GIVEN_UP);
    }
    if (error instanceof TurnFailed || error instanceof DomainError) {
      const errorDetail = error instanceof DomainError ? error.detail : null;
      return this.#settleCut(work, { status: 'failed', errorCode: error.code, error: error.message, errorDetail });
    }
    this.#context.log.error({ err: error, turnId: work.turn._id }, 'a turn failed unexpectedly');
    await this.#settleCut(work, { status: 'failed', errorCode: 'internal', error: UNEXPECTED });
  }

  /** This node ends: on another one the model continues what is written. One that does not read the conversation starts again. */
  async #handOver(work: TurnWork): Promise<void> {
    const { turn, journal, transcript, usage } = work;
    await journal.add(transcript.end(false));
    await journal.end(stateOf(turn));
    const isAnew = transcript.raw === '' || !(await this.#readsConversation());
    const written = { content: transcript.raw, parts: transcript.parts };
    const { appName, rounds } = transcript;
    const kept = isAnew ? ANEW : ({ step: 'continue', usage, appName, rounds: [...rounds] } satisfies Partial<TurnDocument>);
    await this.#store.handOver(turn, isAnew ? null : written, kept);
  }

  async #settleCut(work: TurnWork, state: Partial<TurnState>): Promise<void> {
    await work.journal.add(work.transcript.end(false));
    await this.#settle(work, state);
  }

  async #settle({ turn, transcript, journal, usage, note }: TurnWork, state: Partial<TurnState>): Promise<void> {
    await journal.end(stateOf(turn));
    const { appName, rounds } = transcript;
    await this.#store.change(turn._id, { run: turn.run }, { appName, rounds: [...rounds] });
    await this.#store.settle(turn, { content: transcript.raw, parts: transcript.parts }, { ...QUEUED, usage, note, ...state });
  }

  async #resume(turn: TurnDocument): Promise<Transcript> {
    const message = await this.#context.collections.messages.findOne({ _id: turn.assistantMessageId });
    return Transcript.resume(message?.content ?? '', message?.parts ?? [], turn);
  }
}

function drop(opening: Promise<Opening | null>): void {
  void opening.then((opened) => opened?.answer.drop());
}
