import { isDeepStrictEqual } from 'node:util';
import type { App, BuilderRole, LeftBehind, Version } from '@sayso/apps/ref';
import {
  type Actor,
  DuplicateKey,
  isRefusal,
  type JobRun,
  NotFound,
  newId,
  PermittedStream,
  storeNow,
  storeTime,
  Unauthenticated,
} from '@sayso/core';
import { Attachments, type Upload } from './attachments/attachments.ts';
import type { Attachment } from './attachments/state.ts';
import { type BackWay, BringBack } from './changes/bring-back.ts';
import { type NextStep, nextSteps } from './changes/next-steps.ts';
import type { TurnDocument } from './collections.ts';
import type { ChatContext, TurnTask } from './config.ts';
import { ChatBusy, MessageInvalid, MessageOfOtherVersion, OlderVersion, PicturesUnsupported, TurnLost, TurnMovedOn } from './errors.ts';
import { type MessageQuotas, Quotas } from './limits/quotas.ts';
import { type ColumnSuggestion, type MappingRequest, suggestMapping } from './prompt/mapping.ts';
import { measurePrompt, type PromptSize } from './prompt/prompt.ts';
import { Ratings } from './ratings/ratings.ts';
import type { Rating } from './ratings/state.ts';
import type { ChatApi, SendMessage } from './ref.ts';
import { Follower, type FollowOptions, type TurnNews } from './turns/follow.ts';
import { accountOf, type Claim, checkAddress, checkContent, newTurn, type PreparedMessage } from './turns/new-turn.ts';
import { readPromptInput } from './turns/prompt-input.ts';
import { Restored } from './turns/restored.ts';
import { TurnRunner } from './turns/run.ts';
import { isInFlight, type ReopeningEvent, transitions } from './turns/state-machine.ts';
import { againAs, TurnStore } from './turns/turn-store.ts';
import { type MessageView, type TurnView, Views } from './turns/view.ts';

const MAX_COMMENT = 2000;
const MAX_PAGE = 100;
/** Age after which the job of an in-flight turn is checked, because it may be lost. */
const STALE_MS = 60_000;
/** How long the role of a follower is believed, in ms: an answer has many chunks a second. */
const FRESH_MS = 500;
/** The same for a turn without output, which can be restarted. */
const STALE_QUIET_MS = 3000;

export interface RateInput {
  readonly messageId: string;
  readonly rating: Rating | null;
  /** At most 2,000 characters. */
  readonly comment: string;
}

export interface BringBackInput {
  readonly messageId: string;
  /** `VanishedThing.id`. */
  readonly thingId: string;
  readonly versionId: string;
}

export interface BroughtBack {
  readonly way: BackWay;
  readonly message: MessageView;
}

type RunningJob = Pick<JobRun<unknown>, 'id' | 'attempt' | 'signal' | 'permit'>;

/** The service of the chat. Every method with an actor checks its role in the app, as the apps do. */
export class ChatService implements ChatApi {
  /** For admins: it checks no caller. */
  readonly ratings: Ratings;
  readonly #context: ChatContext;
  readonly #store: TurnStore;
  readonly #views: Views;
  readonly #runner: TurnRunner;
  readonly #follower: Follower;
  readonly #restored: Restored;
  readonly #quotas: Quotas;
  readonly #bringBack: BringBack;
  readonly #attachments: Attachments;

  constructor(context: ChatContext) {
    this.#context = context;
    this.#store = new TurnStore(context);
    this.#views = new Views(context, this.#store);
    this.#runner = new TurnRunner(context, this.#store);
    this.#follower = new Follower(this.#store, this.#views);
    this.#bringBack = new BringBack(context);
    this.#attachments = new Attachments(context);
    this.#quotas = new Quotas(context);
    this.ratings = new Ratings(context);
    this.#restored = new Restored(context, (turn) => this.#stop(turn));
  }

