import { DomainError, type JobRun } from '@sayso/core';
import type { Staged } from '../changes/stage.ts';
import type { TurnDocument, TurnState } from '../collections.ts';
import type { ChatContext, TurnTask } from '../context.ts';
import { TurnFailed, TurnLost } from '../errors.ts';
import { Transcript } from '../output/transcript.ts';
import { Application } from './apply.ts';
import { QUEUED } from './draft.ts';
import { Generation } from './generate.ts';
import { Journal } from './journal.ts';
import { isUnderWay, stateOf, type TurnStore } from './turn-store.ts';
import type { TurnWork } from './work.ts';

/** How many more rounds a model gets to correct what cannot be applied. */
const REPAIR_BUDGET = 1;
export const INTERRUPTED = 'The work on this message was interrupted, so nothing was changed. Please try again.';
const UNEXPECTED = 'An error occurred while processing your request please try again later.';

/** The job behind a turn: takes one step of it from the queue to a settled state. */
export class TurnRunner {
  readonly #context: ChatContext;
  readonly #store: TurnStore;
  readonly #generation: Generation;
  readonly #application: Application;

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
    const queued = await this.#store.find(turnId);
    if (queued === null) return;
    const turn = await this.#store.change(turnId, { status: 'queued', ticket }, { status: status[queued.step], run });
    if (turn === null) return this.#recover(turnId, ticket);
    try {
      const work = await this.#prepare(turn, job.signal);
      await this.#carryOut(work).finally(() => work.journal.close());
    } catch (error) {
      if (!(error instanceof TurnLost)) throw error;
    }
  }

  /** The turn was begun by a run that is gone. Half an answer is not begun again by itself; a version that was made counts. */
  async #recover(turnId: string, ticket: string): Promise<void> {
    const turn = await this.#store.find(turnId);
    if (turn !== null && turn.ticket === ticket && isUnderWay(turn.status)) await this.interrupt(turn);
  }

  /** Settles a turn that nobody works on any more. */
  async interrupt(turn: TurnDocument): Promise<void> {
    const made = (await this.#context.needs.apps.versions(turn.appId)).find(({ messageId }) => messageId === turn.assistantMessageId);
    const state: TurnState = made
      ? { ...QUEUED, status: 'ready', versionId: made.id }
      : { ...QUEUED, status: 'failed', errorCode: 'interrupted', error: INTERRUPTED };
    await this.#store.settle(turn, await this.#store.written(turn._id), { ...state, usage: turn.usage }).catch((error: unknown) => {
      if (!(error instanceof TurnLost)) throw error;
    });
  }

  async #prepare(turn: TurnDocument, signal: AbortSignal): Promise<TurnWork> {
    const { apps } = this.#context.needs;
    await this.#store.ensureMessages(turn);
    const app = await apps.find(turn.appId);
    const journal = new Journal(this.#store.log, turn, await this.#store.log.lastSeq(turn._id));
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
    return { turn: current, app, base, journal, transcript, messages: [], usage: turn.usage, signal };
  }

  async #carryOut(work: TurnWork): Promise<void> {
    try {
      const isWhole = work.turn.step === 'apply' || (await this.#write(work));
      if (!isWhole) return await this.#settle(work, { status: 'truncated' });
      await this.#apply(work);
    } catch (error) {
      if (error instanceof TurnLost) throw error;
      await this.#fail(work, error);
    }
  }

  #write(work: TurnWork): Promise<boolean> {
    return work.turn.step === 'continue' ? this.#generation.continue(work) : this.#generation.begin(work);
  }

  async #apply(work: TurnWork): Promise<void> {
    for (let repairs = this.#repairBudget(work.turn); ; repairs -= 1) {
      const proposal = await this.#application.propose(work);
      const problems = proposal.problems.length > 0 ? proposal.problems : await this.#make(work, proposal.staged);
      if (problems.length === 0) return;
      if (repairs === 0) return this.#application.refuse(work, { ...proposal, problems });
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
    signal.throwIfAborted();
    if (staged.changes.length > 0 || staged.inserts.length > 0) {
      const applying = await this.#store.change(turn._id, { run: turn.run }, { status: 'applying' });
      if (applying === null) throw new TurnLost();
      await journal.addState(stateOf(applying));
    }
    const made = await this.#application.commit(work, staged, transcript.appName);
    if ('problem' in made) return [made.problem];
    await this.#application.insertRows(work, staged);
    await this.#settle(work, { status: 'ready', versionId: made.versionId });
    return [];
  }

  /** The demo assistant writes the same again: asking it once more is no use. */
  #repairBudget({ step }: TurnDocument): number {
    return this.#context.needs.models.info.isDemo || step === 'apply' ? 0 : REPAIR_BUDGET;
  }

  async #fail(work: TurnWork, error: unknown): Promise<void> {
    const { signal } = work;
    if (signal.aborted) {
      if (signal.reason === 'lease-lost') throw new TurnLost();
      if (signal.reason === 'cancelled') return this.#settleCut(work, { status: 'stopped' });
      return this.#settleCut(work, { status: 'failed', errorCode: 'interrupted', error: INTERRUPTED });
    }
    if (error instanceof TurnFailed || error instanceof DomainError) {
      return this.#settleCut(work, { status: 'failed', errorCode: error.code, error: error.message });
    }
    this.#context.log.error({ err: error, turnId: work.turn._id }, 'a turn failed unexpectedly');
    await this.#settleCut(work, { status: 'failed', errorCode: 'internal', error: UNEXPECTED });
  }

  async #settleCut(work: TurnWork, state: Partial<TurnState>): Promise<void> {
    await work.journal.add(work.transcript.end(false));
    await this.#settle(work, state);
  }

  async #settle({ turn, transcript, journal, usage }: TurnWork, state: Partial<TurnState>): Promise<void> {
    await journal.flush();
    const { appName, rounds } = transcript;
    await this.#store.change(turn._id, { run: turn.run }, { appName, rounds: [...rounds] });
    await this.#store.settle(turn, { content: transcript.raw, parts: transcript.parts }, { ...QUEUED, usage, ...state });
  }

  async #resume(turn: TurnDocument): Promise<Transcript> {
    const message = await this.#context.collections.messages.findOne({ _id: turn.assistantMessageId });
    return Transcript.resume(message?.content ?? '', message?.parts ?? [], turn);
  }
}