  /** For the builder's own data: no app is read. */
  suggestMapping(request: MappingRequest, signal: AbortSignal): Promise<ColumnSuggestion[]> {
    return suggestMapping(this.#context.needs.models, request, signal);
  }

  /** Bytes of a file of a message. */
  get attachmentMaxBytes(): number {
    return this.#context.config.CHAT_ATTACHMENT_MAX_BYTES;
  }

  /** Stores a file for a later message of the app. */
  async attach(actor: Actor, appId: string, upload: Upload): Promise<Attachment> {
    await this.#app(actor, appId);
    return this.#attachments.add(appId, upload);
  }

  /** Throws `NotFound` for a file of another app. */
  async attachment(actor: Actor, appId: string, id: string): ReturnType<Attachments['read']> {
    await this.#app(actor, appId, 'view');
    return this.#attachments.read(appId, id);
  }

  /** `uploads` are files whose bytes came with the message; they follow those of `attachmentIds`. */
  async send(actor: Actor, message: SendMessage, uploads: readonly Upload[] = []): Promise<string> {
    const { appId, content, clientId, versionId, attachmentIds = [] } = message;
    checkAddress(message);
    const clientKey = `${appId}:${clientId}`;
    const [app, known] = await Promise.all([this.#app(actor, appId), this.#store.byClient(clientKey)]);
    checkContent(content, attachmentIds.length + uploads.length > 0);
    if (known !== null) return this.#started(known);
    if (versionId !== undefined && versionId !== app.currentVersionId) throw new OlderVersion();
    const stored = await this.#attachments.addAll(appId, uploads);
    let isNew = false;
    try {
      const ids = [...attachmentIds, ...stored.map(({ id }) => id)];
      const begun = await this.#sendNew(actor, app, { ...message, attachmentIds: ids });
      isNew = begun.isNew;
      return begun.turnId;
    } finally {
      if (!isNew) await this.#attachments.removeAll(appId, stored);
    }
  }

  /**
   * Answers a message of the builder anew: the last one, if it failed or was stopped, for nothing; any other one takes its own place, as with
   * `replaces`. A message that was never stored is sent. `clientId` is the one with which it was sent, or its id.
   */
  async sendAgain(
    actor: Actor,
    message: SendMessage,
    { uploads, isEdited }: { readonly uploads: readonly Upload[]; readonly isEdited: boolean },
  ): Promise<string> {
    const { appId, clientId } = message;
    checkAddress(message);
    await this.#app(actor, appId);
    const [turn, latest] = await Promise.all([this.#store.sentAs(appId, clientId), this.latest(appId)]);
    if (turn === null) return this.send(actor, message, uploads);
    const mayRetry = latest?._id === turn._id && transitions.retry.from.some((status) => status === latest.status);
    if (!isEdited && mayRetry) {
      await this.retry(actor, turn._id);
      return turn._id;
    }
    return this.send(actor, { ...message, clientId: againAs(clientId), replaces: turn.userMessageId }, uploads);
  }

  /** Counts a message and begins its turn. */
  async #sendNew(actor: Actor, app: App, message: SendMessage): Promise<{ readonly turnId: string; readonly isNew: boolean }> {
    const [attachments, selected] = await Promise.all([this.#filesOf(actor, message), this.#selected(actor, message)]);
    const { cost, counters, release } = await this.#quotas.reserve(accountOf(actor));
    const { selection: _selection, ...sent } = message;
    const counted = cost === null ? {} : { quotaCost: cost, quotaCounters: [...counters] };
    const begun = await this.#begin(actor, app, { ...sent, attachments, ...selected, ...counted }).catch(async (error: unknown) => {
      await release();
      throw error;
    });
    if (!begun.isNew) await release();
    return begun;
  }

  /** Stores the turn of a message, and its job. */
  async #begin(actor: Actor, app: App, message: PreparedMessage): Promise<{ readonly turnId: string; readonly isNew: boolean }> {
    const { appId, clientId, replaces } = message;
    const clientKey = `${appId}:${clientId}`;
    const latest = await this.latest(appId);
    if (latest?.status === 'waiting') await this.#stop(latest);
    const baseVersionId = replaces === undefined ? app.currentVersionId : await this.#rewind(app, replaces, latest);
    await this.#attachments.keep(appId, message.attachments);
    // A turn that begins on this node at once is stored as claimed.
    const isClaimed = replaces === undefined && !(latest && isInFlight(latest.status)) && this.#runner.canBegin;
    const claim: Claim = isClaimed ? { status: 'streaming', run: newId() } : { status: 'queued', run: null };
    const turn = newTurn(accountOf(actor), { ...message, clientKey }, { latest, baseVersionId, claim });
    try {
      if (isClaimed) await this.#runner.begin(turn, app, latest);
      else await this.#queue(turn);
      return { turnId: turn._id, isNew: true };
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      const same = await this.#store.byClient(clientKey);
      if (same === null) throw new ChatBusy();
      return { turnId: await this.#started(same), isNew: false };
    }
  }

  /** The job follows the turn: another node may begin it at once. */
  async #queue(turn: TurnDocument): Promise<void> {
    await this.#store.insert(turn);
    await this.#store.enqueue(turn);
  }

  /** The element of a message that points at one. Throws a `Conflict` when its file has changed since. */
  async #selected(actor: Actor, { appId, selection: at }: SendMessage): Promise<Pick<PreparedMessage, 'selection'>> {
    if (at === undefined) return {};
    const { path, line, endLine, tag, code } = await this.#context.needs.apps.element(actor, { appId, ...at });
    return { selection: { path, line, endLine, tag, code } };
  }

  async #filesOf(actor: Actor, { appId, attachmentIds = [], model }: SendMessage): Promise<Attachment[]> {
    const files = await this.#attachments.find(appId, attachmentIds);
    if (files.every(({ width }) => width === null)) return files;
    if (!(await this.#context.needs.models.readsImages(accountOf(actor).admin ? model : null))) throw new PicturesUnsupported();
    return files;
  }

  /** How much of the model's window a message would take; null when the model reads no prompt. */
  async promptSize(
    actor: Actor,
    message: Pick<SendMessage, 'appId' | 'content' | 'currentPath' | 'attachmentIds'>,
  ): Promise<PromptSize | null> {
    const app = await this.#app(actor, message.appId);
    checkAddress(message);
    checkContent(message.content, true);
    const { models, apps } = this.#context.needs;
    if (!(await models.info()).capabilities.conversation) return null;
    const attachments = await this.#attachments.find(app.id, message.attachmentIds ?? []);
    const { currentVersionId } = app;
    const [latest, base] = await Promise.all([this.latest(app.id), currentVersionId === null ? {} : apps.files(app.id, currentVersionId)]);
    const prepared = { ...message, clientId: '', clientKey: '', attachments };
    const turn = newTurn(accountOf(actor), prepared, { latest, baseVersionId: currentVersionId, claim: { status: 'queued', run: null } });
    const conversation = await this.#runner.conversations.before(turn, latest);
    return measurePrompt(await readPromptInput(this.#context, { turn, app, base }, conversation));
  }

  /** What the current version of the app lacks */
  async nextSteps(actor: Actor, appId: string): Promise<NextStep[]> {
    const app = await this.#app(actor, appId, 'view');
    if (app.currentVersionId === null) return [];
    const { apps, entities } = this.#context.needs;
    return nextSteps(await apps.files(appId, app.currentVersionId), async (table) => (await entities.count(appId, table)) === 0);
  }

  /** Of the account itself. */
  quotas(actor: Actor): Promise<MessageQuotas> {
    return this.#quotas.of(accountOf(actor));
  }

  async stop(actor: Actor, turnId: string): Promise<void> {
    const turn = await this.#own(actor, turnId);
    if (!isInFlight(turn.status)) return;
    const jobId = await this.#store.enqueue(turn);
    await this.#context.cancelJob(jobId);
    const state = await this.#context.jobState(jobId);
    // Without a running job, no run observes the cancellation.
    if (turn.status === 'queued') await this.#stop(turn);
    else if (state?.status !== 'running') await this.#runner.interrupt(turn, { event: 'stop' });
  }

  /** Continues an answer that was cut off. */
  async continue(actor: Actor, turnId: string): Promise<void> {
    await this.#reopen('continue', await this.#own(actor, turnId), 'continued');
  }

  /** Repeats the request, on the current version. */
  async retry(actor: Actor, turnId: string): Promise<void> {
    const turn = await this.#own(actor, turnId);
    if (turn.quotaCost?.messages !== 0) return void (await this.#reopen('retry', turn, 'retried'));
    // The message was given back when the turn failed, so it counts now.
    const { cost, counters, release } = await this.#quotas.reserve(turn.actor);
    const counted = cost === null ? {} : { quotaCost: cost, quotaCounters: [...counters] };
    const isReopened = await this.#reopen('retry', turn, 'retried', counted).catch(async (error: unknown) => {
      await release();
      throw error;
    });
    if (!isReopened) await release();
  }

  /** The builder's answer to the changes to confirm. */
  async answer(actor: Actor, turnId: string, accept: boolean): Promise<void> {
    const turn = await this.#own(actor, turnId);
    if (accept) return void (await this.#reopen('accept', turn, 'answered'));
    if (turn.status !== 'waiting') throw new TurnMovedOn('answered');
    await this.#stop(turn);
  }

  /**
   * Makes a version with the files of an old one, and hides the messages after `messageId`. One write decides, that of the version, which
   * also records what it leaves behind; after a crash, the next read of the chat hides the messages.
   */
  async restore(actor: Actor, appId: string, versionId: string, messageId?: string): Promise<Version> {
    await this.#app(actor, appId);
    const latest = await this.latest(appId);
    if (latest !== null && isInFlight(latest.status)) throw new ChatBusy('restoring a version');
    await this.#context.needs.apps.version(appId, versionId);
    const { messages } = this.#context.collections;
    const message = messageId === undefined ? null : await messages.findOne({ _id: messageId, appId });
    if (messageId !== undefined && message === null) throw new NotFound('The message');
    if (message !== null && message.versionId !== versionId) throw new MessageOfOtherVersion();
    const leavesBehind = latest === null ? undefined : { after: messageId ?? null, upTo: latest.assistantMessageId };
    return this.#restore(appId, versionId, leavesBehind);
  }

  /**
   * Brings back something that vanished with a message's version, in a new version. `versionId` is the one that the builder looks at:
   * another current one is refused with 409, unless the thing stands in it.
   */
  async bringBack(actor: Actor, { messageId, thingId, versionId }: BringBackInput): Promise<BroughtBack> {
    const { messages } = this.#context.collections;
    const found = await messages.findOne({ _id: messageId });
    if (found === null) throw new NotFound('The message');
    const app = await this.#app(actor, found.appId);
    // Checking the app may have hidden messages after a restored point.
    const message = await messages.findOne({ _id: messageId, isHidden: false });
    const thing = message?.review?.vanished.find(({ id }) => id === thingId);
    if (message === null || thing === undefined) throw new NotFound('The message');
    const latest = await this.latest(app.id);
    if (latest !== null && isInFlight(latest.status)) throw new ChatBusy('bringing this back');
    const way = await this.#bringBack.run({ app, message, thing, versionId });
    const after = (await messages.findOne({ _id: messageId })) ?? message;
    return { way, message: await this.#views.message(after) };
  }

  /** Keeps how helpful an answer was; a null rating withdraws it. Throws `MessageInvalid` for a longer comment, `NotFound` for no answer. */
  async rate(actor: Actor, { messageId, rating, comment }: RateInput): Promise<MessageView> {
    if (comment.length > MAX_COMMENT) throw new MessageInvalid(`The comment has more than ${MAX_COMMENT} characters.`);
    const { messages } = this.#context.collections;
    const found = await messages.findOne({ _id: messageId, role: 'assistant', isHidden: false });
    if (found === null) throw new NotFound('The message');
    await this.#app(actor, found.appId);
    const feedback = rating === null ? null : { rating, comment, accountId: accountOf(actor).id, at: storeTime() };
    await this.ratings.set(found, feedback);
    const change = feedback === null ? { $unset: { feedback: '' } } : { $set: { feedback } };
    await messages.updateOne({ _id: messageId }, change);
    return this.#views.message((await messages.findOne({ _id: messageId })) ?? found);
  }

  async turn(actor: Actor, turnId: string): Promise<TurnView> {
    return this.#views.turn(await this.#own(actor, turnId, 'view'));
  }

  /** The turn in flight, or the last one; null without any, or when its messages are hidden. */
  async latestTurn(actor: Actor, appId: string): Promise<TurnView | null> {
    await this.#app(actor, appId, 'view');
    const turn = await this.latest(appId);
    if (turn === null) return null;
    return (await this.#store.isHidden(turn)) ? null : this.#views.turn(turn);
  }

  /** The name of the builder who sent a message; null for the caller and for an account that is gone. */
  async authorOf(actor: Actor, accountId: string): Promise<string | null> {
    if (actor.kind !== 'account' || actor.id === accountId) return null;
    return (await this.#context.needs.apps.accountNames([accountId])).get(accountId) ?? null;
  }

  /** Visible messages, oldest first. */
  async messages(actor: Actor, appId: string, page: { readonly before?: string; readonly limit?: number } = {}): Promise<MessageView[]> {
    await this.#app(actor, appId, 'view');
    const limit = Math.min(Math.max(page.limit ?? 50, 1), MAX_PAGE);
    return this.#views.list(appId, limit, page.before);
  }

  /** The app's turn events after any number, until the actor's role in the app ends. See `FollowOptions`. */
  async follow(actor: Actor, options: FollowOptions): Promise<AsyncGenerator<TurnNews>> {
    const { appId, authenticate } = options;
    const check = async () => {
      if (authenticate && !isDeepStrictEqual(await authenticate(), actor)) throw new Unauthenticated();
      await this.#context.needs.apps.get(actor, appId, 'view');
    };
    const stream = new PermittedStream({ check, signal: options.signal, freshMs: FRESH_MS });
    await this.#app(actor, appId, 'view');
    return untilRefused(stream.pass(await this.#follower.follow({ ...options, signal: stream.signal })));
  }

  /** The job: one step of a turn. */
  run(task: TurnTask, job: RunningJob): Promise<void> {
    return this.#runner.run(task, job);
  }

  /** Deletes the chat of a purged app. */
  async removeApp(appId: string): Promise<void> {
    const { turns, messages, events } = this.#context.collections;
    const ids = (await turns.find({ appId }, { projection: { _id: 1 } })).map(({ _id }) => _id);
    await events.deleteMany({ turnId: { $in: ids } });
    await messages.deleteMany({ appId });
    await turns.deleteMany({ appId });
    await this.ratings.removeApp(appId);
    await this.#attachments.removeApp(appId);
  }

  /** The last turn; settles it first if its job is lost. */
  async latest(appId: string): Promise<TurnDocument | null> {
    const turn = await this.#store.latest(appId);
    if (turn === null || !isInFlight(turn.status)) return turn;
    // A timestamp in the future comes from clock skew.
    const age = Math.abs(storeNow() - Date.parse(turn.updatedAt));
    if (age < STALE_QUIET_MS || (age < STALE_MS && (await this.#store.hasWritten(turn)))) return turn;
    const job = await this.#context.jobState(await this.#store.enqueue(turn));
    if (job?.status === 'queued' || job?.status === 'running') return turn;
    await this.#runner.interrupt(turn);
    return this.#store.find(turn._id);
  }

  /** Completes an interrupted start: a crash may have come between the turn and its job. */
  async #started(turn: TurnDocument): Promise<string> {
    if (isInFlight(turn.status)) {
      if ((await this.#store.log.lastSeq(turn._id)) === 0) await ignoreLost(this.#store.announce(turn));
      await this.#store.enqueue(turn);
    }
    return turn._id;
  }

  async #restore(appId: string, versionId: string | null, leavesBehind: LeftBehind | undefined): Promise<Version> {
    const version = await this.#context.needs.apps.restore(appId, versionId, leavesBehind);
    await this.#restored.apply(appId, version.id).catch((error: unknown) => {
      this.#context.log.warn({ err: error, appId }, 'messages after a restored point could not be hidden; the next read retries');
    });
    return version;
  }

  /**
   * Returns the app to the version before a message of the builder, and hides that message and all later ones. Resolves with the id of
   * the version that is current then. Repeatable after a crash: a version that is current already is not made again.
   */
  async #rewind(app: App, messageId: string, latest: TurnDocument | null): Promise<string | null> {
    if (latest !== null && isInFlight(latest.status)) throw new ChatBusy();
    const { messages } = this.#context.collections;
    const message = await messages.findOne({ _id: messageId, appId: app.id, role: 'user' });
    const turn = message === null ? null : await this.#store.find(message.turnId);
    if (message === null || turn === null || latest === null) throw new NotFound('The message');
    const { baseVersionId } = turn;
    const before = await messages.findOne({ appId: app.id, _id: { $lt: messageId } }, { sort: { _id: -1 } });
    const leavesBehind = { after: before?._id ?? '', upTo: latest.assistantMessageId };
    if (baseVersionId === app.currentVersionId) {
      this.#runner.conversations.forget(app.id);
      await this.#restored.hide(app.id, leavesBehind.after, leavesBehind.upTo);
      return baseVersionId;
    }
    if (message.isHidden) throw new NotFound('The message');
    return (await this.#restore(app.id, baseVersionId, leavesBehind)).id;
  }

  /** False when an earlier call has reopened the turn. */
  async #reopen(
    event: ReopeningEvent,
    turn: TurnDocument,
    what: string,
    counted: Pick<TurnDocument, 'quotaCost' | 'quotaCounters'> = {},
  ): Promise<boolean> {
    const latest = await this.#store.latest(turn.appId);
    if (latest?._id !== turn._id || (await this.#store.isHidden(turn))) throw new TurnMovedOn(what);
    const reopened = await this.#store.transition(event, turn, counted).catch((error: unknown) => {
      throw error instanceof DuplicateKey ? new ChatBusy() : error;
    });
    const queued = reopened ?? (await this.#store.find(turn._id));
    // An earlier call may have been interrupted after the transition.
    if (queued?.status !== 'queued' || queued.step !== transitions[event].set().step) throw new TurnMovedOn(what);
    const isReset = queued.step === 'generate';
    const written = isReset ? { content: '', parts: [] } : {};
    const { messages } = this.#context.collections;
    const cost = queued.quotaCost === undefined ? {} : { quotaCost: queued.quotaCost };
    await messages.updateOne({ _id: turn.assistantMessageId }, { $set: { ...written, ...cost, status: 'queued' } });
    await ignoreLost(isReset ? this.#store.announce(queued, { isReset }) : this.#store.announceAgain(queued));
    await this.#store.enqueue(queued);
    return reopened !== null;
  }

  /** Stops a turn that has no run: queued, or waiting for confirmation. */
  async #stop(turn: TurnDocument): Promise<void> {
    const written = turn.status === 'waiting' || turn.status === 'queued' ? {} : { written: await this.#store.written(turn._id) };
    await ignoreLost(this.#store.settle('stop', turn, written));
  }

  async #own(actor: Actor, turnId: string, role: BuilderRole = 'edit'): Promise<TurnDocument> {
    const turn = await this.#store.find(turnId);
    if (turn === null) throw new NotFound('The turn');
    await this.#app(actor, turn.appId, role);
    return turn;
  }

  /** The app; hides the messages of a restore first, if its current version came from one. */
  async #app(actor: Actor, appId: string, role: BuilderRole = 'edit'): Promise<App> {
    const app = await this.#context.needs.apps.get(actor, appId, role);
    if (app.currentVersionId !== null) await this.#restored.apply(appId, app.currentVersionId);
    return app;
  }
}

/** Ends instead of throwing when the caller may not follow any more: an answer that is being streamed has no place for an error. */
async function* untilRefused<T>(events: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* events;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** Another caller appended the event, or settled the turn, first. */
async function ignoreLost(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(error instanceof TurnLost)) throw error;
  });
}
